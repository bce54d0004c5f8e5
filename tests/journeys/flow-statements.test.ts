/** What a contract costs the database, as counts that do not depend on the machine. */

import { signContract, signWish } from '@cinnabar/api/operations/flows.js';
import { sendSmsVerifyCode } from '@cinnabar/api/operations/sms.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { countedStatements } from '../support/counted-statements.js';
import type { Person } from '../support/given-enterprise.js';
import { type FlowId, sealEverything } from '../support/given-flow.js';
import { flowToSign, givenParties, type Parties } from '../support/given-parties.js';

let app: RunningApp;
let parties: Parties;
beforeAll(async () => {
  // No jobs run beside the requests; each instance would look up once more what it keeps.
  app = await startApp({ settings: { ROLE: 'web' }, instances: 1 });
  parties = await givenParties(app);
  // Certificates and data keys exist from the first contract on.
  await contractByCodes();
  // Another code may be sent to the same mobile.
  await app.advance(3600);
});
afterAll(() => app.close());

async function contractByCodes(): Promise<void> {
  const flowId = await flowToSign(parties);
  for (const { owner } of [parties.buyer, parties.seller]) {
    await confirmByCode(owner, flowId);
    await owner.client.data(signContract, { flowId, signComponents: await sealEverything(owner, flowId) });
  }
}

async function confirmByCode(person: Person, flowId: FlowId): Promise<void> {
  await person.client.data(sendSmsVerifyCode, { mobile: person.mobile, smsType: 'sign' });
  await person.client.data(signWish, {
    flowId,
    authType: 'sms',
    verifyCode: await app.newestCode(person.mobile),
  });
}

describe('the requests of a contract that two parties fill and sign by code', () => {
  it('are one writing transaction each, with few statements', async () => {
    const { statements, control, writing } = await countedStatements(contractByCodes);
    // A start, a filling, two codes, two intents and two signatures; the sandbox stores two messages.
    expect(writing).toBeLessThanOrEqual(10);
    expect(statements).toBeLessThanOrEqual(34);
    // Each act is a single statement, which begins and commits by itself.
    expect(control).toBe(0);
  });
});

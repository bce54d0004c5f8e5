/** What managers of an enterprise's contracts may do with those that others have started. */
import {
  contractCancel,
  contractExtend,
  contractHistory,
  signFlowRemind,
} from '@cinnabar/api/operations/flows.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  type FlowId,
  type GivenTemplate,
  givenTemplate,
  startFlow,
  taskInfo,
} from '../support/given-flow.js';

let app: RunningApp;
let home: Enterprise;
let partner: Enterprise;
let clerk: Person;
let manager: Person;
let template: GivenTemplate;

beforeAll(async () => {
  app = await startApp();
  home = await givenEnterprise(app);
  partner = await givenEnterprise(app);
  clerk = await home.member();
  manager = await home.member(['CONTRACT_ADMIN']);
  template = await givenTemplate(home.owner.client, { pages: 1, parties: [{ flag: '乙方', area: true }] });
});
afterAll(() => app.close());

async function started(more: Readonly<Record<string, 0 | 1>> = {}): Promise<FlowId> {
  const participantList = [as('乙方', partner.owner, partner)];
  return (await startFlow(clerk.client, template, { participantList, ...more })).flowId;
}

const expireDate = '2040-01-31 12:00:00';

describe('a manager of contracts', () => {
  test('reminds of and extends them, and the history names the manager', async () => {
    const flowId = await started();
    await manager.client.data(signFlowRemind, { flowId });
    await manager.client.data(contractExtend, { flowId, expireDate });
    expect((await taskInfo(clerk, flowId)).expireDate).toContain('2040-01-31');
    const { events } = await clerk.client.data(contractHistory, { flowId });
    expect(events.slice(-2).map(({ kind, actor }) => [kind, actor])).toEqual([
      ['reminded', manager.realName],
      ['extended', manager.realName],
    ]);
  });

  test('does so with encrypted ones too, but does not revoke', async () => {
    const flowId = await started({ encryptFlag: 1 });
    await manager.client.data(signFlowRemind, { flowId });
    expect((await manager.client.call(contractCancel, { flowId })).envelope.reason).toBe('PERMISSION_DENIED');
  });

  test('does not find confidential ones, nor reminds of those of other enterprises', async () => {
    const secret = await started({ privaryFlag: 1 });
    expect((await manager.client.call(signFlowRemind, { flowId: secret })).status).toBe(404);
    const flowId = await started();
    for (const operation of [signFlowRemind, contractExtend]) {
      const there = await partner.owner.client.post(operation.path, { flowId, expireDate });
      expect([there.status, there.envelope.reason]).toEqual([403, 'PERMISSION_DENIED']);
    }
  });

  test('is one by right alone: a plain colleague is refused', async () => {
    const flowId = await started();
    const colleague = await home.member(['SEAL_ADMIN']);
    expect((await colleague.client.call(signFlowRemind, { flowId })).status).toBe(403);
    expect((await colleague.client.call(contractExtend, { flowId, expireDate })).status).toBe(403);
  });

  test('shares the limit of reminders with the initiator', async () => {
    const flowId = await started();
    await clerk.client.data(signFlowRemind, { flowId });
    expect((await manager.client.call(signFlowRemind, { flowId })).envelope.code).toBe('1301');
  });
});

/** Pages in frames: even if the browser does not prevent embedding, the service refuses binding acts. */
import { approvalSign, batchApprovalSign } from '@cinnabar/api/operations/approvals.js';
import { signWish } from '@cinnabar/api/operations/flows.js';
import { sendSmsVerifyCode } from '@cinnabar/api/operations/sms.js';
import type { ApprovalPageView } from '@cinnabar/api/pages/approval.js';
import { saveSetting } from '@cinnabar/server/areas/enterprise/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  givenApproval,
  givenContract,
  givenPerson,
  givenWorld,
  OWN_SITE,
  openChannel,
  type World,
} from './binding-world.js';

let world: World;
beforeAll(async () => {
  world = await givenWorld();
  const { database } = world.app.app;
  // A decision without a proof is open to clickjacking.
  await transact(database.db, (tx) => saveSetting(tx, world.home.corpId, 'approvalAuth', false));
});
afterAll(() => world.close());

const refused = { status: 403, envelope: { code: '403', reason: 'OWN_WINDOW_REQUIRED' } };
const secret = { linkFrame: '1' };

async function waitingApproval() {
  const person = await givenPerson(world);
  const contract = await givenContract(world, person, 'sign', 'enterprise');
  const approvalId = await givenApproval(world, contract);
  const opened = { person, contract, part: 'enterprise', kind: 'sign', approvalId, decides: true } as const;
  return { approvalId, opened };
}

describe('a decision without a proof', () => {
  test.each([
    ['by one approver', approvalSign.path, 2],
    ['to reject', approvalSign.path, 3],
    ['with others', batchApprovalSign.path, 2],
  ])('%s is refused inside a site that the enterprise has not named', async (_what, path, approvalStatus) => {
    const { approvalId, opened } = await waitingApproval();
    const way = await openChannel(world, 'otherFrame', opened);
    const view = await way.page?.post<ApprovalPageView>('/pages/approval/view', { approvalId });
    const decision = { approvalId, approvalStatus, shown: view?.envelope.data.shown };
    const body = path === batchApprovalSign.path ? [decision] : decision;
    expect(await way.client.post(path, body)).toMatchObject(refused);
    // Nor does a site that withholds its origin.
    const own = await openChannel(world, 'ownSession', opened);
    expect(await own.client.with(secret).post(path, body)).toMatchObject(refused);
    const named = own.client.with({ ...secret, linkHost: OWN_SITE });
    expect((await named.post(path, body)).envelope.code).toBe('0');
  });
});

test('an intent in a session issued by an application is refused in such a site too', async () => {
  const person = await givenPerson(world);
  const contract = await givenContract(world, person, 'sign', 'enterprise');
  const opened = {
    person,
    contract,
    part: 'enterprise',
    kind: 'sign',
    approvalId: null,
    decides: false,
  } as const;
  const { client } = await openChannel(world, 'accessSession', opened);
  const { flowId } = contract;
  const { mobile } = person;
  await client.post(sendSmsVerifyCode.path, { mobile, smsType: 'sign', flowId });
  const wish = { flowId, authType: 'sms', verifyCode: await world.app.newestCode(mobile) };
  const framed = (linkHost: string) => client.with({ ...secret, linkHost });
  expect(await framed('https://portal.example.net').post(signWish.path, wish)).toMatchObject(refused);
  expect((await framed(OWN_SITE).post(signWish.path, wish)).envelope.code).toBe('0');
});

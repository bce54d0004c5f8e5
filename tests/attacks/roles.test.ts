/** The table of permissions, walked for every role and every operation. */
import type { Operation } from '@cinnabar/api/operation.js';
import { type Role, roles } from '@cinnabar/api/permissions.js';
import { registry } from '@cinnabar/api/registry.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';

/** Typed by hand: what each role may do by itself. */
const carriers: Readonly<Record<string, readonly Role[]>> = {
  manageSeals: ['OWNER', 'ADMIN', 'SEAL_ADMIN'],
  readSealUse: ['OWNER', 'ADMIN', 'SEAL_ADMIN', 'AUDITOR'],
  manageMembers: ['OWNER', 'ADMIN', 'MEMBER_ADMIN'],
  readMembers: ['OWNER', 'ADMIN', 'MEMBER_ADMIN', 'AUDITOR'],
  manageRoles: ['OWNER', 'ADMIN'],
  manageTemplates: ['OWNER', 'ADMIN', 'TEMPLATE_ADMIN'],
  readContracts: ['OWNER', 'ADMIN', 'CONTRACT_ADMIN', 'AUDITOR'],
  manageContracts: ['OWNER', 'ADMIN', 'CONTRACT_ADMIN'],
  manageEnterprise: ['OWNER', 'ADMIN'],
  manageApplications: ['OWNER', 'ADMIN'],
  manageSettings: ['OWNER', 'ADMIN'],
  manageWebhooks: ['OWNER', 'ADMIN'],
  managePayments: ['OWNER', 'ADMIN'],
  readAudit: ['OWNER', 'ADMIN', 'AUDITOR'],
};

/** What a member who only audits may change: their own part, and what they need for it. */
const ofOwnPart = [
  '/fetchAuth/faceAuth',
  '/member/fetchAuth',
  '/member/getPersonalAuthUrl',
  '/member/memberAuth',
  '/pay/payOrder/add',
  '/pay/payOrder/cancel',
  '/seal/personal/createByHandwriting',
  '/seal/personal/createByUpload',
  '/signTask/contract/refuse',
  '/signTask/fillSignForm',
  '/signTask/getFillUrl',
  '/signTask/getSignUrl',
  '/signTask/signContract',
  '/signTask/signWish',
  '/sms/sendSmsVerifyCode',
];

// An upload has no example, and its right is checked before the file is read as any other.
const walked = registry.filter(({ caller, file }) => caller === 'member' && file === null);

let app: RunningApp;
let corp: Enterprise;

beforeAll(async () => {
  app = await startApp();
  // The objects of the examples, which have small ids, are not those of the enterprise.
  const other = await givenEnterprise(app);
  for (let number = 0; number < 10; number += 1) await other.member();
  corp = await givenEnterprise(app);
});
afterAll(() => app.close());

/** Whether the roles alone refuse it, whatever it concerns: as for an example that concerns nothing. */
async function isDenied(client: Client, { path, example, answer }: Operation): Promise<boolean> {
  // A file has no envelope: it is always handed out where this does not refuse.
  if (answer.kind === 'file') return isFileDenied(client, path, example);
  const { status, envelope } = await client.post(path, example, { source: 'pc' });
  return envelope.code === 'PERMISSION_DENIED' || (status === 403 && envelope.reason === 'PERMISSION_DENIED');
}

async function isFileDenied({ baseUrl, headers }: Client, path: string, example: unknown): Promise<boolean> {
  const sent = { 'content-type': 'application/json', source: 'pc', ...headers };
  const response = await fetch(baseUrl + path, {
    method: 'POST',
    headers: sent,
    body: JSON.stringify(example),
  });
  const text = await response.text();
  return response.status === 403 && text.includes('"PERMISSION_DENIED"');
}

/** The same operations that the member can reach, as those that the table names. */
async function expectAsDeclared(held: readonly Role[]): Promise<void> {
  const member = held.includes('OWNER') ? corp.owner : await corp.member(held);
  const onlyAudits = held.length === 1 && held[0] === 'AUDITOR';
  const wrong: string[] = [];
  for (const operation of walked) {
    const { path, right, writes } = operation;
    const permitted = right === null || held.some((role) => carriers[right]?.includes(role));
    const refused = !permitted || (onlyAudits && writes && !ofOwnPart.includes(path));
    // What an operation refuses by its object may be PERMISSION_DENIED as well; nobody has a part in these objects.
    if (!refused && right === null && writes) continue;
    if ((await isDenied(member.client, operation)) !== refused) wrong.push(`${path}: ${refused}`);
  }
  expect(wrong).toEqual([]);
}

test('the table has every right, and the own part every operation of one', () => {
  for (const { right } of registry) if (right !== null) expect(carriers).toHaveProperty(right);
  const declared: readonly string[] = registry.filter(({ ownPart }) => ownPart).map(({ path }) => path);
  expect(declared.toSorted()).toEqual(ofOwnPart);
});

test.each(roles)('%s: every operation is refused or not as the table says', (role) =>
  expectAsDeclared([role]),
);

test('no role: every operation is refused or not as the table says', () => expectAsDeclared([]));

test('AUDITOR beside another role only adds rights', () => expectAsDeclared(['AUDITOR', 'TEMPLATE_ADMIN']));

test('who only audits reaches the handler of every operation of an own part', async () => {
  const { client } = await corp.member(['AUDITOR']);
  const [auditor, clerk] = [client, (await corp.member()).client];
  for (const operation of registry.filter(({ ownPart, file }) => ownPart && file === null)) {
    // Refused or not, the answer is the one that a member without any role gets.
    const send = (by: Client) => by.post(operation.path, operation.example, { source: 'pc' });
    const one = await send(auditor);
    // The examples name one mobile, which gets a code once a minute.
    await app.advance(61);
    const other = await send(clerk);
    expect([one.status, one.envelope.code, one.envelope.reason], operation.path).toEqual([
      other.status,
      other.envelope.code,
      other.envelope.reason,
    ]);
  }
});

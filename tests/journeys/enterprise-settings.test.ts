/** Settings that an enterprise controls through the interface. */
import { setSettings, settings } from '@cinnabar/api/operations/enterprise.js';
import { startSignFlow } from '@cinnabar/api/operations/flows.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { givenEnterprise } from '../support/given-enterprise.js';
import { as, givenSeal, givenTemplate } from '../support/given-flow.js';
import { messagesTo } from '../support/messages-to.js';

let running: RunningApp;

beforeAll(async () => {
  running = await startApp();
});
afterAll(() => running.close());

const opening = {
  smsNotices: { turn: true, completion: true, refusal: true, deadline: true },
  sealApproval: 'free',
  contractApproval: false,
  approvalAuth: false,
  maxAmount: 50_000,
  embedOrigins: [],
  loginMethods: ['sms', 'password', 'passkey', 'oidc'],
  loginIdleMinutes: 0,
  consoleNetworks: [],
  draftRetentionDays: 0,
  auditRetentionDays: 0,
  brandName: '',
  brandColor: '',
  brandLogo: '',
};

test('all notices are on and no approval is required until OWNER or ADMIN changes that', async () => {
  const corp = await givenEnterprise(running);
  const admin = await corp.member(['ADMIN']);
  expect(await corp.owner.client.data(settings, {})).toEqual({ ...opening, changes: [] });
  const changed = await admin.client.data(setSettings, {
    sealApproval: 'strict',
    smsNotices: { turn: false },
  });
  const expected = {
    ...opening,
    sealApproval: 'strict',
    smsNotices: { ...opening.smsNotices, turn: false },
  };
  const { changes, ...values } = changed;
  expect(values).toEqual(expected);
  expect(changes.map(({ field, userId, userName }) => [field, userId, userName]).toSorted()).toEqual([
    ['sealApproval', admin.userId, admin.realName],
    ['smsNotices', admin.userId, admin.realName],
  ]);
  // Omitted fields keep their values, single notices included.
  await corp.owner.client.data(setSettings, { smsNotices: { deadline: false }, maxAmount: 100 });
  expect(await corp.owner.client.data(settings, {})).toEqual({
    ...expected,
    smsNotices: { ...expected.smsNotices, deadline: false },
    maxAmount: 100,
    changes: expect.any(Array),
  });
});

test('nobody else can read or change them', async () => {
  const corp = await givenEnterprise(running);
  for (const person of [await corp.member(), await corp.member(['CONTRACT_ADMIN', 'SEAL_ADMIN'])]) {
    for (const operation of [settings, setSettings]) {
      const { status, envelope } = await person.client.post(operation.path, { contractApproval: true });
      expect([status, envelope.reason]).toEqual([403, 'PERMISSION_DENIED']);
    }
  }
});

test('two concurrent changes are both kept', async () => {
  const corp = await givenEnterprise(running);
  const kinds = ['turn', 'completion', 'refusal', 'deadline'] as const;
  await Promise.all(
    kinds.map((kind) => corp.owner.client.data(setSettings, { smsNotices: { [kind]: false } })),
  );
  const { smsNotices } = await corp.owner.client.data(settings, {});
  expect(smsNotices).toEqual({ turn: false, completion: false, refusal: false, deadline: false });
});

test('they take effect at once: maxAmount of payments, notices, approval of starts', async () => {
  const buyer = await givenEnterprise(running);
  const seller = await givenEnterprise(running);
  await givenSeal(buyer);
  const plain = await buyer.member();
  const template = await givenTemplate(buyer.owner.client, {
    pages: 1,
    parties: [{ flag: '乙方', area: true }],
  });
  const start = (amount: number) =>
    plain.client.call(startSignFlow, {
      templateId: template.templateId,
      participantList: [{ ...as('乙方', seller.owner, seller), payee: { amount } }],
    });
  await buyer.owner.client.data(setSettings, { maxAmount: 10, smsNotices: { turn: false } });
  expect((await start(10.01)).envelope.field).toBe('participantList[0].payee.amount');
  expect((await start(10)).envelope.data.flowStatus).toBe(2);
  await running.advance(0);
  expect(await messagesTo(running.baseUrl, seller.owner.mobile)).toEqual([]);
  await buyer.owner.client.data(setSettings, { contractApproval: true });
  expect((await start(10)).envelope.data.flowStatus).toBe(0);
});

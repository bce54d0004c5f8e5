/** Ownership and identification of an enterprise. */
import { baseInfo } from '@cinnabar/api/operations/enterprise.js';
import { signContract } from '@cinnabar/api/operations/flows.js';
import { faceAuth } from '@cinnabar/api/operations/members.js';
import type { FacePageView } from '@cinnabar/api/pages/face.js';
import { setIdentity } from '@cinnabar/server/areas/enterprise/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  confirmByPassword,
  givenSeal,
  givenTemplate,
  sealEverything,
  startFlow,
} from '../support/given-flow.js';
import { recordAsLegalRep } from '../support/legal-rep.js';

let app: RunningApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const ask = ({ client }: Person, authType: string, corpId: number, more: object = {}) =>
  client.post<{ url: string; isLegal: boolean }>(faceAuth.path, {
    authType,
    id: String(corpId),
    channel: 'channelA',
    callbackUrl: 'https://erp.example.com/face',
    ...more,
  });

async function orderOf(asked: ReturnType<typeof ask>): Promise<string> {
  const { envelope } = await asked;
  if (envelope.code !== '200') throw new Error(JSON.stringify(envelope));
  return new URL(envelope.data.url).searchParams.get('orderNo') ?? '';
}

const pass = (orderNo: string) => app.post(`/sandbox/face/${orderNo}`, { result: 'pass' });

const infoOf = async ({ owner }: Enterprise) => owner.client.data(baseInfo, {});

async function operatorSays(
  { corpId }: Enterprise,
  change: { identStatus?: 'identified' | 'unidentified' | 'invalid' },
): Promise<void> {
  const { database, services } = app.app;
  const request = { corpId, ...change, reason: '工商公告 2026-118', now: services.clock.now() };
  await transact(database.db, (tx) => setIdentity(tx, services.ids, request));
}

/** Changes of the enterprise's status, oldest first. */
const wayOf = async ({ corpId }: Enterprise) =>
  (
    await app.app.database.db
      .selectFrom('corp_identifications')
      .select(['way', 'ident_status', 'user_id', 'reason'])
      .where('corp_id', '=', corpId)
      .orderBy('entry_id')
      .execute()
  ).map((row) => [row.way, row.ident_status, row.user_id, row.reason]);

describe('who can take over an enterprise', () => {
  test('only the legal representative on record, whatever roles others have', async () => {
    const corp = await givenEnterprise(app);
    for (const person of [await corp.member(), await corp.member(['ADMIN']), corp.owner]) {
      const { status, envelope } = await ask(person, 'receiveCorp', corp.corpId);
      expect([status, envelope.reason]).toEqual([403, 'NOT_LEGAL_REPRESENTATIVE']);
    }
    expect((await infoOf(corp)).adminInfo).toMatchObject({ userId: corp.owner.userId });
  });

  test('not a namesake: the ID document number counts too', async () => {
    const corp = await givenEnterprise(app);
    const namesake = await corp.member();
    await app.app.database.db
      .updateTable('corps')
      .set({ legal_rep_name: namesake.realName })
      .where('corp_id', '=', corp.corpId)
      .execute();
    expect((await ask(namesake, 'receiveCorp', corp.corpId)).envelope.reason).toBe(
      'NOT_LEGAL_REPRESENTATIVE',
    );
    const { envelope } = await ask(namesake, 'legal', corp.corpId);
    expect(envelope.data.isLegal).toBe(false);
  });

  test('the page names the new owner; the previous one stays an administrator', async () => {
    const corp = await givenEnterprise(app);
    const heir = await corp.member();
    await recordAsLegalRep(app, corp.corpId, heir);
    const orderNo = await orderOf(ask(heir, 'receiveCorp', corp.corpId));
    const { envelope } = await app.post<FacePageView>('/pages/face/open', { orderNo });
    expect(envelope.data).toMatchObject({ corpName: corp.corpName, newOwner: heir.realName });
    await pass(orderNo);
    expect((await heir.client.data(baseInfo, {})).adminInfo).toMatchObject({ userId: heir.userId });
  });

  test('not a person who ceased to be the legal representative during the check', async () => {
    const corp = await givenEnterprise(app);
    const [former, present] = [await corp.member(), await corp.member()];
    await recordAsLegalRep(app, corp.corpId, former);
    const orderNo = await orderOf(ask(former, 'receiveCorp', corp.corpId));
    await recordAsLegalRep(app, corp.corpId, present);
    const { status } = await pass(orderNo);
    expect(status).toBe(403);
    expect((await infoOf(corp)).adminInfo).toMatchObject({ userId: corp.owner.userId });
  });
});

describe('an enterprise known only by its credit code', () => {
  async function bare(): Promise<Enterprise> {
    const corp = await givenEnterprise(app, { profile: { identStatus: 'unidentified' } });
    await app.app.database.db
      .updateTable('corps')
      .set({ legal_rep_name: null, legal_rep_ident_no: null })
      .where('corp_id', '=', corp.corpId)
      .execute();
    return corp;
  }
  const rep = { legalRepName: '钱法人', legalRepIdentNo: '310101197001010012' };

  test('is identified by the face check of its registered legal representative', async () => {
    const corp = await bare();
    const nobody = await ask(corp.owner, 'legal', corp.corpId);
    expect([nobody.status, nobody.envelope.reason]).toEqual([400, 'INVALID_FIELD']);
    expect(nobody.envelope.msg).toContain('legalRepName');
    const orderNo = await orderOf(ask(corp.owner, 'legal', corp.corpId, rep));
    // Nothing is recorded before the face check.
    expect(await infoOf(corp)).toMatchObject({ legalRepName: null, identStatus: 'unidentified' });
    await pass(orderNo);
    expect(await infoOf(corp)).toMatchObject({
      legalRepName: '钱法人',
      legalRepIdentNo: expect.stringMatching(/^310\*+/),
      identStatus: 'identified',
    });
    expect(await wayOf(corp)).toEqual([['face', 'identified', corp.owner.userId, null]]);
  });

  test('is not, if the registry disagrees, or by a member without the right', async () => {
    const corp = await bare();
    const unknown = { ...rep, legalRepIdentNo: '310101197001000000' };
    expect((await ask(corp.owner, 'legal', corp.corpId, unknown)).envelope.code).toBe('AUTH_INFO_INVALID');
    const clerk = await corp.member(['SEAL_ADMIN']);
    expect((await ask(clerk, 'legal', corp.corpId, rep)).envelope.reason).toBe('PERMISSION_DENIED');
  });

  test('keeps the legal representative on record: another name is refused, before and after the check', async () => {
    const corp = await bare();
    const [first, second] = [
      await orderOf(ask(corp.owner, 'legal', corp.corpId, rep)),
      await orderOf(ask(corp.owner, 'legal', corp.corpId, { ...rep, legalRepName: '孙法人' })),
    ];
    await pass(first);
    expect((await pass(second)).status).toBe(409);
    expect((await infoOf(corp)).legalRepName).toBe('钱法人');
    const other = { ...rep, legalRepName: '孙法人' };
    expect((await ask(corp.owner, 'legal', corp.corpId, other)).envelope.code).toBe('AUTH_INFO_INVALID');
    expect((await ask(corp.owner, 'legal', corp.corpId, rep)).envelope.code).toBe('200');
  });
});

test('an enterprise marked invalid by the platform starts nothing and signs nothing until that is reversed', async () => {
  const corp = await givenEnterprise(app);
  const { owner } = corp;
  await givenSeal(corp);
  const template = await givenTemplate(owner.client, { parties: [{ flag: '甲方', mode: 3, area: true }] });
  const parties = { participantList: [as('甲方', owner, corp)] };
  const { flowId } = await startFlow(owner.client, template, parties);
  await confirmByPassword(owner, flowId);
  await operatorSays(corp, { identStatus: 'invalid' });
  const { templateId } = template;
  const started = await owner.client.post('/signTask/startSignFlow', { templateId, ...parties });
  expect([started.status, started.envelope.reason]).toEqual([403, 'NOT_VERIFIED']);
  const body = { flowId, signComponents: await sealEverything(owner, flowId) };
  const signed = await owner.client.call(signContract, body);
  expect([signed.status, signed.envelope.reason]).toEqual([403, 'NOT_VERIFIED']);
  for (const authType of ['legal', 'receiveCorp']) {
    expect((await ask(owner, authType, corp.corpId)).envelope.reason).toBe('NOT_VERIFIED');
  }
  await operatorSays(corp, { identStatus: 'identified' });
  expect((await owner.client.call(signContract, body)).envelope.code).toBe('0');
  expect(await wayOf(corp)).toEqual([
    ['operator', 'invalid', null, '工商公告 2026-118'],
    ['operator', 'identified', null, '工商公告 2026-118'],
  ]);
});

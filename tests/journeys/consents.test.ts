/** Agreements accepted on the pages, and the stored record of them. */
import { getSignUrl } from '@cinnabar/api/operations/flows.js';
import { faceAuth, getPersonalAuthUrl, memberCreate } from '@cinnabar/api/operations/members.js';
import {
  type AgreementName,
  acceptanceOf,
  agreementNames,
  agreements,
  agreementsFor,
} from '@cinnabar/api/pages/agreements.js';
import { agreementHash } from '@cinnabar/server/areas/consents/index.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { enterLink } from '../support/enter-link.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { type FlowId, givenTemplate, startFlow } from '../support/given-flow.js';
import { newcomer, type Visit, visit } from '../support/newcomer.js';

let app: RunningApp;
let buyer: Enterprise;

beforeAll(async () => {
  app = await startApp();
  buyer = await givenEnterprise(app);
});
afterAll(() => app.close());

async function newPart(): Promise<{ readonly visitor: Visit; readonly flowId: FlowId }> {
  const who = newcomer('孙新人');
  const template = await givenTemplate(buyer.owner.client, {
    parties: [
      { flag: '甲方', mode: 3, signOrder: 1, area: true },
      { flag: '个人', type: 0, signOrder: 1, area: true },
    ],
  });
  const { flowId, participantList } = await startFlow(buyer.owner.client, template, {
    participantList: [{ participantFlag: '个人', psnAccount: who.mobile, psnName: who.realName }],
  });
  const part = participantList.find(({ participantFlag }) => participantFlag === '个人');
  if (part === undefined) throw new Error('the part is missing');
  const { participantId } = part;
  const link = await buyer.owner.client.data(getSignUrl, { flowId, participantId });
  return { visitor: await visit(app, who, link), flowId };
}

function consentsOf({ person }: Visit) {
  return app.app.database.db
    .selectFrom('consents')
    .select(['agreement', 'version', 'text_hash', 'flow_id', 'address'])
    .where('user_id', '=', person.userId)
    .orderBy('agreement')
    .execute();
}

/** The entries of the contract's history about consents, as they were hashed. */
async function historyOf(flowId: FlowId): Promise<readonly unknown[]> {
  const rows = await app.app.database.db
    .selectFrom('flow_events')
    .select('canonical')
    .where('flow_id', '=', flowId)
    .where('kind', '=', 'consented')
    .orderBy('sequence')
    .execute();
  return rows.map(({ canonical }) => JSON.parse(canonical));
}

describe('verifying one’s own identity', () => {
  test('requires every agreement by name and version before asking the identity provider', async () => {
    const { visitor } = await newPart();
    const { realName, identNum } = visitor.who;
    const all = acceptanceOf(agreementsFor.verifyPerson);
    const given = [[], all.slice(1), all.map((each) => ({ ...each, version: '2020-01-01' }))];
    for (const accepted of given) {
      const { envelope } = await visitor.post('/person/verify', { realName, identNum, accepted });
      expect(envelope).toMatchObject({ code: '400', msg: expect.stringContaining('accepted') });
    }
    expect(await consentsOf(visitor)).toEqual([]);
    expect((await visitor.party()).verified).toBe(false);
    expect((await visitor.post('/person/verify', { realName, identNum, accepted: all })).envelope.code).toBe(
      '0',
    );
  });

  test('records the agreements with the hash of their wording, once, also in the contract’s history', async () => {
    const { visitor, flowId } = await newPart();
    const { realName } = visitor.who;
    const accepted = acceptanceOf(agreementsFor.verifyPerson);
    const wrong = { realName, identNum: '123000000', accepted };
    expect((await visitor.post('/person/verify', wrong)).envelope.code).toBe('AUTH_INFO_INVALID');
    await visitor.verify();
    const kept = await consentsOf(visitor);
    const ofFlow = kept.filter(({ flow_id }) => flow_id === flowId);
    expect(ofFlow.map(({ agreement }) => agreement)).toEqual(
      expect.arrayContaining([...agreementsFor.verifyPerson]),
    );
    for (const { agreement, version, text_hash } of ofFlow) {
      const name = agreementNames.find((each) => each === agreement);
      if (name === undefined) throw new Error(`${agreement} is no agreement`);
      expect([version, text_hash]).toEqual([agreements[name].version, agreementHash(name)]);
    }
    const [first] = await historyOf(flowId);
    expect(first).toMatchObject({
      detail: {
        actor: { userId: visitor.person.userId, name: realName },
        agreements: expect.arrayContaining([
          {
            name: 'electronicSignature',
            title: '电子签名使用协议',
            version: agreements.electronicSignature.version,
            sha256: agreementHash('electronicSignature'),
          },
        ]),
      },
    });
    const again = { accepted };
    expect((await visitor.post('/consents/accept', again)).envelope.code).toBe('0');
    const events = await historyOf(flowId);
    const named = JSON.stringify(events).match(/"sha256"/g);
    expect(named).toHaveLength(kept.length);
  });
});

test('a person who verifies as a member consents outside any contract', async () => {
  const mobile = '13700000001';
  const { userId } = await buyer.owner.client.data(memberCreate, {
    userName: '周新员',
    mobile,
    jobNum: 'N1',
  });
  const link = await buyer.client.with({ userId: String(userId) }).data(getPersonalAuthUrl, {});
  const session = await enterLink(app, link, { mobile });
  const accepted = acceptanceOf(['identityCheck', 'electronicSignature']);
  const answer = await app.post('/pages/consents/accept', { accepted }, session.client.headers);
  expect(answer.envelope.code).toBe('0');
  const rows = await app.app.database.db
    .selectFrom('consents')
    .select(['agreement', 'flow_id'])
    .where('user_id', '=', userId)
    .orderBy('agreement')
    .execute();
  expect(rows).toEqual([
    { agreement: 'electronicSignature', flow_id: 0 },
    { agreement: 'identityCheck', flow_id: 0 },
  ]);
  const unknown = { accepted: [{ name: 'everything', version: '1' }] };
  const refused = await app.post('/pages/consents/accept', unknown, session.client.headers);
  expect(refused.envelope.code).toBe('400');
});

test('a face check for signing requires a consent of its own, recorded in the contract’s history', async () => {
  const { visitor, flowId } = await newPart();
  await visitor.verify();
  const { url } = await visitor.session.client.data(faceAuth, {
    authType: 'signContract',
    id: String(flowId),
    channel: 'channelA',
    callbackUrl: 'https://erp.example.com/back',
  });
  const orderNo = new URL(url).searchParams.get('orderNo') ?? '';
  const silent = await app.post('/pages/face/agree', { orderNo, accepted: [] });
  expect(silent.envelope).toMatchObject({ code: '400', msg: expect.stringContaining('accepted') });
  const accepted = acceptanceOf(agreementsFor.checkFace);
  expect((await app.post('/pages/face/agree', { orderNo: 'nobody', accepted })).envelope.code).toBe('404');
  expect((await app.post('/pages/face/agree', { orderNo, accepted })).envelope).toMatchObject({
    code: '0',
    data: { page: null },
  });
  expect((await historyOf(flowId)).at(-1)).toMatchObject({
    detail: { agreements: [{ name: 'faceCheck', version: agreements.faceCheck.version }] },
  });
});

test('changed wording is a new version', () => {
  const words: Readonly<Record<AgreementName, readonly [version: string, hash: string]>> = {
    electronicSignature: ['2026-11-21', '90dc0a19210212e86536c2e8ca539d861d73145abc09e78e8ca7f232fcd11f1e'],
    certificateRequest: ['2026-11-21', 'ce12d3338a2b54f4a091e5df306448d25afbd08ffc4b302e029eb52bf279ebbc'],
    identityCheck: ['2026-11-21', '39a65b1109916ebcab03e6c25739ceb93d2710b72509bbda36352ef19b44d954'],
    faceCheck: ['2026-11-21', '84e7a935971e12363acba33123e00805fd189bc0eaa66c6e5763c6d0aa189227'],
    membership: ['2026-11-22', '7773bf9820098eebc838817fcc802388700bdf6b8b1f66917956df4fede7b521'],
    personalContracts: ['2026-11-22', 'f780d3627ef54d7b629784092bc5a244402e2388dd7ff50b585d61ceba20b606'],
  };
  for (const name of agreementNames) {
    expect([name, agreements[name].version, agreementHash(name)]).toEqual([name, ...words[name]]);
  }
});

/** Lists tell how far contracts have got, for whom they wait and why. */
import {
  batchStartSignFlow,
  contractList,
  contractTaskInfo,
  enterpriseContractsCount,
  enterpriseContractsList,
  getSignUrl,
  signFlowRemind,
} from '@cinnabar/api/operations/flows.js';
import { getSealListByPage } from '@cinnabar/api/operations/seals.js';
import { completeInbox } from '@cinnabar/server/areas/flows/commit/complete-inbox.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { askedForAutomatic, switchedOn } from '../support/automatic-seal.js';
import { enterLink, tokenOf } from '../support/enter-link.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  type FlowId,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  sign,
  startFlow,
  taskInfo,
} from '../support/given-flow.js';
import { jobsDone } from '../support/jobs-done.js';
import { newcomer } from '../support/newcomer.js';

let app: RunningApp;
let home: Enterprise;
let partner: Enterprise;
let template: GivenTemplate;

beforeAll(async () => {
  app = await startApp();
  home = await givenEnterprise(app);
  partner = await givenEnterprise(app);
  await givenSeal(home);
  await givenSeal(partner);
  template = await givenTemplate(home.owner.client, {
    pages: 1,
    parties: [
      { flag: '乙方', signOrder: 1, area: true },
      { flag: '甲方', mode: 3, signOrder: 2, area: true },
    ],
  });
});
afterAll(() => app.close());

const toPartner = (person: Person = partner.owner) => ({ participantList: [as('乙方', person, partner)] });

async function itemOf(person: Person, flowId: FlowId) {
  const items = await person.client.data(contractList, { withReasons: 1, listPageSize: 1000 });
  const item = items.find((each) => each.flowId === flowId);
  if (item === undefined) throw new Error('not listed');
  return item;
}

/** The reasons in the list, which are those of taskInfo. */
async function whyOf(person: Person, flowId: FlowId): Promise<readonly (string | null)[]> {
  const { waiting } = await itemOf(person, flowId);
  const reasons = waiting.map(({ why }) => why);
  expect((await taskInfo(person, flowId)).waiting.map(({ why }) => why)).toEqual(reasons);
  return reasons;
}

/** The address of the person for whom the contract waits. */
async function linkTo(flowId: FlowId): Promise<string> {
  const { waiting } = await taskInfo(home.owner, flowId);
  const participantId = waiting[0]?.participantId ?? undefined;
  return home.owner.client.data(getSignUrl, {
    flowId,
    ...(participantId === undefined ? {} : { participantId }),
  });
}

describe('an item of a list', () => {
  test('follows a contract from its start to its end', async () => {
    const { flowId } = await startFlow(home.owner.client, template, toPartner());
    const opening = await itemOf(home.owner, flowId);
    expect(opening).toMatchObject({ signerNum: 2, signedNum: 0, remindTime: null });
    expect(opening.partyNames.toSorted()).toEqual([home.corpName, partner.corpName].toSorted());
    expect(opening.waiting).toMatchObject([
      { psnName: partner.owner.realName, corpName: partner.corpName, for: 2, since: opening.flowStartTime },
    ]);

    await home.owner.client.data(signFlowRemind, { flowId });
    expect((await itemOf(partner.owner, flowId)).remindTime).not.toBeNull();

    await sign(partner.owner, flowId);
    const half = await itemOf(home.owner, flowId);
    expect(half).toMatchObject({ signerNum: 2, signedNum: 1 });
    expect(half.waiting.map(({ psnName }) => psnName)).toEqual([home.owner.realName]);

    await sign(home.owner, flowId);
    expect(await itemOf(home.owner, flowId)).toMatchObject({ signerNum: 2, signedNum: 2, waiting: [] });
  });

  test('has reasons on request, and for the enterprise that has started the contract alone', async () => {
    const { flowId } = await startFlow(home.owner.client, template, toPartner());
    expect(await whyOf(home.owner, flowId)).toEqual(['linkNotOpened']);
    expect(await whyOf(partner.owner, flowId)).toEqual([null]);
    const [item] = await home.owner.client.data(contractList, { listPageSize: 1 });
    expect(item?.waiting.map(({ why }) => why)).toEqual([null]);
  });
});

describe('a contract waits because', () => {
  test('its link is unopened, then although it was opened, then because the deadline is near', async () => {
    const { flowId } = await startFlow(home.owner.client, template, toPartner());
    expect(await whyOf(home.owner, flowId)).toEqual(['linkNotOpened']);
    const address = await linkTo(flowId);
    await enterLink(app, address, partner.owner);
    expect(await whyOf(home.owner, flowId)).toEqual(['opened']);
    const { db } = app.app.database;
    const soon = new Date(app.app.services.clock.now().getTime() + 24 * 3_600_000);
    await db.updateTable('flows').set({ deadline: soon }).where('flow_id', '=', flowId).execute();
    expect((await taskInfo(home.owner, flowId)).waiting).toMatchObject([{ why: 'deadlineNear' }]);
  });

  test('a message was rejected, until the next one is sent', async () => {
    const person = await partner.member();
    const { flowId } = await startFlow(home.owner.client, template, toPartner(person));
    // The message has left before it is rejected.
    await jobsDone(app.app.database.pool);
    const { db } = app.app.database;
    await db
      .insertInto('sms_rejections')
      .values({ mobile: person.mobile, failure: 'INVALID_NUMBER', rejected_at: app.app.services.clock.now() })
      .execute();
    expect(await whyOf(home.owner, flowId)).toEqual(['messageNotDelivered']);
    await app.advance(1);
    await home.owner.client.data(signFlowRemind, { flowId });
    expect(await whyOf(home.owner, flowId)).toEqual(['linkNotOpened']);
  });

  test('whoever opened the link was somebody else', async () => {
    const { flowId } = await startFlow(home.owner.client, template, toPartner());
    const address = await linkTo(flowId);
    await app.post('/pages/link/disown', { token: tokenOf(address) });
    expect(await whyOf(home.owner, flowId)).toEqual(['wrongPerson']);
  });

  test('the enterprise is not registered, or the person is not its member or not verified', async () => {
    const open = async (participantCorpName: string) => {
      const { mobile, realName } = newcomer('周一');
      const participant = { participantFlag: '乙方', psnAccount: mobile, psnName: realName };
      const { flowId } = await startFlow(home.owner.client, template, {
        participantList: [{ ...participant, participantCorpName }],
      });
      expect(await whyOf(home.owner, flowId)).toEqual(['linkNotOpened']);
      await enterLink(app, await linkTo(flowId), { mobile });
      return flowId;
    };
    expect(await whyOf(home.owner, await open('尚未登记有限公司'))).toEqual(['corpNotRegistered']);
    expect(await whyOf(home.owner, await open(partner.corpName))).toEqual(['joinPending']);

    const person = await partner.member();
    const { flowId } = await startFlow(home.owner.client, template, toPartner(person));
    await enterLink(app, await linkTo(flowId), person);
    const { db } = app.app.database;
    await db
      .updateTable('users')
      .set({ verified_at: null, real_name: null })
      .where('user_id', '=', person.userId)
      .execute();
    await db
      .updateTable('members')
      .set({ asserted_name: null, asserted_at: null })
      .where('user_id', '=', person.userId)
      .execute();
    expect(await whyOf(home.owner, flowId)).toEqual(['notVerified']);
  });

  test('its own enterprise has no seal for the member, or no longer places it automatically', async () => {
    const bare = await givenEnterprise(app);
    const clerk = await bare.member();
    const own = await givenTemplate(bare.owner.client, {
      pages: 1,
      parties: [{ flag: '甲方', area: true }],
    });
    const start = () => startFlow(bare.owner.client, own, { participantList: [as('甲方', clerk, bare)] });
    const { flowId } = await start();
    expect(await whyOf(bare.owner, flowId)).toEqual(['sealNotUsable']);

    const sealId = await givenSeal(bare);
    expect(await whyOf(bare.owner, flowId)).toEqual(['sealNotUsable']);
    const id = await askedForAutomatic(bare, sealId, clerk, own);
    await switchedOn(app, id);
    expect(await whyOf(bare.owner, flowId)).toEqual(['linkNotOpened']);
    const { db } = app.app.database;
    const past = app.app.services.clock.now();
    await db.updateTable('seal_authorisations').set({ expire_at: past }).execute();
    expect(await whyOf(bare.owner, flowId)).toEqual(['automaticSealNotPlaced']);
    expect(await bare.owner.client.data(getSealListByPage, {})).toHaveLength(1);
  });
});

describe('lists are filtered', () => {
  test('by template, initiator, batch and days of waiting', async () => {
    const clerk = await home.member();
    const other = await givenTemplate(home.owner.client, {
      pages: 1,
      parties: [{ flag: '乙方', area: true }],
    });
    const old = await startFlow(clerk.client, other, toPartner());
    await app.app.database.db
      .updateTable('flow_inbox')
      .set({ waiting_since: new Date(app.app.services.clock.now().getTime() - 3 * 24 * 3_600_000) })
      .where('flow_id', '=', old.flowId)
      .execute();
    const { batchId, results } = await home.owner.client.data(batchStartSignFlow, {
      templateId: other.templateId,
      items: [{ participantList: [as('乙方', partner.owner, partner)] }],
    });
    const batched = results[0]?.flowId;
    const list = async (filters: object) => {
      const body = { ...filters, listPageSize: 1000 };
      const items = await home.owner.client.data(enterpriseContractsList, body);
      expect(await home.owner.client.data(enterpriseContractsCount, filters)).toBe(items.length);
      return items.map(({ flowId }) => flowId);
    };
    const { templateId } = other;
    expect(await list({ templateId })).toEqual([batched, old.flowId]);
    expect(await list({ templateId, initiatorId: clerk.userId })).toEqual([old.flowId]);
    expect(await list({ batchId })).toEqual([batched]);
    expect(await list({ templateId, waitingDays: 3 })).toEqual([old.flowId]);
    expect(await list({ templateId, waitingDays: 4 })).toEqual([]);
    expect(await list({ templateId, waitingDays: 0 })).toEqual([batched, old.flowId]);
  });

  test('of an enterprise by title, code and order number too, except confidential contracts', async () => {
    const named = { templateName: '仓库租赁', sourceOrderCode: 'PO-7781' };
    const { flowId } = await startFlow(home.owner.client, template, { ...toPartner(), ...named });
    await startFlow(home.owner.client, template, { ...toPartner(), ...named, privaryFlag: 1 });
    const { flowCode } = await home.owner.client.data(contractTaskInfo, { flowId });
    for (const filter of [{ flowTitle: '仓库' }, { flowCode }, { sourceOrderCode: 'PO-7781' }]) {
      const items = await home.owner.client.data(enterpriseContractsList, filter);
      expect(items.map((item) => item.flowId)).toEqual([flowId]);
    }
    expect(await home.owner.client.data(enterpriseContractsList, { flowTitle: '没有' })).toEqual([]);
  });
});

test('rows of earlier versions are completed', async () => {
  const open = await startFlow(home.owner.client, template, toPartner());
  const done = await startFlow(home.owner.client, template, toPartner());
  await sign(partner.owner, done.flowId);
  await sign(home.owner, done.flowId);
  const rows = () =>
    app.app.database.db
      .selectFrom('flow_inbox')
      .select(['viewer_corp_id', 'user_id', 'flow_id', 'template_id', 'signers', 'signed', 'waiting'])
      .select(['waiting_since'])
      .where('flow_id', 'in', [open.flowId, done.flowId])
      .orderBy('flow_id')
      .orderBy('viewer_corp_id')
      .orderBy('user_id')
      .execute();
  const before = await rows();
  const { db } = app.app.database;
  await db
    .updateTable('flow_inbox')
    .set({ template_id: null, signers: null, signed: null, waiting: null, waiting_since: null })
    .where('flow_id', 'in', [open.flowId, done.flowId])
    .execute();
  expect(await itemOf(home.owner, open.flowId)).toMatchObject({ signerNum: null, waiting: [] });
  await completeInbox(db, new AbortController().signal);
  expect(await rows()).toEqual(before);
});

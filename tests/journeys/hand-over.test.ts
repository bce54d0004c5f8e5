/** A member who leaves: what they have in hand, and how colleagues take it over. */
import { approvalSign } from '@cinnabar/api/operations/approvals.js';
import { contractHistory } from '@cinnabar/api/operations/flows.js';
import {
  memberCreate,
  memberDelete,
  memberDuties,
  memberHandOver,
  memberList,
} from '@cinnabar/api/operations/members.js';
import { addSealAuthor, getSealAuthorList } from '@cinnabar/api/operations/seals.js';
import { keepTemplateDraft, readTemplateDraft } from '@cinnabar/api/operations/template-drafts.js';
import type { DutyKind } from '@cinnabar/api/schemas/hand-over.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { consoleOf } from '../support/console-login.js';
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

let app: RunningApp;
let corp: Enterprise;
let partner: Enterprise;
let admin: Person;
let template: GivenTemplate;
let sealId: Awaited<ReturnType<typeof givenSeal>>;

beforeAll(async () => {
  app = await startApp();
  [corp, partner] = [await givenEnterprise(app), await givenEnterprise(app)];
  admin = await corp.member(['ADMIN']);
  sealId = await givenSeal(corp);
  template = await givenTemplate(corp.owner.client, {
    pages: 1,
    parties: [
      { flag: '甲方', mode: 3, area: true },
      { flag: '乙方', area: true },
    ],
  });
});
afterAll(() => app.close());

function started(by: Person, more: Readonly<Record<string, 0 | 1>> = {}) {
  const participantList = [as('甲方', by, corp), as('乙方', partner.owner, partner)];
  return startFlow(by.client, template, { participantList, ...more });
}

const examiner = ({ userId }: Person) =>
  corp.owner.client.data(addSealAuthor, {
    ...{ sealId, authorMemberRange: 1, authorRole: 'SEAL_EXAMINER', authorRange: 0 },
    userIdList: [{ userId }],
  });

const dutiesOf = ({ userId }: Person, by: Person = admin) => by.client.data(memberDuties, { userId });

async function idsOf(person: Person, kind: string) {
  return (await dutiesOf(person)).duties.filter((duty) => duty.kind === kind).map(({ id }) => id);
}

async function give(from: Person, to: Person, items: readonly (readonly [DutyKind, string])[], by = admin) {
  const { results } = await by.client.data(memberHandOver, {
    userId: from.userId,
    items: items.map(([kind, id]) => ({ kind, id, toUserId: to.userId })),
  });
  return results.map(({ code, reason }) => (reason === null ? code : `${code} ${reason}`));
}

async function entriesAbout({ userId }: Person) {
  const rows = await app.app.database.db
    .selectFrom('audit_entries')
    .select('after')
    .where('act', '=', 'member.handOver')
    .where('subject_user_id', '=', userId)
    .execute();
  return rows.length;
}

async function kindsOf(flowId: FlowId, by: Person) {
  return (await by.client.data(contractHistory, { flowId })).events.map(({ kind }) => kind);
}

describe('a member with work in hand', () => {
  test('is listed with it, handed over, told apart, and can then be deleted', async () => {
    const [leaver, successor] = [
      await corp.member(['TEMPLATE_ADMIN']),
      await corp.member(['TEMPLATE_ADMIN']),
    ];
    const { flowId } = await started(leaver);
    const before = await dutiesOf(leaver);
    expect(before.counts).toMatchObject({ flow: 1, initiated: 1, approval: 0, personal: 0 });
    const [part] = await idsOf(leaver, 'flow');
    expect(before.duties.map(({ kind, code }) => [kind, code !== null])).toEqual([
      ['flow', true],
      ['initiated', true],
    ]);
    const items = [
      ['flow', part ?? ''],
      ['initiated', String(flowId)],
    ] as const;
    const refused = await admin.client.call(memberDelete, { userId: leaver.userId });
    expect(refused.envelope.code).toBe('MEMBER_DELETE_FAILED');
    expect(await give(leaver, successor, items)).toEqual(['0', '0']);
    // A repetition changes nothing and leaves no entry.
    expect(await give(leaver, successor, items)).toEqual(['0', '0']);
    expect(await entriesAbout(leaver)).toBe(2);
    expect((await dutiesOf(leaver)).duties).toEqual([]);
    expect((await dutiesOf(successor)).counts).toMatchObject({ flow: 1, initiated: 1 });
    expect(await kindsOf(flowId, successor)).toEqual(
      expect.arrayContaining(['transferred', 'initiatorChanged']),
    );
    expect(await taskInfo(successor, flowId)).toMatchObject({ initiatorId: successor.userId });
    await admin.client.data(memberDelete, { userId: leaver.userId });
  });

  test('passes drafts of templates to who may edit them', async () => {
    const [leaver, successor, clerk] = [
      await corp.member(['TEMPLATE_ADMIN']),
      await corp.member(['TEMPLATE_ADMIN']),
      await corp.member(),
    ];
    const draft = { templateName: '劳动合同', participantList: [], contractFileList: [], components: [] };
    const { draftId } = await leaver.client.data(keepTemplateDraft, {
      draftId: 'draft-of-the-leaver-0001',
      draftVersion: 0,
      draft,
    });
    const [duty] = (await dutiesOf(leaver)).duties;
    expect(duty).toMatchObject({ kind: 'template', id: draftId, name: '劳动合同' });
    const item = ['template', draftId ?? ''] as const;
    expect(await give(leaver, clerk, [item])).toEqual(['403 PERMISSION_DENIED']);
    expect(await give(leaver, successor, [item])).toEqual(['0']);
    expect((await dutiesOf(successor)).counts.template).toBe(1);
    const held = await successor.client.data(readTemplateDraft, { draftId: draftId ?? '' });
    expect(held.by).toBe(successor.realName);
  });

  test('who alone examines a seal passes the duty on, with what waits for consent', async () => {
    const [leaver, successor, clerk] = [await corp.member(), await corp.member(), await corp.member()];
    await examiner(leaver);
    const { approvalId } = await sign(clerk, (await started(clerk)).flowId);
    if (approvalId === null) throw new Error('no consent was asked for');
    const [duty] = (await dutiesOf(leaver)).duties;
    expect(duty).toMatchObject({ kind: 'approval', name: '合同专用章', only: true, waiting: 1 });
    const item = ['approval', duty?.id ?? ''] as const;
    const keeper = await corp.member(['MEMBER_ADMIN']);
    expect(await give(leaver, successor, [item], keeper)).toEqual(['403 PERMISSION_DENIED']);
    expect(await give(leaver, successor, [item])).toEqual(['0']);
    expect(await give(leaver, successor, [item])).toEqual(['0']);
    await admin.client.data(memberDelete, { userId: leaver.userId });
    await successor.client.data(approvalSign, { approvalId, approvalStatus: 2 });
    const records = await corp.owner.client.data(getSealAuthorList, { sealId, listPageSize: 1000 });
    const states = new Map(records.map(({ userId, status }) => [userId, status]));
    expect([states.get(leaver.userId), states.get(successor.userId)]).toEqual([4, 1]);
  });

  test('is listed with seals in the order in which they were authorised, whatever their ids', async () => {
    const member = await corp.member();
    const seals: (typeof sealId)[] = [];
    for (const sealName of ['一号章', '二号章', '三号章']) {
      const given = await givenSeal(corp, sealName);
      await corp.owner.client.data(addSealAuthor, {
        ...{ sealId: given, authorMemberRange: 1, authorRole: 'SEAL_USER', authorRange: 0 },
        userIdList: [{ userId: member.userId }],
      });
      seals.push(given);
    }
    const names = async () => (await dutiesOf(member)).duties.map(({ name }) => name);
    expect(await names()).toEqual(['一号章', '二号章', '三号章']);
    // As if another process had given the first id: each takes ids from blocks of its own.
    await app.app.database.pool.query(
      `update seal_authorisations set created_at = created_at + interval '1 minute' where seal_id = $1`,
      [seals[0]],
    );
    expect(await names()).toEqual(['二号章', '三号章', '一号章']);
  });

  test('keeps what is their own, and confidential contracts have no name', async () => {
    const leaver = await corp.member();
    await started(leaver, { privaryFlag: 1 });
    const own = await givenTemplate(corp.owner.client, {
      pages: 1,
      parties: [
        { flag: '甲方', mode: 3 },
        { flag: '乙方', type: 0, area: true },
      ],
    });
    await startFlow(corp.owner.client, own, {
      participantList: [as('甲方', corp.owner, corp), as('乙方', leaver, null)],
    });
    const { duties, counts } = await dutiesOf(leaver);
    expect(counts).toMatchObject({ flow: 1, initiated: 1, personal: 1 });
    expect(duties.map(({ kind, name }) => [kind, name === null])).toEqual([
      ['flow', true],
      ['initiated', true],
      ['personal', false],
    ]);
    const [personal] = await idsOf(leaver, 'personal');
    const [secret] = await idsOf(leaver, 'initiated');
    expect(await give(leaver, corp.owner, [['flow', personal ?? '']])).toEqual(['404']);
    // Nobody gives themselves sight of what is confidential.
    expect(await give(leaver, admin, [['initiated', secret ?? '']])).toEqual(['403 PERMISSION_DENIED']);
    expect(await give(leaver, corp.owner, [['initiated', secret ?? '']])).toEqual(['0']);
  });
});

test('each item is refused for itself', async () => {
  const [leaver, successor, other] = [await corp.member(), await corp.member(), await corp.member()];
  const { flowId } = await started(leaver);
  const [part] = await idsOf(leaver, 'flow');
  const foreign = await startFlow(partner.owner.client, await givenTemplate(partner.owner.client), {
    participantList: [as('甲方', partner.owner, partner), as('乙方', corp.owner, corp)],
  });
  const items = [
    ['flow', part ?? ''],
    ['flow', 'x'],
    ['initiated', String(foreign.flowId)],
    ['initiated', String((await started(other)).flowId)],
    ['approval', '1'],
    ['template', 'none'],
    ['initiated', String(flowId)],
  ] as const;
  expect(await give(leaver, successor, items)).toEqual(['0', '404', '404', '404', '404', '404', '0']);
  expect(await give(leaver, other, [['flow', part ?? '']])).toEqual(['404']);
  expect(await give(other, partner.owner, [['flow', part ?? '']])).toEqual(['400 INVALID_FIELD']);
  expect(await give(other, other, [['flow', part ?? '']])).toEqual(['400 INVALID_FIELD']);
});

test('only who manages members asks, about members whose roles they cover', async () => {
  const [clerk, keeper] = [await corp.member(), await corp.member(['MEMBER_ADMIN'])];
  const items = [{ kind: 'flow', id: '1', toUserId: clerk.userId }] as const;
  const calls = async (by: Person, userId: number) => [
    (await by.client.post(memberDuties.path, { userId })).envelope,
    (await by.client.post(memberHandOver.path, { userId, items })).envelope,
  ];
  const denied = { code: '403', reason: 'PERMISSION_DENIED' };
  for (const envelope of await calls(clerk, keeper.userId)) expect(envelope).toMatchObject(denied);
  for (const envelope of await calls(keeper, admin.userId)) expect(envelope).toMatchObject(denied);
  for (const envelope of await calls(admin, partner.owner.userId)) {
    expect(envelope.code).toBe('MEMBER_NOT_FOUND');
  }
});

test('sessions of who was deleted end with the next request', async () => {
  const leaver = await corp.member(['MEMBER_ADMIN']);
  const theirs = await consoleOf(app, leaver.mobile);
  expect((await theirs.act(corp.corpId, memberList.path)).envelope.code).toBe('0');
  await admin.client.data(memberDelete, { userId: leaver.userId });
  expect((await theirs.act(corp.corpId, memberList.path)).status).not.toBe(200);
  await admin.client.data(memberCreate, { userName: '又来了', mobile: leaver.mobile, jobNum: '2' });
});

/** Responses of the pages' own endpoints for filling, approving, and viewing a copy. */

import { approvalSign, batchApprovalSign, getApprovalSignUrl } from '@cinnabar/api/operations/approvals.js';
import { contractCancel, fillSignForm, getFillUrl, getSignUrl } from '@cinnabar/api/operations/flows.js';
import { sendSmsVerifyCode } from '@cinnabar/api/operations/sms.js';
import type { ApprovalPageList, ApprovalPageView } from '@cinnabar/api/pages/approval.js';
import type { CopyPageView } from '@cinnabar/api/pages/copy.js';
import type { FillPageView, KeptFillDraft } from '@cinnabar/api/pages/fill.js';
import type { ApprovalId } from '@cinnabar/api/schemas/approval.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { enterLink, type LinkSession } from '../support/enter-link.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  type FlowId,
  givenSeal,
  givenTemplate,
  sign,
  startFlow,
  taskInfo,
} from '../support/given-flow.js';
import { messagesTo } from '../support/messages-to.js';
import { pdftotext } from '../support/pdf/pdf-tools.js';

let app: RunningApp;
let buyer: Enterprise;
let seller: Enterprise;

beforeAll(async () => {
  app = await startApp();
  buyer = await givenEnterprise(app);
  seller = await givenEnterprise(app);
  await givenSeal(buyer);
  await givenSeal(seller);
});
afterAll(() => app.close());

/** Calls the pages' own endpoints with a session. */
function pages({ cookie, entered }: LinkSession): Client {
  return new Client(app.baseUrl, { cookie, linkSession: entered.session });
}

async function address(person: Person, operation: { readonly path: string }, body: object): Promise<string> {
  const { envelope } = await person.client.post<string>(operation.path, body);
  if (envelope.code !== '0') throw new Error(JSON.stringify(envelope));
  return envelope.data;
}

describe('the fill page', () => {
  async function toFill() {
    const template = await givenTemplate(buyer.owner.client, {
      parties: [
        { flag: '甲方', mode: 3, area: true, controls: ['amount'] },
        { flag: '乙方', area: true, controls: ['address', 'phone'] },
      ],
    });
    const { flowId } = await startFlow(buyer.owner.client, template, {
      participantList: [as('乙方', seller.owner, seller)],
      autoFill: 2,
      fillComponents: [{ componentKey: 'amount', componentValue: '一万元整' }],
    });
    const session = await enterLink(app, await address(seller.owner, getFillUrl, { flowId }), seller.owner);
    return { flowId, session, client: pages(session) };
  }

  const view = async (client: Client) =>
    (await client.post<FillPageView>('/pages/fill/view', {})).envelope.data;

  it('shows one’s own controls and others’ values; a draft is stored, checked, and deleted on submission', async () => {
    const { flowId, client, session } = await toFill();
    const first = await view(client);
    expect(first).toMatchObject({ flowId, status: 1, obstacle: null, draft: [], isEnterprise: true });
    expect(first.controls.map(({ key, isMine, value }) => [key, isMine, value])).toEqual([
      ['amount', false, '一万元整'],
      ['address', true, ''],
      ['phone', true, ''],
    ]);
    const [theirs, mine, other] = first.controls.map(({ componentId }) => componentId);
    const values = [
      { componentId: mine, value: '上海市\u{10FFFD}' },
      { componentId: other, value: '138' },
    ];
    const kept = await client.post<KeptFillDraft>('/pages/fill/draft', { values });
    expect(kept.envelope.data.problems).toMatchObject([{ componentId: mine }]);
    expect((await view(client)).draft).toEqual(values);

    const foreign = await client.post('/pages/fill/draft', { values: [{ componentId: theirs, value: '1' }] });
    expect(foreign.status).toBe(400);
    const much = Array.from({ length: 4 }, () => ({ componentId: mine, value: '字'.repeat(9_000) }));
    expect((await client.post('/pages/fill/draft', { values: much })).status).toBe(400);
    expect((await view(client)).draft).toEqual(values);

    const controls = first.controls.filter(({ isMine }) => isMine);
    await session.client.data(fillSignForm, {
      flowId,
      components: controls.map(({ componentId, participantId, fileId }) => ({
        componentId,
        participantId,
        contractFileId: fileId,
        value: '上海市',
      })),
    });
    expect(await view(client)).toMatchObject({
      status: 2,
      obstacle: 'FLOW_STATE',
      draft: [],
      me: { filled: true },
    });
    const late = await client.post('/pages/fill/draft', { values });
    expect([late.status, late.envelope.reason]).toEqual([403, 'FLOW_STATE']);
    const { rows } = await draftsOf(flowId);
    expect(rows).toBe(0);
  });

  it('drafts end with the flow; the page states how it ended', async () => {
    const { flowId, client } = await toFill();
    const { controls } = await view(client);
    const mine = controls.find(({ isMine }) => isMine);
    await client.post('/pages/fill/draft', { values: [{ componentId: mine?.componentId, value: '北京' }] });
    expect((await draftsOf(flowId)).rows).toBe(1);
    await buyer.owner.client.data(contractCancel, { flowId, cancelMsg: '不再需要' });
    expect((await draftsOf(flowId)).rows).toBe(0);
    expect(await view(client)).toMatchObject({ status: 4, endReason: '不再需要', draft: [] });
    expect((await client.post<{ obstacle: string }>('/pages/fill/state', {})).envelope.data.obstacle).toBe(
      'FLOW_STATE',
    );
  });

  it('is refused to other links, and without a session', async () => {
    const { flowId } = await toFill();
    expect((await app.post('/pages/fill/view', {})).status).toBe(401);
    const session = await enterLink(app, await address(seller.owner, getSignUrl, { flowId }), seller.owner);
    for (const path of ['/pages/fill/view', '/pages/approval/list', '/pages/copy/view']) {
      expect((await pages(session).post(path, {})).status).toBe(403);
    }
  });

  async function draftsOf(flowId: FlowId) {
    const rows = await app.app.database.db
      .selectFrom('page_drafts')
      .selectAll()
      .where('flow_id', '=', flowId)
      .execute();
    return { rows: rows.length };
  }
});

describe('the approval page', () => {
  async function waiting(settings: Readonly<Record<string, unknown>> = {}, count = 1) {
    const corp = await givenEnterprise(app, { profile: { settings } });
    const sealId = await givenSeal(corp);
    const plain = await corp.member();
    const template = await givenTemplate(corp.owner.client, {
      parties: [
        { flag: '甲方', mode: 3, area: true },
        { flag: '乙方', area: true },
      ],
    });
    const approvalIds: ApprovalId[] = [];
    const flowIds: FlowId[] = [];
    for (let index = 0; index < count; index += 1) {
      const { flowId } = await startFlow(plain.client, template, {
        participantList: [as('甲方', plain, corp), as('乙方', seller.owner, seller)],
        ...(index === 0 ? {} : { title: `第${index + 1}份` }),
      });
      const { approvalId } = await sign(plain, flowId);
      if (approvalId === null || approvalId === undefined) throw new Error('nothing was asked');
      approvalIds.push(approvalId);
      flowIds.push(flowId);
    }
    const [approvalId] = approvalIds;
    if (approvalId === undefined) throw new Error('nothing was asked');
    const link = await corp.owner.client.data(getApprovalSignUrl, { approvalId });
    const session = await enterLink(app, link, corp.owner);
    return { corp, plain, sealId, approvalIds, flowIds, session, client: pages(session) };
  }

  const list = async (client: Client) =>
    (await client.post<ApprovalPageList>('/pages/approval/list', {})).envelope.data;
  const view = async (client: Client, approvalId: number | undefined) =>
    (await client.post<ApprovalPageView>('/pages/approval/view', { approvalId })).envelope.data;

  it('shows pending approvals, the positions of the seals, and the pages of each contract', async () => {
    const { plain, sealId, approvalIds, client, session, corp } = await waiting({}, 2);
    const { items, proofs } = await list(client);
    expect(proofs).toEqual([]);
    expect(items.map(({ approvalId }) => approvalId)).toEqual([...approvalIds].reverse());
    for (const approvalId of approvalIds) {
      const shown = await view(client, approvalId);
      expect(shown).toMatchObject({
        approvalId,
        kind: 'seal',
        status: 1,
        corpName: corp.corpName,
        requesterName: plain.realName,
        decidable: true,
        isOwn: false,
        seals: [{ sealId, name: '合同专用章', widthMm: 42, heightMm: 42 }],
        marks: [{ page: 1, x: 120, y: 700, kind: 'seal', seam: false, fitted: false, sealId }],
      });
      const [file] = shown.flow.files;
      const picture = `/pages/picture/${session.entered.session.split('.')[0]}/${file?.fileId}/1/600`;
      const response = await fetch(app.baseUrl + picture, { headers: { cookie: session.cookie } });
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    }
    const decisions = items.map(({ approvalId, shown }) => ({
      approvalId,
      shown,
      approvalStatus: 2 as const,
    }));
    const decided = await session.client.data(batchApprovalSign, decisions);
    expect(decided).toMatchObject({ successCount: 2, failedCount: 0 });
    expect((await list(client)).items).toEqual([]);
    expect(await view(client, approvalIds[0])).toMatchObject({ status: 2, decidable: false });
  });

  it('one code proves several decisions, once', async () => {
    const { corp, approvalIds, session, client } = await waiting({ approvalAuth: true }, 2);
    const { items, proofs } = await list(client);
    // A password that an application may have set is no consent.
    expect(proofs).toEqual(['sms', 'face']);
    const decisions = items.map(({ approvalId, shown }) => ({
      approvalId,
      shown,
      approvalStatus: 2 as const,
    }));
    expect(decisions).toHaveLength(approvalIds.length);
    const refused = await session.client.data(batchApprovalSign, decisions);
    expect(refused.signFlowProcessResps.map(({ reason }) => reason)).toEqual([
      'APPROVAL_AUTH_REQUIRED',
      'APPROVAL_AUTH_REQUIRED',
    ]);
    const { mobile } = corp.owner;
    await session.client.data(sendSmsVerifyCode, { mobile, smsType: 'approval' });
    const verifyCode = await app.newestCode(mobile);
    const proved = (code: string) =>
      decisions.map((decision) => ({ ...decision, authType: 'sms' as const, verifyCode: code }));
    const wrong = verifyCode === '000000' ? '111111' : '000000';
    const guessed = await session.client.post(batchApprovalSign.path, proved(wrong));
    expect(guessed.envelope.code).toBe('1401');
    expect(await session.client.data(batchApprovalSign, proved(verifyCode))).toMatchObject({
      successCount: 2,
    });
  });

  it('proves nothing for others’ approvals, and shows nothing of them', async () => {
    const mine = await waiting({ approvalAuth: true });
    const theirs = await waiting({ approvalAuth: true });
    const [foreign] = theirs.approvalIds;
    if (foreign === undefined) throw new Error('nothing was asked');
    const { mobile } = mine.corp.owner;
    await mine.session.client.data(sendSmsVerifyCode, { mobile, smsType: 'approval' });
    const proof = { authType: 'sms' as const, verifyCode: await app.newestCode(mobile) };
    const answer = await mine.session.client.data(batchApprovalSign, [
      { approvalId: foreign, approvalStatus: 2, shown: '0'.repeat(64), ...proof },
    ]);
    expect(answer.signFlowProcessResps).toMatchObject([{ code: '404' }]);
    expect((await mine.client.post('/pages/approval/view', { approvalId: foreign })).status).toBe(404);
    const [file] = (await view(theirs.client, foreign)).flow.files;
    const picture = `/pages/picture/${mine.session.entered.session.split('.')[0]}/${file?.fileId}/1/600`;
    const response = await fetch(app.baseUrl + picture, { headers: { cookie: mine.session.cookie } });
    expect(response.status).toBe(404);
    const [approvalId] = mine.approvalIds;
    const { shown } = await view(mine.client, approvalId);
    const none = await mine.session.client.post(approvalSign.path, { approvalId, approvalStatus: 2, shown });
    expect(none.envelope.reason).toBe('APPROVAL_AUTH_REQUIRED');
  });
});

describe('the page of a copy', () => {
  it('shows the contract to its recipient, and lets them save it', async () => {
    const template = await givenTemplate(buyer.owner.client, {
      parties: [{ flag: '甲方', mode: 3, area: true }],
    });
    // A member finds the contract in their lists, and gets no link.
    const reader = { mobile: '13700000701', realName: '周读者' };
    const { flowId } = await startFlow(buyer.owner.client, template, {
      participantList: [],
      copierList: [{ copierType: 0, psnAccount: reader.mobile, psnName: reader.realName }],
    });
    await sign(buyer.owner, flowId);
    await app.advance(0);
    const text = (await messagesTo(app.baseUrl, reader.mobile)).at(-1)?.text ?? '';
    const link = /https?:\/\/\S+/.exec(text)?.[0] ?? '';
    const session = await enterLink(app, link, reader);
    const { data } = (await pages(session).post<CopyPageView>('/pages/copy/view', {})).envelope;
    expect(data).toMatchObject({ flowId, status: 3, parties: [{ name: buyer.corpName, signStatus: 3 }] });
    expect(data.finishTime).toMatch(/^\d{4}-/);
    const [file] = data.files;
    const saved = await fetch(file?.downloadUrl ?? '');
    expect(saved.headers.get('content-type')).toBe('application/pdf');
    const picture = `/pages/picture/${session.entered.session.split('.')[0]}/${file?.fileId}/1/600`;
    expect((await fetch(app.baseUrl + picture, { headers: { cookie: session.cookie } })).status).toBe(200);
    const linkId = session.entered.session.split('.')[0];
    const print = (cookie: string) =>
      fetch(`${app.baseUrl}/pages/check-copy/${linkId}`, { headers: { cookie } });
    const printed = await print(session.cookie);
    expect(printed.headers.get('content-type')).toBe('application/pdf');
    expect(printed.headers.get('content-disposition')).toContain(encodeURIComponent('核验件-'));
    expect(pdftotext(new Uint8Array(await printed.arrayBuffer()))).toContain('打印核验件');
    expect((await print('')).status).toBe(401);
    expect((await taskInfo(buyer.owner, flowId)).flowStatus).toBe(3);
  });
});

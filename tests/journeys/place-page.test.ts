/** The page on which an initiator places fields on a draft: its contents, its stored state, and access. */
import { approvalSign, getApprovalList } from '@cinnabar/api/operations/approvals.js';
import { contractList, contractSend, getDesignatedSignatureUrl } from '@cinnabar/api/operations/flows.js';
import { memberDelete } from '@cinnabar/api/operations/members.js';
import { getSealAuthorUrl } from '@cinnabar/api/operations/seals.js';
import type { KeptPlaceDraft, PlacePageState, PlacePageView } from '@cinnabar/api/pages/place.js';
import type { ProposedComponents } from '@cinnabar/api/schemas/proposed-component.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { enterLink, type LinkSession } from '../support/enter-link.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { as, contractPdf, type FlowId } from '../support/given-flow.js';

let app: RunningApp;
let buyer: Enterprise;
let supplier: Enterprise;
beforeAll(async () => {
  app = await startApp();
  buyer = await givenEnterprise(app);
  supplier = await givenEnterprise(app);
});
afterAll(() => app.close());

interface Uploaded {
  readonly fileName: string;
  readonly fileUrl: string;
  readonly totalPage: number;
  readonly width: number;
  readonly height: number;
}

let drafts = 0;

async function givenDraft(
  by: Person,
  home: Enterprise,
  text?: Uint8Array,
): Promise<{ address: string; flowId: FlowId }> {
  const title = `草稿 ${++drafts}`;
  const file =
    text === undefined
      ? { name: '采购合同.pdf', bytes: await contractPdf(3), mediaType: 'application/pdf' }
      : { name: '采购合同.txt', bytes: text, mediaType: 'text/plain' };
  const { envelope } = await by.client.upload<Uploaded>('/template/uploadContractFile', file);
  const address = await by.client.data(getDesignatedSignatureUrl, {
    flowTitle: title,
    contractFileList: [envelope.data],
    participantList: [
      { ...as('甲方', by, home), participantType: 1 },
      { ...as('乙方', supplier.owner, supplier), participantType: 1, participateBizType: ['1', '2'] },
    ],
  });
  const listed = await by.client.data(contractList, { docQueryType: 8 });
  const draft = listed.find(({ flowTitle }) => flowTitle === title);
  if (draft === undefined) throw new Error('no draft');
  return { address, flowId: draft.flowId };
}

function ask<Data>({ cookie, entered }: LinkSession, path: string, body: object = {}) {
  const client = new Client(`${app.baseUrl}/pages`, { cookie, linkSession: entered.session });
  return client.post<Data>(path, body);
}

const area = (participantFlag: string) => ({
  participantFlag,
  fileIndex: 0,
  componentName: '签章',
  componentType: 6,
  required: 1 as const,
  pageNum: 2,
  positionX: 120,
  positionY: 700,
  specialAttribute: {},
});

const bothSign = [
  ['signature', '甲方'],
  ['signature', '乙方'],
];

describe('the page to place fields and send', () => {
  test('has the parties by their flags, page sizes and the cost of sending, and stores what was placed', async () => {
    const { address, flowId } = await givenDraft(buyer.owner, buyer);
    const session = await enterLink(app, address, buyer.owner);
    const { envelope } = await ask<PlacePageView>(session, '/place/view');
    expect(envelope.data).toMatchObject({
      flowId,
      status: 0,
      draft: null,
      kept: [],
      consent: 'none',
      placeParties: [
        { flag: '甲方', name: buyer.corpName, isEnterprise: true, signs: true, fills: false },
        { flag: '乙方', name: supplier.corpName, signs: true, fills: true },
      ],
      cost: { contracts: 1, collections: 0, contractBalance: 100 },
    });
    expect(envelope.data.files[0]?.pages).toHaveLength(3);

    const kept = await ask<KeptPlaceDraft>(session, '/place/draft', { draft: '[{"name":"签章"}]' });
    expect(kept.envelope.data.savedTime).toMatch(/^\d{4}-\d\d-\d\dT/);
    await ask(session, '/place/draft', { draft: '[]' });
    const again = await enterLink(app, address, buyer.owner);
    const second = await ask<PlacePageView>(again, '/place/view');
    expect(second.envelope.data.draft).toBe('[]');
    const huge = await ask(session, '/place/draft', { draft: 'x'.repeat(700_001) });
    expect([huge.status, huge.envelope.code]).toEqual([400, '400']);
  });

  test('shows after sending that it was sent, and stores nothing any more', async () => {
    const { address, flowId } = await givenDraft(buyer.owner, buyer);
    const session = await enterLink(app, address, buyer.owner);
    await ask(session, '/place/draft', { draft: '[]' });
    await session.client.data(contractSend, { flowId, components: [area('甲方'), area('乙方')] });
    const { envelope } = await ask<PlacePageView>(session, '/place/view');
    expect(envelope.data).toMatchObject({ status: 2, draft: null });
    expect(envelope.data.kept.map(({ flag, type, page }) => [flag, type, page])).toEqual([
      ['甲方', 6, 2],
      ['乙方', 6, 2],
    ]);
    const state = await ask<PlacePageState>(session, '/place/state');
    expect(state.envelope.data).toMatchObject({ status: 2 });
    const late = await ask(session, '/place/draft', { draft: '[]' });
    expect([late.status, late.envelope.code]).toEqual([410, '410']);
    const { db } = app.app.database;
    const left = await db.selectFrom('place_drafts').selectAll().where('flow_id', '=', flowId).execute();
    expect(left).toEqual([]);
  });

  test('proposes where the file asks its parties to fill in and sign, until it is sent, and reads no other file', async () => {
    const text = '采购合同\n\n合同金额：____________元\n\n甲方（盖章）：\n\n乙方（盖章）：\n';
    const clerk = await buyer.member();
    const { address, flowId } = await givenDraft(clerk, buyer, Buffer.from(text));
    const session = await enterLink(app, address, clerk);
    const { envelope: view } = await ask<PlacePageView>(session, '/place/view');
    const fileId = view.data.files[0]?.fileId ?? 0;
    const { envelope } = await ask<ProposedComponents>(session, '/place/suggest', { fileId });
    const found = envelope.data.map(({ component, by }) => [by, component.participantFlag]);
    expect(found).toEqual([['underscores', '甲方'], ...bothSign]);
    const seal = envelope.data.find(({ component }) => component.participantFlag === '乙方')?.component;
    expect(seal).toMatchObject({ fileIndex: 0, pageNum: 1, componentType: 6 });

    const other = await givenDraft(buyer.owner, buyer);
    const foreign = await enterLink(app, other.address, buyer.owner);
    const refused = await ask(foreign, '/place/suggest', { fileId });
    expect([refused.status, refused.envelope.code, refused.envelope.data]).toEqual([404, '404', null]);
    await session.client.data(contractSend, { flowId, components: [] });
    const late = await ask(session, '/place/suggest', { fileId });
    expect([late.status, late.envelope.code, late.envelope.data]).toEqual([410, '410', null]);
  });

  test('reports that a contract waits for approval; after a rejection its fields are kept and more can be placed', async () => {
    const home = await givenEnterprise(app, { profile: { settings: { contractApproval: true } } });
    const plain = await home.member();
    const { address, flowId } = await givenDraft(plain, home);
    const session = await enterLink(app, address, plain);
    const before = await ask<PlacePageView>(session, '/place/view');
    expect(before.envelope.data.consent).toBe('needed');
    await ask(session, '/place/draft', { draft: '[]' });
    await session.client.data(contractSend, { flowId, components: [area('甲方')] });
    const asked = await ask<PlacePageView>(session, '/place/view');
    expect(asked.envelope.data).toMatchObject({ status: 0, consent: 'asked', draft: null });
    const [approval] = await home.owner.client.data(getApprovalList, {});
    if (approval === undefined) throw new Error('nothing to approve');
    await home.owner.client.data(approvalSign, { approvalId: approval.approvalId, approvalStatus: 3 });
    const refused = await ask<PlacePageView>(session, '/place/view');
    expect(refused.envelope.data).toMatchObject({ status: 0, consent: 'needed' });
    expect(refused.envelope.data.kept).toHaveLength(1);
  });

  test('is restricted to the initiator while they are a member, and to its own link', async () => {
    const seals = await enterLink(app, await buyer.owner.client.data(getSealAuthorUrl, {}), buyer.owner);
    const bodies = {
      '/place/view': {},
      '/place/state': {},
      '/place/draft': { draft: '[]' },
      '/place/suggest': { fileId: 1 },
    };
    for (const [path, body] of Object.entries(bodies)) {
      const { status, envelope } = await ask(seals, path, body);
      expect([path, status, envelope.reason]).toEqual([path, 403, 'PERMISSION_DENIED']);
      const stranger = await app.post(`/pages${path}`, {});
      expect([path, stranger.status, stranger.envelope.reason]).toEqual([path, 401, 'TOKEN_INVALID']);
    }
    const leaver = await buyer.member();
    const { address } = await givenDraft(leaver, buyer);
    const session = await enterLink(app, address, leaver);
    await buyer.owner.client.data(memberDelete, { userId: leaver.userId });
    const { status, envelope } = await ask<unknown>(session, '/place/view');
    expect(status).toBeGreaterThanOrEqual(401);
    expect(envelope.data ?? null).toBeNull();
  });
});

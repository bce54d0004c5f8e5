/** What the pages on which controls are placed offer to snap to. */
import { getDesignatedSignatureUrl } from '@cinnabar/api/operations/flows.js';
import { getTemplateUrl } from '@cinnabar/api/operations/templates.js';
import type { PageGuides } from '@cinnabar/api/pages/page-guides.js';
import type { PlacePageView } from '@cinnabar/api/pages/place.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { consoleOf } from '../support/console-login.js';
import { enterLink } from '../support/enter-link.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { as } from '../support/given-flow.js';
import { uploadedBy } from '../support/template-bodies.js';

let app: RunningApp;
let buyer: Enterprise;
let stranger: Enterprise;
beforeAll(async () => {
  app = await startApp();
  buyer = await givenEnterprise(app);
  stranger = await givenEnterprise(app);
});
afterAll(() => app.close());

const refused = { code: '404', data: null };

test('a member of the enterprise sees those of its uploads in the designer, and nobody else does', async () => {
  const { fileUrl } = await uploadedBy(buyer, '采购合同.pdf');
  const browser = await consoleOf(app, buyer.owner.mobile);
  const read = (corpId: number, page: number) => ({ corpId, fileUrl, page });
  const { envelope } = await browser.page<PageGuides>('/pages/console/guides', read(buyer.corpId, 2));
  expect(envelope.data.lines).toEqual([]);
  expect(envelope.data.baselines).toEqual([
    { x: expect.closeTo(96, 0), y: expect.closeTo(190, -1), width: expect.any(Number) },
  ]);
  const after = await browser.page('/pages/console/guides', read(buyer.corpId, 3));
  expect(after.envelope).toMatchObject(refused);

  const outside = await browser.page('/pages/console/guides', read(stranger.corpId, 1));
  expect(outside.envelope).toMatchObject({ reason: 'NOT_MEMBER', data: null });
  const other = await consoleOf(app, stranger.owner.mobile);
  const foreign = await other.page('/pages/console/guides', read(stranger.corpId, 1));
  expect(foreign.envelope).toMatchObject(refused);
});

test('the initiator sees those of a draft’s own files', async () => {
  const uploaded = await uploadedBy(buyer, '采购合同.pdf');
  const { owner } = buyer;
  const address = await owner.client.data(getDesignatedSignatureUrl, {
    flowTitle: '采购合同',
    contractFileList: [uploaded],
    participantList: [{ ...as('甲方', owner, buyer), participantType: 1 }],
  });
  const { cookie, entered } = await enterLink(app, address, owner);
  const client = new Client(`${app.baseUrl}/pages`, { cookie, linkSession: entered.session });
  const { envelope: view } = await client.post<PlacePageView>('/place/view', {});
  const fileId = view.data.files[0]?.fileId ?? 0;
  const { envelope } = await client.post<PageGuides>('/guides', { fileId, page: 1 });
  expect(envelope.data.baselines).toHaveLength(1);
  const foreign = await client.post('/guides', { fileId: fileId + 1, page: 1 });
  expect(foreign.envelope).toMatchObject(refused);
});

test('a link to the designer sees those of uploads of its enterprise', async () => {
  const { fileUrl } = await uploadedBy(buyer, '采购合同.pdf');
  const read = async ({ owner }: Enterprise) => {
    const { cookie, entered } = await enterLink(app, await owner.client.data(getTemplateUrl, {}), owner);
    const client = new Client(`${app.baseUrl}/pages`, { cookie, linkSession: entered.session });
    const { envelope } = await client.post<PageGuides>('/template/guides', { fileUrl, page: 1 });
    return envelope;
  };
  expect((await read(buyer)).data.baselines).toHaveLength(1);
  expect(await read(stranger)).toMatchObject(refused);
});

import { filePages, templateComponentInfoList } from '@cinnabar/api/operations/templates.js';
import { pagePictures } from '@cinnabar/server/areas/templates/index.js';
import { PAGE_WIDTHS, readLink } from '@cinnabar/server/storage/links.js';
import { findFile } from '@cinnabar/server/storage/stored-files.js';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { uploadedPdf } from '../support/pdf/sample-documents.js';
import { templateOf, uploadedBy } from '../support/template-bodies.js';

let running: RunningApp;
let enterprise: Enterprise;

beforeAll(async () => {
  running = await startApp();
  enterprise = await givenEnterprise(running);
});
afterAll(() => running.close());

/** The links to a document's pages at one width. */
async function linksTo(fileUrl: string, width: (typeof PAGE_WIDTHS)[number]): Promise<readonly string[]> {
  const { services } = running.app;
  const { db } = running.app.database;
  const stored = await findFile(db, enterprise.corpId, fileUrl);
  if (stored === null) throw new Error('not stored');
  const document = { ...stored, pageCount: stored.pages?.length ?? 0 };
  return pagePictures(services, document, services.clock.now(), width);
}

test.each(PAGE_WIDTHS)('pages are drawn %i px wide, rotated ones as displayed', async (width) => {
  const pdf = await uploadedPdf([{}, { rotate: 90 }, { media: [0, 0, 300, 300] }]);
  const { fileUrl } = await uploadedBy(enterprise, '图片.pdf', pdf);
  const heights = [];
  for (const address of await linksTo(fileUrl, width)) {
    const response = await fetch(address);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const picture = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect(picture.width).toBe(width);
    heights.push(picture.height);
  }
  const proportion = 841.89 / 595.28;
  for (const [index, height] of [width * proportion, width / proportion, width].entries()) {
    expect(Math.abs((heights[index] ?? 0) - height)).toBeLessThanOrEqual(1);
  }
});

test('a page is drawn on first request, once for each width', async () => {
  const { fileUrl } = await uploadedBy(enterprise, '一次.pdf', await uploadedPdf([{ text: 'once' }]));
  const { db } = running.app.database;
  const stored = await findFile(db, enterprise.corpId, fileUrl);
  const kept = () =>
    db
      .selectFrom('page_pictures')
      .select(['width', 'picture_hash'])
      .where('document_hash', '=', stored?.hash ?? '')
      .orderBy('width')
      .execute();
  expect(await kept()).toEqual([]);
  const [small = ''] = await linksTo(fileUrl, 600);
  const [large = ''] = await linksTo(fileUrl, 1600);
  const pictures = await Promise.all(
    [small, small, small, large].map(async (address) => (await fetch(address)).status),
  );
  expect(pictures).toEqual([200, 200, 200, 200]);
  const first = await kept();
  expect(first.map(({ width }) => width)).toEqual([600, 1600]);
  await fetch(small);
  expect(await kept()).toEqual(first);
});

test('responses link to pictures that are sharp on a high-density screen', async () => {
  const contract = await uploadedBy(enterprise, '链接.pdf');
  const { templateId } = await templateOf(enterprise, '图片宽度', contract);
  const [file] = await enterprise.owner.client.data(templateComponentInfoList, { templateId });
  const [address = ''] = file?.jpgUrlList ?? [];
  expect(targetOf(address)).toMatchObject({ kind: 'page', page: 1, width: 1200 });
});

test('the pages of an upload have a thumbnail each, so that all pages of a long file can be shown', async () => {
  const { fileUrl } = await uploadedBy(enterprise, '缩略图.pdf', await uploadedPdf([{}, {}]));
  const pages = await enterprise.owner.client.data(filePages, { fileUrl });
  expect(pages.map(({ jpgUrl, thumbnailUrl }) => [targetOf(jpgUrl), targetOf(thumbnailUrl)])).toMatchObject([
    [
      { page: 1, width: 1200 },
      { page: 1, width: 200 },
    ],
    [
      { page: 2, width: 1200 },
      { page: 2, width: 200 },
    ],
  ]);
});

function targetOf(address: string) {
  const { masterKey, clock } = running.app.services;
  return readLink([masterKey.linkSigning], address.split('/').at(-1) ?? '', clock.now());
}

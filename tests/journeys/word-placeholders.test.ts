// @module-tag libreoffice
/** A Word document with placeholders becomes a contract file with blank room in their place. */
import type { ReadPlaceholder } from '@cinnabar/api/schemas/uploaded-file.js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { docx, pageBreak, paragraph, run } from '../support/pdf/office-files.js';
import { pdftotext } from '../support/pdf/pdf-tools.js';

// A cold start of LibreOffice takes seconds, and longer beside other tests.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let app: RunningApp;
let buyer: Enterprise;
beforeAll(async () => {
  app = await startApp();
  buyer = await givenEnterprise(app);
});
afterAll(() => app.close());

interface Uploaded {
  readonly fileUrl: string;
  readonly placeholders?: readonly ReadPlaceholder[];
}

async function upload(name: string, bytes: Uint8Array, query = '?placeholders=1'): Promise<Uploaded> {
  const path = `/template/uploadContractFile${query}`;
  const { envelope } = await buyer.owner.client.upload<Uploaded>(path, { name, bytes });
  expect(envelope.code).toBe('200');
  return envelope.data;
}

const line = (...texts: readonly string[]) => paragraph(...texts.map((text) => run(text, 'SimSun')));

const contract = docx({
  body: [
    line('劳动合同'),
    line('甲方：{', '{甲方.名', '称*}', '}，以下简称甲方'),
    line('入职日期：{{日期:入职日期}}，岗位：{{下拉:岗位|销售|研发}}'),
    line('坏的占位符：{{甲方.{{名称}}}}'),
    pageBreak,
    line('乙方（签字）：{{乙方.签章}}'),
    line('不认识：{{表格:明细}}'),
  ].join(''),
});

test('each is a control of its party and type, at least as wide as the tool, and its text is gone', async () => {
  const { fileUrl, placeholders } = await upload('劳动合同.docx', contract);
  const read = (placeholders ?? []).filter(({ component }) => component !== null);
  expect(
    read.map(({ text, page, line: at, component }) => [text, page, at, component?.componentType]),
  ).toEqual([
    ['{{甲方.名称*}}', 1, 2, 1],
    ['{{日期:入职日期}}', 1, 3, 3],
    ['{{下拉:岗位|销售|研发}}', 1, 3, 102],
    ['{{乙方.签章}}', 2, 1, 6],
  ]);
  for (const { width, component } of read) {
    expect((width ?? 0) + 0.5).toBeGreaterThanOrEqual(component?.specialAttribute.width ?? 0);
    expect(component?.positionX).toBeGreaterThan(0);
  }
  expect(read[0]?.component).toMatchObject({ participantFlag: '甲方', componentName: '名称', required: 1 });
  const broken = (placeholders ?? []).filter(({ component }) => component === null);
  expect(broken.map(({ text, page, line: at }) => [text, page, at])).toEqual([
    ['{{甲方.{{名称}}}}', 1, 4],
    ['{{表格:明细}}', 2, 2],
  ]);

  const stored = await app.app.services.blobs.get(buyer.corpId, (await storedHash(fileUrl)) ?? '');
  const text = pdftotext(stored);
  expect(text).toContain('以下简称甲方');
  expect(text).not.toMatch(/入职日期\}|下拉|乙方\.签章|甲方\.名称\*/);
});

async function storedHash(fileUrl: string): Promise<string | undefined> {
  const { rows } = await app.app.database.pool.query<{ hash: string }>(
    'select hash from stored_files where file_key = $1',
    [fileUrl],
  );
  return rows[0]?.hash;
}

test('without being asked, and in other formats, the text stays, and what is there is listed with the reason', async () => {
  expect((await upload('劳动合同.docx', contract, '')).placeholders).toBeUndefined();
  const { placeholders } = await upload('合同.txt', Buffer.from('合同\n甲方：{{甲方.名称}}\n'));
  expect(placeholders).toMatchObject([
    { text: '{{甲方.名称}}', page: 1, line: 2, component: null, problem: expect.stringContaining('docx') },
  ]);
});

import { signDocument } from '@cinnabar/pdf/sign/sign-document.js';
import { contentHash } from '@cinnabar/server/storage/content-hash.js';
import { findFile } from '@cinnabar/server/storage/stored-files.js';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { testFonts } from '../support/fonts.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { docx, paragraph, run } from '../support/pdf/office-files.js';
import { pdftotext } from '../support/pdf/pdf-tools.js';
import { actOf, placement, preparedPdf, uploadedPdf } from '../support/pdf/sample-documents.js';
import { twoPages, type Uploaded, uploadedBy, uploadPath } from '../support/template-bodies.js';
import { makeTestSigner } from '../support/test-certificates.js';

// Conversions run in separate processes; a cold start of LibreOffice takes seconds.
vi.setConfig({ testTimeout: 120_000 });

let running: RunningApp;
let enterprise: Enterprise;
let pdf: Uint8Array;
let contract: Uploaded;

beforeAll(async () => {
  running = await startApp();
  enterprise = await givenEnterprise(running);
  pdf = await twoPages();
  contract = await uploadedBy(enterprise, '采购合同.pdf', pdf);
});
afterAll(() => running.close());

async function signedPdf(): Promise<Uint8Array> {
  const signer = await makeTestSigner('ecdsa-p256-sha256');
  const area = { fieldName: 'sig-1', box: { page: 1, x: 300, y: 500, width: 159, height: 159 } };
  const prepared = await preparedPdf([{}], { areas: [area] });
  return signDocument(prepared, actOf(signer, [placement('sig-1')]), signer.sign, testFonts);
}

describe('uploading a contract file', () => {
  it('returns its name as sent, its permanent key, its pages and the size of page 1', async () => {
    expect(contract).toEqual({
      fileName: '采购合同.pdf',
      fileUrl: expect.stringMatching(/^files\/[a-z2-7]{32}\.pdf$/),
      totalPage: 2,
      width: 794,
      height: 1123,
    });
  });

  it('keeps the original unchanged beside the base document', async () => {
    const { database, services } = running.app;
    const stored = await findFile(database.db, enterprise.corpId, contract.fileUrl);
    expect(stored?.originalHash).toBe(await contentHash(pdf));
    const original = await services.blobs.get(enterprise.corpId, stored?.originalHash ?? '');
    expect(Buffer.from(original).equals(pdf)).toBe(true);
    const base = Buffer.from(await services.blobs.get(enterprise.corpId, stored?.hash ?? ''));
    expect(base.subarray(0, 5).toString()).toBe('%PDF-');
    expect(stored?.pages).toHaveLength(2);
  });

  it('measures the page as displayed', async () => {
    const turned = await uploadedPdf([{ rotate: 90 }]);
    expect(await uploadedBy(enterprise, '横向.PDF', turned)).toMatchObject({
      fileName: '横向.PDF',
      totalPage: 1,
      width: 1123,
      height: 794,
    });
  });

  it('accepts pictures and texts, which become PDF beside their originals', async () => {
    const png = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#e60012' } })
      .png()
      .toBuffer();
    expect(await uploadedBy(enterprise, '身份证.png', png)).toMatchObject({
      fileName: '身份证.png',
      fileUrl: expect.stringMatching(/\.png$/),
      totalPage: 1,
      width: 1123,
      height: 794,
    });
    const text = Buffer.from('甲方：\f乙方：');
    const uploaded = await uploadedBy(enterprise, '协议.txt', text);
    expect(uploaded).toMatchObject({ fileName: '协议.txt', totalPage: 2, width: 794, height: 1123 });
    const { database, services } = running.app;
    const stored = await findFile(database.db, enterprise.corpId, uploaded.fileUrl);
    expect(stored).toMatchObject({ originalHash: await contentHash(text), mediaType: 'application/pdf' });
    expect(pdftotext(await services.blobs.get(enterprise.corpId, stored?.hash ?? ''))).toMatch(
      /甲方：\s+\f乙方：/,
    );
  });

  it('accepts office documents if LibreOffice is installed', { tags: ['libreoffice'] }, async () => {
    const document = docx({ body: paragraph(run('劳动合同', '仿宋_GB2312')) });
    expect(await uploadedBy(enterprise, '劳动合同.docx', document)).toMatchObject({
      fileName: '劳动合同.docx',
      totalPage: 1,
      width: 794,
      height: 1123,
    });
  });

  it('reports an unavailable converter of office documents', async () => {
    const alone = await startApp({ settings: { OFFICE_CONVERTER_URL: 'http://127.0.0.1:9/convert' } });
    const other = await givenEnterprise(alone);
    const file = { name: '合同.docx', bytes: docx({ body: paragraph(run('合同', '宋体')) }) };
    const { envelope } = await other.owner.client.upload(uploadPath, file, { 'accept-language': 'en' });
    expect([envelope.code, envelope.msg]).toEqual([
      'FILE_UPLOAD_ERROR',
      expect.stringContaining('cannot be reached'),
    ]);
    expect((await uploadedBy(other, '合同.txt', Buffer.from('合同'))).totalPage).toBe(1);
    await alone.close();
  });

  it('reports that the signatures of a signed upload are valid in the original only', async () => {
    const signed = await signedPdf();
    const upload = (language: string, key: string) =>
      enterprise.owner.client.upload(
        uploadPath,
        { name: '已签.pdf', bytes: signed },
        { 'accept-language': language, 'idempotency-key': key },
      );
    const { envelope } = await upload('en', 'signed-en');
    expect(envelope).toMatchObject({
      code: '200',
      msg: 'success; the signatures that the file came with hold in the original only',
    });
    expect((await upload('en', 'signed-en')).envelope).toEqual(envelope);
    expect((await upload('zh', 'signed-zh')).envelope.msg).toMatch(/^成功；.*仅在原文件中有效$/);
  });

  it('is open to every member', async () => {
    const member = await enterprise.member();
    const { envelope } = await member.client.upload(uploadPath, { name: 'a.pdf', bytes: pdf });
    expect(envelope.code).toBe('200');
  });

  const refused = [
    ['a PDF under another name', '合同.docx', () => pdf, 'docx'],
    ['a name without extension', '合同', () => pdf, 'extension'],
    ['a text without a word', '合同.txt', () => Buffer.from(' \r\n'), 'no text'],
    ['a text of no encoding', '合同.txt', () => Buffer.from('e4b8ffff', 'hex'), 'encoding'],
    ['a broken picture', '合同.png', () => Buffer.from('89504e470d0a1a0a00', 'hex'), 'broken'],
    ['a page of the web', '合同.docx', () => Buffer.from('<html><body>合同</body></html>'), 'content is txt'],
    ['a program', '合同.pdf', () => Buffer.from('\u007fELF\u0002'), 'format'],
    ['nothing', '合同.pdf', () => new Uint8Array(), 'empty'],
    ['a header alone', '合同.pdf', () => Buffer.from('%PDF-1.7\n'), ''],
    ['half a file', '合同.pdf', () => Buffer.from(pdf).subarray(0, 40), ''],
  ] as const;
  it.each(refused)('refuses %s with the actual reason', async (_, name, bytes, word) => {
    const { status, envelope } = await enterprise.owner.client.upload(
      uploadPath,
      { name, bytes: bytes() },
      { 'accept-language': 'en' },
    );
    expect([status, envelope.code, envelope.data]).toEqual([200, 'FILE_UPLOAD_ERROR', null]);
    expect(envelope.msg).toContain(word);
  });

  it('repeated with one Idempotency-Key stores one file', async () => {
    const file = { name: '幂等.pdf', bytes: pdf };
    const key = { 'idempotency-key': 'upload-1' };
    const first = await enterprise.owner.client.upload(uploadPath, file, key);
    const again = await enterprise.owner.client.upload(uploadPath, file, key);
    expect(first.envelope.code).toBe('200');
    expect(again.envelope).toEqual(first.envelope);
  });
});

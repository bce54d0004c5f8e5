import { contentHash } from '@cinnabar/server/storage/content-hash.js';
import { findFile } from '@cinnabar/server/storage/stored-files.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadedPdf } from '../documents/support/samples.js';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { twoPages, type Uploaded, uploadedBy, uploadPath } from '../support/template-bodies.js';

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

describe('uploading a contract file', () => {
  it('gives its name as sent, its permanent key, its pages and the size of page 1', async () => {
    expect(contract).toEqual({
      fileName: '采购合同.pdf',
      fileUrl: expect.stringMatching(/^files\/[a-z2-7]{32}\.pdf$/),
      totalPage: 2,
      width: 794,
      height: 1123,
    });
  });

  it('keeps the original untouched beside the base document', async () => {
    const { database, services } = running.app;
    const stored = await findFile(database.db, enterprise.corpId, contract.fileUrl);
    expect(stored?.originalHash).toBe(await contentHash(pdf));
    const original = await services.blobs.get(enterprise.corpId, stored?.originalHash ?? '');
    expect(Buffer.from(original).equals(pdf)).toBe(true);
    const base = Buffer.from(await services.blobs.get(enterprise.corpId, stored?.hash ?? ''));
    expect(base.subarray(0, 5).toString()).toBe('%PDF-');
    expect(stored?.pages).toHaveLength(2);
  });

  it('measures the page as it is displayed', async () => {
    const turned = await uploadedPdf([{ rotate: 90 }]);
    expect(await uploadedBy(enterprise, '横向.PDF', turned)).toMatchObject({
      fileName: '横向.PDF',
      totalPage: 1,
      width: 1123,
      height: 794,
    });
  });

  it('is open to every member', async () => {
    const member = await enterprise.member();
    const { envelope } = await member.client.upload(uploadPath, { name: 'a.pdf', bytes: pdf });
    expect(envelope.code).toBe('200');
  });

  const refused = [
    ['a PDF under another name', '合同.docx', () => pdf, 'docx'],
    ['a name without extension', '合同', () => pdf, 'extension'],
    ['text', '合同.txt', () => Buffer.from('甲方：'), 'no document converter'],
    ['a picture', '合同.png', () => Buffer.from('89504e470d0a1a0a00', 'hex'), 'no document converter'],
    ['a program', '合同.pdf', () => Buffer.from('\u007fELF\u0002'), 'format'],
    ['nothing', '合同.pdf', () => new Uint8Array(), 'empty'],
    ['a header alone', '合同.pdf', () => Buffer.from('%PDF-1.7\n'), ''],
    ['half a file', '合同.pdf', () => Buffer.from(pdf).subarray(0, 40), ''],
  ] as const;
  it.each(refused)('refuses %s with the true reason', async (_, name, bytes, word) => {
    const { status, envelope } = await enterprise.owner.client.upload(
      uploadPath,
      { name, bytes: bytes() },
      { 'accept-language': 'en' },
    );
    expect([status, envelope.code, envelope.data]).toEqual([200, 'FILE_UPLOAD_ERROR', null]);
    expect(envelope.msg).toContain(word);
  });

  it('repeated under one Idempotency-Key stores one file', async () => {
    const file = { name: '幂等.pdf', bytes: pdf };
    const key = { 'idempotency-key': 'upload-1' };
    const first = await enterprise.owner.client.upload(uploadPath, file, key);
    const again = await enterprise.owner.client.upload(uploadPath, file, key);
    expect(first.envelope.code).toBe('200');
    expect(again.envelope).toEqual(first.envelope);
  });
});

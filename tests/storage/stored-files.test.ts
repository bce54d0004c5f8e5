import { randomBytes } from 'node:crypto';
import { Envelope } from '@cinnabar/server/custody/envelope.js';
import { newMasterKey, openMasterKey } from '@cinnabar/server/custody/master-key.js';
import { type OpenDatabase, openDatabase } from '@cinnabar/server/database/connect.js';
import { fileKey, isFileKey } from '@cinnabar/server/storage/file-key.js';
import { findFile, findFiles, type NewFile, saveFile } from '@cinnabar/server/storage/stored-files.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';

let fresh: FreshDatabase;
let database: OpenDatabase;
const now = new Date('2026-11-20T10:00:00.123Z');

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ address: fresh.address });
  // Names are encrypted with the enterprise's data key.
  new Envelope({ db: database.db, masterKey: openMasterKey(newMasterKey()), clock: { now: () => now } });
});

afterAll(async () => {
  await database.close();
  await fresh.drop();
});

const contract: NewFile = {
  corpId: 1,
  hash: 'ab'.repeat(32),
  size: 52_428_800,
  fileName: '劳动合同 𬭎.PDF',
  mediaType: 'application/pdf',
  originalHash: 'cd'.repeat(32),
  kind: 'contract',
  pages: [
    { width: 793.7, height: 1122.52 },
    { width: 1122.52, height: 793.7 },
  ],
  createdBy: 2,
};

describe('a stored file', () => {
  test('is found under its permanent key with all its metadata', async () => {
    const saved = await saveFile(database.db, contract, now);
    expect(saved.fileKey).toMatch(/^files\/[a-z2-7]{32}\.pdf$/);
    expect(saved).toEqual({ ...contract, fileKey: saved.fileKey, createdAt: now });
    expect(await findFile(database.db, 1, saved.fileKey)).toEqual(saved);
  });

  test('without pages, original and acting member has these fields empty', async () => {
    const attachment = { ...contract, fileName: '附件', originalHash: null, pages: null, createdBy: null };
    const saved = await saveFile(database.db, attachment, now);
    expect(saved.fileKey).toMatch(/^files\/[a-z2-7]{32}$/);
    expect(await findFile(database.db, 1, saved.fileKey)).toMatchObject({
      originalHash: null,
      pages: null,
      createdBy: null,
    });
  });

  test('is found within its enterprise only', async () => {
    const ours = await saveFile(database.db, contract, now);
    const theirs = await saveFile(database.db, { ...contract, corpId: 2 }, now);
    expect(await findFile(database.db, 2, ours.fileKey)).toBeNull();
    expect(await findFile(database.db, 1, theirs.fileKey)).toBeNull();
    expect(await findFiles(database.db, 1, [theirs.fileKey, ours.fileKey, 'files/x'])).toEqual([ours]);
  });

  test('uploaded twice has two keys for one blob', async () => {
    const once = await saveFile(database.db, contract, now);
    const again = await saveFile(database.db, contract, now);
    expect(again.fileKey).not.toBe(once.fileKey);
    expect(again.hash).toBe(once.hash);
  });

  test('of a failed transaction does not exist', async () => {
    let key = '';
    const failing = database.db.transaction().execute(async (tx) => {
      key = (await saveFile(tx, contract, now)).fileKey;
      throw new Error('the act fails');
    });
    await expect(failing).rejects.toThrow('the act fails');
    expect(await findFile(database.db, 1, key)).toBeNull();
  });

  test('is queried by any number of keys in one query', async () => {
    expect(await findFiles(database.db, 1, [])).toEqual([]);
    const saved = await Promise.all(Array.from({ length: 5 }, () => saveFile(database.db, contract, now)));
    const found = await findFiles(
      database.db,
      1,
      saved.map((file) => file.fileKey),
    );
    expect(found).toHaveLength(5);
  });

  test.each([
    '',
    'files/',
    '../secret',
    'files/../../x.pdf',
    `files/${'a'.repeat(31)}.pdf`,
    `files/${'A'.repeat(32)}.pdf`,
    `files/${'a'.repeat(32)}.pdf\u0000`,
    'https://example.com/files/a.pdf',
  ])('is not looked for under %j', async (key) => {
    expect(isFileKey(key)).toBe(false);
    expect(await findFile(database.db, 1, key)).toBeNull();
  });
});

describe('a storage key', () => {
  test.each([
    ['contract.pdf', '.pdf'],
    ['合同.DOCX', '.docx'],
    ['archive.tar.gz', '.gz'],
    ['no extension', ''],
    ['合同.报告', ''],
    ['x.reallylongextension', ''],
    ['.pdf', '.pdf'],
  ])('of "%s" ends in "%s"', (fileName, extension) => {
    const key = fileKey(randomBytes(20), fileName);
    expect(key.slice('files/'.length + 32)).toBe(extension);
    expect(isFileKey(key)).toBe(true);
  });
});

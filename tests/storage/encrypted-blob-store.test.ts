import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { newMasterKey, openMasterKey } from '@cinnabar/server/custody/master-key.js';
import { DiskBackend } from '@cinnabar/server/storage/disk-backend.js';
import { EncryptedBlobStore } from '@cinnabar/server/storage/encrypted-blob-store.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { type OpenCustody, openCustody } from '../support/open-custody.js';

const masterKeyText = newMasterKey();
let fresh: FreshDatabase;
let custody: OpenCustody;
let folder: string;
let store: EncryptedBlobStore;

beforeAll(async () => {
  fresh = await freshDatabase();
  custody = openCustody(fresh, { masterKey: openMasterKey(masterKeyText) });
});

afterAll(async () => {
  await custody.database.close();
  await fresh.drop();
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cinnabar-blobs-'));
  store = new EncryptedBlobStore({ backend: new DiskBackend({ folder }), envelope: custody.envelope });
});

afterEach(() => rm(folder, { recursive: true }));

const bytes = Buffer.from('%PDF-1.7 劳动合同');
const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
const pathOf = (corpId: number, hash: string) => join(folder, String(corpId), hash.slice(0, 2), hash);

describe('a blob', () => {
  test('is found by the hash of its bytes, and is stored encrypted', async () => {
    const stored = await store.put(1, bytes);
    expect(stored).toEqual({ hash: sha256(bytes), size: bytes.length });
    expect(Buffer.compare(await store.get(1, stored.hash), bytes)).toBe(0);
    expect((await readFile(pathOf(1, stored.hash))).includes('%PDF')).toBe(false);
  });

  test('may be empty', async () => {
    const { hash, size } = await store.put(1, new Uint8Array());
    expect(size).toBe(0);
    expect(await store.get(1, hash)).toHaveLength(0);
  });

  test('stored again is not encrypted again', async () => {
    const { hash } = await store.put(1, bytes);
    const first = await readFile(pathOf(1, hash));
    expect(await store.put(1, bytes)).toEqual({ hash, size: bytes.length });
    expect(Buffer.compare(await readFile(pathOf(1, hash)), first)).toBe(0);
  });

  test('of one enterprise does not exist for another with the same bytes', async () => {
    const { hash } = await store.put(1, bytes);
    await expect(store.get(2, hash)).rejects.toThrow('BLOB_NOT_FOUND');
    await store.put(2, bytes);
    const [ours, theirs] = await Promise.all([1, 2].map((corpId) => readFile(pathOf(corpId, hash))));
    expect(Buffer.compare(ours ?? bytes, theirs ?? bytes)).not.toBe(0);
    await rm(pathOf(1, hash));
    await expect(store.get(1, hash)).rejects.toThrow('BLOB_NOT_FOUND');
    expect(Buffer.compare(await store.get(2, hash), bytes)).toBe(0);
  });

  test.each(['../../../etc/passwd', '', 'AB'.repeat(32), `${'ab'.repeat(32)}/`])(
    'is never looked up under "%s"',
    async (hash) => {
      await expect(store.get(1, hash)).rejects.toThrow('BLOB_NOT_FOUND');
      await expect(store.get(-1, 'ab'.repeat(32))).rejects.toThrow('BLOB_NOT_FOUND');
    },
  );
});

describe('a blob that was tampered with', () => {
  async function storedFile(corpId: number, data: Uint8Array): Promise<{ hash: string; path: string }> {
    const { hash } = await store.put(corpId, data);
    return { hash, path: pathOf(corpId, hash) };
  }

  test('by changing any byte is refused', async () => {
    const { hash, path } = await storedFile(1, bytes);
    const original = await readFile(path);
    for (let at = 0; at < original.length; at += 3) {
      const changed = Buffer.from(original);
      changed[at] = (changed[at] ?? 0) ^ 0x40;
      await writeFile(path, changed);
      await expect(store.get(1, hash)).rejects.toThrow('BLOB_DAMAGED');
    }
  });

  test('by truncation is refused', async () => {
    const { hash, path } = await storedFile(1, bytes);
    const original = await readFile(path);
    await writeFile(path, original.subarray(0, -1));
    await expect(store.get(1, hash)).rejects.toThrow('BLOB_DAMAGED');
    await writeFile(path, '');
    await expect(store.get(1, hash)).rejects.toThrow('BLOB_DAMAGED');
  });

  test('by replacement with another blob of the same enterprise is refused', async () => {
    const contract = await storedFile(1, bytes);
    const other = await storedFile(1, Buffer.from('%PDF-1.7 other'));
    await rename(other.path, contract.path);
    await expect(store.get(1, contract.hash)).rejects.toThrow('BLOB_DAMAGED');
  });

  test('by replacement with a blob of another enterprise is refused', async () => {
    const ours = await storedFile(1, bytes);
    const theirs = await storedFile(2, bytes);
    await rename(theirs.path, ours.path);
    await expect(store.get(1, ours.hash)).rejects.toThrow('BLOB_DAMAGED');
  });
});

test('a data folder of an earlier version can be read, and new blobs are where that version finds them', async () => {
  // Written at 3d09cb0: master key, wrapped data key of enterprise 7, one blob.
  const masterKey = openMasterKey('WlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlo=');
  const wrapped = 'YwNGgom84BSozR6SMMkRwNIwOkpA7hiTfAhoih7GV2DqWYYJuFsLqQHe30XL1CND0wBWbxv5vWU9CWCp';
  const hash = '42c11c594f6e9545873271ba608fec1eeb44ed093cf0d4a99079747f39aec212';
  const blob = 'AQAAAAEw9bHk0oBM4qqTzgDCJu+EKyullrHErWbkkB+AEVBT0BLgz2FlzV6DhZzxTccL4a4BDg==';
  const path = join(folder, '7', '42', 'c1', hash);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, Buffer.from(blob, 'base64'));
  const earlier = await freshDatabase();
  const { database, envelope } = openCustody(earlier, { masterKey });
  await database.db
    .insertInto('data_keys')
    .values({
      corp_id: 7,
      version: 1,
      master_key_id: masterKey.id,
      wrapped: Buffer.from(wrapped, 'base64'),
      created_at: new Date('2026-11-20T10:00:00.000Z'),
    })
    .execute();
  const taken = new EncryptedBlobStore({ backend: new DiskBackend({ folder }), envelope });
  expect(Buffer.from(await taken.get(7, hash)).toString()).toBe('%PDF-1.7 劳动合同\n');
  const added = await taken.put(7, bytes);
  const layout = await readdir(join(folder, '7'), { recursive: true });
  expect(layout).toContain(join(added.hash.slice(0, 2), added.hash));
  await database.close();
  await earlier.drop();
});

test('kill -9 at any moment leaves only complete blobs, and every acknowledged one', async () => {
  const script = join(import.meta.dirname, 'put-blobs.mjs');
  const answered: string[] = [];
  for (let round = 0; round < 6; round++) {
    const args = [script, fresh.connectionString, masterKeyText, folder, String(round)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise<void>((resolve, reject) => {
      let seen = 0;
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        // Only complete lines are acknowledgements: the last one may have been cut off by the kill.
        const lines = text.split('\n').filter((line) => /^[0-9a-f]{64}$/.test(line));
        answered.push(...lines);
        seen += lines.length;
        // A different number of acknowledgements each round, so that the kill hits different steps.
        if (seen > 2 + round * 3) child.kill('SIGKILL');
      });
      child.once('error', reject);
      child.once('close', () => resolve());
    });
  }
  expect(answered.length).toBeGreaterThan(20);
  for (const hash of answered) expect(sha256(await store.get(7, hash))).toBe(hash);
  const paths = await readdir(join(folder, '7'), { recursive: true });
  const final = paths.map((path) => path.slice(-64)).filter((name) => /^[0-9a-f]{64}$/.test(name));
  expect(final.length).toBeGreaterThanOrEqual(answered.length);
  for (const hash of final) expect(sha256(await store.get(7, hash))).toBe(hash);
});

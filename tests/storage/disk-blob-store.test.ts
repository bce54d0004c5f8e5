import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiskBlobStore } from '@cinnabar/server/storage/disk-blob-store.js';
import { newMasterKey, openMasterKey } from '@cinnabar/server/trust/master-key.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { type OpenTrust, openTrust } from '../trust/open-trust.js';

const masterKeyText = newMasterKey();
let fresh: FreshDatabase;
let trust: OpenTrust;
let folder: string;
let store: DiskBlobStore;

beforeAll(async () => {
  fresh = await freshDatabase();
  trust = openTrust(fresh, { masterKey: openMasterKey(masterKeyText) });
});

afterAll(async () => {
  await trust.database.close();
  await fresh.drop();
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cinnabar-blobs-'));
  store = new DiskBlobStore({ folder, envelope: trust.envelope });
});

afterEach(() => rm(folder, { recursive: true }));

const bytes = Buffer.from('%PDF-1.7 劳动合同');
const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');

/** Every file below the folder, as paths from there. */
async function files(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

describe('a blob', () => {
  test('is found by the hash of its bytes and lies encrypted two folders deep', async () => {
    const stored = await store.put(1, bytes);
    expect(stored).toEqual({ hash: sha256(bytes), size: bytes.length });
    expect(Buffer.compare(await store.get(1, stored.hash), bytes)).toBe(0);
    const { hash } = stored;
    expect(await files()).toEqual([join('1', hash.slice(0, 2), hash.slice(2, 4), hash)]);
    const onDisk = await readFile(join(folder, '1', hash.slice(0, 2), hash.slice(2, 4), hash));
    expect(onDisk.includes('%PDF')).toBe(false);
    expect((await stat(join(folder, '1'))).mode & 0o077).toBe(0);
  });

  test('without a byte is a blob too', async () => {
    const { hash, size } = await store.put(1, new Uint8Array());
    expect(size).toBe(0);
    expect(await store.get(1, hash)).toHaveLength(0);
  });

  test('of 50 MB comes back whole', async () => {
    const large = randomBytes(50 * 1024 * 1024);
    const { hash } = await store.put(1, large);
    expect(hash).toBe(sha256(large));
    expect(Buffer.compare(await store.get(1, hash), large)).toBe(0);
  });

  test('stored again, also many times at once, is one blob', async () => {
    const stored = await Promise.all(Array.from({ length: 12 }, () => store.put(1, bytes)));
    expect(new Set(stored.map((blob) => blob.hash)).size).toBe(1);
    expect(await files()).toHaveLength(1);
  });

  test('of one enterprise is not there for another, though it has the same bytes', async () => {
    const { hash } = await store.put(1, bytes);
    expect(await store.has(1, hash)).toBe(true);
    expect(await store.has(2, hash)).toBe(false);
    await expect(store.get(2, hash)).rejects.toThrow('BLOB_NOT_FOUND');
    await store.put(2, bytes);
    await store.remove(1, hash);
    expect(await store.has(1, hash)).toBe(false);
    expect(Buffer.compare(await store.get(2, hash), bytes)).toBe(0);
  });

  test('that is removed is gone, and removing it again is fine', async () => {
    const { hash } = await store.put(1, bytes);
    await store.remove(1, hash);
    await store.remove(1, hash);
    await expect(store.get(1, hash)).rejects.toThrow('BLOB_NOT_FOUND');
    await store.put(1, bytes);
    expect(await store.has(1, hash)).toBe(true);
  });

  test.each(['../../../etc/passwd', '', 'AB'.repeat(32), `${'ab'.repeat(32)}/`])(
    'is never looked for under "%s"',
    async (hash) => {
      await expect(store.get(1, hash)).rejects.toThrow('BLOB_NOT_FOUND');
      await expect(store.get(-1, 'ab'.repeat(32))).rejects.toThrow('BLOB_NOT_FOUND');
    },
  );
});

describe('a blob that was tampered with', () => {
  async function storedFile(corpId: number, data: Uint8Array): Promise<{ hash: string; path: string }> {
    const { hash } = await store.put(corpId, data);
    return { hash, path: join(folder, String(corpId), hash.slice(0, 2), hash.slice(2, 4), hash) };
  }

  test('in any byte is refused', async () => {
    const { hash, path } = await storedFile(1, bytes);
    const original = await readFile(path);
    for (let at = 0; at < original.length; at += 3) {
      const changed = Buffer.from(original);
      changed[at] = (changed[at] ?? 0) ^ 0x40;
      await writeFile(path, changed);
      await expect(store.get(1, hash)).rejects.toThrow(/BLOB_DAMAGED|UNKNOWN_DATA_KEY/);
    }
  });

  test('by cutting it off is refused', async () => {
    const { hash, path } = await storedFile(1, bytes);
    const original = await readFile(path);
    await writeFile(path, original.subarray(0, -1));
    await expect(store.get(1, hash)).rejects.toThrow('BLOB_DAMAGED');
    await writeFile(path, '');
    await expect(store.get(1, hash)).rejects.toThrow('BLOB_DAMAGED');
  });

  test('by putting another blob of the same enterprise in its place is refused', async () => {
    const contract = await storedFile(1, bytes);
    const other = await storedFile(1, Buffer.from('%PDF-1.7 other'));
    await rename(other.path, contract.path);
    await expect(store.get(1, contract.hash)).rejects.toThrow('BLOB_DAMAGED');
  });

  test('by putting the blob of another enterprise in its place is refused', async () => {
    const ours = await storedFile(1, bytes);
    const theirs = await storedFile(2, bytes);
    await rename(theirs.path, ours.path);
    await expect(store.get(1, ours.hash)).rejects.toThrow('BLOB_DAMAGED');
  });
});

test('a disk that refuses to write leaves no half file behind', async () => {
  const { hash } = await store.put(1, bytes);
  await rm(join(folder, 'incoming'), { recursive: true });
  await writeFile(join(folder, 'incoming'), 'a file where a folder should be');
  await expect(store.put(1, Buffer.from('something else'))).rejects.toThrow();
  expect((await files()).sort()).toEqual([join('1', hash.slice(0, 2), hash.slice(2, 4), hash), 'incoming']);
});

test('what a killed process left half written is cleared away after an hour, and nothing younger', async () => {
  const { hash } = await store.put(1, bytes);
  const old = join(folder, 'incoming', 'old');
  await writeFile(old, 'half');
  await writeFile(join(folder, 'incoming', 'young'), 'half');
  const twoHoursAgo = new Date((await stat(old)).mtimeMs - 7_200_000);
  await utimes(old, twoHoursAgo, twoHoursAgo);
  expect(await store.removeAbandoned()).toBe(1);
  expect(await readdir(join(folder, 'incoming'))).toEqual(['young']);
  expect(await store.has(1, hash)).toBe(true);
});

describe('a blob that nothing refers to', () => {
  const never = async () => false;
  const always = async () => true;
  const pathOf = (hash: string) => join(folder, '1', hash.slice(0, 2), hash.slice(2, 4), hash);

  async function aged(hash: string, hours: number): Promise<void> {
    const time = new Date((await stat(pathOf(hash))).mtimeMs - hours * 3_600_000);
    await utimes(pathOf(hash), time, time);
  }

  async function old(data: Uint8Array): Promise<string> {
    const { hash } = await store.put(1, data);
    await aged(hash, 2);
    return hash;
  }

  test('goes when it is older than an hour', async () => {
    const hash = await old(bytes);
    expect(await store.removeUnused({ corpId: 1, hash }, never)).toBe(true);
    expect(await files()).toEqual([]);
    expect(await store.removeUnused({ corpId: 1, hash }, never)).toBe(false);
  });

  test('stays while it is young, or something refers to it after all', async () => {
    const { hash } = await store.put(1, bytes);
    expect(await store.removeUnused({ corpId: 1, hash }, never)).toBe(false);
    await aged(hash, 2);
    expect(await store.removeUnused({ corpId: 1, hash }, always)).toBe(false);
    let asked = 0;
    expect(await store.removeUnused({ corpId: 1, hash }, async () => asked++ > 0)).toBe(false);
    expect(asked).toBe(2);
    expect(Buffer.compare(await store.get(1, hash), bytes)).toBe(0);
  });

  test('is young again when it is put again', async () => {
    const hash = await old(bytes);
    await store.put(1, bytes);
    expect(await store.removeUnused({ corpId: 1, hash }, never)).toBe(false);
  });

  test('is listed by the beginning of its hash when it is old', async () => {
    const hash = await old(bytes);
    await store.put(2, bytes);
    const listed = [];
    for await (const name of store.oldBlobs(hash.slice(0, 2))) listed.push(name);
    expect(listed).toEqual([{ corpId: 1, hash }]);
    for await (const _ of store.oldBlobs(hash.startsWith('00') ? '01' : '00'))
      throw new Error('none begins so');
  });

  test('that a killed process had set aside comes back where something refers to it, and goes otherwise', async () => {
    const wanted = await old(bytes);
    const unwanted = await old(Buffer.from('nobody wants this'));
    for (const hash of [wanted, unwanted])
      await rename(pathOf(hash), join(folder, 'incoming', `aside-1-${hash}-0a`));
    await store.removeAbandoned();
    // A moment ago: whoever set them aside may still be at it.
    await store.settleAside(always);
    expect(await store.has(1, wanted)).toBe(false);
    const later = new DiskBlobStore({ folder, envelope: trust.envelope, leftAside: 0 });
    await later.settleAside(async ({ hash }) => hash === wanted);
    expect(await files()).toEqual([join('1', wanted.slice(0, 2), wanted.slice(2, 4), wanted)]);
    expect(Buffer.compare(await store.get(1, wanted), bytes)).toBe(0);
  });

  test('is never lost to whoever puts it at the same moment', async () => {
    let removed = 0;
    let kept = 0;
    for (let round = 0; round < 150; round += 1) {
      const data = Buffer.from(`round ${round}`);
      const hash = await old(data);
      const referenced = new Set<string>();
      const put = async () => {
        await store.put(1, data);
        // The commit of what refers to it comes later, and then it is read.
        referenced.add(hash);
        expect(Buffer.compare(await store.get(1, hash), data)).toBe(0);
      };
      const remove = async () => {
        const gone = await store.removeUnused({ corpId: 1, hash }, async () => referenced.has(hash));
        if (gone) removed += 1;
        else kept += 1;
      };
      await Promise.all(round % 2 === 0 ? [put(), remove(), remove()] : [remove(), put(), remove()]);
      expect(Buffer.compare(await store.get(1, hash), data)).toBe(0);
    }
    expect(removed + kept).toBe(300);
    expect(await readdir(join(folder, 'incoming'))).toEqual([]);
  });
});

test('kill -9 at any moment leaves whole blobs only, and every one that was answered', async () => {
  const script = join(import.meta.dirname, 'put-blobs.mjs');
  const answered: string[] = [];
  for (let round = 0; round < 6; round++) {
    const args = [script, fresh.connectionString, masterKeyText, folder, String(round)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise<void>((resolve, reject) => {
      let seen = 0;
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        // Only whole lines are answers: the last one may have been cut off by the kill.
        const lines = text.split('\n').filter((line) => /^[0-9a-f]{64}$/.test(line));
        answered.push(...lines);
        seen += lines.length;
        // Another number of answers each round, so that the kill falls into different steps of the next ones.
        if (seen > 2 + round * 3) child.kill('SIGKILL');
      });
      child.once('error', reject);
      child.once('close', () => resolve());
    });
  }
  expect(answered.length).toBeGreaterThan(20);
  for (const hash of answered) expect(sha256(await store.get(7, hash))).toBe(hash);
  const final = (await files()).filter((path) => path.startsWith('7'));
  expect(final.length).toBeGreaterThanOrEqual(answered.length);
  for (const path of final) {
    const hash = path.slice(-64);
    expect(sha256(await store.get(7, hash))).toBe(hash);
  }
});

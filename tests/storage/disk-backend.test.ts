import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { BlobName } from '@cinnabar/server/storage/blob-backend.js';
import { DiskBackend } from '@cinnabar/server/storage/disk-backend.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { blobBackendContract } from './blob-backend.contract.js';

const newFolder = () => mkdtemp(join(tmpdir(), 'cinnabar-blobs-'));
const pathIn = (folder: string, { corpId, hash }: BlobName) =>
  join(folder, String(corpId), hash.slice(0, 2), hash);

/** All files in the folder, as relative paths. */
async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

async function makeOlder(path: string, hours: number): Promise<void> {
  if (!existsSync(path)) return;
  const time = new Date((await stat(path)).mtimeMs - hours * 3_600_000);
  await utimes(path, time, time);
}

describe('blobs on disk', () => {
  blobBackendContract(async () => {
    const folder = await newFolder();
    return {
      backend: new DiskBackend({ folder }),
      elsewhere: new DiskBackend({ folder }),
      age: (name, hours) => makeOlder(pathIn(folder, name), hours),
      count: async () => (await filesOf(folder)).length,
      close: () => rm(folder, { recursive: true }),
    };
  });
});

describe('the folder', () => {
  const hash = 'ab'.repeat(32);
  const name = { corpId: 1, hash };
  let folder: string;
  let backend: DiskBackend;
  const put = (at: BlobName, text: string) => backend.put(at, async () => Buffer.from(text));
  const contentOf = async (at: BlobName) => Buffer.from((await backend.get(at)) ?? '').toString();

  beforeEach(async () => {
    folder = await newFolder();
    backend = new DiskBackend({ folder });
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('has each blob one folder below its enterprise, for the owner alone', async () => {
    await put(name, 'x');
    expect(await filesOf(folder)).toEqual([join('1', 'ab', hash)]);
    expect((await stat(join(folder, '1'))).mode & 0o077).toBe(0);
    expect((await stat(pathIn(folder, name))).mode & 0o077).toBe(0);
  });

  test('without write permission gets no partial file', async () => {
    await put(name, 'x');
    await rm(join(folder, 'incoming'), { recursive: true });
    await writeFile(join(folder, 'incoming'), 'a file where a folder should be');
    await expect(put({ corpId: 2, hash }, 'y')).rejects.toThrow();
    expect((await filesOf(folder)).sort()).toEqual([join('1', 'ab', hash), 'incoming']);
  });

  test('keeps a blob whose condition no longer holds once it has been set aside', async () => {
    await put(name, 'x');
    let asked = 0;
    expect(await backend.delete(name, async () => asked++ === 0)).toBe(false);
    expect(asked).toBe(2);
    expect(await contentOf(name)).toBe('x');
    expect(await filesOf(folder)).toEqual([join('1', 'ab', hash)]);
  });

  test('loses partial files of killed processes after an hour, and nothing newer', async () => {
    await put(name, 'x');
    await writeFile(join(folder, 'incoming', 'old'), 'half');
    await writeFile(join(folder, 'incoming', 'young'), 'half');
    await makeOlder(join(folder, 'incoming', 'old'), 2);
    await backend.tidy();
    expect(await readdir(join(folder, 'incoming'))).toEqual(['young']);
    expect(await contentOf(name)).toBe('x');
  });

  test('gets back what a killed process had set aside, with the age of a new blob', async () => {
    await put(name, 'x');
    await makeOlder(pathIn(folder, name), 2);
    await rename(pathIn(folder, name), join(folder, 'incoming', `aside-1-${hash}-0a`));
    await backend.tidy();
    // Recent: the process that set it aside may still decide.
    expect(await backend.get(name)).toBeNull();
    await new DiskBackend({ folder, asideTimeoutMs: 0 }).tidy();
    expect(await filesOf(folder)).toEqual([join('1', 'ab', hash)]);
    expect(await contentOf(name)).toBe('x');
    expect(await backend.delete(name, async (age) => age >= 3_600_000)).toBe(false);
    await makeOlder(pathIn(folder, name), 2);
    expect(await backend.delete(name, async (age) => age >= 3_600_000)).toBe(true);
    expect(await filesOf(folder)).toEqual([]);
  });

  test('still has the blobs that were written two folders below their enterprise', async () => {
    const former = join(folder, '1', 'ab', 'ab', hash);
    await mkdir(dirname(former), { recursive: true });
    await put({ corpId: 2, hash }, 'x');
    await rename(pathIn(folder, { corpId: 2, hash }), former);
    expect(await contentOf(name)).toBe('x');
    await makeOlder(former, 2);
    const listed: BlobName[] = [];
    for await (const blob of backend.list('ab')) listed.push(blob.name);
    expect(listed).toEqual([name]);
    // A put resets its age instead of writing it a second time.
    await put(name, 'x');
    expect(await backend.delete(name, async (age) => age >= 3_600_000)).toBe(false);
    expect(await filesOf(folder)).toEqual([join('1', 'ab', 'ab', hash)]);
    await makeOlder(former, 2);
    expect(await backend.delete(name, async (age) => age >= 3_600_000)).toBe(true);
    expect(await filesOf(folder)).toEqual([]);
  });
});

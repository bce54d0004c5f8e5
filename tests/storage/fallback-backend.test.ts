import { mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlobName } from '@cinnabar/server/storage/blob-backend.js';
import { DiskBackend } from '@cinnabar/server/storage/disk-backend.js';
import { FallbackBackend } from '@cinnabar/server/storage/fallback-backend.js';
import { moveBlobs } from '@cinnabar/server/storage/move-blobs.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { blobBackendContract } from './blob-backend.contract.js';

interface Pair {
  readonly folder: string;
  readonly here: DiskBackend;
  readonly there: DiskBackend;
  /** Ages a blob wherever it is. */
  age(name: BlobName, hours: number): Promise<void>;
}

async function newPair(): Promise<Pair> {
  const folder = await mkdtemp(join(tmpdir(), 'cinnabar-blobs-'));
  const places = ['here', 'there'];
  const [here, there] = places.map((place) => new DiskBackend({ folder: join(folder, place) }));
  if (here === undefined || there === undefined) throw new Error('there are two places');
  return {
    folder,
    here,
    there,
    async age({ corpId, hash }, hours) {
      for (const place of places) {
        const path = join(folder, place, String(corpId), hash.slice(0, 2), hash);
        const stats = await stat(path).catch(() => null);
        const time = new Date((stats?.mtimeMs ?? 0) - hours * 3_600_000);
        if (stats !== null) await utimes(path, time, time);
      }
    },
  };
}

async function namesIn(backend: { list: DiskBackend['list'] }): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { name } of backend.list('')) names.push(name.hash);
  return names;
}

const hashOf = (index: number) => index.toString(16).padStart(2, '0').repeat(32);
const named = (index: number): BlobName => ({ corpId: 1, hash: hashOf(index) });
const contentOf = async (backend: { get: DiskBackend['get'] }, name: BlobName) =>
  Buffer.from((await backend.get(name)) ?? '').toString();

let pair: Pair;
beforeEach(async () => {
  pair = await newPair();
});
afterEach(() => rm(pair.folder, { recursive: true }));

describe('blobs of two backends', () => {
  blobBackendContract(
    async () => {
      const { folder, here, there, age } = await newPair();
      const backend = new FallbackBackend(here, there);
      return {
        backend,
        elsewhere: new FallbackBackend(there, here),
        age,
        count: async () => new Set([...(await namesIn(here)), ...(await namesIn(there))]).size,
        close: () => rm(folder, { recursive: true }),
      };
    },
    { rounds: 40, bytes: 1000 },
  );
});

describe('moving', () => {
  test('takes every blob that is older than an hour, and copies the others', async () => {
    const { here, there, age } = pair;
    for (let index = 0; index < 20; index += 1) {
      await here.put(named(index), async () => Buffer.from(`blob ${index}`));
      if (index % 4 !== 0) await age(named(index), 2);
    }
    await there.put(named(1), async () => Buffer.from('already there'));
    const first = await moveBlobs({ from: here, to: there });
    expect(first).toMatchObject({ copied: 19, removed: 15, young: 5 });
    expect(await namesIn(there)).toHaveLength(20);
    expect(await contentOf(there, named(7))).toBe('blob 7');
    expect(await contentOf(there, named(1))).toBe('already there');

    for (let index = 0; index < 20; index += 4) await age(named(index), 2);
    expect(await moveBlobs({ from: here, to: there })).toMatchObject({
      copied: 0,
      removed: 5,
      young: 0,
    });
    expect(await namesIn(here)).toEqual([]);
    expect(await namesIn(there)).toHaveLength(20);
  });

  test('back and forth, every blob can be read and put at any moment by processes of either order', async () => {
    const { here, there, age } = pair;
    const before = new FallbackBackend(here, there);
    const after = new FallbackBackend(there, here);
    const names = Array.from({ length: 24 }, (_, index) => named(index));
    for (const name of names) await here.put(name, async () => Buffer.from(name.hash));
    let isMoving = false;
    async function use(): Promise<void> {
      for (let turn = 0; isMoving; turn += 1) {
        const name = names[turn % names.length] ?? named(0);
        if (turn % 5 === 0)
          await (turn % 2 === 0 ? before : after).put(name, async () => Buffer.from(name.hash));
        expect(await contentOf(turn % 2 === 0 ? after : before, name)).toBe(name.hash);
      }
    }
    async function move(round: number): Promise<void> {
      for (const name of names) await age(name, 2);
      await moveBlobs(round % 2 === 0 ? { from: here, to: there } : { from: there, to: here });
      isMoving = false;
    }
    for (let round = 0; round < 4; round += 1) {
      isMoving = true;
      await Promise.all([use(), use(), move(round)]);
      for (const name of names) expect(await contentOf(before, name)).toBe(name.hash);
    }
  });

  test('keeps a blob that the target cannot take', async () => {
    const { here, there, age } = pair;
    await here.put(named(3), async () => Buffer.from('x'));
    await age(named(3), 2);
    const full = Object.assign(Object.create(there) as DiskBackend, {
      put: () => Promise.reject(new Error('the store is away')),
      list: there.list.bind(there),
    });
    await expect(moveBlobs({ from: here, to: full })).rejects.toThrow('away');
    expect(await namesIn(here)).toEqual([hashOf(3)]);
  });
});

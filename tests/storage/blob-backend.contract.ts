import { randomBytes } from 'node:crypto';
import type { BlobBackend, BlobName } from '@cinnabar/server/storage/blob-backend.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

export interface BackendUnderTest {
  readonly backend: BlobBackend;
  /** The same storage as opened by another process. */
  readonly elsewhere: BlobBackend;
  /** Ages a blob by this many hours, as the storage sees it; any other blob may become older too. */
  age(name: BlobName, hours: number): Promise<void>;
  /** Number of blobs, those that are being removed included; checks that nothing else is stored. */
  count(): Promise<number>;
  close(): Promise<void>;
}

const HOUR_MS = 3_600_000;
const hash = 'c0'.repeat(32);
const name: BlobName = { corpId: 1, hash };
const always = async () => true;

interface Effort {
  /** Number of concurrent puts and deletions. */
  readonly rounds: number;
  /** Size of the largest blob. */
  readonly bytes: number;
}

/** The contract of every blob storage backend, called by each backend's own test. */
export function blobBackendContract(
  open: () => Promise<BackendUnderTest>,
  { rounds, bytes: most }: Effort = { rounds: 150, bytes: 50 << 20 },
): void {
  let under: BackendUnderTest;
  let backend: BlobBackend;

  beforeEach(async () => {
    under = await open();
    ({ backend } = under);
  });
  afterEach(() => under.close());

  const put = (at: BlobName, bytes: Uint8Array) => backend.put(at, async () => bytes);
  const contentOf = async (at: BlobName) => {
    const bytes = await backend.get(at);
    return bytes === null ? null : Buffer.from(bytes).toString();
  };
  /** A backend may keep a removed blob until it is asked again. */
  const endRemoval = async (of: BlobName) => {
    await under.age(of, 2);
    await backend.delete(of, always);
  };
  const listed = async (beginning: string) => {
    const found = [];
    for await (const each of backend.list(beginning)) found.push(each);
    return found;
  };

  describe('a blob', () => {
    test('is read back by every process after put', async () => {
      expect(await backend.get(name)).toBeNull();
      await put(name, Buffer.from('合同'));
      expect(await contentOf(name)).toBe('合同');
      expect(Buffer.from((await under.elsewhere.get(name)) ?? '').toString()).toBe('合同');
    });

    test.each([0, 1, most])('of %i bytes comes back whole', async (size) => {
      const bytes = randomBytes(size);
      await put(name, bytes);
      expect(Buffer.compare((await backend.get(name)) ?? Buffer.from('missing'), bytes)).toBe(0);
    });

    test('of one enterprise does not exist for another', async () => {
      await put(name, Buffer.from('one'));
      expect(await backend.get({ corpId: 2, hash })).toBeNull();
      await put({ corpId: 2, hash }, Buffer.from('two'));
      expect([await contentOf(name), await contentOf({ corpId: 2, hash })]).toEqual(['one', 'two']);
    });

    test('put concurrently is one blob, complete at any moment', async () => {
      const bytes = Buffer.alloc(300_000, 'x');
      const puts = Array.from({ length: 12 }, (_, index) =>
        (index % 2 === 0 ? backend : under.elsewhere).put(name, async () => bytes),
      );
      for (let reads = 0; reads < 5; reads += 1) {
        const seen = await backend.get(name);
        if (seen !== null) expect(seen).toHaveLength(bytes.length);
      }
      await Promise.all(puts);
      expect(await under.count()).toBe(1);
    });

    test('whose content cannot be produced is not stored', async () => {
      const failing = async () => {
        throw new Error('no data key');
      };
      await expect(backend.put(name, failing)).rejects.toThrow('no data key');
      expect([await backend.get(name), await under.count()]).toEqual([null, 0]);
    });

    test.each([
      ['../../../etc/passwd', 1],
      ['', 1],
      ['AB'.repeat(32), 1],
      [`${'ab'.repeat(32)}/`, 1],
      [hash, -1],
      [hash, 0.5],
    ])('is never looked for under "%s" of enterprise %d', async (wrong, corpId) => {
      await expect(backend.get({ corpId, hash: wrong })).rejects.toThrow(RangeError);
      await expect(put({ corpId, hash: wrong }, Buffer.from('x'))).rejects.toThrow(RangeError);
      await expect(backend.delete({ corpId, hash: wrong }, always)).rejects.toThrow(RangeError);
    });
  });

  describe('the age of a blob', () => {
    test('is counted from the last put', async () => {
      await put(name, Buffer.from('x'));
      expect((await listed('c0'))[0]?.age).toBeLessThan(HOUR_MS);
      await under.age(name, 3);
      expect((await listed('c0'))[0]?.age).toBeGreaterThan(2 * HOUR_MS);
      await put(name, Buffer.from('x'));
      expect((await listed('c0'))[0]?.age).toBeLessThan(HOUR_MS);
    });

    test('is listed by the first two digits of the hash, for every enterprise', async () => {
      const others: BlobName[] = [
        { corpId: 1, hash: `c0${'1'.repeat(62)}` },
        { corpId: 2, hash },
      ];
      for (const each of [name, ...others]) await put(each, Buffer.from('x'));
      await put({ corpId: 1, hash: 'c1'.repeat(32) }, Buffer.from('x'));
      const found = (await listed('c0')).map((each) => each.name);
      expect(found).toHaveLength(3);
      expect(found).toEqual(expect.arrayContaining([name, ...others]));
      expect(await listed('00')).toEqual([]);
      expect(await listed('')).toHaveLength(4);
    });
  });

  describe('deleting', () => {
    test('removes a blob if the condition holds', async () => {
      await put(name, Buffer.from('x'));
      await under.age(name, 2);
      expect(await backend.delete(name, async (age) => age > HOUR_MS)).toBe(true);
      await endRemoval(name);
      expect([await backend.get(name), await under.count()]).toEqual([null, 0]);
      await put(name, Buffer.from('again'));
      expect(await contentOf(name)).toBe('again');
    });

    test('keeps a blob if the condition does not, or no longer, hold', async () => {
      await put(name, Buffer.from('x'));
      expect(await backend.delete(name, async (age) => age > HOUR_MS)).toBe(false);
      let asked = 0;
      const firstOnly = async () => {
        asked += 1;
        return asked === 1;
      };
      // A backend that evaluates the condition once has deleted it; one that evaluates it again must comply.
      const deleted = await backend.delete(name, firstOnly);
      expect(deleted).toBe(asked === 1);
      if (deleted) await endRemoval(name);
      expect(await contentOf(name)).toBe(deleted ? null : 'x');
    });

    test('does nothing if there is no blob', async () => {
      expect(await backend.delete(name, always)).toBe(false);
    });

    test('keeps the blob if evaluating the condition fails', async () => {
      await put(name, Buffer.from('x'));
      const failing = async () => {
        throw new Error('the database is unreachable');
      };
      await expect(backend.delete(name, failing)).rejects.toThrow('the database');
      expect(await contentOf(name)).toBe('x');
    });

    test('never loses a blob that is put concurrently', async () => {
      let outcomes = 0;
      for (let round = 0; round < rounds; round += 1) {
        const each = { corpId: 1, hash: round.toString(16).padStart(64, '0') };
        await put(each, Buffer.from('x'));
        await under.age(each, 2);
        let isReferenced = false;
        const refer = async () => {
          await under.elsewhere.put(each, async () => Buffer.from('x'));
          // The commit that refers to it follows, and then it is read.
          isReferenced = true;
          expect(await contentOf(each)).toBe('x');
        };
        const remove = async () => {
          await backend.delete(each, async (age) => age > HOUR_MS && !isReferenced);
          outcomes += 1;
        };
        await Promise.all(round % 2 === 0 ? [refer(), remove(), remove()] : [remove(), refer(), remove()]);
        expect(await contentOf(each)).toBe('x');
      }
      expect(outcomes).toBe(2 * rounds);
      expect(await under.count()).toBe(rounds);
    });
  });

  test('cleanup keeps complete blobs, whatever their age', async () => {
    await put(name, Buffer.from('x'));
    await under.age(name, 1000);
    await backend.tidy();
    expect(await contentOf(name)).toBe('x');
    expect((await listed('c0'))[0]?.age).toBeGreaterThan(999 * HOUR_MS);
  });
}

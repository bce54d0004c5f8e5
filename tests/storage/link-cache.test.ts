import { createSecretKey, randomBytes } from 'node:crypto';
import { LINK_REUSE, LinkCache } from '@cinnabar/server/storage/link-cache.js';
import { type FileLink, readLink } from '@cinnabar/server/storage/links.js';
import { describe, expect, test } from 'vitest';

const LIFE = 30 * 60_000;
const key = createSecretKey(randomBytes(32));
const now = new Date('2026-03-01T00:00:00Z');
const later = (ms: number): Date => new Date(now.getTime() + ms);
const file: FileLink = {
  kind: 'file',
  corpId: 7,
  hash: 'ab'.repeat(32),
  fileName: '合同.pdf',
  mediaType: 'application/pdf',
  disposition: 'inline',
};

describe('an issued link', () => {
  test('is reused for a minute, and never outlives its lifetime', () => {
    const cache = new LinkCache(key, LIFE);
    const token = cache.token(file, now);
    expect(cache.token({ ...file }, later(LINK_REUSE - 1))).toBe(token);
    expect(readLink([key], token, later(LIFE - 1))).toEqual(file);
    expect(readLink([key], token, later(LIFE))).toBe('expired');
    const next = cache.token(file, later(LINK_REUSE));
    expect(next).not.toBe(token);
    expect(readLink([key], next, later(LINK_REUSE + LIFE - 1))).toEqual(file);
  });

  test('is not reused if the clock was set back before its issue', () => {
    const cache = new LinkCache(key, LIFE);
    cache.token(file, now);
    const earlier = cache.token(file, later(-1));
    expect(readLink([key], earlier, later(LIFE - 1))).toBe('expired');
  });

  test.each<[string, Partial<FileLink>]>([
    ['enterprise', { corpId: 8 }],
    ['content', { hash: 'cd'.repeat(32) }],
    ['name', { fileName: '合同 2.pdf' }],
    ['type', { mediaType: 'image/png' }],
    ['use', { disposition: 'attachment' }],
  ])('is never given for another %s', (_what, other) => {
    const cache = new LinkCache(key, LIFE);
    cache.token(file, now);
    const target = { ...file, ...other };
    expect(readLink([key], cache.token(target, now), now)).toEqual(target);
  });

  test('is separate for each page and width', () => {
    const cache = new LinkCache(key, LIFE);
    const page = { kind: 'page', corpId: 7, hash: file.hash, page: 1, width: 600 } as const;
    for (const target of [page, { ...page, page: 16 }, { ...page, page: 1, width: 1600 } as const]) {
      expect(readLink([key], cache.token(target, now), now)).toEqual(target);
    }
  });

  test('is dropped when there are too many', () => {
    const cache = new LinkCache(key, LIFE);
    const token = cache.token(file, now);
    for (let page = 1; page <= 2_000; page += 1) {
      cache.token({ kind: 'page', corpId: 7, hash: file.hash, page, width: 600 }, now);
    }
    expect(cache.token(file, later(1))).not.toBe(token);
  });
});

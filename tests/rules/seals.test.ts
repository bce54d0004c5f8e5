import { id } from '@cinnabar/api/schema.js';
import {
  firstStatus,
  isUsable,
  isUsableUpload,
  mayUseSeal,
  movedStatus,
  ownMove,
  personalSealSize,
  sealCode,
} from '@cinnabar/server/areas/seals/rules.js';
import { drawingBytes, loadSealDrawing, readDrawing } from '@cinnabar/server/areas/seals/seal-drawing.js';
import { faceOf } from '@cinnabar/server/areas/seals/template-seal.js';
import { substringPattern } from '@cinnabar/server/database/substring-pattern.js';
import type { BlobStore } from '@cinnabar/server/storage/blob-store.js';
import { describe, expect, it } from 'vitest';
import { idOf } from '../support/flow-model.js';

describe('who may use every seal of the enterprise at once', () => {
  const rows = [
    [['OWNER'], true],
    [['ADMIN'], true],
    [['SEAL_ADMIN'], true],
    [['MEMBER_ADMIN', 'TEMPLATE_ADMIN', 'CONTRACT_ADMIN'], false],
    [[], false],
  ] as const;
  it.each(rows)('%j: %s', (roles, may) => {
    expect(mayUseSeal(roles)).toBe(may);
  });
});

describe('which seals can sign', () => {
  it.each([
    [1, true],
    [2, false],
    [3, false],
    [4, false],
  ] as const)('status %i: %s', (status, usable) => {
    expect(isUsable({ status })).toBe(usable);
  });
});

describe('the initial status of a seal', () => {
  it.each([
    ['TEMPLATE', false, 1],
    ['TEMPLATE', true, 1],
    ['IMAGE', false, 1],
    ['IMAGE', true, 2],
  ] as const)('%s, platform review %s: %i', (source, review, status) => {
    expect(firstStatus(source, review)).toBe(status);
  });
});

describe('acts of the operator on a seal', () => {
  it.each([
    ['pass', [null, 1, null, null]],
    ['reject', [null, 3, null, null]],
    ['suspend', [4, null, null, null]],
    ['resume', [null, null, null, 1]],
  ] as const)('%s, from status 1 to 4: %j', (move, after) => {
    expect(([1, 2, 3, 4] as const).map((status) => movedStatus(status, move))).toEqual(after);
  });
});

describe('the upload from which a seal can be created', () => {
  const now = new Date('2026-11-21T08:30:00.000Z');
  it.each([
    ['uploaded right now', '2026-11-21T08:30:00.000Z', null, true],
    ['30 minutes old', '2026-11-21T08:00:00.000Z', null, true],
    ['a moment older', '2026-11-21T07:59:59.999Z', null, false],
    ['used already', '2026-11-21T08:29:00.000Z', 7, false],
  ] as const)('%s', (_, createdAt, sealId, usable) => {
    const upload = {
      created_at: new Date(createdAt),
      seal_id: sealId === null ? null : id<'Seal'>().read(sealId, '', { zone: 'UTC' }),
    };
    expect(isUsableUpload(upload, now)).toBe(usable);
  });
});

describe('the face of a seal', () => {
  it('has defaults for omitted fields, and blank texts count as none', () => {
    expect(faceOf('测试公司', { sealHorizontalText: ' ', sealBottomText: ' 1101080012345 ' })).toEqual({
      corpName: '测试公司',
      shape: 'round',
      horizontalText: null,
      bottomText: '1101080012345',
      color: 'Red',
      alpha: 1,
    });
  });

  it('is stored as drawn', () => {
    const drawing = {
      kind: 'outlines',
      width: 42,
      height: 42,
      color: '#E60012',
      alpha: 0.5,
      paths: [
        { data: 'M0 0L1 1Z', paint: 'fill', evenOdd: true },
        { data: 'M0 0C1 1 2 2 3 3', paint: 'stroke', strokeWidth: 1.2 },
      ],
    } as const;
    expect(readDrawing(drawingBytes(drawing))).toEqual(drawing);
  });

  it('consists of outlines only', () => {
    expect(() => readDrawing(Buffer.from('{"kind":"script","width":1}'))).toThrow();
    expect(() => readDrawing(Buffer.from('not json'))).toThrow();
  });
});

it('seal codes have constant width and differ', () => {
  expect(sealCode(7)).toBe('SEAL000000000007');
  expect(sealCode(Number.MAX_SAFE_INTEGER)).toBe('SEAL9007199254740991');
});

describe('size of a person’s seal', () => {
  it.each([
    ['HANDWRITING', 620, 300, { width: 31, height: 15 }],
    ['HANDWRITING', 100, 400, { width: 3.8, height: 15 }],
    ['HANDWRITING', 4000, 3, { width: 31, height: 0.1 }],
    ['IMAGE', 500, 500, { width: 20, height: 20 }],
    ['IMAGE', 840, 280, { width: 31, height: 10.3 }],
  ] as const)('%s of %d x %d px', (source, width, height, size) => {
    expect(personalSealSize(source, { width, height })).toEqual(size);
  });
});

it('% and _ are ordinary characters in a search', () => {
  expect(substringPattern('50%_\\')).toBe('%50\\%\\_\\\\%');
});

describe('the face of a seal that signs', () => {
  const drawing = { kind: 'outlines', width: 42, height: 42, color: '#E60012', alpha: 1, paths: [] } as const;

  /** A store that holds these bytes under every name. */
  function storeOf(bytes: Uint8Array) {
    const reads: string[] = [];
    const blobs: BlobStore = {
      put: () => Promise.reject(new Error('nothing is stored')),
      async get(corpId, hash) {
        reads.push(`${corpId} ${hash}`);
        if (hash === 'missing') throw new Error('not found');
        return bytes;
      },
    };
    const load = (corp_id: number, drawing_hash: string, source: 'TEMPLATE' | 'IMAGE' = 'TEMPLATE') =>
      loadSealDrawing(
        { blobs },
        { corp_id: idOf<'Corp'>(corp_id), drawing_hash, source, width: 40, height: 30 },
      );
    return { reads, load };
  }

  it('is read once, and for each enterprise by itself', async () => {
    const { reads, load } = storeOf(drawingBytes(drawing));
    const [first, second, ofAnother] = [await load(1, 'a'), await load(1, 'a'), await load(2, 'a')];
    expect(second).toBe(first);
    expect(ofAnother).toEqual(drawing);
    expect(reads).toEqual(['1 a', '2 a']);
  });

  it('is a picture if the seal is made from one', async () => {
    const { load } = storeOf(Uint8Array.of(1, 2));
    const png = Uint8Array.of(1, 2);
    expect(await load(1, 'a', 'IMAGE')).toEqual({ kind: 'picture', width: 40, height: 30, png });
  });

  it('is read again if it is large, or if reading it failed', async () => {
    const { reads, load } = storeOf(new Uint8Array(300 * 1024));
    for (const _time of [1, 2]) await load(1, 'large', 'IMAGE');
    for (const _time of [1, 2]) await expect(load(1, 'missing')).rejects.toThrow('not found');
    expect(reads).toEqual(['1 large', '1 large', '1 missing', '1 missing']);
  });
});

describe('a change of status by the enterprise of a seal', () => {
  const rows = [
    [1, true, 4, 'suspend'],
    [1, true, 1, 'none'],
    [4, false, 4, 'none'],
    [4, true, 4, 'none'],
    [4, false, 1, 'resume'],
    [4, true, 1, 'byPlatform'],
    [2, true, 1, 'neverEnabled'],
    [2, true, 4, 'neverEnabled'],
    [3, true, 1, 'neverEnabled'],
    [3, true, 4, 'neverEnabled'],
  ] as const;

  it.each(rows)('from %i, by the platform: %s, to %i: %s', (status, stoppedByPlatform, wanted, move) => {
    expect(ownMove({ status, stoppedByPlatform }, wanted)).toBe(move);
  });
});

import type { VerifyPageChange, VerifyPageSignature } from '@cinnabar/api/pages/verify.js';
import { describe, expect, test } from 'vitest';
import { checkCodeIn } from '../../../packages/web/src/verify/check-code-in.js';
import { timelineOf, unsignedAfter } from '../../../packages/web/src/verify/timeline.js';

function change(revision: number, kind: string, allowed = true): VerifyPageChange {
  return { kind, words: { zh: kind, en: kind }, allowed, unclear: false, detail: '', revision };
}

function signature(revision: number, changesAfter: readonly VerifyPageChange[] = []): VerifyPageSignature {
  return {
    kind: 'signature',
    conclusion: 'trusted',
    fieldName: 'sig',
    signerName: '星河科技',
    reason: null,
    location: null,
    claimedTime: null,
    provenTime: null,
    intact: true,
    trusted: true,
    coversWholeDocument: false,
    revision,
    level: 'B-LT',
    seal: null,
    chain: [],
    timestamps: [],
    changesAfter,
    problems: [],
  };
}

const unsigned = (revisions: number, signatures: readonly VerifyPageSignature[]) =>
  unsignedAfter(timelineOf({ revisions, signatures })).map(({ revision }) => revision);

describe('versions for which nobody vouches', () => {
  test('follow the last signature', () => {
    expect(unsigned(4, [signature(2, [change(3, 'FIELD_FILLED')])])).toEqual([3, 4]);
    expect(unsigned(3, [signature(2, [change(3, 'METADATA_CHANGED')])])).toEqual([3]);
  });

  test('are none if a later signature or timestamp covers them, or they hold validation data only', () => {
    expect(unsigned(3, [signature(2, [change(3, 'SIGNATURE_ADDED')]), signature(3)])).toEqual([]);
    expect(unsigned(3, [signature(2, [change(3, 'VALIDATION_DATA_ADDED')])])).toEqual([]);
    expect(unsigned(2, [])).toEqual([]);
  });

  test('are not pointed out beside forbidden changes, which the verdict is about', () => {
    expect(unsigned(3, [signature(2, [change(3, 'PAGE_CONTENT_CHANGED', false)])])).toEqual([]);
  });
});

describe('the check code in a QR code', () => {
  test('is taken from the address of the verification page, and from nothing else', () => {
    expect(checkCodeIn('https://sign.example.com/verify#ABCD1234EFGH')).toBe('ABCD1234EFGH');
    expect(checkCodeIn(' http://localhost:3000/verify#abcd1234 ')).toBe('abcd1234');
    expect(checkCodeIn('https://sign.example.com/l/ABCD1234EFGH')).toBeNull();
    expect(checkCodeIn('ABCD1234EFGH')).toBeNull();
    expect(checkCodeIn('javascript:alert(1)//verify#ABCD1234EFGH')).toBeNull();
  });
});

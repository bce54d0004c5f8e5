import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Signature of Tencent Cloud FaceID (慧眼, WBappid): SHA-1 of the sorted values without separators. The boundaries of the
 * values are not signed, so values that others could choose must have a fixed length.
 */
export function kycSignature(values: readonly string[]): string {
  return createHash('sha1')
    .update(values.toSorted((one, other) => (one < other ? -1 : Number(one > other))).join(''))
    .digest('hex')
    .toUpperCase();
}

export function isKycSignature(given: string, values: readonly string[]): boolean {
  const [expected, presented] = [Buffer.from(kycSignature(values)), Buffer.from(given.toUpperCase())];
  return expected.length === presented.length && timingSafeEqual(expected, presented);
}

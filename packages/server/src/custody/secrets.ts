import { createHash, createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 32;
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** A bearer token or application secret: 256 random bits as 43 characters that are safe in URLs and headers. */
export function randomToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/**
 * Stored form of a token: SHA-256, 64 hexadecimal digits. A fast hash suffices only because the input has 256 random
 * bits, which cannot be guessed; secrets chosen by people go through signing-password.ts instead.
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex');
}

/**
 * Compares two secrets in constant time, independent of their common prefix and of the length of the correct one: their
 * digests are compared, which have a fixed length.
 */
export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(sha256(given), sha256(expected));
}

/**
 * A keyed digest (blind index) by which an encrypted value can be found by equality: 64 hexadecimal digits.
 * @param field the column; equal values of two fields must have different digests
 * @param value normalised by the caller (case, spaces), because only identical spellings match
 */
export function blindIndex(key: KeyObject, field: string, value: string): string {
  return createHmac('sha256', key).update(`${field}\u0000${value}`, 'utf8').digest('hex');
}

/** Lower-case base32 (RFC 4648 alphabet) without padding: five bits a character, unambiguous in either case. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32.charAt((held >> (bits - 5)) & 31);
  }
  return bits === 0 ? text : text + BASE32.charAt((held << (5 - bits)) & 31);
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}

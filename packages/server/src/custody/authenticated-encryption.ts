import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CustodyError } from './custody-error.js';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** About a millisecond of work; between slices the event loop is yielded to other requests. */
const SLICE_BYTES = 1 << 20;

/**
 * AES-256-GCM (NIST SP 800-38D) with a random 96-bit nonce. Output: nonce, ciphertext, 128-bit tag. One key may encrypt
 * 2^32 times before a repeated nonce becomes likelier than 2^-32.
 * @param associated is authenticated, not stored: decrypting needs the same
 */
export async function encryptAuthenticated(
  key: KeyObject,
  associated: string,
  plain: Uint8Array,
): Promise<Uint8Array> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(associated, 'utf8'));
  const sealed = new Uint8Array(NONCE_BYTES + plain.length + TAG_BYTES);
  sealed.set(nonce, 0);
  await inSlices(plain, (slice, offset) => sealed.set(cipher.update(slice), NONCE_BYTES + offset));
  cipher.final();
  sealed.set(cipher.getAuthTag(), NONCE_BYTES + plain.length);
  return sealed;
}

/** @throws CustodyError NOT_AUTHENTIC, before any plaintext is returned */
export async function decryptAuthenticated(
  key: KeyObject,
  associated: string,
  sealed: Uint8Array,
): Promise<Uint8Array> {
  const length = sealed.length - NONCE_BYTES - TAG_BYTES;
  if (length < 0) throw new CustodyError('NOT_AUTHENTIC', 'shorter than a nonce and a tag');
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(associated, 'utf8'));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES + length));
  const plain = new Uint8Array(length);
  const ciphertext = sealed.subarray(NONCE_BYTES, NONCE_BYTES + length);
  await inSlices(ciphertext, (slice, offset) => plain.set(decipher.update(slice), offset));
  try {
    decipher.final();
  } catch (cause) {
    throw new CustodyError('NOT_AUTHENTIC', 'the authentication tag does not match', { cause });
  }
  return plain;
}

async function inSlices(bytes: Uint8Array, take: (slice: Uint8Array, offset: number) => void): Promise<void> {
  for (let offset = 0; offset < bytes.length; offset += SLICE_BYTES) {
    if (offset > 0) await nextTurn();
    take(bytes.subarray(offset, offset + SLICE_BYTES), offset);
  }
}

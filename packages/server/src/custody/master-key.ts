import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { TrustError } from './trust-error.js';

/**
 * The one secret that an operator keeps, and can replace. It never encrypts anything itself: each use has a key of its own, derived by
 * HKDF-SHA-256 (RFC 5869), so that no use can stand in for another. KeyObjects print no bytes when logged.
 */
export interface MasterKey {
  /** 12 hexadecimal digits that tell master keys apart and reveal nothing; stored beside what was made with the key. */
  readonly id: string;
  /** AES-256, wraps data keys. */
  readonly wrapping: KeyObject;
  /** Tells the first master key, of which everything below is derived, however often the wrapping one was replaced. */
  readonly originId: string;
  /** HMAC, over signing passwords before they are hashed. */
  readonly pepper: KeyObject;
  /** HMAC, signs short-lived links. */
  readonly linkSigning: KeyObject;
  /** HMAC, makes encrypted values findable by equality. */
  readonly blindIndex: KeyObject;
  /** HMAC, makes stable pseudonyms of persons for their certificates. */
  readonly pseudonym: KeyObject;
}

const KEY_BYTES = 32;

/** A fresh master key in the form that the setting takes: 32 random bytes, base64. */
export function newMasterKey(): string {
  return randomBytes(KEY_BYTES).toString('base64');
}

/**
 * @param base64 32 bytes; white space around it is taken off, since secrets are often mounted as files
 * @param origin the first master key where it was replaced since; by default there was none before
 * @throws TrustError MASTER_KEY_MALFORMED; the message never repeats the input
 */
export function openMasterKey(base64: string, origin: Uint8Array | null = null): MasterKey {
  const bytes = masterKeyBytes(base64);
  const first = origin ?? bytes;
  return Object.freeze({
    id: idOf(bytes),
    wrapping: subKey(bytes, 'wrapping'),
    originId: idOf(first),
    pepper: subKey(first, 'pepper'),
    linkSigning: subKey(first, 'link signing'),
    blindIndex: subKey(first, 'blind index'),
    pseudonym: subKey(first, 'pseudonym'),
  });
}

/** @throws TrustError MASTER_KEY_MALFORMED */
export function masterKeyBytes(base64: string): Uint8Array {
  const text = base64.trim();
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== KEY_BYTES || bytes.toString('base64') !== text) {
    throw new TrustError(
      'MASTER_KEY_MALFORMED',
      `the master key must be ${KEY_BYTES} bytes in base64 (44 characters)`,
    );
  }
  return bytes;
}

function idOf(bytes: Uint8Array): string {
  return Buffer.from(derive(bytes, 'id', 6)).toString('hex');
}

function subKey(master: Uint8Array, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(derive(master, purpose, KEY_BYTES)));
}

function derive(master: Uint8Array, purpose: string, length: number): ArrayBuffer {
  return hkdfSync('sha256', master, new Uint8Array(), `cinnabar master key v1: ${purpose}`, length);
}

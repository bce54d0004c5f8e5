import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { CustodyError } from './custody-error.js';

/**
 * The operator's only secret, which can be replaced. It never encrypts anything itself: each use has a key of its own,
 * derived by HKDF-SHA-256 (RFC 5869), so that keys of different uses are independent. KeyObjects do not print their
 * bytes when logged.
 */
export interface MasterKey {
  /** 12 hexadecimal digits that identify a master key without revealing it; stored with the data that it protects. */
  readonly id: string;
  /** AES-256 key that wraps data keys. */
  readonly wrapping: KeyObject;
  /** From it the keys of a backup's files are derived. A backup contains data keys wrapped by this very master key. */
  readonly backup: KeyObject;
  /**
   * Identifies the first master key, from which the following keys are derived even after the wrapping key was
   * replaced.
   */
  readonly originId: string;
  /** HMAC key applied to passwords before they are hashed, until it is rotated, and to codes and sessions. */
  readonly pepper: KeyObject;
  /** HMAC key of short-lived links, until it is rotated (RotatedKeys). */
  readonly linkSigning: KeyObject;
  /** HMAC key of blind indexes, by which encrypted values are found by equality. */
  readonly blindIndex: KeyObject;
  /** HMAC key of the stable pseudonyms in persons' certificates. */
  readonly pseudonym: KeyObject;
  /** HMAC key of the ends of audit chains. */
  readonly audit: KeyObject;
}

const KEY_BYTES = 32;

/** A new master key in the form of the setting: 32 random bytes, base64. */
export function newMasterKey(): string {
  return randomBytes(KEY_BYTES).toString('base64');
}

/**
 * @param base64 32 bytes; surrounding white space is removed, because secrets are often mounted as files
 * @param origin the first master key if it has been replaced; by default this one is the first
 * @throws CustodyError MASTER_KEY_MALFORMED; the message never repeats the input
 */
export function openMasterKey(base64: string, origin: Uint8Array | null = null): MasterKey {
  const bytes = masterKeyBytes(base64);
  const first = origin ?? bytes;
  return Object.freeze({
    id: idOf(bytes),
    wrapping: subKey(bytes, 'wrapping'),
    backup: subKey(bytes, 'backup'),
    originId: idOf(first),
    pepper: subKey(first, 'pepper'),
    linkSigning: subKey(first, 'link signing'),
    blindIndex: subKey(first, 'blind index'),
    pseudonym: subKey(first, 'pseudonym'),
    audit: subKey(first, 'audit chain'),
  });
}

/** @throws CustodyError MASTER_KEY_MALFORMED */
export function masterKeyBytes(base64: string): Uint8Array {
  const text = base64.trim();
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== KEY_BYTES || bytes.toString('base64') !== text) {
    throw new CustodyError(
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

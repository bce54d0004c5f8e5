import type { KeyObject } from 'node:crypto';
import { createPrivateKey, createPublicKey, generateKeyPair, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { signSm2 } from '@cinnabar/pki/certificates/sm2.js';

/** RSA-3072 is for the authority's own keys, which live longer than RSA-2048 is considered secure. */
export type KeyAlgorithm = 'P-256' | 'RSA-2048' | 'RSA-3072' | 'SM2';

/** What a key is for, by which the settings choose its store. `service`: timestamps, OCSP responses, evidence. */
export type KeyUse = 'authority' | 'enterprise' | 'service';

export interface StoredKey {
  readonly keyId: string;
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Uint8Array;
}

/**
 * Port: storage of signing keys. A key never leaves its store: LocalKeyStore is the database, PlacedKeyStore adds tokens
 * and services outside.
 */
export interface KeyStore {
  /** @throws CustodyError KEY_STORE_UNAVAILABLE, KEY_STORE_REFUSED */
  generate(corpId: number, algorithm: KeyAlgorithm, use: KeyUse): Promise<StoredKey>;

  /**
   * Signs with SHA-256: ECDSA as a DER SEQUENCE of r and s (RFC 3279, not the fixed-length pair of WebCrypto), RSA as
   * PKCS #1 v1.5. SM2 signs with SM3 over the identity value of GM/T 0009 and the data, also as a DER SEQUENCE.
   * @param data the data to sign, not its digest
   * @throws CustodyError KEY_NOT_FOUND, KEY_DESTROYED, KEY_STORE_UNAVAILABLE, KEY_STORE_REFUSED, KEY_STORE_MISSING
   */
  sign(corpId: number, keyId: string, data: Uint8Array): Promise<Uint8Array>;

  /** Destroys the private key permanently; a missing key is not an error. @throws CustodyError KEY_STORE_UNAVAILABLE */
  destroy(corpId: number, keyId: string): Promise<void>;
}

const generateKeys = promisify(generateKeyPair);
const signInThreadPool = promisify(sign);

/** A new key pair; RSA takes several hundred milliseconds, in the thread pool. */
export function generateKeyPairOf(
  algorithm: KeyAlgorithm,
): Promise<{ publicKey: KeyObject; privateKey: KeyObject }> {
  if (algorithm === 'P-256') return generateKeys('ec', { namedCurve: 'P-256' });
  if (algorithm === 'SM2') return sm2Keys();
  return generateKeys('rsa', { modulusLength: algorithm === 'RSA-2048' ? 2048 : 3072 });
}

/**
 * OpenSSL gives a new key on this curve the type of ordinary keys, with which it would sign by ECDSA, and the type SM2 to
 * one that it reads. Node.js cannot export the latter as SEC 1 or JWK: it aborts.
 */
async function sm2Keys(): Promise<{ publicKey: KeyObject; privateKey: KeyObject }> {
  const pair = await generateKeys('ec', { namedCurve: 'SM2' });
  const key = pair.privateKey.export({ type: 'pkcs8', format: 'der' });
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  key.fill(0);
  return { publicKey: createPublicKey(privateKey), privateKey };
}

/** See KeyStore.sign for digest and form of the signature. */
export async function signWith(privateKey: KeyObject, data: Uint8Array): Promise<Uint8Array> {
  // An ECDSA signature takes less time than dispatching it to the thread pool.
  if (privateKey.asymmetricKeyType === 'ec') return sign('sha256', data, privateKey);
  // Node.js has no name for the type SM2.
  if (privateKey.asymmetricKeyType === undefined) return signSm2(privateKey, data);
  return signInThreadPool('sha256', data, privateKey);
}

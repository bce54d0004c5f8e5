import type { KeyObject } from 'node:crypto';
import { generateKeyPair, sign } from 'node:crypto';
import { promisify } from 'node:util';

/** RSA-3072 is for the authority's own keys, which live longer than RSA-2048 is trusted for. */
export type KeyAlgorithm = 'P-256' | 'RSA-2048' | 'RSA-3072';

export interface StoredKey {
  readonly keyId: string;
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Uint8Array;
}

/** Port: where signing keys live. A key never leaves its store; an adapter may be a key service or a device. */
export interface KeyStore {
  generate(corpId: number, algorithm: KeyAlgorithm): Promise<StoredKey>;

  /**
   * Signs with SHA-256: ECDSA as a DER SEQUENCE of r and s (RFC 3279, not the fixed-length pair that WebCrypto
   * gives), RSA as PKCS #1 v1.5.
   * @param data what is signed, not its digest
   * @throws TrustError KEY_NOT_FOUND, KEY_DESTROYED
   */
  sign(corpId: number, keyId: string, data: Uint8Array): Promise<Uint8Array>;

  /** The private key is gone for good; a key that is not there is fine. */
  destroy(corpId: number, keyId: string): Promise<void>;
}

const generateKeys = promisify(generateKeyPair);
const signInThreadPool = promisify(sign);

/** A fresh key pair; RSA takes some hundred milliseconds, in the thread pool. */
export function generateKeyPairOf(
  algorithm: KeyAlgorithm,
): Promise<{ publicKey: KeyObject; privateKey: KeyObject }> {
  if (algorithm === 'P-256') return generateKeys('ec', { namedCurve: 'P-256' });
  return generateKeys('rsa', { modulusLength: algorithm === 'RSA-2048' ? 2048 : 3072 });
}

/** See KeyStore.sign for the form of the signature. */
export async function signSha256(privateKey: KeyObject, data: Uint8Array): Promise<Uint8Array> {
  // An ECDSA signature takes less time than a trip to the thread pool and back.
  if (privateKey.asymmetricKeyType === 'ec') return sign('sha256', data, privateKey);
  return signInThreadPool('sha256', data, privateKey);
}

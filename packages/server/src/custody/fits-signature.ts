import { createPublicKey, verify } from 'node:crypto';
import { isSm2Key, verifySm2 } from '@cinnabar/pki/certificates/sm2.js';

/**
 * Whether the signature, in the form of KeyStore.sign, is one of the data.
 * @param publicKey SubjectPublicKeyInfo, DER
 */
export function fitsSignature(publicKey: Uint8Array, data: Uint8Array, signature: Uint8Array): boolean {
  const key = createPublicKey({ key: Buffer.from(publicKey), format: 'der', type: 'spki' });
  return isSm2Key(key) ? verifySm2(key, data, signature) === true : verify('sha256', data, key, signature);
}

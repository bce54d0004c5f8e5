import type { KeyObject } from 'node:crypto';
import { CustodyError } from './custody-error.js';
import { generateKeyPairOf, type KeyAlgorithm, signWith } from './key-store.js';

/** A key for one act. It exists only in the memory of this process, and only until `forget`. */
export interface EphemeralKey {
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Uint8Array;
  /** Like KeyStore.sign. @throws CustodyError KEY_DESTROYED after `forget` */
  sign(data: Uint8Array): Promise<Uint8Array>;
  forget(): void;
}

export async function ephemeralKey(algorithm: KeyAlgorithm): Promise<EphemeralKey> {
  const pair = await generateKeyPairOf(algorithm);
  let privateKey: KeyObject | null = pair.privateKey;
  return Object.freeze({
    publicKey: pair.publicKey.export({ type: 'spki', format: 'der' }),
    sign: async (data: Uint8Array) => {
      if (privateKey === null) throw new CustodyError('KEY_DESTROYED', 'the act of this key has ended');
      return signWith(privateKey, data);
    },
    forget: () => {
      privateKey = null;
    },
  });
}

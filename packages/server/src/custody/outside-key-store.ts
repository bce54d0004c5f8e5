import type { KeyAlgorithm } from './key-store.js';

/** Stores that the settings can name: the database, a PKCS #11 token, a signing service over HTTP. */
export const KEY_PLACES = Object.freeze(['local', 'pkcs11', 'remote'] as const);
export type KeyPlace = (typeof KEY_PLACES)[number];
/** Whether a store can hold SM2 keys: PKCS #11 has no mechanism for them, and a service may. */
export const HOLDS_SM2: Readonly<Record<KeyPlace, boolean>> = Object.freeze({
  local: true,
  pkcs11: false,
  remote: true,
});
export type OutsidePlace = Exclude<KeyPlace, 'local'>;

export interface OutsideKey {
  /** Name of the key in its store, by which it is found again after a restart. */
  readonly reference: string;
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Uint8Array;
}

/** What is known here of a key that signs. */
export interface OutsideSigningKey extends OutsideKey {
  readonly algorithm: KeyAlgorithm;
}

/**
 * Port: a store that holds keys outside the database. It knows nothing of enterprises. An unavailable store is
 * `KEY_STORE_UNAVAILABLE`, so that the act is refused as temporary and can be repeated; everything that a repetition
 * does not mend is `KEY_STORE_REFUSED`.
 */
export interface OutsideKeyStore {
  /** @param label shown by the store's own tools, unique; ASCII, at most 64 characters */
  generate(label: string, algorithm: KeyAlgorithm): Promise<OutsideKey>;

  /** See KeyStore.sign for the form of the signature. */
  sign(key: OutsideSigningKey, data: Uint8Array): Promise<Uint8Array>;

  /** A key that the store does not have is not an error. */
  destroy(reference: string): Promise<void>;

  /** Resolves if the store answers and accepts the credentials of the settings. */
  check(): Promise<void>;

  close(): Promise<void>;
}

import { CustodyError } from './custody-error.js';

/**
 * Port: a store that holds secret keys which never leave it, and encrypts data keys with them. Errors are those of
 * OutsideKeyStore.
 */
export interface DataKeyGuard {
  /** @returns name of a new key in the store */
  generateGuardKey(label: string): Promise<string>;
  guard(reference: string, plain: Uint8Array): Promise<Uint8Array>;
  unguard(reference: string, guarded: Uint8Array): Promise<Uint8Array>;
}

export interface DataKeyGuarding {
  /** Whether new data keys are guarded. */
  readonly isWanted: boolean;
  /** null: no such store is among the settings. */
  readonly store: DataKeyGuard | null;
}

export const UNGUARDED: DataKeyGuarding = Object.freeze({ isWanted: false, store: null });

/** @throws CustodyError KEY_STORE_MISSING */
export function guardOf({ store }: DataKeyGuarding): DataKeyGuard {
  if (store !== null) return store;
  throw new CustodyError(
    'KEY_STORE_MISSING',
    'data keys are encrypted by a token that is not among the settings: give PKCS11_MODULE and the others',
  );
}

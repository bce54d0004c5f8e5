import type { KeyAlgorithm } from '../key-store.js';

export type TokenAlgorithm = Exclude<KeyAlgorithm, 'SM2'>;

import type { TokenSettings } from './token-settings.js';

/** What the service asks of the program that holds the token. Keys are named by their CKA_ID. */
export type TokenRequest =
  | { readonly op: 'open'; readonly settings: TokenSettings }
  | {
      readonly op: 'generate';
      readonly key: Uint8Array;
      readonly label: string;
      readonly algorithm: TokenAlgorithm;
    }
  /** `input`: for `ecdsa` the digest, for `rsa` the data. */
  | {
      readonly op: 'sign';
      readonly key: Uint8Array;
      readonly mechanism: 'ecdsa' | 'rsa';
      readonly input: Uint8Array;
    }
  /** An AES-256 key. */
  | { readonly op: 'generate-secret'; readonly key: Uint8Array; readonly label: string }
  /** By AES-CBC with PKCS #7 padding, which tokens of every age have; what is encrypted is authenticated elsewhere. */
  | {
      readonly op: 'encrypt' | 'decrypt';
      readonly key: Uint8Array;
      readonly iv: Uint8Array;
      readonly input: Uint8Array;
    }
  | { readonly op: 'destroy'; readonly key: Uint8Array }
  | { readonly op: 'check' };

export interface NumberedRequest {
  readonly number: number;
  readonly request: TokenRequest;
}

/**
 * - `pin`: the token does not accept the PIN; another attempt may lock it
 * - `refused`: a repetition does not help
 * - `unknown`: it has no such key; a new process sees what another one has generated, which SoftHSM misses if two generate
 *   at the same time
 * - `absent`: no such token now
 * - `broken`: sessions or handles are void, which a new process mends
 * - `late`: no answer in time
 * - `gone`: the program ended before it answered
 */
export type TokenProblem = 'pin' | 'refused' | 'unknown' | 'absent' | 'broken' | 'late' | 'gone';

export type TokenAnswer =
  /** A public key, a signature, encrypted or decrypted bytes as the token returns them; empty for other requests. */
  | { readonly number: number; readonly parts: readonly Uint8Array[] }
  | { readonly number: number; readonly problem: TokenProblem; readonly detail: string };

export class TokenFailure extends Error {
  override readonly name = 'TokenFailure';

  constructor(
    readonly problem: TokenProblem,
    detail: string,
  ) {
    super(detail);
  }
}

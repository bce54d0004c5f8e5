import { createHash, createPublicKey, randomBytes } from 'node:crypto';
import { integer, sequence } from '@cinnabar/pki/asn1/der.js';
import { CustodyError } from '../custody-error.js';
import type { DataKeyGuard } from '../data-key-guard.js';
import type { KeyAlgorithm } from '../key-store.js';
import type { OutsideKey, OutsideKeyStore, OutsideSigningKey } from '../outside-key-store.js';
import { type TokenAlgorithm, TokenFailure, type TokenRequest } from './token-messages.js';
import { TokenProcess } from './token-process.js';
import type { TokenSettings } from './token-settings.js';

/** For which a token that could not be opened is not tried again: every attempt starts a process. */
const PAUSE_MS = 1000;
/** CKA_EC_POINT of P-256: an OCTET STRING with 04, x and y. Some modules leave out its header. */
const POINT_BYTES = 65;
const IV_BYTES = 16;

/**
 * Signing keys, and keys that guard data keys, in a PKCS #11 token, from which they cannot be read. Void sessions, and a token that went away and came
 * back, are mended by a new process that holds it.
 */
export class Pkcs11KeyStore implements OutsideKeyStore, DataKeyGuard {
  readonly #settings: TokenSettings;
  #process: Promise<TokenProcess> | undefined;
  #failed: { readonly at: number; readonly failure: TokenFailure } | undefined;
  /** A refused PIN: further attempts would lock the token, so there are none until the service starts again. */
  #refusedPin: CustodyError | undefined;
  #isClosed = false;

  /** Opens nothing yet: a token that is away must not keep the service from starting. */
  constructor(settings: TokenSettings) {
    this.#settings = settings;
  }

  async generate(label: string, algorithm: KeyAlgorithm): Promise<OutsideKey> {
    if (algorithm === 'SM2') {
      throw new CustodyError(
        'KEY_STORE_REFUSED',
        'PKCS #11 has no mechanism for SM2: with the suites sm2 and dual, KEYS_AUTHORITY and KEYS_ENTERPRISES are local or remote',
      );
    }
    const key = randomBytes(16);
    const parts = await this.#ask({ op: 'generate', key, label, algorithm });
    return { reference: key.toString('hex'), publicKey: publicKeyOf(algorithm, parts) };
  }

  async sign({ reference, algorithm }: OutsideSigningKey, data: Uint8Array): Promise<Uint8Array> {
    const key = Buffer.from(reference, 'hex');
    if (algorithm !== 'P-256') {
      const [signature] = await this.#ask({ op: 'sign', key, mechanism: 'rsa', input: data });
      return signature ?? nothing();
    }
    const digest = createHash('sha256').update(data).digest();
    const [pair] = await this.#ask({ op: 'sign', key, mechanism: 'ecdsa', input: digest });
    return ecdsaSignature(pair ?? nothing());
  }

  async generateGuardKey(label: string): Promise<string> {
    const key = randomBytes(16);
    await this.#ask({ op: 'generate-secret', key, label });
    return key.toString('hex');
  }

  /** @returns initialisation vector (16 bytes) and ciphertext */
  async guard(reference: string, plain: Uint8Array): Promise<Uint8Array> {
    const iv = randomBytes(IV_BYTES);
    const [encrypted] = await this.#ask({
      op: 'encrypt',
      key: Buffer.from(reference, 'hex'),
      iv,
      input: plain,
    });
    return Buffer.concat([iv, encrypted ?? nothing()]);
  }

  async unguard(reference: string, guarded: Uint8Array): Promise<Uint8Array> {
    const [plain] = await this.#ask({
      ...{ op: 'decrypt', key: Buffer.from(reference, 'hex') },
      ...{ iv: guarded.subarray(0, IV_BYTES), input: guarded.subarray(IV_BYTES) },
    });
    return plain ?? nothing();
  }

  async destroy(reference: string): Promise<void> {
    await this.#ask({ op: 'destroy', key: Buffer.from(reference, 'hex') });
  }

  async check(): Promise<void> {
    await this.#ask({ op: 'check' });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const opened = await this.#process?.catch(() => undefined);
    await opened?.close();
  }

  async #ask(request: TokenRequest): Promise<readonly Uint8Array[]> {
    try {
      try {
        return await this.#askOnce(request);
      } catch (error) {
        if (!isMendable(error, request)) throw error;
        return await this.#askOnce(request);
      }
    } catch (error) {
      throw error instanceof TokenFailure ? this.#errorOf(error) : error;
    }
  }

  async #askOnce(request: TokenRequest): Promise<readonly Uint8Array[]> {
    const asked = await this.#open();
    try {
      return await asked.ask(request);
    } catch (error) {
      if (error instanceof TokenFailure && error.problem !== 'refused') asked.retire();
      throw error;
    }
  }

  async #open(): Promise<TokenProcess> {
    if (this.#isClosed) throw new TokenFailure('absent', 'the service is stopping');
    if (this.#refusedPin !== undefined) throw this.#refusedPin;
    const known = this.#process;
    if (known !== undefined) {
      const opened = await known;
      if (!opened.isVoid) return opened;
      if (this.#process !== known) return this.#open();
    } else if (this.#failed !== undefined && performance.now() - this.#failed.at < PAUSE_MS) {
      throw this.#failed.failure;
    }
    const opening = TokenProcess.open(this.#settings);
    this.#process = opening;
    try {
      return await opening;
    } catch (error) {
      this.#process = undefined;
      if (error instanceof TokenFailure) this.#failed = { at: performance.now(), failure: error };
      throw error;
    }
  }

  #errorOf({ problem, message }: TokenFailure): CustodyError {
    if (problem === 'pin') {
      this.#refusedPin ??= new CustodyError(
        'KEY_STORE_REFUSED',
        `${message}; the service makes no further attempt, which could lock the token, before it is started again`,
      );
      return this.#refusedPin;
    }
    const isRefused = problem === 'refused' || problem === 'unknown';
    return new CustodyError(isRefused ? 'KEY_STORE_REFUSED' : 'KEY_STORE_UNAVAILABLE', message);
  }
}

/** Whether a new process may do better. A key whose generation went unanswered may exist: it is not made twice. */
function isMendable(error: unknown, { op }: TokenRequest): boolean {
  if (!(error instanceof TokenFailure)) return false;
  const isGeneration = op === 'generate' || op === 'generate-secret';
  if (error.problem === 'broken' || error.problem === 'unknown') return true;
  return error.problem === 'gone' && !isGeneration;
}

function publicKeyOf(algorithm: TokenAlgorithm, parts: readonly Uint8Array[]): Uint8Array {
  const [first = nothing(), second] = parts.map((part) => Buffer.from(part));
  const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
  const point = first.subarray(-POINT_BYTES + 1);
  const jwk =
    algorithm === 'P-256'
      ? { kty: 'EC', crv: 'P-256', x: base64(point.subarray(0, 32)), y: base64(point.subarray(32)) }
      : { kty: 'RSA', n: base64(first), e: base64(second ?? nothing()) };
  return createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'der' });
}

/** Tokens return r and s side by side, each of the length of the group's order. */
function ecdsaSignature(pair: Uint8Array): Uint8Array {
  const half = pair.length / 2;
  return sequence(integer(pair.subarray(0, half)), integer(pair.subarray(half)));
}

function nothing(): never {
  throw new CustodyError('KEY_STORE_REFUSED', 'the token returned less than it was asked for');
}

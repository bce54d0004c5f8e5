/**
 * Signing keys in a service over HTTP, such as an adapter before the key service of a cloud. docs/providers/keys.md
 * describes requests and answers: those of the Cloud Signature Consortium's API v2, and two of our own that create and
 * delete a credential, which it lacks.
 */
import { createHash, createPublicKey, type KeyObject, randomBytes } from 'node:crypto';
import { isSm2Key, sm2Identity } from '@cinnabar/pki/certificates/sm2.js';
import { CustodyError } from '../../custody/custody-error.js';
import { fitsSignature } from '../../custody/fits-signature.js';
import type { KeyAlgorithm } from '../../custody/key-store.js';
import type { OutsideKey, OutsideKeyStore, OutsideSigningKey } from '../../custody/outside-key-store.js';
import type { JsonAnswer } from '../kit/json-answer.js';
import { ProviderClient } from '../kit/provider-client.js';
import { GarbledAnswer, ProviderOutage, ProviderRefused } from '../kit/provider-failure.js';
import type { ProviderParts } from '../kit/provider-parts.js';
import { type RemoteAccess, RemoteSignerTokens } from './remote-signer-tokens.js';
import { codeIn, required } from './signer-answer.js';

export interface RemoteSignerOptions {
  /** Base address, such as `https://signer.example.com/csc/v2`. */
  readonly url: string;
  readonly access: RemoteAccess;
  /** ms for one request with its repetition; the default leaves room for generating RSA keys in hardware. */
  readonly limitMs?: number;
}

const LIMIT_MS = 15_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const SHA256 = '2.16.840.1.101.3.4.2.1';
const ECDSA_SHA256 = '1.2.840.10045.4.3.2';
const RSA_SHA256 = '1.2.840.113549.1.1.11';
/** GM/T 0006. */
const SM3 = '1.2.156.10197.1.401';
const SM2_SM3 = '1.2.156.10197.1.501';

const MODULUS: Readonly<Record<'RSA-2048' | 'RSA-3072', number>> = {
  'RSA-2048': 2048,
  'RSA-3072': 3072,
};

type Body = Readonly<Record<string, unknown>>;

interface SignerCall<Result> {
  readonly op: 'list' | 'info' | 'create' | 'delete' | 'sign';
  readonly path: string;
  readonly body: Body;
  readonly isIdempotent: boolean;
  /** What status 404 means; by default a refusal. */
  readonly missing?: () => Result;
  readonly read: (answer: JsonAnswer) => Result;
}

export class RemoteSigner implements OutsideKeyStore {
  readonly #client: ProviderClient;
  readonly #tokens: RemoteSignerTokens;

  constructor(parts: ProviderParts, { url, access, limitMs = LIMIT_MS }: RemoteSignerOptions) {
    // Two attempts: a signature is awaited by somebody, and a further one is theirs to ask for.
    const limits = { limitMs, maxAttempts: 2, maxAnswerBytes: MAX_ANSWER_BYTES };
    this.#client = new ProviderClient(parts, { baseUrl: url, ...limits });
    this.#tokens = new RemoteSignerTokens(parts, this.#client, access);
  }

  async generate(label: string, algorithm: KeyAlgorithm): Promise<OutsideKey> {
    // Not repeated: a key that was made by an attempt without an answer would remain. Its label names it.
    const made = await this.#call({
      ...{ op: 'create', path: '/credentials/create', isIdempotent: false },
      body: { description: label, key: describe(algorithm), signAlgo: signAlgoOf(algorithm) },
      read: (answer) => ({ reference: referenceIn(answer), publicKey: bytesIn(answer.text('publicKey')) }),
    });
    try {
      requireKeyOf(made.publicKey, algorithm);
      await this.#requireUsable(made.reference, algorithm);
      // A certificate for a key that does not fit would be found out by the first contract.
      const probe = randomBytes(32);
      if (!fitsSignature(made.publicKey, probe, await this.sign({ ...made, algorithm }, probe))) {
        throw new CustodyError('KEY_STORE_REFUSED', 'the signing service does not sign with the key it made');
      }
    } catch (error) {
      await this.destroy(made.reference).catch(() => undefined);
      throw error;
    }
    return made;
  }

  sign(key: OutsideSigningKey, data: Uint8Array): Promise<Uint8Array> {
    const { reference, algorithm } = key;
    return this.#call({
      ...{ op: 'sign', path: '/signatures/signHash', isIdempotent: true },
      body: {
        credentialID: reference,
        hashes: [digestOf(key, data)],
        hashAlgorithmOID: algorithm === 'SM2' ? SM3 : SHA256,
        signAlgo: signAlgoOf(algorithm),
        operationMode: 'S',
      },
      read: (answer) => {
        const [signature, ...others] = answer.texts('signatures');
        if (signature === undefined || others.length > 0) throw new GarbledAnswer('signatures is not one');
        return bytesIn(signature);
      },
    });
  }

  destroy(reference: string): Promise<void> {
    return this.#call({
      ...{ op: 'delete', path: '/credentials/delete', isIdempotent: true },
      body: { credentialID: reference },
      missing: () => undefined,
      read: () => undefined,
    });
  }

  check(): Promise<void> {
    return this.#call({
      ...{ op: 'list', path: '/credentials/list', isIdempotent: true },
      body: { maxResults: 1 },
      read: (answer) => {
        answer.texts('credentialIDs');
      },
    });
  }

  async close(): Promise<void> {
    this.#tokens.forget();
  }

  #requireUsable(reference: string, algorithm: KeyAlgorithm): Promise<void> {
    return this.#call({
      ...{ op: 'info', path: '/credentials/info', isIdempotent: true },
      body: { credentialID: reference, certificates: 'none' },
      read: (answer) => {
        const key = answer.object('key');
        if (key.text('status') !== 'enabled')
          throw new ProviderRefused('key_not_enabled', 'the new key is not enabled');
        if (!key.texts('algo').includes(signAlgoOf(algorithm)))
          throw new ProviderRefused('key_algorithm', 'the new key does not sign as asked');
      },
    });
  }

  async #call<Result>(call: SignerCall<Result>): Promise<Result> {
    try {
      return await this.#attempt(call);
    } catch (error) {
      // The token has ended before its time; a request that was refused for it has had no effect.
      if (!(error instanceof TokenEnded)) throw custodyErrorOf(error);
      this.#tokens.forget();
      return this.#attempt(call).catch((again: unknown) => {
        throw custodyErrorOf(again);
      });
    }
  }

  async #attempt<Result>({
    op,
    path,
    body,
    isIdempotent,
    missing,
    read,
  }: SignerCall<Result>): Promise<Result> {
    const { token, isFresh } = await this.#tokens.current();
    return this.#client.call({
      ...{ op, isIdempotent },
      build: () => ({
        ...{ method: 'POST', path, body: JSON.stringify(body) },
        headers: {
          ...{ authorization: `Bearer ${token}`, accept: 'application/json' },
          'content-type': 'application/json; charset=utf-8',
        },
      }),
      read(answer) {
        if (answer.status === 401 && !isFresh) throw new TokenEnded(codeIn(answer), 'the token has ended');
        if (answer.status === 404 && missing !== undefined) return missing();
        return read(required(answer));
      },
    });
  }
}

class TokenEnded extends ProviderRefused {}

/** base64. For SM2 it includes identity and key, which the service cannot know to be meant (GM/T 0003.2, 6.1). */
function digestOf({ algorithm, publicKey }: OutsideSigningKey, data: Uint8Array): string {
  return algorithm === 'SM2'
    ? createHash('sm3').update(sm2Identity(publicKey)).update(data).digest('base64')
    : createHash('sha256').update(data).digest('base64');
}

function describe(algorithm: KeyAlgorithm): Body {
  return algorithm === 'P-256' || algorithm === 'SM2'
    ? { type: 'EC', curve: algorithm }
    : { type: 'RSA', len: MODULUS[algorithm] };
}

function signAlgoOf(algorithm: KeyAlgorithm): string {
  if (algorithm === 'SM2') return SM2_SM3;
  return algorithm === 'P-256' ? ECDSA_SHA256 : RSA_SHA256;
}

function referenceIn(answer: JsonAnswer): string {
  const reference = answer.text('credentialID');
  if (!/^[\x21-\x7e]{1,256}$/.test(reference)) throw new GarbledAnswer('credentialID is no name');
  return reference;
}

function bytesIn(base64: string): Uint8Array {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length === 0 || bytes.toString('base64') !== base64) throw new GarbledAnswer('not base64');
  return bytes;
}

/** @throws CustodyError KEY_STORE_REFUSED for a key of another algorithm, or none */
function requireKeyOf(spki: Uint8Array, algorithm: KeyAlgorithm): void {
  const key = readPublicKey(spki);
  if (key === null || !isOf(key, algorithm)) {
    throw new CustodyError('KEY_STORE_REFUSED', `the signing service made no ${algorithm} key`);
  }
}

function isOf(key: KeyObject, algorithm: KeyAlgorithm): boolean {
  if (algorithm === 'SM2') return isSm2Key(key);
  const { namedCurve, modulusLength } = key.asymmetricKeyDetails ?? {};
  return algorithm === 'P-256'
    ? namedCurve === 'prime256v1'
    : key.asymmetricKeyType === 'rsa' && modulusLength === MODULUS[algorithm];
}

function readPublicKey(spki: Uint8Array): KeyObject | null {
  try {
    return createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
  } catch {
    return null;
  }
}

function custodyErrorOf(error: unknown): unknown {
  if (error instanceof ProviderRefused) {
    return new CustodyError('KEY_STORE_REFUSED', `the signing service answered ${error.message}`);
  }
  if (error instanceof ProviderOutage) {
    return new CustodyError('KEY_STORE_UNAVAILABLE', `the signing service: ${error.message}`);
  }
  return error;
}

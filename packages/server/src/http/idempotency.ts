/**
 * Requests repeated with one Idempotency-Key are carried out once. The answer is stored in the commit of the act
 * itself, so a crash at any moment leaves either nothing or an act together with its answer. Answers may contain
 * secrets and links that are shown only once, so they are encrypted.
 */

import type { Clock } from '../clock.js';
import { type Envelope, PLATFORM } from '../custody/envelope.js';
import { retention } from '../database/retention.js';
import type { Db, Tx } from '../database/schema.js';
import { refuseFor } from '../operation/refusal.js';
import {
  type Claim,
  findKey,
  freeKey,
  type KeptAnswer,
  keepAnswer,
  renewLease,
  takeKey,
} from './idempotency-store.js';

/** Retention of an answer, by the service's clock. */
const KEPT_MS = retention.answers.days * 24 * 3_600_000;
/** Lease: a holder that has not renewed within this time is presumed dead, and the key is free. */
const LEASE_MS = 30_000;
const RENEW_MS = 10_000;

export interface KeyedRequest {
  readonly appId: string;
  readonly key: string;
  readonly operation: string;
  /** SHA-256 of everything that identifies the request: path, acting member, body. */
  readonly bodyHash: Uint8Array;
}

/** The exclusive right to carry a request out, until its answer is stored or the key is freed. */
export interface Hold {
  /** Stores the answer of the act in its transaction. Throws, and so rolls the act back, if the key was lost. */
  keepWith(tx: Tx, answer: KeptAnswer): Promise<void>;
  /** Stores a refusal, after which nothing was changed. */
  keep(answer: KeptAnswer): Promise<void>;
  /** Called after an internal error: the request may be repeated with the same key. */
  free(): Promise<void>;
}

export type Begun =
  | { readonly kind: 'hold'; readonly hold: Hold }
  | { readonly kind: 'replay'; readonly answer: KeptAnswer };

interface Keeper {
  readonly db: Db;
  readonly clock: Clock;
  readonly envelope: Envelope;
}

/** Refuses with 409 while the same request is running, or if the key belongs to another one. */
export async function beginKeyed({ db, clock, envelope }: Keeper, request: KeyedRequest): Promise<Begun> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const createdAt = clock.now();
    const claim: Claim = { appId: request.appId, key: request.key, createdAt };
    const keptSince = new Date(createdAt.getTime() - KEPT_MS);
    if (await takeKey(db, claim, request, leaseFrom(createdAt), keptSince)) {
      return { kind: 'hold', hold: holdOf({ db, clock, envelope }, claim) };
    }
    const known = await findKey(db, request.appId, request.key);
    // Freed between the two statements, so another attempt is made.
    if (known === null) continue;
    if (Buffer.compare(known.bodyHash, request.bodyHash) !== 0) throw refuseFor('IDEMPOTENCY_KEY_REUSED');
    if (known.answer !== null) {
      return { kind: 'replay', answer: await opened(envelope, request, known.answer) };
    }
    break;
  }
  throw refuseFor('IDEMPOTENCY_KEY_RUNNING', undefined, 1);
}

function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}

const purpose = ({ appId, key }: Pick<Claim, 'appId' | 'key'>): string => `answer ${appId} ${key}`;

/** Encrypted with the platform's data key, which always exists, so that no key is created within a transaction. */
async function sealed(envelope: Envelope, claim: Claim, { status, body }: KeptAnswer): Promise<KeptAnswer> {
  const bytes = await envelope.encrypt(PLATFORM, purpose(claim), Buffer.from(body, 'utf8'));
  return { status, body: Buffer.from(bytes).toString('base64') };
}

async function opened(
  envelope: Envelope,
  of: Pick<Claim, 'appId' | 'key'>,
  { status, body }: KeptAnswer,
): Promise<KeptAnswer> {
  // Stored by a version that did not encrypt.
  if (body.startsWith('{')) return { status, body };
  const bytes = await envelope.decrypt(PLATFORM, purpose(of), Buffer.from(body, 'base64'));
  return { status, body: Buffer.from(bytes).toString('utf8') };
}

function holdOf({ db, clock, envelope }: Keeper, claim: Claim): Hold {
  const renewing = setInterval(() => {
    // The next renewal compensates for a failed one; the commit checks the key anyway.
    renewLease(db, claim, leaseFrom(clock.now())).catch(() => undefined);
  }, RENEW_MS);
  renewing.unref();
  return {
    async keepWith(tx, answer) {
      if (await keepAnswer(tx, claim, await sealed(envelope, claim, answer), true)) return;
      throw refuseFor('IDEMPOTENCY_KEY_RUNNING', undefined, 1);
    },
    async keep(answer) {
      clearInterval(renewing);
      await keepAnswer(db, claim, await sealed(envelope, claim, answer), false);
    },
    async free() {
      clearInterval(renewing);
      await freeKey(db, claim);
    },
  };
}

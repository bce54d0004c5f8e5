/**
 * Requests repeated with one Idempotency-Key are carried out once. The answer is stored in the commit of the act
 * itself, so a crash at any moment leaves either nothing or an act together with its answer. Answers may contain
 * secrets and links that are shown only once, so they are encrypted.
 */

import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../clock.js';
import { type Envelope, PLATFORM } from '../custody/envelope.js';
import { isDatabaseAway } from '../database/database-away.js';
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
/**
 * Lease: a holder that has not renewed within this time is presumed dead, and the key is free. Whoever repeats a request
 * waits that long for a killed process; a living one that stalls for longer loses its work to the repetition.
 */
const LEASE_MS = 10_000;
const RENEW_MS = 3_000;
/** No process sets a lease that ends later than this. One that does was set before the clock was set back. */
const LONGEST_LEASE_MS = 60_000;
/** Interval between attempts to settle a key while the database is away. */
const SETTLE_MS = 500;

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
  /** Ends the renewal of the lease. Called when the request has been carried out, however it ended. */
  end(): void;
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
    if (await taken(db, claim, request)) {
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

async function taken(db: Db, claim: Claim, request: KeyedRequest): Promise<boolean> {
  const after = (milliseconds: number) => new Date(claim.createdAt.getTime() + milliseconds);
  try {
    return await takeKey(db, claim, {
      ...request,
      lease: after(LEASE_MS),
      keptSince: after(-KEPT_MS),
      latestLease: after(LONGEST_LEASE_MS),
    });
  } catch (error) {
    // It may have been taken although the connection was lost.
    if (isDatabaseAway(error)) void settleLater(() => freeKey(db, claim));
    throw error;
  }
}

/**
 * A key whose holder cannot reach the database is settled as soon as it can, and not only when its lease ends: callers
 * repeat their requests as soon as the database is back.
 */
async function settle(write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    void settleLater(write);
  }
}

async function settleLater(write: () => Promise<unknown>): Promise<void> {
  for (const leaseEnds = performance.now() + LEASE_MS; performance.now() < leaseEnds; ) {
    await setTimeout(SETTLE_MS, undefined, { ref: false });
    try {
      await write();
      return;
    } catch (error) {
      if (!isDatabaseAway(error)) return;
    }
  }
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
    const lease = new Date(clock.now().getTime() + LEASE_MS);
    renewLease(db, claim, lease).catch(() => undefined);
  }, RENEW_MS);
  renewing.unref();
  return {
    async keepWith(tx, answer) {
      if (await keepAnswer(tx, claim, await sealed(envelope, claim, answer), true)) return;
      throw refuseFor('IDEMPOTENCY_KEY_RUNNING', undefined, 1);
    },
    async keep(answer) {
      await settle(async () => keepAnswer(db, claim, await sealed(envelope, claim, answer), false));
    },
    async free() {
      await settle(() => freeKey(db, claim));
    },
    end() {
      clearInterval(renewing);
    },
  };
}

/**
 * The append-only history of a flow. Each event's hash covers the hash of the previous event, so that nothing can be
 * changed, inserted, removed or reordered without invalidating every later hash.
 *
 *     hash = SHA-256( "cinnabar event chain v1" LF previous LF canonical )
 *
 * or SM3 of the same, if the event has the member `"hashedBy":"sm3"`: it says so itself, and a chain can change over,
 * where `previous` is the previous hash, 64 lower-case hexadecimal digits (64 zeros for the first event), and
 * `canonical` is the event as RFC 8785 serialises it. Anyone can verify it with printf and sha256sum, or
 * `openssl dgst -sm3`.
 */
import { createHash, getHashes } from 'node:crypto';
import { canonicalJson, isJsonObject, type JsonValue } from './canonical-json.js';

export const CHAIN_HASHES = Object.freeze(['sha256', 'sm3'] as const);
export type ChainHash = (typeof CHAIN_HASHES)[number];

export interface ChainedEvent {
  /** Lower-case hexadecimal, as the next event's `previousHash`. */
  readonly hash: string;
  /** The text that was hashed; it is stored as text, so it is the exact event. */
  readonly canonical: string;
}

export interface RecordedEvent {
  readonly event: JsonValue;
  readonly hash: string;
}

export type ChainVerdict =
  | { readonly intact: true; readonly head: string | null }
  | {
      readonly intact: false;
      /** Index, from 0, of the first event that differs from what was recorded. */
      readonly index: number;
      /**
       * ALTERED: this event, its position or a preceding one was changed; END_MISSING: events after the last one are
       * missing.
       */
      readonly problem: 'ALTERED' | 'END_MISSING';
    };

const START = '0'.repeat(64);

/**
 * @param previousHash hash of the previous event, null for the first
 * @throws CustodyError NOT_CANONICAL
 */
export function chainEvent(previousHash: string | null, event: JsonValue): ChainedEvent {
  const canonical = canonicalJson(event);
  const hash = createHash(hashOf(event))
    .update(`cinnabar event chain v1\n${previousHash ?? START}\n${canonical}`, 'utf8')
    .digest('hex');
  return { hash, canonical };
}

/**
 * @param events oldest first
 * @param head the hash of the newest event from an independent source (the flow's row, a signed report): the chain
 * itself cannot reveal that its end was removed
 */
export function verifyChain(events: readonly RecordedEvent[], head?: string): ChainVerdict {
  let previous: string | null = null;
  for (const [index, { event, hash }] of events.entries()) {
    if (chainEvent(previous, event).hash !== hash) return { intact: false, index, problem: 'ALTERED' };
    previous = hash;
  }
  if (head !== undefined && head !== previous) {
    return { intact: false, index: events.length, problem: 'END_MISSING' };
  }
  return { intact: true, head: previous };
}

/** The member of an event by which it says how it is hashed; none for SHA-256. */
export function hashMark(hash: ChainHash): { readonly hashedBy?: ChainHash } {
  return hash === 'sha256' ? {} : { hashedBy: hash };
}

function hashOf(event: JsonValue): ChainHash {
  return isJsonObject(event) && event['hashedBy'] === 'sm3' ? 'sm3' : 'sha256';
}

/** The example of GM/T 0004, A.1. */
const SM3_OF_ABC = '66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0';

/** Whether this build of OpenSSL has SM3, and digests the example of the standard as the standard does. */
export function isSm3Sound(): boolean {
  return getHashes().includes('sm3') && createHash('sm3').update('abc').digest('hex') === SM3_OF_ABC;
}

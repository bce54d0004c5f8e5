/** Which PAdES level a signature has reached (EN 319 142-1, 6.3), and when there is more to be done. Pure. */

import { ARCHIVE_GRACE_MS } from '../../flow/rules/effects.js';

export type SignatureLevel = 'B-B' | 'B-T' | 'B-LT' | 'B-LTA';

export interface SignatureProof {
  readonly fieldName: string;
  /** When the certificate of its signature timestamp expires. */
  readonly timestampTime: Date | null;
  /** Expiry time of its certificate. */
  readonly certificateEnds: Date;
}

export interface ReachedLevel {
  readonly fieldName: string;
  readonly level: SignatureLevel;
  /** The earliest trusted time at which it existed. */
  readonly provenAt: Date | null;
}

export interface Reached {
  /** Time of the first document timestamp after all signatures; null if there is none. */
  readonly documentTimestamp: Date | null;
  /** The DSS contains all validation data of the signatures and their own timestamps. */
  readonly complete: boolean;
  /** The DSS also contains the validation data of that document timestamp. */
  readonly timestampProven: boolean;
  /** A document timestamp covers the DSS. */
  readonly archived: boolean;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const LONGEST_WAIT_MS = 6 * HOUR;
const RENEWAL_MS = 90 * DAY;

/**
 * Determines the level of each signature. A signature's existence is proven by its own timestamp, by that of a later
 * signature (whose bytes cover it), or by a document timestamp; for B-T any of them suffices. A time after the expiry
 * of the signer's certificate proves nothing, so such a signature stays B-B whatever else exists. A signature that only
 * a document timestamp proves is no more provable than that timestamp.
 * @param signatures of one file, in the order in which they were made
 */
export function levelsReached(
  signatures: readonly SignatureProof[],
  { documentTimestamp, complete, timestampProven, archived }: Reached,
): readonly ReachedLevel[] {
  let covering = documentTimestamp;
  const levels: ReachedLevel[] = [];
  for (const { fieldName, timestampTime, certificateEnds } of signatures.toReversed()) {
    if (timestampTime !== null && (covering === null || timestampTime < covering)) covering = timestampTime;
    const proven = covering !== null && covering <= certificateEnds;
    const provable = complete && (covering !== documentTimestamp || timestampProven);
    const level = !proven ? 'B-B' : !provable ? 'B-T' : archived ? 'B-LTA' : 'B-LT';
    levels.unshift({ fieldName, level, provenAt: covering });
  }
  return levels;
}

const LEVELS: readonly SignatureLevel[] = ['B-B', 'B-T', 'B-LT', 'B-LTA'];

/** A file has the level of its last signature. */
export function lowestLevel(levels: readonly ReachedLevel[]): SignatureLevel {
  return LEVELS.find((each) => levels.some(({ level }) => level === each)) ?? 'B-B';
}

/** 5 minutes after the first failure, then doubled each time, up to six hours. */
export function retryAt(now: Date, attempts: number): Date {
  return new Date(
    now.getTime() + Math.min(LONGEST_WAIT_MS, ARCHIVE_GRACE_MS * 2 ** Math.min(attempts - 1, 10)),
  );
}

/**
 * Renewal time of an archive timestamp: 90 days before its certificate expires, or after three quarters of a shorter
 * lifetime; at least a day from now.
 */
export function renewalAt(now: Date, ends: Date): Date {
  const left = Math.max(0, ends.getTime() - now.getTime());
  const at = ends.getTime() - Math.min(RENEWAL_MS, left / 4);
  return new Date(Math.max(at, now.getTime() + DAY));
}

/** Whether an old timestamp expires so soon that its renewal cannot wait for missing validation data. */
export function isUrgent(now: Date, ends: Date): boolean {
  return ends.getTime() - now.getTime() < 7 * DAY;
}

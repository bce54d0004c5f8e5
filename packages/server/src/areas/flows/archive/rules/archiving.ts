/** Which PAdES level a signature has reached (EN 319 142-1, 6.3), and when there is more to be done. Pure. */

export type SignatureLevel = 'B-B' | 'B-T' | 'B-LT' | 'B-LTA';

export interface SignatureProof {
  readonly fieldName: string;
  /** When the certificate of its signature timestamp expires. */
  readonly timestampTime: Date | null;
  /** When its certificate ends. */
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
  /** The store holds everything that verifying the signatures and their own timestamps takes. */
  readonly complete: boolean;
  /** And what verifying that document timestamp takes. */
  readonly timestampProven: boolean;
  /** And a document timestamp covers the store. */
  readonly archived: boolean;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * A revocation that is reported right after a signature gets into what is kept with it: the grace period of
 * EN 319 102-1.
 */
export const GRACE_MS = 5 * MINUTE;
const LONGEST_WAIT_MS = 6 * HOUR;
const RENEWAL_MS = 90 * DAY;

/**
 * A signature exists at the time of its own timestamp, of one of a later signature (whose bytes cover it), or of a
 * document timestamp; which of them it is makes no difference to B-T. A time after its certificate has ended
 * proves nothing of use, so such a signature stays B-B, whatever else is there. One that only a document timestamp
 * proves is no more provable than that.
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

/** A file has reached what the last of its signatures has. */
export function lowestLevel(levels: readonly ReachedLevel[]): SignatureLevel {
  return LEVELS.find((each) => levels.some(({ level }) => level === each)) ?? 'B-B';
}

/** 5 minutes after the first failure, then twice as long each time, six hours at most. */
export function retryAt(now: Date, attempts: number): Date {
  return new Date(now.getTime() + Math.min(LONGEST_WAIT_MS, GRACE_MS * 2 ** Math.min(attempts - 1, 10)));
}

/**
 * When an archive timestamp is renewed: 90 days before its certificate ends, or when three quarters of a shorter life
 * have passed; a day from now at the earliest.
 */
export function renewalAt(now: Date, ends: Date): Date {
  const left = Math.max(0, ends.getTime() - now.getTime());
  const at = ends.getTime() - Math.min(RENEWAL_MS, left / 4);
  return new Date(Math.max(at, now.getTime() + DAY));
}

/** Whether an old timestamp ends so soon that its renewal cannot wait for what is still missing. */
export function isUrgent(now: Date, ends: Date): boolean {
  return ends.getTime() - now.getTime() < 7 * DAY;
}

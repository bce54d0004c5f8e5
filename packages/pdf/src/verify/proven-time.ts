import type { TimestampCheck } from './check-timestamp.js';

/** A timestamp by what it proves and where it stands. */
export interface PlacedTimestamp {
  /** The index of the revision that it proves: it was there, with all that it covers. */
  readonly revision: number;
  /** The index of the revision that holds it, later where it is among the validation data. */
  readonly heldBy: number;
  readonly check: TimestampCheck;
  /** Whether the signature or document timestamp that carries it covers what it claims. */
  readonly covers: boolean;
}

/** ms by which the clock of an authority may be ahead of ours without its time being one that has not come. */
const CLOCKS_DIFFER = 5 * 60_000;

/** Whether a timestamp says a time that has not come yet. */
export function isFromFuture({ time }: TimestampCheck, now: Date): boolean {
  return time !== null && time.getTime() > now.getTime() + CLOCKS_DIFFER;
}

/**
 * Proofs of existence (EN 319 102-1 clause 5.6.2): a timestamp proves what stood in the file when it was made, also all
 * signatures before it, since each covers the previous ones. One whose authority's certificate has ended counts when a
 * later one proves that it was made before; so the newest are examined first. The same goes for one whose authority's
 * certificate was revoked, unless the key is said to be safe (RFC 3161, section 4).
 * @param isRevoked whether a timestamp's authority was revoked before a time at which the timestamp existed
 */
export function provenTimes(
  timestamps: readonly PlacedTimestamp[],
  now: Date,
  isRevoked: (check: TimestampCheck, existed: Date) => boolean,
): { readonly of: (revision: number) => Date | null; readonly reliable: ReadonlySet<TimestampCheck> } {
  const proofs: { readonly revision: number; readonly time: Date }[] = [];
  const reliable = new Set<TimestampCheck>();
  const earliest = (from: number): Date | null =>
    proofs
      .filter(({ revision }) => revision >= from)
      .reduce<Date | null>((best, { time }) => (best === null || time < best ? time : best), null);
  const newestFirst = [...timestamps].sort((one, other) => other.heldBy - one.heldBy);
  for (const { revision, heldBy, check, covers } of newestFirst) {
    if (!covers || !check.trusted || check.time === null || isFromFuture(check, now)) continue;
    const existed = earliest(heldBy + 1) ?? now;
    const ended = check.path?.certificates.some(({ notAfter }) => notAfter < existed) ?? true;
    if (ended || isRevoked(check, existed)) continue;
    reliable.add(check);
    proofs.push({ revision, time: check.time });
  }
  return { of: earliest, reliable };
}

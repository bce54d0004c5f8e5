import type { TimestampCheck } from './check-timestamp.js';

/** A timestamp with its position and the revision that it proves. */
export interface PlacedTimestamp {
  /** Index of the revision whose existence it proves, with everything that revision covers. */
  readonly revision: number;
  /** Index of the revision that contains it; a later one if it is among the validation data. */
  readonly heldBy: number;
  readonly check: TimestampCheck;
  /** Whether the signature or document timestamp that carries it covers what it claims. */
  readonly covers: boolean;
}

/** ms by which an authority's clock may be ahead of ours before its time counts as being in the future. */
const CLOCKS_DIFFER = 5 * 60_000;

/** Whether the time of a timestamp is in the future. */
export function isFromFuture({ time }: TimestampCheck, now: Date): boolean {
  return time !== null && time.getTime() > now.getTime() + CLOCKS_DIFFER;
}

/**
 * Derives proofs of existence (EN 319 102-1, clause 5.6.2). A timestamp proves that the content of the file existed
 * when it was made, including all earlier signatures, since each covers the previous ones. A timestamp whose
 * authority's certificate has expired counts if a later timestamp proves that it was made before; therefore the newest
 * are examined first. The same applies if that certificate was revoked, unless the key is stated to be safe (RFC 3161,
 * section 4).
 * @param isRevoked whether the authority was revoked before a time at which the timestamp is proven to exist
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

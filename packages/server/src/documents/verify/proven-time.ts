import type { TimestampCheck } from './check-timestamp.js';

/** A timestamp and the revision that brought it. */
export interface PlacedTimestamp {
  readonly revision: number;
  /** Over the whole document, or over one signature value. */
  readonly kind: 'document' | 'signature';
  readonly check: TimestampCheck;
  /** Whether the signature or document timestamp that carries it covers what it claims. */
  readonly covers: boolean;
}

/**
 * Proofs of existence (EN 319 102-1 clause 5.6.2): a timestamp proves what stood in the file when it was made, also all
 * signatures before it, since each covers the ones before. One whose authority's certificate has ended counts when a
 * later one proves that it was made before; so the newest are looked at first. The same goes for one whose authority's
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
  const newestFirst = [...timestamps].sort((one, other) => other.revision - one.revision);
  for (const { revision, check, covers } of newestFirst) {
    if (!covers || !check.trusted || check.time === null || check.time > now) continue;
    const existed = earliest(revision + 1) ?? now;
    const ended = check.path?.certificates.some(({ notAfter }) => notAfter < existed) ?? true;
    if (ended || isRevoked(check, existed)) continue;
    reliable.add(check);
    proofs.push({ revision, time: check.time });
  }
  return { of: earliest, reliable };
}

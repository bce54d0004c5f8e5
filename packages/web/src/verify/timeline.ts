import type { VerifyPageChange, VerifyPageSignature, VerifyPageView } from '@cinnabar/api/pages/verify.js';

/** One revision of the file: what it added, and whether that was allowed. */
export interface TimelineEntry {
  readonly revision: number;
  readonly signatures: readonly VerifyPageSignature[];
  /** Whether an earlier signature forbids what this revision changed. */
  readonly forbidden: boolean;
  /** It follows the last signature or timestamp and holds more than validation data, so nobody vouches for it. */
  readonly unsigned: boolean;
  /** Changes after a signature, allowed or not. */
  readonly changes: readonly VerifyPageChange[];
}

/** Derives the revisions of the file from its signatures. */
export function timelineOf({
  revisions,
  signatures,
}: Pick<VerifyPageView, 'revisions' | 'signatures'>): readonly TimelineEntry[] {
  const last = Math.max(0, ...signatures.map(({ revision }) => revision));
  return Array.from({ length: revisions }, (_, index) => {
    const revision = index + 1;
    const changes = signatures.flatMap(({ changesAfter }) =>
      changesAfter.filter((change) => change.revision === revision),
    );
    const isValidationData =
      changes.length > 0 && changes.every(({ kind }) => kind === 'VALIDATION_DATA_ADDED');
    return {
      revision,
      signatures: signatures.filter((signature) => signature.revision === revision),
      forbidden: changes.some(({ allowed }) => !allowed),
      unsigned: last > 0 && revision > last && !isValidationData,
      changes,
    };
  });
}

/** The revisions for which nobody vouches, unless they hold forbidden changes, which the verdict is about. */
export function unsignedAfter(entries: readonly TimelineEntry[]): readonly TimelineEntry[] {
  return entries.some(({ forbidden }) => forbidden) ? [] : entries.filter(({ unsigned }) => unsigned);
}

import type { VerifyPageChange, VerifyPageSignature, VerifyPageView } from '@cinnabar/api/pages/verify.js';

/** One revision of the file: what it added, and whether that was allowed. */
export interface TimelineEntry {
  readonly revision: number;
  readonly signatures: readonly VerifyPageSignature[];
  /** Whether an earlier signature forbids what this revision changed. */
  readonly forbidden: boolean;
  /** Changes after a signature, allowed or not. */
  readonly changes: readonly VerifyPageChange[];
}

/** Derives the revisions of the file from its signatures. */
export function timelineOf({
  revisions,
  signatures,
}: Pick<VerifyPageView, 'revisions' | 'signatures'>): readonly TimelineEntry[] {
  return Array.from({ length: revisions }, (_, index) => {
    const revision = index + 1;
    const changes = signatures.flatMap(({ changesAfter }) =>
      changesAfter.filter((change) => change.revision === revision),
    );
    return {
      revision,
      signatures: signatures.filter((signature) => signature.revision === revision),
      forbidden: changes.some(({ allowed }) => !allowed),
      changes,
    };
  });
}

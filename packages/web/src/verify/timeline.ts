import type { VerifyPageChange, VerifyPageSignature, VerifyPageView } from '@cinnabar/api/pages/verify.js';

/** One saved state of the file: what it brought, and whether that was allowed. */
export interface TimelineEntry {
  readonly revision: number;
  readonly signatures: readonly VerifyPageSignature[];
  /** Some signature before does not allow what this revision changed. */
  readonly forbidden: boolean;
  /** What it changed after some signature, allowed or not. */
  readonly changes: readonly VerifyPageChange[];
}

/** The history of the file by what its signatures say of it. */
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

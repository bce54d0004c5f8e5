/** A draft in this browser and at the service: which one counts. */
import { type Draft, emptyDraft } from './draft.js';

export interface DraftCopy {
  /** The version of the service's draft on which it is based; 0: none. */
  readonly version: number;
  readonly draft: Draft;
  /** What was sent to the service last without an answer; null: nothing. */
  readonly sent: Draft | null;
}

/** The draft of the service. */
export interface Known {
  readonly version: number;
  readonly draft: Draft;
}

/**
 * `overtaken`: another window has saved the draft, `gone`: sent or discarded it; what was typed here is not part of that.
 */
export type Reconciled =
  | { readonly kind: 'agreed'; readonly version: number; readonly draft: Draft }
  | { readonly kind: 'overtaken' | 'gone'; readonly version: number; readonly mine: Draft };

/** What to go on with: the newer revision wins, and nothing typed is dropped without a word. */
export function reconciled(copy: DraftCopy | null, known: Known | null): Reconciled {
  if (copy === null) {
    return { kind: 'agreed', version: known?.version ?? 0, draft: known?.draft ?? emptyDraft };
  }
  if (known === null) {
    if (copy.version > 0) return { kind: 'gone', version: 0, mine: copy.draft };
    return { kind: 'agreed', version: 0, draft: copy.draft };
  }
  const isOwnSave = known.version === copy.version + 1 && isSame(copy.sent, known.draft);
  if (known.version === copy.version || isOwnSave || isSame(copy.draft, known.draft)) {
    return { kind: 'agreed', version: known.version, draft: copy.draft };
  }
  return { kind: 'overtaken', version: known.version, mine: copy.draft };
}

function isSame(one: Draft | null, other: Draft): boolean {
  return one !== null && JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

/** Fields in one order, whatever order they were set in. */
function sorted({ step, title, files, parties, deadline, isConfidential, values }: Draft) {
  return [
    [step, title, deadline, isConfidential],
    files.map((file) => [file.fileName, file.fileUrl, file.totalPage, file.width, file.height]),
    parties.map(({ key, type, corpName, name, mobile, step: order }) => [
      ...[key, type, corpName],
      ...[name, mobile, order],
    ]),
    Object.entries(values).sort(([left], [right]) => left.localeCompare(right)),
  ];
}

import type { ChangeKind } from '../document-change.js';
import type { DocumentHistory } from '../document-history.js';
import type { ExaminedSignature } from '../examined-signature.js';
import { fieldName } from '../field-entries.js';
import type { FileRevisions } from '../file-revisions.js';
import { fieldsOfForm } from '../find-signatures.js';
import type { RevisionView } from '../revision-view.js';
import type { SignatureVerification } from '../verification.js';
import { placesOfFields } from './field-places.js';
import type { RenderingComparison, SecondOpinion } from './second-opinion.js';

/** Changes for which the structural check suffices: they are visible only in signature fields, or not at all. */
const SETTLED: ReadonlySet<ChangeKind> = new Set([
  'SIGNATURE_ADDED',
  'PAGE_COVERED',
  'TIMESTAMP_ADDED',
  'SIGNATURE_FIELD_ADDED',
  'VALIDATION_DATA_ADDED',
]);
const PUSH_BUTTON = 1 << 16;

/** Programs end files with one or two line ends. */
const MAX_BLANKS = 4;

interface Signed {
  readonly bytes: Buffer;
  readonly file: FileRevisions;
  readonly history: DocumentHistory;
  /** In the order of `signatures`. */
  readonly examined: readonly ExaminedSignature[];
  readonly signatures: readonly SignatureVerification[];
}

/**
 * Determines which signed revisions are compared with the present file. If no unsettled change lies between two
 * signatures, the document looks the same for both, so one comparison covers both. A signature with invalid coverage or
 * value proves no revision to compare with.
 */
export function wantedOpinion(signed: Signed): SecondOpinion {
  const unsettled = unsettledRevisions(signed);
  const last = unsettled.at(-1);
  if (last === undefined) return { status: 'notNeeded' };
  const groups = new Map<number, number[]>();
  for (const [index, { revision, coverage, value }] of signed.examined.entries()) {
    const isWhole = ![...coverage.problems, ...value.problems].some(({ effect }) => effect === 'invalid');
    if (!isWhole || revision >= last) continue;
    const before = unsettled.findLastIndex((each) => each <= revision);
    groups.set(before, [...(groups.get(before) ?? []), index]);
  }
  const comparisons = [...groups.values()].flatMap((signatures) => comparisonOf(signed, signatures));
  return comparisons.length === 0 ? { status: 'notNeeded' } : { status: 'wanted', comparisons };
}

function comparisonOf(
  { file, history, examined, signatures }: Signed,
  group: readonly number[],
): readonly RenderingComparison[] {
  const revisions = group.map((index) => examined[index]?.revision ?? 0);
  const revision = Math.min(...revisions);
  const first = signatures[group[revisions.indexOf(revision)] ?? -1];
  const end = file.revisions[revision]?.end;
  const signed = history.views[revision];
  const present = history.views.at(-1);
  if (first === undefined || end === undefined || signed === undefined || present === undefined) return [];
  const names = new Set(
    history.changes
      .filter(({ revision: made, change }) =>
        first.changesAfter.some(
          (each) =>
            (each.allowed || each.unclear) &&
            each.kind === change.kind &&
            each.detail === change.detail &&
            each.revision === made + 1,
        ),
      )
      .flatMap(({ change }) => (change.field === null ? [] : [change.field])),
  );
  // An existing field keeps the place that the signer saw.
  const known = placesOfFields(signed, names);
  const added = placesOfFields(present, new Set([...names].filter((name) => !known.has(name))));
  const excepted = [...known.values(), ...added.values()].flat();
  return [{ revision: revision + 1, end, excepted, signatures: group }];
}

/**
 * Indexes, in order, of the revisions with changes that the structural check alone cannot settle. These include
 * revisions without a nameable change, and bytes after the end.
 */
function unsettledRevisions({ bytes, file, history }: Signed): readonly number[] {
  const { changes, views, signatures } = history;
  const first = signatures[0]?.revision ?? views.length;
  const found = new Set<number>();
  const named = new Set(changes.map(({ revision }) => revision));
  for (let index = first + 1; index < views.length; index += 1) if (!named.has(index)) found.add(index);
  if (bytes.length - file.end > MAX_BLANKS) found.add(views.length);

  const unsettled = changes.filter(({ change }) => !SETTLED.has(change.kind));
  if (unsettled.length > 0) {
    const signedIn = new Set(
      changes.filter(({ change }) => change.kind === 'SIGNATURE_ADDED').map(({ revision }) => revision),
    );
    const buttons = pushButtons(views.at(-1));
    for (const { revision, change } of unsettled) {
      // Slices of a seam are push buttons, drawn in the revision of the signature that they belong to.
      const isButton = change.kind === 'FIELD_FILLED' && buttons.has(change.field ?? '');
      if (!isButton || !signedIn.has(revision)) found.add(revision);
    }
  }
  return [...found].sort((one, other) => one - other);
}

function pushButtons(view: RevisionView | undefined): ReadonlySet<string> {
  const names = new Set<string>();
  if (view === undefined) return names;
  for (const item of fieldsOfForm(view)) {
    const field = view.dictionary(item);
    const flags = field?.get('Ff');
    const isButton = view.name(field?.get('FT')) === 'Btn';
    if (isButton && typeof flags === 'number' && (flags & PUSH_BUTTON) !== 0) names.add(fieldName(field));
  }
  return names;
}

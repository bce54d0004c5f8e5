import {
  isArray,
  isDictionary,
  isName,
  isNamed,
  isReference,
  isStream,
  type PdfObject,
  type PdfReference,
} from '../syntax/values.js';
import { faultsOfRevision } from './account-for-bytes.js';
import { Comparison, type WrittenObjects } from './comparison.js';
import { isSamePlace } from './cross-reference-section.js';
import { type ChangeKind, type DocumentChange, structureChange } from './document-change.js';
import { sameCopies } from './equal-copies.js';
import { equalValues, sameContent } from './equal-values.js';
import type { Revision } from './file-revisions.js';
import type { DifferencePolicy } from './policies/difference-policy.js';
import { hasEmptyReference } from './recovery-triggers.js';
import type { ReferenceIndex, WrittenObject } from './reference-index.js';
import type { RevisionView } from './revision-view.js';
import { fault, type StructureFault, weightOf } from './structure-fault.js';
import { unreachableObjects } from './unreachable-objects.js';

export interface RevisionPair {
  readonly bytes: Buffer;
  readonly previous: Revision;
  readonly revision: Revision;
  /** The document as of `previous`. */
  readonly before: RevisionView;
  /** The document as of `revision`. */
  readonly after: RevisionView;
}

/**
 * Compares a revision with the previous one, object by object.
 * @param index references of the previous document; updated to those of the new one
 */
export function compareRevisions(
  { bytes, previous, revision, before, after }: RevisionPair,
  index: ReferenceIndex,
  policy: DifferencePolicy,
): readonly DocumentChange[] {
  const faults = faultsOfRevision(bytes, revision, previous, before, after);
  const written = writtenObjects(revision, before, after);
  const comparison = new Comparison(before, after, written, index);
  const worst = faults.find((found) => weightOf(found) !== 'unusual');
  if (worst !== undefined) return [structureChange(worst)];
  for (const number of fixedObjects(comparison)) comparison.report('OBJECT_CHANGED', `${number}`);
  const rewritten = [...written.rewritten.values()].filter(({ before }) => before !== null).length;
  if (rewritten > 0) comparison.report('OBJECT_REWRITTEN', `${rewritten}`);
  compareTrailers(comparison);
  for (const rule of policy.rules) rule(comparison);
  for (const number of comparison.unexplained()) comparison.report(kindOf(comparison, number), `${number}`);
  const doubts = [
    ...faults,
    ...unreachableObjects(bytes, comparison, revision),
    ...emptyReferences(comparison),
  ];
  return [...comparison.changes, ...doubts.map(structureChange)];
}

function writtenObjects(revision: Revision, before: RevisionView, after: RevisionView): WrittenObjects {
  const changed = new Map<number, WrittenObject>();
  const rewritten = new Map<number, WrittenObject>();
  for (const [number, place] of revision.entries) {
    if (isSamePlace(before.place(number), place)) continue;
    const former = before.object(number);
    const pair = { before: former.value, after: after.object(number).value };
    const isSame =
      !former.ambiguous &&
      (sameContent(before, pair.before, after, pair.after) ||
        sameCopies(before, pair.before, after, pair.after));
    (isSame ? rewritten : changed).set(number, pair);
  }
  return { changed, rewritten };
}

/**
 * Changed objects that no rule may permit, whatever refers to them. Objects in an object stream would change without
 * being listed, and for an object that readers interpret differently "unchanged" has no meaning.
 */
function fixedObjects({ before, after, changed }: Comparison): readonly number[] {
  return [...changed].flatMap(([number, pair]) => {
    const { value, ambiguous } = before.object(number);
    const isTyped = isStream(value) && isNamed(value.dictionary.get('Type'), 'ObjStm');
    const isFixed =
      isTyped || before.isContainer(number) || ambiguous || hasStrayReference(after, pair.before, pair.after);
    return isFixed ? [number] : [];
  });
}

/** Whether a reference now names a generation that does not exist: some readers then find nothing. */
function hasStrayReference(after: RevisionView, former: PdfObject, latter: PdfObject): boolean {
  const strays = referencesOf(latter).filter(({ object, generation }) => {
    const place = after.place(object);
    return place.kind !== 'free' && generation !== (place.kind === 'offset' ? place.generation : 0);
  });
  if (strays.length === 0) return false;
  const known = referencesOf(former);
  return strays.some((stray) => !known.some((reference) => equalValues(reference, stray)));
}

/** The first object with a newly dangling reference. */
function emptyReferences({ after, changed }: Comparison): readonly StructureFault[] {
  for (const [number, pair] of changed) {
    if (!hasEmptyReference(after, pair.after, pair.before)) continue;
    return [fault('EMPTY_REFERENCE', after.object(number).located?.start ?? 0)];
  }
  return hasStrayReference(after, null, after.trailer.get('Root') ?? null)
    ? [fault('STRAY_REFERENCE', 0)]
    : [];
}

function referencesOf(value: PdfObject): readonly PdfReference[] {
  if (isReference(value)) return [value];
  if (isStream(value)) return referencesOf(value.dictionary);
  if (isArray(value)) return value.flatMap(referencesOf);
  return isDictionary(value) ? [...value.values()].flatMap(referencesOf) : [];
}

function compareTrailers(comparison: Comparison): void {
  const one = comparison.before.trailer;
  const other = comparison.after.trailer;
  if (!equalValues(one.get('Root'), other.get('Root'))) {
    // A catalog with another object number is compared entry by entry, like a rewritten one.
    const isCatalog =
      isReference(other.get('Root')) && isNamed(comparison.after.catalog.get('Type'), 'Catalog');
    comparison.report(isCatalog ? 'OBJECT_REWRITTEN' : 'CATALOG_CHANGED', 'Root');
  }
  if (!equalValues(one.get('Encrypt'), other.get('Encrypt'))) comparison.report('CATALOG_CHANGED', 'Encrypt');
}

/**
 * The kind of an object as a reader of the document perceives it, judged by its content and by the references to it.
 */
function kindOf(comparison: Comparison, number: number): ChangeKind {
  const entry = comparison.changed.get(number);
  if (entry === undefined || entry.before === null) return 'OBJECT_DEFINED';
  const dictionary = isStream(entry.before)
    ? entry.before.dictionary
    : isDictionary(entry.before)
      ? entry.before
      : null;
  const type = dictionary?.get('Type');
  const named = isName(type) ? KIND_OF_TYPE[type.name] : undefined;
  if (named !== undefined) return named;
  const paths = comparison.mentionsOf(number).map(({ path }) => path);
  if (paths.some((path) => /^Contents(\/\d+)?$/.test(path))) return 'PAGE_CONTENT_CHANGED';
  if (dictionary?.has('Rect') === true && dictionary.has('Subtype')) return 'ANNOTATION_CHANGED';
  if (
    paths.some((path) =>
      /(^|\/)(Font|FontFile[23]?|ToUnicode|Encoding|Widths|DescendantFonts)(\/|$)/.test(path),
    )
  )
    return 'FONT_CHANGED';
  if (paths.some((path) => /(^|\/)(Resources|XObject|ExtGState|ColorSpace|Pattern|Shading)(\/|$)/.test(path)))
    return 'RESOURCE_CHANGED';
  if (paths.some((path) => /^(Kids|Count)(\/|$)/.test(path))) return 'PAGE_TREE_CHANGED';
  return 'OBJECT_CHANGED';
}

const KIND_OF_TYPE: Readonly<Record<string, ChangeKind>> = {
  Page: 'PAGE_CHANGED',
  Pages: 'PAGE_TREE_CHANGED',
  Catalog: 'CATALOG_CHANGED',
  Font: 'FONT_CHANGED',
  FontDescriptor: 'FONT_CHANGED',
  OCG: 'LAYER_CHANGED',
  OCMD: 'LAYER_CHANGED',
  Annot: 'ANNOTATION_CHANGED',
  Sig: 'SIGNATURE_CHANGED',
  DocTimeStamp: 'SIGNATURE_CHANGED',
};

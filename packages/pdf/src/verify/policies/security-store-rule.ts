import { createHash } from 'node:crypto';
import { isReference, isStream, type PdfDictionary, type PdfValue } from '../../syntax/values.js';
import { below, type Comparison, type Site } from '../comparison.js';
import { changedKeys, equalValues } from '../equal-values.js';
import type { RevisionView } from '../revision-view.js';
import { type Datum, isValidationDatum } from './validation-datum.js';

/** Keys of the document security store (ISO 32000-2 tables 261 and 262). */
const LISTS: Readonly<Record<string, Datum>> = {
  Certs: 'certificate',
  OCSPs: 'ocspResponse',
  CRLs: 'revocationList',
};
const LISTS_OF_ONE: Readonly<Record<string, Datum>> = {
  Cert: 'certificate',
  OCSP: 'ocspResponse',
  CRL: 'revocationList',
};

/**
 * Validation data may be added: certificates, CRLs and OCSP responses. If some is removed, earlier signatures remain
 * intact but lose proof of their validity. The store is never displayed, provided that its streams contain what their
 * keys state.
 */
export function compareSecurityStores(
  comparison: Comparison,
  site: Site,
  one: PdfValue | undefined,
  other: PdfValue | undefined,
): void {
  const at = comparison.enter(site, one);
  const before = comparison.before.dictionary(one) ?? new Map<string, PdfValue>();
  const after = comparison.after.dictionary(other);
  if (after === null) {
    if (before.size > 0 || comparison.after.resolve(other) !== null)
      comparison.report('CATALOG_CHANGED', 'DSS');
    return;
  }
  const growth = new Set([
    ...listGrowth(comparison, at, before, after, LISTS),
    ...relatedGrowth(comparison, at, before, after),
  ]);
  const known = new Set([...Object.keys(LISTS), 'VRI', 'Type']);
  const foreign = changedKeys(before, after).some((key) => !known.has(key));
  if (foreign || growth.has('OTHER')) comparison.report('CATALOG_CHANGED', 'DSS');
  else if (growth.has('UNREADABLE')) comparison.report('VALIDATION_DATA_UNREADABLE', '');
  if (growth.has('LESS')) comparison.report('VALIDATION_DATA_REMOVED', '');
  if (growth.has('MORE') || (!equalValues(one, other) && growth.size === 0))
    comparison.report('VALIDATION_DATA_ADDED', '');
}

type Growth = 'MORE' | 'LESS' | 'UNREADABLE' | 'OTHER';

function relatedGrowth(
  comparison: Comparison,
  site: Site,
  before: PdfDictionary,
  after: PdfDictionary,
): readonly Growth[] {
  const at = comparison.enter(below(site, 'VRI'), before.get('VRI'));
  const one = comparison.before.dictionary(before.get('VRI')) ?? new Map<string, PdfValue>();
  const other = comparison.after.dictionary(after.get('VRI')) ?? new Map<string, PdfValue>();
  const growth: Growth[] = [];
  const known = new Set([...Object.keys(LISTS_OF_ONE), 'TU', 'TS', 'Type']);
  for (const key of new Set([...one.keys(), ...other.keys()])) {
    if (key === 'Type') continue;
    const inside = comparison.enter(below(at, key), one.get(key));
    const former = comparison.before.dictionary(one.get(key)) ?? new Map<string, PdfValue>();
    const latter = comparison.after.dictionary(other.get(key));
    if (latter === null) growth.push(comparison.after.resolve(other.get(key)) === null ? 'LESS' : 'OTHER');
    else if ([...latter.keys()].some((name) => !known.has(name))) growth.push('OTHER');
    else {
      growth.push(...listGrowth(comparison, inside, former, latter, LISTS_OF_ONE));
      if (!equalValues(former, latter)) growth.push('MORE');
    }
  }
  return growth;
}

function listGrowth(
  comparison: Comparison,
  site: Site,
  before: PdfDictionary,
  after: PdfDictionary,
  lists: Readonly<Record<string, Datum>>,
): readonly Growth[] {
  const growth: Growth[] = [];
  for (const [key, datum] of Object.entries(lists)) {
    comparison.enter(below(site, key), before.get(key));
    const one = comparison.before.array(before.get(key)) ?? [];
    const other = comparison.after.array(after.get(key)) ?? [];
    const known = new Map(one.map((item) => [keyOf(item), item] as const));
    const kept = new Map(other.map((item) => [keyOf(item), item] as const));
    const gone = [...known].filter(([name]) => !kept.has(name)).map(([, item]) => item);
    const added = [...kept].filter(([name]) => !known.has(name)).map(([, item]) => item);
    if (added.some((item) => !isReference(item) || !isStream(comparison.after.resolve(item))))
      growth.push('OTHER');
    else if (added.some((item) => !isDatum(comparison.after, item, datum))) growth.push('UNREADABLE');
    // A writer that creates the store anew gives equal data other object numbers.
    const contents = new Set(gone.length === 0 ? [] : added.map((item) => contentOf(comparison.after, item)));
    if (gone.some((item) => !contents.has(contentOf(comparison.before, item)))) growth.push('LESS');
    if (added.length > 0) growth.push('MORE');
  }
  return growth;
}

const OF_DATA: ReadonlySet<string> = new Set(['Length', 'Filter', 'DecodeParms', 'Type']);

/** Whether a stream contains the kind of data that its list implies, and its dictionary has no other entries. */
function isDatum(view: RevisionView, item: PdfValue, datum: Datum): boolean {
  const found = view.resolve(item);
  if (!isStream(found) || [...found.dictionary.keys()].some((key) => !OF_DATA.has(key))) return false;
  const data = view.decoded(item);
  return data !== null && isValidationDatum(data, datum);
}

function keyOf(item: PdfValue): string {
  return isReference(item) ? `${item.object} ${item.generation}` : JSON.stringify(item);
}

/** Digest of a stream's data; null if the value is not a stream of data. */
function contentOf(view: RevisionView, item: PdfValue): string | null {
  const data = view.decoded(item);
  return data === null ? null : createHash('sha256').update(data).digest('hex');
}

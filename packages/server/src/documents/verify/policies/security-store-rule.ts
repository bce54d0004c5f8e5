import { createHash } from 'node:crypto';
import { isReference, isStream, type PdfDictionary, type PdfValue } from '../../pdf/values.js';
import { below, type Comparison, type Site } from '../comparison.js';
import { changedKeys, equalValues } from '../equal-values.js';
import type { RevisionView } from '../revision-view.js';

/** Of the document security store (ISO 32000-2 tables 261 and 262). */
const LISTS: readonly string[] = ['Certs', 'OCSPs', 'CRLs'];
const LISTS_OF_ONE: readonly string[] = ['Cert', 'OCSP', 'CRL'];

/** Validation data may grow: more certificates, CRLs and OCSP answers, never others in their place. */
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
    if (before.size > 0) comparison.report('CATALOG_CHANGED', 'DSS');
    return;
  }
  const grown = [
    grownLists(comparison, at, before, after, LISTS),
    grownRelated(comparison, at, before, after),
  ];
  const known = new Set([...LISTS, 'VRI', 'Type']);
  const foreign = changedKeys(before, after).some((key) => !known.has(key));
  if (foreign || grown.includes('OTHER')) comparison.report('CATALOG_CHANGED', 'DSS');
  else if (grown.includes('MORE') || !equalValues(one, other)) comparison.report('VALIDATION_DATA_ADDED', '');
}

type Growth = 'SAME' | 'MORE' | 'OTHER';

function grownRelated(
  comparison: Comparison,
  site: Site,
  before: PdfDictionary,
  after: PdfDictionary,
): Growth {
  const at = comparison.enter(below(site, 'VRI'), before.get('VRI'));
  const one = comparison.before.dictionary(before.get('VRI')) ?? new Map<string, PdfValue>();
  const other = comparison.after.dictionary(after.get('VRI')) ?? new Map<string, PdfValue>();
  let growth: Growth = 'SAME';
  const known = new Set([...LISTS_OF_ONE, 'TU', 'TS', 'Type']);
  for (const key of new Set([...one.keys(), ...other.keys()])) {
    if (key === 'Type') continue;
    const inside = comparison.enter(below(at, key), one.get(key));
    const former = comparison.before.dictionary(one.get(key)) ?? new Map<string, PdfValue>();
    const latter = comparison.after.dictionary(other.get(key));
    if (latter === null || [...latter.keys()].some((name) => !known.has(name))) return 'OTHER';
    const grown = grownLists(comparison, inside, former, latter, LISTS_OF_ONE);
    if (grown === 'OTHER') return grown;
    if (grown === 'MORE' || !equalValues(former, latter)) growth = 'MORE';
  }
  return growth;
}

function grownLists(
  comparison: Comparison,
  site: Site,
  before: PdfDictionary,
  after: PdfDictionary,
  keys: readonly string[],
): Growth {
  let growth: Growth = 'SAME';
  for (const key of keys) {
    comparison.enter(below(site, key), before.get(key));
    const one = comparison.before.array(before.get(key)) ?? [];
    const other = comparison.after.array(after.get(key)) ?? [];
    const known = new Map(one.map((item) => [keyOf(item), item] as const));
    const kept = new Map(other.map((item) => [keyOf(item), item] as const));
    const gone = [...known].filter(([name]) => !kept.has(name)).map(([, item]) => item);
    const added = [...kept].filter(([name]) => !known.has(name)).map(([, item]) => item);
    if (added.some((item) => !isReference(item) || !isStream(comparison.after.resolve(item)))) return 'OTHER';
    // A writer that begins anew gives the same data other numbers.
    const contents = new Set(gone.length === 0 ? [] : added.map((item) => contentOf(comparison.after, item)));
    if (gone.some((item) => !contents.has(contentOf(comparison.before, item)))) return 'OTHER';
    if (added.length > 0) growth = 'MORE';
  }
  return growth;
}

function keyOf(item: PdfValue): string {
  return isReference(item) ? `${item.object} ${item.generation}` : JSON.stringify(item);
}

/** Its digest; null for what holds no data. */
function contentOf(view: RevisionView, item: PdfValue): string | null {
  const data = view.decoded(item);
  return data === null ? null : createHash('sha256').update(data).digest('hex');
}

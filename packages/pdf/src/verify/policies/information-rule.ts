import { isReference, isString } from '../../syntax/values.js';
import { type Comparison, TRAILER } from '../comparison.js';
import { changedKeys } from '../equal-values.js';

/** Entries that programs set on saving and that are not content. */
const OF_SAVING: ReadonlySet<string> = new Set(['ModDate', 'Producer']);
const OF_CREATION: ReadonlySet<string> = new Set(['ModDate', 'Producer', 'CreationDate', 'Creator']);

/** The information dictionary (ISO 32000-2, 14.3.3): saving may update the date and the program name. */
export function compareInformation(comparison: Comparison): void {
  const given = comparison.before.trailer.get('Info');
  const latest = comparison.after.trailer.get('Info');
  const before = comparison.before.dictionary(given);
  const after = comparison.after.dictionary(latest);
  // Omitting /Info changes nothing visible.
  if (before !== null && latest === undefined) {
    comparison.report('METADATA_CHANGED', 'Info');
    return;
  }
  const isOther = (before === null) !== (comparison.before.resolve(given) === null);
  if (isOther || (after === null) !== (comparison.after.resolve(latest) === null)) {
    comparison.report('OBJECT_CHANGED', 'Info');
    return;
  }
  const keys = changedKeys(before ?? new Map(), after ?? new Map());
  if (keys.length === 0) return;
  const usual = before === null ? OF_CREATION : OF_SAVING;
  const harmless = keys.every((key) => {
    const value = after?.get(key) ?? null;
    return usual.has(key) && (value === null || isString(value));
  });
  if (!harmless) {
    comparison.report('OBJECT_CHANGED', `Info ${keys.join(' ')}`);
    return;
  }
  comparison.enter({ ...TRAILER, path: 'Info' }, given);
  if (isReference(given)) comparison.answerFor(given.object, 'information');
  comparison.report('METADATA_CHANGED', 'Info');
}

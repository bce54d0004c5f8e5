import {
  isArray,
  isDictionary,
  isName,
  isNamed,
  isReference,
  isString,
  type PdfDictionary,
  type PdfObject,
  type PdfValue,
  textOf,
} from '../../syntax/values.js';
import { below, type Comparison, type Site } from '../comparison.js';
import { changedKeys, equalValues } from '../equal-values.js';
import { fieldName, isTimestamp } from '../field-entries.js';
import type { RevisionView } from '../revision-view.js';
import { mayCover } from './covering-paint.js';
import { mayRestyle } from './default-appearance.js';
import { displayOf } from './field-display.js';
import { fieldArea, isModest, isSmall } from './modest-appearance.js';

/** Entries that a field inherits from its parents. */
export interface FieldContext {
  /** Name of the parent field, '' at the top. */
  readonly name: string;
  readonly type: string | null;
  readonly depth: number;
  /** For widgets: the change of the field's value. */
  readonly value?: ValueChange;
  /** For widgets of a signature field: its signature in the new revision. */
  readonly signature?: PdfDictionary | null;
}

type ValueChange = 'same' | 'filled' | 'changed';

const MAX_DEPTH = 32;
const READ_ONLY = 1;
const PUSH_BUTTON = 1 << 16;
/**
 * Print, ReadOnly, Locked and LockedContents. Every other flag hides, shows or moves a widget (ISO 32000-2, table 167).
 */
const PRINT = 4;
const ADDABLE = PRINT | 64 | 128 | 512;
/** pt²: a quarter of an A4 page, more than any seal. A larger appearance could hide what others have signed. */
export const MAX_APPEARANCE_AREA = (595 * 842) / 4;

/**
 * Compares a field of the previous document. It may receive a value with a matching appearance, or a signature. A
 * signed field never changes; a new appearance without a new value is an overlay.
 */
export function compareField(
  comparison: Comparison,
  site: Site,
  item: PdfValue | undefined,
  above: FieldContext,
): void {
  const at = comparison.enter(site, item);
  const before = comparison.before.dictionary(item);
  const after = comparison.after.dictionary(item);
  // An object that several fields share is examined once, because recursion might not end, and must not change.
  if (isReference(item) && !comparison.isFirstVisit(item.object)) {
    const stays =
      before !== null &&
      after !== null &&
      equalValues(before, after) &&
      compareAppearances(comparison, below(at, 'AP'), before, after) === 'same';
    if (!stays) comparison.report('FIELD_CHANGED', above.name, above.name);
    return;
  }
  if (before === null || after === null || above.depth > MAX_DEPTH) {
    if (before !== after) comparison.report('FIELD_CHANGED', above.name);
    return;
  }
  const own = fieldName(before);
  const name = own === '' ? above.name : above.name === '' ? own : `${above.name}.${own}`;
  const type = comparison.before.name(before.get('FT')) ?? above.type;
  const value =
    before.has('T') || above.value === undefined ? compareValues(comparison, at, before, after) : above.value;
  const appearance = compareAppearances(comparison, below(at, 'AP'), before, after);
  const kids = comparison.before.array(before.get('Kids'));
  if (isReference(item)) comparison.answerFor(item.object, 'field');

  const isOwn = before.has('T') || above.signature === undefined;
  const signature = isOwn ? comparison.after.dictionary(after.get('V')) : (above.signature ?? null);
  const wasSigned = type === 'Sig' && comparison.before.dictionary(before.get('V')) !== null;
  const isSeen = (): boolean => !displayOf(comparison.before, before).isEmpty;
  let spoilt = false;
  for (const key of changedKeys(before, after)) {
    if (key === 'V' || key === 'AP') continue;
    if (!wasSigned && mayChange(key, before.get(key), after.get(key), { value, type, isSeen })) continue;
    const isText = value !== 'same' && (type === 'Tx' || type === 'Ch');
    if (key === 'DA' && isText && mayRestyle(comparison, before, after)) continue;
    spoilt = true;
    comparison.report(wasSigned ? 'SIGNATURE_CHANGED' : 'FIELD_CHANGED', `${name} ${key}`, name);
  }
  if (kids !== null) {
    const inside = comparison.enter(below(at, 'Kids'), before.get('Kids'));
    const latter = comparison.after.array(after.get('Kids')) ?? [];
    if (!equalValues(kids, latter)) comparison.report('FIELD_CHANGED', `${name} Kids`, name);
    const context = { name, type, depth: above.depth + 1, value, signature };
    kids.forEach((kid, index) => {
      compareField(comparison, below(inside, index), kid, context);
    });
  }
  if (spoilt) return;
  const found = { item, before, after, type, value, appearance };
  if (type === 'Sig') reportSignature(comparison, name, { ...found, wasSigned, signature, isOwn });
  else reportValue(comparison, name, found);
}

interface FieldChange {
  readonly item: PdfValue | undefined;
  readonly before: PdfDictionary;
  readonly after: PdfDictionary;
  readonly type: string | null;
  readonly value: ValueChange;
  readonly appearance: AppearanceChange;
}

function reportSignature(
  comparison: Comparison,
  name: string,
  found: FieldChange & {
    readonly wasSigned: boolean;
    readonly signature: PdfDictionary | null;
    /** False for a widget: the signature is reported for its field. */
    readonly isOwn: boolean;
  },
): void {
  const { wasSigned, value, appearance, signature, after, isOwn } = found;
  if (value === 'same' && appearance === 'same') return;
  if (wasSigned || value === 'changed') {
    comparison.report(signature === null ? 'SIGNATURE_REMOVED' : 'SIGNATURE_CHANGED', name, name);
    return;
  }
  const shows = appearance !== 'same' && !displayOf(comparison.after, after).isEmpty;
  const stamp = signature !== null && isTimestamp(comparison.after, signature);
  if (
    value !== 'filled' ||
    signature?.has('Contents') !== true ||
    (stamp && shows && fieldArea(comparison.after, after) > 0)
  )
    comparison.report('FIELD_CHANGED', name, name);
  else if (shows && fieldArea(comparison.after, after) > MAX_APPEARANCE_AREA)
    comparison.report('FIELD_OVERLAID', name, name);
  else {
    if (isOwn) comparison.report(stamp ? 'TIMESTAMP_ADDED' : 'SIGNATURE_ADDED', name, name);
    if (shows && fieldArea(comparison.after, after) > 0 && mayCover(comparison.after, after))
      comparison.report('PAGE_COVERED', name, name);
  }
}

function reportValue(comparison: Comparison, name: string, found: FieldChange): void {
  const { value, appearance, before, after, type, item } = found;
  const isOtherState = !equalValues(before.get('AS'), after.get('AS'));
  if (value !== 'same' && (appearance !== 'same' || isOtherState)) {
    const modest = isModest(comparison.before, before, comparison.after, after, type);
    const area =
      type === 'Btn' && isSmall(comparison.before, before) ? fieldArea(comparison.before, before) : 0;
    comparison.ticked += area;
    if (!modest || comparison.ticked > MAX_APPEARANCE_AREA) {
      comparison.report('FIELD_OVERLAID', name, name);
      return;
    }
  }
  if (value === 'filled') {
    // What the signer saw counts as the value, whether or not /V contained it.
    const shown =
      type === 'Btn'
        ? isOtherState && isTicked(comparison.before, before)
        : type === 'Tx' && appearance !== 'same' && displayOf(comparison.before, before).showsText;
    comparison.report(shown ? 'FIELD_VALUE_CHANGED' : 'FIELD_FILLED', name, name);
  } else if (value === 'changed') comparison.report('FIELD_VALUE_CHANGED', name, name);
  else if (appearance === 'drawn') {
    // Push buttons have no value: slices of a seam seal are appearances of previously empty buttons. Whether a
    // signature covers them is known only after all fields have been examined.
    const flags = before.get('Ff');
    const isButton = typeof flags === 'number' && (flags & PUSH_BUTTON) !== 0;
    if (isButton) comparison.drawnButtons.push({ name, area: fieldArea(comparison.after, after), item });
    else comparison.report('FIELD_CHANGED', name, name);
  } else if (appearance === 'changed') comparison.report('FIELD_CHANGED', name, name);
}

function isTicked(view: RevisionView, field: PdfDictionary): boolean {
  const state = view.name(field.get('AS'));
  return state !== null && state !== 'Off' && displayOf(view, field).normal !== null;
}

function mayChange(
  key: string,
  before: PdfValue | undefined,
  after: PdfValue | undefined,
  {
    value,
    type,
    isSeen,
  }: {
    readonly value: ValueChange;
    readonly type: string | null;
    /** Whether it was visible before. */
    readonly isSeen: () => boolean;
  },
): boolean {
  switch (key) {
    // Programs set these when they sign a field created by another program; only the appearance is displayed.
    case 'MK':
      return type === 'Sig' && before === undefined && isDictionary(after) && after.size === 0;
    case 'DA':
      return type === 'Sig' && isString(after);
    // /AS selects the displayed appearance, so it may change only with the value.
    case 'AS':
      return value !== 'same' && isName(after);
    // With another /Type, a field could also become a node of the page tree.
    case 'Type':
      return isOfAnnotation(before) && isOfAnnotation(after);
    case 'M':
      return after === undefined || isString(after);
    // Rich text and selected indices may change only with the value.
    case 'RV':
      return value !== 'same' && (after === undefined || isString(after));
    case 'I':
      return value !== 'same' && (after === undefined || isArray(after));
    case 'F': {
      const flags = typeof before === 'number' ? before : 0;
      // Setting the Print flag would print a field that was not to be printed, although nothing is filled in.
      const addable = value === 'same' && isSeen() ? ADDABLE & ~PRINT : ADDABLE;
      return typeof after === 'number' && (flags & ~after) === 0 && ((flags ^ after) & ~addable) === 0;
    }
    case 'Ff':
      return typeof after === 'number' && after === ((typeof before === 'number' ? before : 0) | READ_ONLY);
    default:
      return false;
  }
}

function isOfAnnotation(type: PdfValue | undefined): boolean {
  return type === undefined || isNamed(type, 'Annot');
}

function compareValues(
  comparison: Comparison,
  site: Site,
  one: PdfDictionary,
  other: PdfDictionary,
): ValueChange {
  comparison.enter(below(site, 'V'), one.get('V'));
  const before = comparison.before.resolve(one.get('V'));
  const after = comparison.after.resolve(other.get('V'));
  if (equalValues(before, after)) return 'same';
  return isEmptyValue(before) && after !== null ? 'filled' : 'changed';
}

function isEmptyValue(value: PdfObject): boolean {
  if (value === null) return true;
  if (isString(value)) return value.bytes.length === 0 || textOf(value) === '';
  if (isName(value)) return value.name === 'Off' || value.name === '';
  return isArray(value) && value.length === 0;
}

type AppearanceChange = 'same' | 'drawn' | 'changed';

/** `drawn`: the field displayed nothing before. */
function compareAppearances(
  comparison: Comparison,
  site: Site,
  one: PdfDictionary,
  other: PdfDictionary,
): AppearanceChange {
  const at = comparison.enter(site, one.get('AP'));
  const before = comparison.before.dictionary(one.get('AP')) ?? new Map<string, PdfValue>();
  const after = comparison.after.dictionary(other.get('AP')) ?? new Map<string, PdfValue>();
  let changed = false;
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const inside = comparison.enter(below(at, key), before.get(key));
    const former = comparison.before.resolve(before.get(key));
    const latter = comparison.after.resolve(after.get(key));
    if (isDictionary(former)) {
      // The value is a dictionary of states, such as /On and /Off of a check box.
      for (const [state, value] of former) comparison.enter(below(inside, state), value);
      const states = isDictionary(latter) ? latter : new Map<string, PdfValue>();
      changed ||= [...new Set([...former.keys(), ...states.keys()])].some(
        (state) =>
          !equalValues(
            comparison.before.resolve(former.get(state)),
            comparison.after.resolve(states.get(state)),
          ),
      );
    } else changed ||= !equalValues(former, latter);
  }
  if (!changed) return 'same';
  return displayOf(comparison.before, one).isEmpty ? 'drawn' : 'changed';
}

import { LenientReader } from '../import/lenient-reader.js';
import { isDictionary, isStream, type PdfDictionary, type PdfObject } from '../pdf/values.js';
import type { RevisionView } from './revision-view.js';

/** Setting text, clipping it and choosing its colour: nothing of this hides what lies below. */
const OF_TEXT: ReadonlySet<string> = new Set(
  'q Q cm w J j M d BT ET Tf Td TD Tm T* Tj TJ \' " Tc Tw Tz TL Tr Ts g rg k G RG K BMC BDC EMC re W W* n'.split(
    ' ',
  ),
);
const FILLS: ReadonlySet<string> = new Set(['f', 'F', 'f*', 'S', 's', 'm', 'l', 'h']);
/** pt: what is no larger than a tick box can hide no content worth hiding. */
const SMALL = 72;

/**
 * Whether the new appearance of a field is what a form filler draws: text, on the background that the field had. A
 * field as large as a page, empty when it was signed and painted over the content afterwards, is the shadow attack
 * by overlay.
 */
export function isModest(
  view: RevisionView,
  type: string | null,
  before: PdfDictionary,
  after: PdfDictionary,
): boolean {
  if (isSmall(view, before)) return true;
  if (type !== 'Tx' && type !== 'Ch') return false;
  const style = view.dictionary(before.get('MK'));
  const hasGround = type === 'Ch' || style?.has('BG') === true || style?.has('BC') === true;
  return streamsOf(view, after).every((stream) => {
    const content = view.decoded(stream);
    return (
      content !== null &&
      operatorsOf(content).every((word) => OF_TEXT.has(word) || (hasGround && FILLS.has(word)))
    );
  });
}

function isSmall(view: RevisionView, field: PdfDictionary): boolean {
  const corners = (view.array(field.get('Rect')) ?? []).map((value) => view.resolve(value));
  const [left, bottom, right, top] = corners;
  if (typeof left !== 'number' || typeof bottom !== 'number') return false;
  if (typeof right !== 'number' || typeof top !== 'number') return false;
  return Math.abs(right - left) <= SMALL && Math.abs(top - bottom) <= SMALL;
}

function streamsOf(view: RevisionView, field: PdfDictionary): readonly PdfObject[] {
  const appearances = view.dictionary(field.get('AP')) ?? new Map();
  return [...appearances.values()].flatMap((value) => {
    const found = view.resolve(value);
    if (isDictionary(found)) return [...found.values()].map((state) => view.resolve(state));
    return isStream(found) ? [found] : [];
  });
}

/** The operators of a content stream; whatever cannot be told from one stands among them. */
function operatorsOf(content: Uint8Array): readonly string[] {
  const reader = new LenientReader(content);
  const words: string[] = [];
  for (reader.skipWhitespace(); reader.position < content.length; reader.skipWhitespace()) {
    const before = reader.position;
    const value = reader.value();
    if (value === null && reader.position === before) {
      const word = reader.word();
      words.push(word === '' ? '?' : word);
      if (word === '') reader.position += 1;
    }
  }
  return words;
}

import {
  isArray,
  isName,
  isNamed,
  isStream,
  type PdfDictionary,
  type PdfStream,
  type PdfValue,
} from '../../syntax/values.js';
import type { RevisionView } from '../revision-view.js';
import { displayOf } from './field-display.js';
import { isDrawnFont, redefinesColours } from './page-resources.js';
import { luminanceOf, operationsOf } from './painted-marks.js';
import { isPaleImage } from './pale-image.js';

/** Blend modes that can darken what lies below but never replace it (ISO 32000-2, table 134). */
const DARKENING: ReadonlySet<string> = new Set(['Multiply', 'Darken']);
/** Luminance from which paint on top of it is legible. Ink of seals and of print is darker. */
const PALE = 0.35;
const MAX_DEPTH = 8;
const MAX_OPERATIONS = 200_000;

const COLOURS: Readonly<Record<string, 'fill' | 'stroke'>> = {
  ...{ g: 'fill', rg: 'fill', k: 'fill', cs: 'fill', sc: 'fill', scn: 'fill' },
  ...{ G: 'stroke', RG: 'stroke', K: 'stroke', CS: 'stroke', SC: 'stroke', SCN: 'stroke' },
};
const FILLING: ReadonlySet<string> = new Set('f F f* B B* b b* Tj TJ \' "'.split(' '));
const STROKING: ReadonlySet<string> = new Set('S s B B* b b* Tj TJ \' "'.split(' '));
/** Operators whose painting is not analysed. */
const UNKNOWN: ReadonlySet<string> = new Set(['?', 'BI', 'ID', 'EI', 'sh']);

interface Inks {
  readonly fill: number;
  readonly stroke: number;
  /** Whether painting only darkens the page. */
  readonly blended: boolean;
}

/**
 * Whether the appearance of a field may replace the page content below it: light areas, pictures that are not only ink,
 * and anything that cannot be analysed. Dark ink, as in seals and handwriting, adds to the page.
 */
export function mayCover(view: RevisionView, field: PdfDictionary): boolean {
  const inks: Inks = { fill: 0, stroke: 0, blended: false };
  const budget = { operations: MAX_OPERATIONS };
  return displayOf(view, field).appearances.some(({ stream }) => covers(view, stream, inks, budget, 0));
}

function covers(
  view: RevisionView,
  stream: PdfStream,
  given: Inks,
  budget: { operations: number },
  depth: number,
): boolean {
  const content = view.decoded(stream);
  if (content === null || depth > MAX_DEPTH) return true;
  const resources = view.dictionary(stream.dictionary.get('Resources'));
  if (redefinesColours(view, resources)) return true;
  // Content of a group is not blended with the page; the group as a whole is.
  const canBlend = !stream.dictionary.has('Group');
  const saved: Inks[] = [];
  let inks: Inks = { ...given, blended: given.blended && canBlend };
  for (const { word, operands } of operationsOf(content)) {
    budget.operations -= 1;
    if (UNKNOWN.has(word) || budget.operations < 0) return true;
    const ink = COLOURS[word];
    if (ink !== undefined) inks = { ...inks, [ink]: luminanceOf(operands) };
    else if (word === 'q') saved.push(inks);
    else if (word === 'Q') inks = saved.pop() ?? inks;
    else if (word === 'gs') {
      const mode = view.dictionary(named(view, resources, 'ExtGState', operands))?.get('BM');
      if (mode !== undefined) inks = { ...inks, blended: canBlend && isDarkening(view, mode) };
    } else if (word === 'Tf' && isDrawn(view, named(view, resources, 'Font', operands))) return true;
    else if (word === 'Do') {
      const found = view.resolve(named(view, resources, 'XObject', operands));
      if (isStream(found) && drawingCovers(view, found, inks, budget, depth)) return true;
    } else if (!inks.blended) {
      if (FILLING.has(word) && inks.fill > PALE) return true;
      if (STROKING.has(word) && inks.stroke > PALE) return true;
    }
  }
  return false;
}

function drawingCovers(
  view: RevisionView,
  found: PdfStream,
  inks: Inks,
  budget: { operations: number },
  depth: number,
): boolean {
  if (isNamed(view.resolve(found.dictionary.get('Subtype')), 'Image'))
    return !inks.blended && isPaleImage(view, found, { ink: inks.fill, pale: PALE });
  // A group is blended as a whole; the content of any other form can return to an opaque blend mode.
  if (inks.blended && found.dictionary.has('Group')) return false;
  return covers(view, found, inks, budget, depth + 1);
}

/** Of several blend modes, readers use the first one that they support. */
function isDarkening(view: RevisionView, mode: PdfValue): boolean {
  const found = view.resolve(mode);
  const modes = isArray(found) ? found.map((each) => view.resolve(each)) : [found];
  return modes.every((each) => isName(each) && DARKENING.has(each.name));
}

function isDrawn(view: RevisionView, value: PdfValue): boolean {
  const font = view.dictionary(value);
  return font !== null && isDrawnFont(view, font);
}

function named(
  view: RevisionView,
  resources: PdfDictionary | null,
  category: string,
  operands: readonly PdfValue[],
): PdfValue {
  const [name] = operands;
  return (isName(name) && view.dictionary(resources?.get(category))?.get(name.name)) || null;
}

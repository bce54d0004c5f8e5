import { isDictionary, isStream, type PdfDictionary, type PdfStream } from '../../syntax/values.js';
import type { RevisionView } from '../revision-view.js';
import { areColoursOthersOnPages, hasOtherColours, isDrawnFont, isDrawnOnPages } from './page-resources.js';
import { type Mark, marksOf } from './painted-marks.js';

/** One stream of an appearance dictionary (ISO 32000-2 12.5.5). */
export interface Appearance {
  /** `N`, `R`, `D`, and the state after a stroke where there is one. */
  readonly name: string;
  readonly stream: PdfStream;
  /** In the state that /AS chooses, or without states. */
  readonly chosen: boolean;
  /** Its content; null where it cannot be decoded. */
  readonly content: Uint8Array | null;
}

/** Content that a field displays on its page. */
export interface FieldDisplay {
  readonly appearances: readonly Appearance[];
  /** While nobody points at it. */
  readonly normal: Appearance | null;
  /** Nothing is painted, in no state and under no pointer. */
  readonly isEmpty: boolean;
  readonly showsText: boolean;
}

/** The one account of what a field shows, of whatever kind it is. */
export function displayOf(view: RevisionView, field: PdfDictionary): FieldDisplay {
  const given = view.dictionary(field.get('AP'));
  const state = view.name(field.get('AS'));
  const appearances: Appearance[] = [];
  let isSound = given !== null || view.resolve(field.get('AP')) === null;
  const add = (name: string, stream: PdfStream, chosen: boolean): void => {
    appearances.push({ name, stream, chosen, content: view.decoded(stream) });
  };
  for (const [kind, value] of given ?? []) {
    const found = view.resolve(value);
    if (isStream(found)) add(kind, found, true);
    else if (isDictionary(found)) {
      for (const [name, item] of found) {
        const stream = view.resolve(item);
        if (isStream(stream)) add(`${kind}/${name}`, stream, name === state);
        else isSound &&= stream === null;
      }
    } else isSound &&= found === null;
  }
  const normal = appearances.find(({ name, chosen }) => chosen && name.startsWith('N')) ?? null;
  return {
    appearances,
    normal,
    isEmpty:
      isSound && appearances.every(({ content }) => content !== null && marksOf(content)?.length === 0),
    showsText: normal !== null && showsText(normal),
  };
}

function showsText({ content }: Appearance): boolean {
  if (content === null) return false;
  return marksOf(content)?.some(({ text }) => text !== null && !text.blank) ?? true;
}

/**
 * The marks of an appearance; null where it is more than text, lines and areas. Type 3 fonts are: their glyphs are
 * drawings. The page's fonts count wherever the appearance brings none of that name, because readers look there then.
 * Where colours are said to be others than they are called nothing can be told of them.
 */
export function marksIn(view: RevisionView, { stream, content }: Appearance): readonly Mark[] | null {
  const marks = content === null ? null : marksOf(content);
  const names = new Set((marks ?? []).map(({ text }) => text?.font ?? null));
  const isDrawn = [...names].some((name) => name !== null && isDrawnText(view, stream, name));
  const own = view.dictionary(stream.dictionary.get('Resources'));
  const isRecoloured = own === null ? areColoursOthersOnPages(view) : hasOtherColours(view, own);
  return isDrawn || isRecoloured ? null : marks;
}

function isDrawnText(view: RevisionView, stream: PdfStream, name: string): boolean {
  const own = fontIn(view, view.dictionary(stream.dictionary.get('Resources')), name);
  if (own !== null) return isDrawnFont(view, own);
  const form = view.dictionary(view.catalog.get('AcroForm'));
  const shared = fontIn(view, view.dictionary(form?.get('DR')), name);
  return (shared !== null && isDrawnFont(view, shared)) || isDrawnOnPages(view, name);
}

function fontIn(view: RevisionView, resources: PdfDictionary | null, name: string): PdfDictionary | null {
  return view.dictionary(view.dictionary(resources?.get('Font'))?.get(name));
}

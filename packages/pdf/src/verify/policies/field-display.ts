import { isDictionary, isStream, type PdfDictionary, type PdfStream } from '../../syntax/values.js';
import type { RevisionView } from '../revision-view.js';
import { isDrawnFont, isDrawnOnPages, pagesRedefineColours, redefinesColours } from './page-resources.js';
import { type Mark, marksOf } from './painted-marks.js';

/** One stream of an appearance dictionary (ISO 32000-2 12.5.5). */
export interface Appearance {
  /** `N`, `R` or `D`, with the state after a slash if there is one. */
  readonly name: string;
  readonly stream: PdfStream;
  /** Whether it is in the state selected by /AS, or has no states. */
  readonly chosen: boolean;
  /** Its content; null if it cannot be decoded. */
  readonly content: Uint8Array | null;
}

/** Content that a field displays on its page. */
export interface FieldDisplay {
  readonly appearances: readonly Appearance[];
  /** Appearance without interaction. */
  readonly normal: Appearance | null;
  /** Whether nothing is painted in any state or during interaction. */
  readonly isEmpty: boolean;
  readonly showsText: boolean;
}

/** Determines what a field of any kind displays. */
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
 * The marks of an appearance; null if it contains more than text, lines and areas, as Type 3 fonts do, whose glyphs are
 * drawings. Readers resolve fonts that the appearance lacks in the resources of the page, so those are checked too.
 * With redefined colour spaces nothing can be said about colours.
 */
export function marksIn(view: RevisionView, { stream, content }: Appearance): readonly Mark[] | null {
  const marks = content === null ? null : marksOf(content);
  const names = new Set((marks ?? []).map(({ text }) => text?.font ?? null));
  const isDrawn = [...names].some((name) => name !== null && isDrawnText(view, stream, name));
  const own = view.dictionary(stream.dictionary.get('Resources'));
  const isRecoloured = own === null ? pagesRedefineColours(view) : redefinesColours(view, own);
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

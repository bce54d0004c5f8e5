import { isReference, type PdfDictionary, type PdfValue } from '../../syntax/values.js';
import type { RevisionView } from '../revision-view.js';

const MAX_NODES = 100_000;

/** Resources of the pages, own and inherited, that an appearance may use. */
interface PageResources {
  /** Names of fonts whose glyphs are drawings. */
  readonly drawnFonts: ReadonlySet<string>;
  readonly redefinesColours: boolean;
}

const known = new WeakMap<RevisionView, PageResources | null>();

/** Whether a font of that name is a Type 3 font on any page; also true if there are too many pages to examine. */
export function isDrawnOnPages(view: RevisionView, name: string): boolean {
  return resourcesOf(view)?.drawnFonts.has(name) ?? true;
}

/** Whether any page redefines device colour spaces. */
export function pagesRedefineColours(view: RevisionView): boolean {
  return resourcesOf(view)?.redefinesColours ?? true;
}

const FONTS_OF_TEXT: ReadonlySet<string> = new Set(['Type0', 'Type1', 'MMType1', 'TrueType']);

/** Whether the glyphs of a font are drawings (Type 3). Some readers treat a font without /Subtype as one. */
export function isDrawnFont(view: RevisionView, font: PdfDictionary): boolean {
  return font.has('CharProcs') || !FONTS_OF_TEXT.has(view.name(font.get('Subtype')) ?? '');
}

/**
 * Whether resources contain default colour spaces (ISO 32000-2, 8.6.5.6), with which black may be displayed as white.
 */
export function redefinesColours(view: RevisionView, resources: PdfDictionary | null): boolean {
  const spaces = view.dictionary(resources?.get('ColorSpace'));
  return [...(spaces?.keys() ?? [])].some((name) => /^Default(Gray|RGB|CMYK)$/.test(name));
}

function resourcesOf(view: RevisionView): PageResources | null {
  let found = known.get(view);
  if (found === undefined) {
    found = readResources(view);
    known.set(view, found);
  }
  return found;
}

function readResources(view: RevisionView): PageResources | null {
  const names = new Set<string>();
  let others = false;
  const nodes = new Set<number>();
  const resources = new Set<PdfDictionary>();
  const waiting: PdfValue[] = [view.catalog.get('Pages') ?? null];
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    if (isReference(item)) {
      if (nodes.has(item.object)) continue;
      nodes.add(item.object);
      if (nodes.size > MAX_NODES) return null;
    }
    const node = view.dictionary(item);
    for (const kid of view.array(node?.get('Kids')) ?? []) waiting.push(kid);
    const own = view.dictionary(node?.get('Resources'));
    if (own === null || resources.has(own)) continue;
    resources.add(own);
    others ||= redefinesColours(view, own);
    for (const [name, item] of view.dictionary(own.get('Font')) ?? []) {
      const font = view.dictionary(item);
      if (font !== null && isDrawnFont(view, font)) names.add(name);
    }
  }
  return { drawnFonts: names, redefinesColours: others };
}

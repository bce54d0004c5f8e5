import { isReference, type PdfDictionary, type PdfValue } from '../../pdf/values.js';
import type { RevisionView } from '../revision-view.js';

const MAX_NODES = 100_000;
const namesOfViews = new WeakMap<RevisionView, ReadonlySet<string> | null>();

/** Whether a font of that name is a Type 3 font in the resources of any page, its own or inherited ones. */
export function isDrawnOnPages(view: RevisionView, name: string): boolean {
  let names = namesOfViews.get(view);
  if (names === undefined) {
    names = drawnFontsOf(view);
    namesOfViews.set(view, names);
  }
  // Of more pages than can be looked at nothing is known.
  return names?.has(name) ?? true;
}

function drawnFontsOf(view: RevisionView): ReadonlySet<string> | null {
  const names = new Set<string>();
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
    const fonts = view.dictionary(own?.get('Font'));
    if (fonts === null || resources.has(fonts)) continue;
    resources.add(fonts);
    for (const [name, font] of fonts)
      if (view.name(view.dictionary(font)?.get('Subtype')) === 'Type3') names.add(name);
  }
  return names;
}

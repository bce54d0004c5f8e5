import { DocumentRefused } from '../model.js';
import { isReference, type PdfDictionary, type PdfReference, type PdfValue } from '../pdf/values.js';
import type { SourceDocument } from './source-document.js';

export const MAX_PAGES = 500;
/** Deeper than any page tree; a guard against stacks of nodes made to exhaust the reader. */
const MAX_DEPTH = 64;
const INHERITABLE = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;

/** A page with the attributes that it has or inherits (ISO 32000-2 table 31). */
export interface SourcePage {
  readonly dictionary: PdfDictionary;
  readonly reference: PdfReference | null;
  readonly inherited: ReadonlyMap<(typeof INHERITABLE)[number], PdfValue>;
}

export interface SourcePages {
  readonly pages: readonly SourcePage[];
  /** The inner nodes, which the flat tree of the new file replaces. */
  readonly nodes: readonly PdfReference[];
}

/** @throws DocumentRefused NO_PAGES or TOO_MANY_PAGES */
export function sourcePages(source: SourceDocument): SourcePages {
  const found = walk(source);
  if (found.pages.length > 0) return found;
  const searched = source.recover() ? walk(source) : found;
  if (searched.pages.length === 0) throw new DocumentRefused('NO_PAGES', 'no page can be found');
  return searched;
}

function walk(source: SourceDocument): SourcePages {
  const pages: SourcePage[] = [];
  const nodes: PdfReference[] = [];
  const seen = new Set<PdfDictionary>();
  const visit = (value: PdfValue | undefined, inherited: SourcePage['inherited'], depth: number): void => {
    const node = source.dictionary(value);
    // A node that is met again is a loop or a shared page; a page is shown once.
    if (node === null || seen.has(node) || depth > MAX_DEPTH) return;
    seen.add(node);
    const own = new Map(inherited);
    for (const key of INHERITABLE) {
      const attribute = node.get(key);
      if (attribute !== undefined && source.resolve(attribute) !== null) own.set(key, attribute);
    }
    const reference = isReference(value) ? value : null;
    const kids = source.array(node.get('Kids'));
    if (kids !== null && source.name(node.get('Type')) !== 'Page') {
      if (reference !== null) nodes.push(reference);
      for (const kid of kids) visit(kid, own, depth + 1);
      return;
    }
    if (source.name(node.get('Type')) === 'Pages') return;
    if (pages.length === MAX_PAGES) {
      throw new DocumentRefused('TOO_MANY_PAGES', `more than ${MAX_PAGES} pages`);
    }
    pages.push({ dictionary: node, reference, inherited: own });
  };
  visit(source.catalog.get('Pages'), new Map(), 0);
  return { pages, nodes };
}

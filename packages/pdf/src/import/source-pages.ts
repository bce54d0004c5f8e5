import { DocumentRefused } from '../model.js';
import { isReference, type PdfDictionary, type PdfReference, type PdfValue } from '../syntax/values.js';
import type { SourceDocument } from './source-document.js';

const MAX_PAGES = 500;
/** Deeper than any page tree; protects against deeply nested nodes made to exhaust the stack. */
const MAX_DEPTH = 64;
const INHERITABLE = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;

/** A page with its own and inherited attributes (ISO 32000-2 table 31). */
export interface SourcePage {
  readonly dictionary: PdfDictionary;
  readonly reference: PdfReference | null;
  readonly inherited: ReadonlyMap<(typeof INHERITABLE)[number], PdfValue>;
}

export interface SourcePages {
  readonly pages: readonly SourcePage[];
  /** The inner nodes, which the flat page tree of the new file replaces. */
  readonly nodes: readonly PdfReference[];
}

/**
 * Returns every page in the tree, or none: a contract without one of its pages is another contract. If the tree leads
 * to an object that is not a page, the file is scanned for objects, and then every page among them must be reached.
 *
 * @throws DocumentRefused NO_PAGES, TOO_MANY_PAGES or BROKEN
 */
export function sourcePages(source: SourceDocument): SourcePages {
  const found = walk(source);
  if (found.lost === 0 && found.pages.length > 0) return found;
  const searched = source.recover() ? walk(source) : found;
  if (searched.pages.length === 0) throw new DocumentRefused('NO_PAGES', 'no page can be found');
  if (searched.lost > 0 || leavesOut(source, searched)) {
    throw new DocumentRefused('BROKEN', 'a page of the file cannot be found');
  }
  return searched;
}

/** Whether the file has pages that its tree does not reach. */
function leavesOut(source: SourceDocument, { pages }: SourcePages): boolean {
  const reached = new Set(pages.map(({ dictionary }) => dictionary));
  for (const page of source.ofType('Page')) {
    const dictionary = source.dictionary(page);
    if (dictionary !== null && !reached.has(dictionary)) return true;
  }
  return false;
}

interface Walk extends SourcePages {
  /** Number of tree entries that are neither pages nor nodes. */
  readonly lost: number;
}

function walk(source: SourceDocument): Walk {
  const pages: SourcePage[] = [];
  const nodes: PdfReference[] = [];
  const seen = new Set<PdfDictionary>();
  let lost = 0;
  const visit = (value: PdfValue | undefined, inherited: SourcePage['inherited'], depth: number): void => {
    const node = source.dictionary(value);
    if (node === null || depth > MAX_DEPTH) {
      lost += 1;
      return;
    }
    // A repeated node is a loop or a shared page; a page is returned once.
    if (seen.has(node)) return;
    seen.add(node);
    const own = new Map(inherited);
    for (const key of INHERITABLE) {
      const attribute = node.get(key);
      if (attribute !== undefined && source.resolve(attribute) !== null) own.set(key, attribute);
    }
    const reference = isReference(value) ? value : null;
    const kids = source.array(node.get('Kids'));
    const type = source.name(node.get('Type'));
    if (kids !== null && type !== 'Page') {
      if (reference !== null) nodes.push(reference);
      for (const kid of kids) visit(kid, own, depth + 1);
      return;
    }
    // Only an explicit other type is rejected; many programs omit the type.
    if (type !== null && type !== 'Page') {
      lost += 1;
      return;
    }
    if (pages.length === MAX_PAGES) {
      throw new DocumentRefused('TOO_MANY_PAGES', `more than ${MAX_PAGES} pages`);
    }
    pages.push({ dictionary: node, reference, inherited: own });
  };
  visit(source.catalog.get('Pages'), new Map(), 0);
  return { pages, nodes, lost };
}

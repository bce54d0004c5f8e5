/** The pages of a contract with marks of its signers, derived from the recorded acts. */
import type { JsonValue } from '../../../../custody/canonical-json.js';
import { listWithin, type ReadEvent, textWithin } from './evidence.js';

export interface SignedPage {
  readonly fileId: number;
  /** From 1. */
  readonly page: number;
  /** In the order of the acts. */
  readonly marks: readonly PageMark[];
}

/** A mark, or the slice of a seam seal, left by an act on the page. */
export interface PageMark {
  /** Number of the event that recorded the act. */
  readonly sequence: number;
  readonly kind: string;
}

/** In the order of the files and their pages; acts without a visible mark have no entry. */
export function signedPages(
  events: readonly ReadEvent[],
  files: readonly { readonly fileId: number; readonly pages: number }[],
): readonly SignedPage[] {
  const marks = events
    .filter(({ kind }) => kind === 'signed')
    .flatMap(({ sequence, detail }) => listWithin(detail, 'marks').map((mark) => ({ sequence, mark })));
  return files.flatMap(({ fileId, pages }) => {
    const inFile = marks.filter(({ mark }) => Number(textWithin(mark, 'fileId')) === fileId);
    if (inFile.length === 0) return [];
    return Array.from({ length: pages }, (_, index) => index + 1).flatMap((page): SignedPage[] => {
      const found = inFile
        .filter(({ mark }) => standsOn(mark, page))
        .map(({ sequence, mark }) => ({ sequence, kind: textWithin(mark, 'kind') }));
      return found.length === 0 ? [] : [{ fileId, page, marks: found }];
    });
  });
}

/** A seam seal has a slice on every page. */
function standsOn(mark: JsonValue, page: number): boolean {
  return textWithin(mark, 'kind') === 'seam' || Number(textWithin(mark, 'page')) === page;
}

/**
 * Selects the pages that a report shows as pictures, up to a limit: pages with a mark of their own precede those with
 * only a slice of a seam seal.
 */
export function pagesToPicture(all: readonly SignedPage[], most: number): readonly SignedPage[] {
  const isSlice = ({ marks }: SignedPage) => marks.every(({ kind }) => kind === 'seam');
  const chosen = new Set([...all.filter((page) => !isSlice(page)), ...all.filter(isSlice)].slice(0, most));
  return all.filter((page) => chosen.has(page));
}

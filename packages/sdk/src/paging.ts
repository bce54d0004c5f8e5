/** Lists that come in pages. */
import type { Envelope } from './answer.js';

export interface Page<T> {
  readonly items: readonly T[];
  /** From 1. */
  readonly listPageNo: number;
  readonly countInPage: number;
  readonly listPageCount: number;
  readonly totalCount: number;
}

/**
 * One page when it is awaited, and all items from that page on with `for await`. Pages are fetched when they are
 * reached: what is added or removed meanwhile may move an item to a page that was passed, or over to the next.
 */
export interface Listing<T> extends Promise<Page<T>>, AsyncIterable<T> {
  /** Page by page, from the one that was asked for. */
  pages(): AsyncIterable<Page<T>>;
}

/** @param fetchPage asks for the page of this number; undefined is the one that the caller asked for */
export function listing(fetchPage: (listPageNo?: number) => Promise<Page<unknown>>): Listing<unknown> {
  const first = fetchPage();

  async function* pages(): AsyncGenerator<Page<unknown>> {
    let page = await first;
    yield page;
    while (page.countInPage > 0 && page.listPageNo < page.listPageCount) {
      page = await fetchPage(page.listPageNo + 1);
      yield page;
    }
  }

  async function* items(): AsyncGenerator<unknown> {
    for await (const page of pages()) yield* page.items;
  }

  return Object.assign(first, { pages, [Symbol.asyncIterator]: items });
}

/** The page in an envelope; null where it holds none. */
export function pageOf({
  data,
  listPageNo,
  countInPage,
  listPageCount,
  totalCount,
}: Envelope): Page<unknown> | null {
  if (
    !Array.isArray(data) ||
    typeof listPageNo !== 'number' ||
    typeof countInPage !== 'number' ||
    typeof listPageCount !== 'number' ||
    typeof totalCount !== 'number'
  ) {
    return null;
  }
  return { items: data, listPageNo, countInPage, listPageCount, totalCount };
}

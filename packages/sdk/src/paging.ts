/** Paged lists. */
import type { Envelope } from './answer.js';

/** One page of a list. */
export interface Page<T> {
  /** The items of this page. */
  readonly items: readonly T[];
  /** Number of the page, from 1. */
  readonly listPageNo: number;
  /** Number of items on this page. */
  readonly countInPage: number;
  /** Number of pages. */
  readonly listPageCount: number;
  /** Number of items on all pages. */
  readonly totalCount: number;
  /** Whether there are more items than totalCount; present if the request has a `countLimit`. */
  readonly totalLimited?: boolean;
}

/**
 * Awaiting it returns one page; `for await` iterates over all items from that page on. Pages are fetched on demand:
 * items added or removed in the meantime may be skipped or returned twice.
 */
export interface Listing<T> extends Promise<Page<T>>, AsyncIterable<T> {
  /** Iterates over pages, starting with the requested one. */
  pages(): AsyncIterable<Page<T>>;
}

/** @param fetchPage fetches a page by number; undefined means the page that the caller requested */
export function listing(fetchPage: (listPageNo?: number) => Promise<Page<unknown>>): Listing<unknown> {
  const first = fetchPage();

  async function* pages(): AsyncGenerator<Page<unknown>> {
    let page = await first;
    yield page;
    // The number of pages is a lower bound where the total is limited.
    while (page.countInPage > 0 && (page.listPageNo < page.listPageCount || page.totalLimited === true)) {
      page = await fetchPage(page.listPageNo + 1);
      yield page;
    }
  }

  async function* items(): AsyncGenerator<unknown> {
    for await (const page of pages()) yield* page.items;
  }

  return Object.assign(first, { pages, [Symbol.asyncIterator]: items });
}

/** The page in an envelope; null if there is none. */
export function pageOf({
  data,
  listPageNo,
  countInPage,
  listPageCount,
  totalCount,
  totalLimited,
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
  return {
    items: data,
    listPageNo,
    countInPage,
    listPageCount,
    totalCount,
    ...(typeof totalLimited === 'boolean' ? { totalLimited } : {}),
  };
}

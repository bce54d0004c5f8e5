import type { InputOf } from '@cinnabar/api/operation.js';
import { collectionHistory, queryAccountHistoryList } from '@cinnabar/api/operations/enterprise.js';
import type { DataOf, Sent } from '../../api/wire.js';
import type { Door } from '../shell/door.js';
import { joinPages } from './ledger.js';

export type Entry = DataOf<typeof queryAccountHistoryList>[number];
type EntryFilters = Sent<InputOf<typeof queryAccountHistoryList>>;

export const ledgers = { contract: queryAccountHistoryList, collection: collectionHistory } as const;
export type Ledger = keyof typeof ledgers;

const SIZE = 1000;
/** Above it a browser would load for too long. */
const MOST = 20_000;

/** All entries that match, the newest first; null if there are more than a browser should load. */
export async function everyEntry(
  door: Door,
  ledger: Ledger,
  filters: EntryFilters,
): Promise<readonly Entry[] | null> {
  const pages: (readonly Entry[])[] = [];
  for (let page = 1; ; page += 1) {
    const { items, totalCount } = await door.list(ledgers[ledger], {
      ...filters,
      listPageNo: page,
      listPageSize: SIZE,
    });
    if (totalCount > MOST) return null;
    pages.push(items);
    if (items.length < SIZE) return joinPages(pages);
  }
}

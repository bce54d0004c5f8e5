import { BatchedLookup } from '../../database/batched-lookup.js';
import type { Db } from '../../database/schema.js';
import { findSeals, type SealKey, type ShownSeal } from './store.js';

type SealLookup = BatchedLookup<SealKey, ShownSeal | null>;

const lookups = new WeakMap<Db, SealLookup>();

/** Batched seal look-up for operations that only read, outside any transaction; one instance per database. */
export function sealLookup(db: Db): SealLookup {
  const known = lookups.get(db);
  if (known !== undefined) return known;
  const lookup: SealLookup = new BatchedLookup((keys) => findSeals(db, keys));
  lookups.set(db, lookup);
  return lookup;
}

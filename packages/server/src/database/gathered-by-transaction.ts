import { BatchedLookup } from './batched-lookup.js';
import type { Tx } from './schema.js';

/**
 * A statement for many callers of one transaction that run concurrently, such as the subscribers of the events of many
 * streams: what they request at the same time is one statement.
 * @param execute returns one value for each key, in the order of the keys, two of which may be equal
 */
export function gatheredByTransaction<Key, Value>(
  execute: (tx: Tx, keys: readonly Key[]) => Promise<readonly Value[]>,
): (tx: Tx, key: Key) => Promise<Value> {
  const lookups = new WeakMap<Tx, BatchedLookup<Key, Value>>();
  return (tx, key) => {
    let lookup = lookups.get(tx);
    if (lookup === undefined) {
      lookup = new BatchedLookup((keys) => execute(tx, keys));
      lookups.set(tx, lookup);
    }
    return lookup.get(key);
  };
}

/**
 * Like gatheredByTransaction, for what is read once in a transaction, however often it is requested.
 * @param nameOf tells equal keys
 */
export function readOnceByTransaction<Key, Value>(
  nameOf: (key: Key) => string,
  execute: (tx: Tx, keys: readonly Key[]) => Promise<readonly Value[]>,
): (tx: Tx, key: Key) => Promise<Value> {
  const gathered = gatheredByTransaction(execute);
  const read = new WeakMap<Tx, Map<string, Promise<Value>>>();
  return (tx, key) => {
    const values = read.get(tx) ?? new Map<string, Promise<Value>>();
    read.set(tx, values);
    const name = nameOf(key);
    const value = values.get(name) ?? gathered(tx, key);
    values.set(name, value);
    return value;
  };
}

/**
 * The hash function of new entries of histories and audits (EVENT_CHAIN_HASH). Entries say by which they were made, so that
 * a chain can change over at any entry. Like the envelope it belongs to the database: stores that append receive one
 * everywhere.
 */
import type { DialectAdapter } from 'kysely';
import type { Db } from '../database/schema.js';
import { adapterOf } from './envelope.js';
import type { ChainHash } from './event-chain.js';

const chosen = new WeakMap<DialectAdapter, ChainHash>();

export function chooseChainHash(db: Db, hash: ChainHash): void {
  chosen.set(adapterOf(db), hash);
}

/** Also inside a transaction. */
export function chainHashOf(db: Db): ChainHash {
  return chosen.get(adapterOf(db)) ?? 'sha256';
}

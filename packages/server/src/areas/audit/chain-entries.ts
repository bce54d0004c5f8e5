import { chainHashOf } from '../../custody/chain-hash.js';
import type { MasterKey } from '../../custody/master-key.js';
import type { Db, Tx } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import { CHAIN_START, type ChainPlace, linkHash, personalDigest, sealOf } from './chain-rules.js';
import { chainOf, insertLinks, lockEnds, moveEnd, type NewLink, takeUnchained } from './store/chains.js';
import { entryOf, personalOf } from './store/entry-row.js';

const ENTRIES_AT_ONCE = 500;

/** Chains all entries that wait for it. Acts never wait: they hold no lock that this takes. */
export async function chainEntries(db: Db, masterKey: MasterKey, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const chained = await transact(db, (tx) => chainSome(tx, masterKey));
    if (chained < ENTRIES_AT_ONCE) return;
  }
}

/** @returns the number of entries that were chained */
async function chainSome(tx: Tx, masterKey: MasterKey): Promise<number> {
  const rows = await takeUnchained(tx, ENTRIES_AT_ONCE);
  if (rows.length === 0) return 0;
  const hashedBy = chainHashOf(tx);
  const ends = new Map<number, ChainPlace>(
    await lockEnds(tx, [...new Set(rows.map(({ corpId }) => chainOf(corpId)))]),
  );
  const links = rows.map((row): NewLink => {
    const chain = chainOf(row.corpId);
    const end = ends.get(chain) ?? CHAIN_START;
    const data = personalOf(row);
    // Erased within the minute: there is nothing that could be bound.
    const personal = data === null ? '' : personalDigest(data);
    const hash = linkHash(chain, end, entryOf(row), personal, hashedBy);
    const place = { sequence: end.sequence + 1, hash };
    ends.set(chain, place);
    return { chain, entryId: row.entryId, personal, hashedBy, ...place };
  });
  await insertLinks(tx, links);
  for (const [chain, place] of ends) {
    const { sequence, hash } = place;
    await moveEnd(tx, { chain, entries: sequence, head: hash, seal: sealOf(masterKey.audit, chain, place) });
  }
  return rows.length;
}

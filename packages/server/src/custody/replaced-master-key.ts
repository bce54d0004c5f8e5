/**
 * Replacement of the master key. Data keys and rotated keys are wrapped again. Values derived from a master key and stored in the
 * database, such as verifiers of signing passwords and blind indexes, cannot be recomputed; for them the first master
 * key is kept, wrapped by the present one.
 */
import { sql } from 'kysely';
import type { Db } from '../database/schema.js';
import { transact } from '../database/transact.js';
import { decryptAuthenticated, encryptAuthenticated } from './authenticated-encryption.js';
import { unwrapDataKey, wrapDataKey } from './data-key.js';
import { PLATFORM } from './envelope.js';
import { type MasterKey, masterKeyBytes, openMasterKey } from './master-key.js';
import { wrapRotatedKeys } from './rotate-key.js';
import { wrongKey } from './wrong-key.js';

/**
 * The master key with its derived keys, including the case that it has replaced another one.
 * @throws CustodyError MASTER_KEY_MALFORMED; WRONG_MASTER_KEY if another key was the last to become the master key
 */
export async function unlockMasterKey(db: Db, base64: string): Promise<MasterKey> {
  const given = openMasterKey(base64);
  const row = await db.selectFrom('master_key_origin').selectAll().executeTakeFirst();
  if (row === undefined) return given;
  if (row.master_key_id !== given.id) throw wrongKey(row.master_key_id, given.id);
  return openMasterKey(
    base64,
    await decryptAuthenticated(given.wrapping, originPurpose(given.id), row.wrapped),
  );
}

export interface Replaced {
  readonly from: string;
  readonly to: string;
  readonly dataKeys: number;
}

/**
 * Makes `next` the master key: all data keys are wrapped again in one commit. Processes running with the previous key
 * keep the data keys that they have unwrapped, cannot unwrap others, and have to be restarted with the new key.
 * @throws CustodyError MASTER_KEY_MALFORMED, WRONG_MASTER_KEY, NOT_AUTHENTIC
 */
export function replaceMasterKey(db: Db, present: string, next: string, now: Date): Promise<Replaced> {
  const [old, fresh] = [openMasterKey(present), openMasterKey(next)];
  return transact(db, async (tx) => {
    // Locks out concurrent inserts of data keys, which would not be wrapped again.
    await sql`lock table data_keys in share row exclusive mode`.execute(tx);
    const rows = await tx.selectFrom('data_keys').selectAll().orderBy('corp_id').orderBy('version').execute();
    const platform = rows.find(({ corp_id: corpId }) => corpId === PLATFORM);
    if (platform !== undefined && platform.master_key_id !== old.id) {
      throw wrongKey(platform.master_key_id, old.id);
    }
    for (const row of rows) {
      const wrapped = await wrapDataKey(fresh.wrapping, row, await unwrapDataKey(old.wrapping, row));
      await tx
        .updateTable('data_keys')
        .set({ master_key_id: fresh.id, wrapped })
        .where('corp_id', '=', row.corp_id)
        .where('version', '=', row.version)
        .execute();
    }
    await wrapRotatedKeys(tx, old, fresh);
    const known = await tx.selectFrom('master_key_origin').selectAll().executeTakeFirst();
    const first =
      known === undefined
        ? masterKeyBytes(present)
        : await decryptAuthenticated(old.wrapping, originPurpose(old.id), known.wrapped);
    const kept = {
      master_key_id: fresh.id,
      wrapped: await encryptAuthenticated(fresh.wrapping, originPurpose(fresh.id), first),
      replaced_at: now,
    };
    await tx
      .insertInto('master_key_origin')
      .values({ one: true, ...kept })
      .onConflict((conflict) => conflict.column('one').doUpdateSet(kept))
      .execute();
    return { from: old.id, to: fresh.id, dataKeys: rows.length };
  });
}

function originPurpose(masterKeyId: string): string {
  return `first master key|${masterKeyId}`;
}

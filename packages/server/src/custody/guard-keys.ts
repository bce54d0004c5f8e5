/** Keys of a token by which data keys are encrypted, and the move of data keys under such a key or from under it. */
import type { Db } from '../database/schema.js';
import { openDataKey, sealDataKey } from './data-key.js';
import { type DataKeyGuard, type DataKeyGuarding, guardOf } from './data-key-guard.js';
import type { MasterKey } from './master-key.js';
import { wrongKey } from './wrong-key.js';

const LABEL = 'cinnabar data keys';

/**
 * The newest guarding key in use, or a new one if there is none. Two processes at once may each make one, of which both
 * remain good.
 */
export async function guardKeyOf(db: Db, store: DataKeyGuard): Promise<string> {
  const used = await db
    .selectFrom('data_keys')
    .select('guard_key')
    .where('guard_key', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return used?.guard_key ?? (await store.generateGuardKey(LABEL));
}

/** Numbers of data keys with and without a guarding key. */
export async function countGuarded(db: Db): Promise<{ readonly local: number; readonly pkcs11: number }> {
  const row = await db
    .selectFrom('data_keys')
    .select((has) => [has.fn.countAll<string>().as('all'), has.fn.count<string>('guard_key').as('guarded')])
    .executeTakeFirstOrThrow();
  return { local: Number(row.all) - Number(row.guarded), pkcs11: Number(row.guarded) };
}

/**
 * Stores every data key as the settings want it. Each by itself, because a token is slow: who reads meanwhile, and who
 * continues after an interruption, finds both kinds.
 * @returns how many were changed
 * @throws CustodyError WRONG_MASTER_KEY, KEY_STORE_MISSING, KEY_STORE_UNAVAILABLE, KEY_STORE_REFUSED
 */
export async function moveDataKeys(db: Db, masterKey: MasterKey, guarding: DataKeyGuarding): Promise<number> {
  const keys = { wrapping: masterKey.wrapping, guarding };
  const rows = await db
    .selectFrom('data_keys')
    .selectAll()
    .where('guard_key', guarding.isWanted ? 'is' : 'is not', null)
    .orderBy('corp_id')
    .orderBy('version')
    .execute();
  let guardKey: string | null = null;
  let moved = 0;
  for (const row of rows) {
    if (row.master_key_id !== masterKey.id) throw wrongKey(row.master_key_id, masterKey.id);
    if (guarding.isWanted) guardKey ??= await guardKeyOf(db, guardOf(guarding));
    const plain = await openDataKey(keys, row);
    const wrapped = await sealDataKey(keys, { ...row, guard_key: guardKey }, plain);
    plain.fill(0);
    // Unless a replacement of the master key has wrapped it again meanwhile.
    const { numUpdatedRows } = await db
      .updateTable('data_keys')
      .set({ guard_key: guardKey, wrapped })
      .where('corp_id', '=', row.corp_id)
      .where('version', '=', row.version)
      .where('wrapped', '=', row.wrapped)
      .executeTakeFirstOrThrow();
    moved += Number(numUpdatedRows);
  }
  return moved;
}

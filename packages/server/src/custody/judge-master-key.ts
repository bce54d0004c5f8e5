import { sql } from 'kysely';
import type { Db } from '../database/schema.js';
import { PLATFORM } from './envelope.js';
import { openMasterKey } from './master-key.js';
import { wrongKey } from './wrong-key.js';

/**
 * Checks whether a database belongs to a master key, as far as the database's version allows. Called before migrations,
 * so that a wrong key changes nothing.
 * @throws CustodyError MASTER_KEY_MALFORMED, WRONG_MASTER_KEY
 */
export async function judgeMasterKey(db: Db, base64: string): Promise<void> {
  const { id } = openMasterKey(base64);
  const { rows } = await sql<{
    there: boolean;
  }>`select to_regclass('data_keys') is not null as there`.execute(db);
  if (rows[0]?.there !== true) return;
  const own = await db
    .selectFrom('data_keys')
    .select('master_key_id')
    .where('corp_id', '=', PLATFORM)
    .orderBy('version', 'desc')
    .executeTakeFirst();
  if (own !== undefined && own.master_key_id !== id) throw wrongKey(own.master_key_id, id);
}

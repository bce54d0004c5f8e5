import { sql } from 'kysely';
import type { Db, Tx } from '../../../database/schema.js';
import type { CorpId } from '../../../operation/context.js';
import { BLOB_REFERENCES } from '../../../unused-files/references.js';

/**
 * Tables by which something that stays is encrypted by the key of an enterprise: files and pictures, of persons too, and the
 * texts of contracts, in whose parts they have no other key.
 */
const ENCRYPTED = [...new Set(['flows', ...BLOB_REFERENCES.map(({ table }) => table)])];

/** Removed enterprises whose data keys decrypt nothing any more. */
export async function corpsWithIdleKeys(db: Db): Promise<readonly CorpId[]> {
  const { rows } = await sql<{ readonly corp_id: CorpId }>`
    select corp_id from corp_closures closure
    where removed_at is not null and exists (select from data_keys where corp_id = closure.corp_id) and ${isIdle}
    order by corp_id
  `.execute(db);
  return rows.map((row) => row.corp_id);
}

const isIdle = sql<boolean>`(
  ${sql.join(
    ENCRYPTED.map(
      (table) => sql`not exists (select from ${sql.table(table)} each where each.corp_id = closure.corp_id)`,
    ),
    sql` and `,
  )}
  and not exists (
    select from signing_keys each where each.corp_id = closure.corp_id and each.encrypted_private_key is not null
  )
)`;

/** What was encrypted by them, such as files that are still to be deleted or are in a backup, can be read by nobody. */
export async function removeKeys(tx: Tx, corpId: CorpId): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('data_keys')
    .where('corp_id', '=', corpId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

import type { Database } from '@cinnabar/server/database/schema.js';
import { type Kysely, sql, type Transaction } from 'kysely';

/** Changes immutable rows, as only the table's owner can: by disabling the triggers that prevent it. */
export async function tamper(
  db: Kysely<Database>,
  table: 'flow_events' | 'flow_event_texts' | 'flow_revisions',
  change: (tx: Transaction<Database>) => Promise<unknown>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx);
    await change(tx);
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx);
  });
}

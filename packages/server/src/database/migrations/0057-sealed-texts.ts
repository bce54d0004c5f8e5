import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/**
 * The texts of encrypted flows are encrypted with the enterprise's data key in a separate column; the columns for
 * ordinary flows are empty. Names of uploads and drafts of pages are encrypted for every flow.
 */
export const migration: Migration = {
  async up(db) {
    for (const table of [
      'flows',
      'flow_attachments',
      'flow_inbox',
      'approvals',
      'page_drafts',
      'place_drafts',
      'stored_files',
    ]) {
      await sql`alter table ${sql.table(table)} add column sealed bytea`.execute(db);
    }
    // Searching titles reads and decrypts each of these rows: they cannot be indexed.
    await sql`
      create index flow_inbox_sealed on flow_inbox (viewer_corp_id, user_id) where sealed is not null
    `.execute(db);
    await sql`
      create table flow_event_texts (
        corp_id bigint not null,
        flow_id bigint not null,
        sequence integer not null,
        sealed bytea not null,
        primary key (corp_id, flow_id, sequence),
        foreign key (corp_id, flow_id, sequence) references flow_events (corp_id, flow_id, sequence)
      )
    `.execute(db);
    await sql`
      create trigger flow_event_texts_append_only before update or delete on flow_event_texts
        for each row execute function refuse_to_rewrite()
    `.execute(db);
    await sql`
      create trigger flow_event_texts_no_truncate before truncate on flow_event_texts
        for each statement execute function refuse_to_rewrite()
    `.execute(db);
  },
};

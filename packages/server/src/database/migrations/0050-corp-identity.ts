import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** How enterprises were identified, and the legal representative named in a face check. */
export const migration: Migration = {
  async up(db) {
    await sql`
      create table corp_identifications (
        entry_id bigint primary key,
        corp_id bigint not null references corps (corp_id),
        ident_status text not null check (ident_status in ('identified', 'unidentified', 'invalid')),
        way text not null check (way in ('registration', 'face', 'operator')),
        user_id bigint references users (user_id),
        reason text,
        created_at timestamptz not null,
        check (way <> 'operator' or reason is not null)
      )
    `.execute(db);
    await sql`create index corp_identifications_of_corp on corp_identifications (corp_id, entry_id)`.execute(
      db,
    );
    await sql`
      create trigger corp_identifications_append_only before update or delete on corp_identifications
        for each row execute function refuse_to_rewrite()
    `.execute(db);
    await sql`
      alter table face_orders add column legal_rep_name text, add column legal_rep_ident_no bytea,
        add check ((legal_rep_name is null) = (legal_rep_ident_no is null))
    `.execute(db);
  },
};

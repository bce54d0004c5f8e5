import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/**
 * Consents that people have withdrawn. An acceptance after that is recorded anew: `round` is the number of withdrawals
 * before it.
 */
export const migration: Migration = {
  async up(db) {
    await sql`
      create table consent_withdrawals (
        user_id bigint not null references users (user_id),
        agreement text not null,
        withdrawn_at timestamptz not null,
        primary key (user_id, agreement, withdrawn_at)
      )
    `.execute(db);
    await sql`
      create trigger consent_withdrawals_append_only before update or delete on consent_withdrawals
        for each row execute function refuse_to_rewrite()
    `.execute(db);
    // Row triggers do not fire for TRUNCATE.
    await sql`
      create trigger consent_withdrawals_no_truncate before truncate on consent_withdrawals
        for each statement execute function refuse_to_rewrite()
    `.execute(db);
    await sql`alter table consents add column round integer not null default 0`.execute(db);
    await sql`
      alter table consents
        drop constraint consents_pkey,
        add constraint consents_pkey
          primary key (user_id, agreement, version, text_hash, corp_id, flow_id, round)
    `.execute(db);
  },
};

import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/**
 * Automatic placement requires the consent of a manager of the seal and of the member, for the templates as shown.
 * Existing authorisations with automatic placement await both, because nobody was asked when they were created.
 */
export const migration: Migration = {
  async up(db) {
    await sql`
      alter table seal_authorisations add column manager_consent jsonb, add column member_consent jsonb
    `.execute(db);
    await sql`
      create table auto_sign_consents (
        entry_id bigint primary key,
        corp_id bigint not null,
        authorisation_id bigint not null,
        side text not null check (side in ('manager', 'member', 'operator')),
        wanted boolean not null,
        user_id bigint references users (user_id),
        channel text not null,
        revisions jsonb not null,
        address text,
        device text,
        created_at timestamptz not null,
        foreign key (corp_id, authorisation_id) references seal_authorisations,
        check ((side = 'operator') = (user_id is null))
      )
    `.execute(db);
    await sql`
      create index auto_sign_consents_of_record on auto_sign_consents (corp_id, authorisation_id, entry_id)
    `.execute(db);
    await sql`
      create trigger auto_sign_consents_append_only before update or delete on auto_sign_consents
        for each row execute function refuse_to_rewrite()
    `.execute(db);
  },
};

import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Who may use or examine a seal. Authorisations end by time, so the number in force is counted and not stored. */
export const migration: Migration = {
  async up(db) {
    await sql`
      create table seal_authorisations (
        corp_id bigint not null,
        authorisation_id bigint not null,
        seal_id bigint not null,
        user_id bigint not null,
        author_role text not null check (author_role in ('SEAL_USER', 'SEAL_EXAMINER')),
        author_range smallint not null check (author_range in (0, 1)),
        template_ids bigint[] not null,
        auto_sign boolean not null,
        examiner_notify boolean not null,
        effective_at timestamptz not null,
        expire_at timestamptz,
        withdrawn_at timestamptz,
        created_by bigint not null,
        created_at timestamptz not null,
        primary key (corp_id, authorisation_id),
        foreign key (corp_id, seal_id) references seals,
        check (expire_at > effective_at),
        check ((author_range = 1) = (cardinality(template_ids) > 0))
      )`.execute(db);
    // The operator identifies an authorisation by its id alone.
    await sql`
      create unique index seal_authorisations_by_id on seal_authorisations (authorisation_id)`.execute(db);
    await sql`
      create index seal_authorisations_newest
        on seal_authorisations (corp_id, seal_id, created_at desc, authorisation_id desc)`.execute(db);
    // Used whenever a seal is displayed or used, and when a member leaves.
    await sql`
      create index seal_authorisations_standing
        on seal_authorisations (corp_id, seal_id, user_id) where withdrawn_at is null`.execute(db);
    await sql`
      create index seal_authorisations_of_user
        on seal_authorisations (corp_id, user_id) where withdrawn_at is null`.execute(db);
    await sql`alter table seals drop column author_num`.execute(db);
  },
};

import { type Kysely, sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Changes that persons make to their own identity: their mobile, its reassignment, and the spelling of their name. */
export const migration: Migration = {
  async up(db) {
    await ownFaceChecks(db);
    await records(db);
    await idlePeople(db);
  },
};

/** A face check for the person's own purposes belongs to no enterprise. */
async function ownFaceChecks(db: Kysely<unknown>): Promise<void> {
  await sql`alter table face_orders drop constraint face_orders_purpose_check`.execute(db);
  await sql`alter table face_orders alter column corp_id drop not null`.execute(db);
  await sql`
    alter table face_orders
      add constraint face_orders_purpose_check check (
        purpose in (
          'person', 'legal', 'signContract', 'approvalSign', 'receiveCorp', 'registerCorp',
          'ownMobile', 'ownName', 'ownReturn'
        )
      ),
      add constraint face_orders_own_check check (
        (corp_id is null) = (purpose in ('ownMobile', 'ownName', 'ownReturn'))
      )
  `.execute(db);
  await sql`
    create table own_face_checks (
      order_no text primary key references face_orders on delete cascade,
      real_name text not null,
      ident_num bytea not null,
      ident_num_index text not null
    )
  `.execute(db);
}

async function records(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mobile_changes (
      change_id bigint primary key,
      user_id bigint not null references users (user_id),
      former_mobile text,
      former_mobile_digest text,
      mobile text,
      mobile_digest text,
      proven_by text not null check (proven_by in ('codes', 'face', 'identity')),
      -- Whoever takes it may be written down after this, in the same commit.
      because_of bigint references users (user_id) deferrable initially deferred,
      changed_at timestamptz not null,
      address text,
      device text,
      check ((former_mobile is null) = (former_mobile_digest is null)),
      check ((mobile is null) = (mobile_digest is null)),
      check (former_mobile is not null or mobile is not null)
    )
  `.execute(db);
  await sql`create index mobile_changes_of_user on mobile_changes (user_id)`.execute(db);
  await sql`
    create trigger mobile_changes_append_only before update or delete on mobile_changes
      for each row execute function refuse_to_rewrite()
  `.execute(db);
  // Row triggers do not fire for TRUNCATE.
  for (const table of ['mobile_changes', 'identity_corrections']) {
    await sql`
      create trigger ${sql.id(`${table}_no_truncate`)} before truncate on ${sql.table(table)}
        for each statement execute function refuse_to_rewrite()
    `.execute(db);
  }
  await sql`
    alter table identity_corrections
      add column corrected_by text not null default 'platform' check (corrected_by in ('platform', 'face'))
  `.execute(db);
  await sql`alter table identity_corrections alter column corrected_by drop default`.execute(db);
}

/**
 * Time of a person's last activity; for existing persons derived from known data, at least the time of their
 * verification.
 */
async function idlePeople(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column last_proof_at timestamptz`.execute(db);
  await sql`
    update users set last_proof_at = greatest(
      verified_at,
      (select max(created_at) from person_sessions session where session.user_id = users.user_id),
      (
        select max(session.created_at) from link_sessions session
        join link_grants link on link.link_id = session.link_id where link.user_id = users.user_id
      ),
      (select max(accepted_at) from consents consent where consent.user_id = users.user_id)
    )
    where verified_at is not null
  `.execute(db);
  await sql`alter table person_sessions add column needs_face boolean not null default false`.execute(db);
  await sql`alter table person_sessions alter column needs_face drop default`.execute(db);
}

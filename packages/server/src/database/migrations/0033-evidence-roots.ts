import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** The service's certificate for evidence reports, and the daily roots over the histories of all flows. */
export const migration: Migration = {
  async up(db) {
    await sql`alter table certificates drop constraint certificates_purpose_check`.execute(db);
    await sql`
      alter table certificates
        add constraint certificates_purpose_check
          check (purpose in ('root', 'issuing', 'enterprise', 'timestamp', 'ocsp', 'evidence'))`.execute(db);
    await sql`
      create table evidence_roots (
        number integer primary key check (number > 0),
        day date not null unique,
        root text not null,
        leaves integer not null check (leaves > 0),
        made_at timestamptz not null,
        token bytea,
        timestamp_time timestamptz,
        timestamp_authority text,
        check ((token is null) = (timestamp_time is null)),
        check ((token is null) = (timestamp_authority is null))
      )`.execute(db);
    await sql`
      create table evidence_leaves (
        number integer not null references evidence_roots,
        position integer not null check (position > 0),
        corp_id bigint not null,
        flow_id bigint not null,
        event_count integer not null check (event_count > 0),
        event_head text not null,
        primary key (number, position)
      )`.execute(db);
    await sql`
      create unique index evidence_leaves_of_flow on evidence_leaves (corp_id, flow_id, event_count)`.execute(
      db,
    );
  },
};

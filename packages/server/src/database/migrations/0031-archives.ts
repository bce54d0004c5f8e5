import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/** Long-term validation: the state of every file of a completed flow, and the time of its next step. */
export const migration: Migration = {
  async up(db) {
    await sql`
      create table flow_archives (
        corp_id bigint not null,
        flow_id bigint not null,
        file_id bigint not null,
        level text not null check (level in ('B-B', 'B-T', 'B-LT', 'B-LTA')),
        complete boolean not null default false,
        archived boolean not null default false,
        due_at timestamptz,
        attempts integer not null default 0 check (attempts >= 0),
        timestamp_time timestamptz,
        timestamp_authority text,
        timestamp_serial_number text,
        timestamp_ends_at timestamptz,
        primary key (corp_id, flow_id, file_id),
        foreign key (corp_id, flow_id) references flows (corp_id, flow_id),
        constraint flow_archives_timestamp_check
          check (
            num_nulls(timestamp_time, timestamp_authority, timestamp_serial_number, timestamp_ends_at) in (0, 4))
      )`.execute(db);
    await sql`create index flow_archives_due on flow_archives (due_at) where due_at is not null`.execute(db);
    // A signature without a timestamp is proven to exist by a later one that covers it.
    await sql`
      alter table flow_signatures
        drop constraint flow_signatures_check1,
        add column proven_at timestamptz`.execute(db);
    await sql`update flow_signatures set proven_at = timestamp_time`.execute(db);
    await sql`
      alter table flow_signatures
        add constraint flow_signatures_proven_check check (proven_at is not null or level = 'B-B')`.execute(
      db,
    );
    await sql`drop index flow_signatures_to_upgrade`.execute(db);
    // Existing completed flows are archived as well.
    await sql`
      insert into flow_archives (corp_id, flow_id, file_id, level, due_at)
      select file.corp_id, file.flow_id, file.file_id, 'B-B', flow.finished_at
        from flow_files file join flows flow using (corp_id, flow_id)
       where flow.status = 3 and flow.deleted_at is null and flow.finished_at is not null`.execute(db);
  },
};

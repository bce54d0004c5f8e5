import { sql } from 'kysely';
import type { Migration } from '../migration.js';

/**
 * Who has used which seal, and by what right: a row for each act and seal, written with the act. And who of an enterprise
 * has suspended a seal: one that the platform has suspended, as by every earlier version, names nobody.
 */
export const migration: Migration = {
  async up(db) {
    await sql`
      alter table seals
        add column stopped_by bigint,
        add column stop_reason text,
        add column stopped_at timestamptz
    `.execute(db);
    await sql`
      create table seal_uses (
        use_id bigint generated always as identity primary key,
        corp_id bigint not null,
        seal_id bigint not null,
        used_at timestamptz not null,
        flow_corp_id bigint not null,
        flow_id bigint not null,
        user_id bigint not null,
        decided_by bigint,
        basis text check (basis in ('role', 'authorisation', 'approval', 'automatic')),
        places integer not null,
        outcome text not null check (outcome in ('placed', 'rejected', 'failed')),
        reason text
      )
    `.execute(db);
    for (const columns of ['corp_id', 'corp_id, seal_id', 'corp_id, user_id']) {
      const name = `seal_uses_of_${columns.split(', ').at(-1)?.replace('_id', '') ?? ''}`;
      await sql`
        create index ${sql.raw(name)} on seal_uses (${sql.raw(columns)}, used_at desc, use_id desc)
      `.execute(db);
    }
    // The few tries that placed nothing are looked for by themselves.
    await sql`
      create index seal_uses_not_placed on seal_uses (corp_id, used_at desc, use_id desc) where outcome <> 'placed'
    `.execute(db);
    await sql`
      create trigger seal_uses_append_only before update or delete on seal_uses
        for each row execute function refuse_to_rewrite()
    `.execute(db);
    await sql`
      create trigger seal_uses_no_truncate before truncate on seal_uses
        for each statement execute function refuse_to_rewrite()
    `.execute(db);
  },
};

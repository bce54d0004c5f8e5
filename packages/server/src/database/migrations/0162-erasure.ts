import { type Kysely, sql } from 'kysely';
import type { Migration } from '../migration.js';

/**
 * The erasure of a person: their row stays as a number without a name, because contracts refer to it. What was written
 * once about them is deleted, or loses address and device, then and only then. `erased_blobs` are files that a job
 * deletes afterwards.
 */
export const migration: Migration = {
  async up(db) {
    await sql`alter table users add column erased_at timestamptz`.execute(db);
    await sql`
      create table erased_blobs (
        corp_id bigint not null,
        hash text not null,
        erased_at timestamptz not null,
        primary key (corp_id, hash)
      )
    `.execute(db);
    await sql`
      create function refuse_unless_erased() returns trigger language plpgsql as $$
      begin
        if exists (select from users where user_id = old.user_id and erased_at is not null) then
          if tg_op = 'DELETE' and tg_argv[0] = 'deletable' then
            return old;
          end if;
          if tg_op = 'UPDATE' and tg_argv[0] = 'emptied'
            and coalesce(new.address, '') = '' and new.device is null
            and to_jsonb(new) - 'address' - 'device' = to_jsonb(old) - 'address' - 'device'
          then
            return new;
          end if;
        end if;
        raise exception 'rows of % are never changed or deleted', tg_table_name;
      end $$
    `.execute(db);
    for (const table of ['mobile_changes', 'identity_corrections']) await guard(db, table, 'deletable');
    for (const table of ['consents', 'auto_sign_consents']) await guard(db, table, 'emptied');
  },
};

async function guard(db: Kysely<unknown>, table: string, how: 'deletable' | 'emptied'): Promise<void> {
  const trigger = sql.id(`${table}_append_only`);
  await sql`drop trigger ${trigger} on ${sql.table(table)}`.execute(db);
  await sql`
    create trigger ${trigger} before update or delete on ${sql.table(table)}
      for each row execute function refuse_unless_erased(${sql.lit(how)})
  `.execute(db);
}

import { type Kysely, sql } from 'kysely';
import type { Migration } from '../migration.js';

/**
 * The removal of a closed enterprise: what was written once of it can be deleted, and still not changed, from the moment
 * at which the removal has begun.
 */
export const migration: Migration = {
  async up(db) {
    await sql`
      create function is_being_removed(corp bigint) returns boolean language sql stable as $$
        select exists (select from corp_closures where corp_id = corp and removing_at is not null)
      $$
    `.execute(db);
    await sql`
      create function refuse_unless_removed() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' and is_being_removed(old.corp_id) then
          return old;
        end if;
        raise exception 'rows of % are never changed or deleted', tg_table_name;
      end $$
    `.execute(db);
    for (const table of ['flow_events', 'flow_event_texts', 'flow_revisions', 'seal_uses']) {
      await guard(db, table, sql`refuse_unless_removed()`);
    }
    await sql`
      create function refuse_unless_erased_or_removed() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' and is_being_removed(old.corp_id) then
          return old;
        end if;
        if tg_op = 'UPDATE' and exists (select from users where user_id = old.user_id and erased_at is not null)
          and coalesce(new.address, '') = '' and new.device is null
          and to_jsonb(new) - 'address' - 'device' = to_jsonb(old) - 'address' - 'device'
        then
          return new;
        end if;
        raise exception 'rows of % are never changed or deleted', tg_table_name;
      end $$
    `.execute(db);
    await guard(db, 'auto_sign_consents', sql`refuse_unless_erased_or_removed()`);
  },
};

async function guard(db: Kysely<unknown>, table: string, refusing: ReturnType<typeof sql>): Promise<void> {
  const trigger = sql.id(`${table}_append_only`);
  await sql`drop trigger ${trigger} on ${sql.table(table)}`.execute(db);
  await sql`
    create trigger ${trigger} before update or delete on ${sql.table(table)}
      for each row execute function ${refusing}
  `.execute(db);
}

// The outbox in three ways, each in a schema of its own, so that the service's own statements run on each of them.
import { removeDelivered } from '@cinnabar/server/jobs/outbox.js';

const DAY_MS = 24 * 3_600_000;
/** The table itself, and its partitions. */
export const OUTBOX = '^outbox(_d[0-9]+)?$';

const PARTITIONED = `
  create table by_day.outbox (
    id bigint not null default nextval('by_day.outbox_numbers'),
    corp_id bigint not null, stream text not null, topic text not null, payload jsonb not null,
    created_at timestamptz not null, delivered_at timestamptz, sequence integer check (sequence > 0),
    primary key (id, created_at)
  ) partition by range (created_at)`;

/** @param keptMs how long events stay after their delivery */
export function variants(server, keptMs) {
  const own = { schema: 'public', name: 'as the service has it' };
  const untuned = { schema: 'untuned', name: "the same, autovacuum's defaults" };
  const byDay = { schema: 'by_day', name: 'partitioned by day' };
  return [
    { ...own, make: async () => undefined, beginDay: async () => undefined, remove: removed },
    { ...untuned, make: makeUntuned, beginDay: async () => undefined, remove: removed },
    { ...byDay, make: makeByDay, beginDay: addPartition, remove: dropOld },
  ];

  async function removed({ db }, now) {
    const counts = await removeDelivered(db, new Date(now.getTime() - keptMs));
    return [...counts.values()].reduce((sum, count) => sum + count, 0);
  }

  async function makeUntuned() {
    await server.statement('create schema untuned');
    await server.statement('create table untuned.outbox (like public.outbox including all)');
    await server.statement('create table untuned.outbox_series (like public.outbox_series including all)');
  }

  /** Without the index by which delivered events are found: nothing else reads it. */
  async function makeByDay() {
    await server.statement('create schema by_day');
    await server.statement('create sequence by_day.outbox_numbers');
    await server.statement(PARTITIONED);
    await server.statement('create index on by_day.outbox (stream, id) where delivered_at is null');
    await server.statement('create index on by_day.outbox (id) where delivered_at is null');
    await server.statement('create table by_day.outbox_series (like public.outbox_series including all)');
  }

  async function addPartition(day) {
    await server.statement(
      `create table by_day.outbox_d${day.getTime() / DAY_MS} partition of by_day.outbox
       for values from ('${day.toISOString()}') to ('${new Date(day.getTime() + DAY_MS).toISOString()}')`,
    );
  }

  /** Drops each partition that ended before, unless something of it still waits. */
  async function dropOld({ pool }, now) {
    let count = 0;
    const { rows } = await pool.query(
      `select relname as name, reltuples::int as rows from pg_class
       where relnamespace = 'by_day'::regnamespace and relkind = 'r' and relname ~ '${OUTBOX}'`,
    );
    for (const { name, rows: held } of rows) {
      const end = (Number(name.slice('outbox_d'.length)) + 1) * DAY_MS;
      if (end > now.getTime() - keptMs) continue;
      const waiting = await pool.query(
        `select exists (select from by_day.${name} where delivered_at is null) as any`,
      );
      if (waiting.rows[0].any) continue;
      await pool.query(`drop table by_day.${name}`);
      count += held;
    }
    return count;
  }
}

/** Megabytes of the table and of its indexes, with all partitions. */
export async function sizeOf(server, schema, tables) {
  const [size] = await server.statement(
    `select (sum(pg_table_size(oid)) / 2 ^ 20)::float8 as heap, (sum(pg_indexes_size(oid)) / 2 ^ 20)::float8 as indexes
     from pg_class where relnamespace = $1::regnamespace and relkind = 'r' and relname ~ $2`,
    [schema, tables],
  );
  return size;
}

/** Rows past their retention are removed in portions: a statement that removed all of them could never end in time. */
import { removeOldDeliveries } from '@cinnabar/server/areas/webhooks/store/deliveries.js';
import { type OpenDatabase, openDatabase } from '@cinnabar/server/database/connect.js';
import { removeCounted } from '@cinnabar/server/database/remove-counted.js';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';

let fresh: FreshDatabase;
let database: OpenDatabase;

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ address: fresh.address, max: 3 });
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

test('twelve thousand old rows are removed and counted by enterprise, at most five thousand by one statement', async () => {
  const { db, pool } = database;
  await pool.query(`
    create table portions (size integer);
    create function count_portion() returns trigger language plpgsql as
      'begin insert into portions select count(*) from gone; return null; end';
    create trigger counted after delete on outbox referencing old table as gone
      for each statement execute function count_portion()`);
  await pool.query(`
    insert into outbox (corp_id, stream, topic, payload, created_at, delivered_at)
    select n % 2, 'flow:' || n, 'flow.signed', '{}', '2026-01-01', case
      when n <= 12000 then timestamptz '2026-01-02' when n = 12001 then timestamptz '2026-01-09' end
    from generate_series(1, 12002) as n`);
  const before = new Date('2026-01-09T00:00:00Z');
  const removed = await removeCounted(db, 'outbox', 'delivered_at', sql`delivered_at < ${before}`, {
    hasCorp: true,
  });
  expect(removed).toEqual(
    new Map([
      [0, 6000],
      [1, 6000],
    ]),
  );
  const { rows: portions } = await pool.query('select size from portions order by size desc');
  expect(portions).toEqual([{ size: 5000 }, { size: 5000 }, { size: 2000 }]);
  const { rows: left } = await pool.query('select stream from outbox order by id');
  expect(left).toEqual([{ stream: 'flow:12001' }, { stream: 'flow:12002' }]);
});

test('the few old deliveries among many are found without reading the table', async () => {
  const { db, pool } = database;
  await pool.query(`
    alter table webhooks drop constraint webhooks_corp_id_fkey;
    alter table webhook_messages drop constraint webhook_messages_corp_id_fkey;
    insert into webhooks (webhook_id, corp_id, url, event_types, remark, secret, status, created_at, updated_at)
    values (1, 7, 'https://receiver.example', '{}', '', '', 'enabled', now(), now());
    insert into webhook_messages (message_id, corp_id, event_type, body, created_at)
    select n, 7, 'flow.signed', '{}', timestamptz '2026-01-01' + n * interval '1 minute'
    from generate_series(1, 20000) as n;
    insert into webhook_deliveries (delivery_id, webhook_id, message_id, status, created_at)
    select message_id, 1, message_id, 'delivered', created_at from webhook_messages`);
  await pool.query('vacuum analyze webhook_messages, webhook_deliveries');
  const scans = async () => {
    await pool.query('select pg_stat_force_next_flush()');
    const { rows } = await pool.query(
      "select relname, seq_scan from pg_stat_user_tables where relname in ('webhook_deliveries', 'webhook_messages')",
    );
    return new Map(rows.map(({ relname, seq_scan }) => [relname, seq_scan]));
  };
  const before = await scans();
  const until = new Date('2026-01-01T00:10:30Z');
  const removed = await removeOldDeliveries(db, until, new AbortController().signal);
  expect(removed).toEqual(new Map([[7, 20]]));
  expect(await scans()).toEqual(before);
});

test('what is used again while old rows are removed is kept', async () => {
  const { db, pool } = database;
  await pool.query(`
    insert into outbox (corp_id, stream, topic, payload, created_at, delivered_at)
    values (1, 'flow:used', 'flow.signed', '{}', '2026-01-01', '2026-01-02'),
      (1, 'flow:old', 'flow.signed', '{}', '2026-01-01', '2026-01-02');
    insert into webhook_messages (message_id, corp_id, event_type, body, created_at)
    values (50001, 7, 'flow.signed', '{}', '2026-01-01'), (50002, 7, 'flow.signed', '{}', '2026-01-01');
    insert into webhook_deliveries (delivery_id, webhook_id, message_id, status, created_at)
    values (50001, 1, 50001, 'delivered', '2026-01-01'), (50002, 1, 50002, 'delivered', '2026-01-01')`);
  const before = new Date('2026-01-01T00:00:30Z');
  const user = await pool.connect();
  try {
    for (const [change, remove, removed] of [
      [
        `update outbox set delivered_at = now() where stream = 'flow:used'`,
        () => removeCounted(db, 'outbox', 'delivered_at', sql`delivered_at < '2026-01-03'`),
        new Map([[0, 1]]),
      ],
      [
        `update webhook_deliveries set status = 'pending', next_at = now() where delivery_id = 50001`,
        () => removeOldDeliveries(db, before, new AbortController().signal),
        new Map([[7, 2]]),
      ],
    ] as const) {
      await user.query(`begin; ${change}`);
      const removal = remove();
      await vi.waitUntil(async () => {
        const { rows } = await pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length === 1;
      });
      await user.query('commit');
      expect(await removal).toEqual(removed);
    }
  } finally {
    user.release();
  }
  const { rows: kept } = await pool.query(
    `select stream as name from outbox where stream in ('flow:used', 'flow:old')
     union all select 'delivery ' || delivery_id from webhook_deliveries where delivery_id > 50000`,
  );
  expect(kept).toEqual([{ name: 'flow:used' }, { name: 'delivery 50001' }]);
});

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type OpenDatabase, openDatabase } from '@cinnabar/server/database/connect.js';
import { isDatabaseAway, isRoleMissing } from '@cinnabar/server/database/database-away.js';
import { fixedQuery, type Value } from '@cinnabar/server/database/fixed-query.js';
import { createIdSource } from '@cinnabar/server/database/ids.js';
import { toJson } from '@cinnabar/server/database/json.js';
import {
  migrateDatabase,
  missingMigrations,
  type Step,
  unknownMigrations,
} from '@cinnabar/server/database/migrate.js';
import type { Migration } from '@cinnabar/server/database/migration.js';
import type { Db } from '@cinnabar/server/database/schema.js';
import { createStatementNames } from '@cinnabar/server/database/statement-names.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { countedStatements } from '../support/counted-statements.js';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { toConnectionString } from '../support/test-database.js';

let fresh: FreshDatabase;
let opened: OpenDatabase[];

beforeEach(async () => {
  fresh = await freshDatabase();
  opened = [];
});

afterEach(async () => {
  for (const database of opened) await database.close();
  await fresh.drop();
});

function open(max = 5): OpenDatabase {
  const database = openDatabase({ address: fresh.address, max });
  opened.push(database);
  return database;
}

async function withEmpty(work: (fresh: FreshDatabase) => Promise<void>): Promise<void> {
  const empty = await freshDatabase({ migrated: false });
  try {
    await work(empty);
  } finally {
    await empty.drop();
  }
}

test('a role that has yet to be made is told from a server that is away', async () => {
  const url = new URL(toConnectionString(fresh.address));
  url.username = 'made_later';
  const early = openDatabase({ address: { connectionString: url.href }, max: 1 });
  opened.push(early);
  const error: unknown = await early.pool.query('select 1').catch((thrown: unknown) => thrown);
  expect([isRoleMissing(error), isDatabaseAway(error)]).toEqual([true, false]);
});

test('sessions count time in UTC, and compile no statement', async () => {
  const { db, reserveDb } = open();
  for (const sessions of [db, reserveDb]) {
    const { rows } = await sql`
      select current_setting('TimeZone') as zone, current_setting('jit') as jit
    `.execute(sessions);
    expect(rows).toEqual([{ zone: 'UTC', jit: 'off' }]);
  }
});

describe('values', () => {
  test('are returned with the types that the program expects', async () => {
    const { db } = open();
    const result = await sql`
      select 9007199254740991::bigint as big, array[1, null, 3]::bigint[] as list, '{}'::bigint[] as none,
             0.10::numeric as amount, '2026-02-28'::date as day, '{"a":[1]}'::jsonb as json,
             '2026-11-20 16:00:00.123+08'::timestamptz as moment, count(*) as count
    `.execute(db);
    expect(result.rows).toEqual([
      {
        big: Number.MAX_SAFE_INTEGER,
        list: [1, null, 3],
        none: [],
        amount: '0.10',
        day: '2026-02-28',
        json: { a: [1] },
        moment: new Date('2026-11-20T08:00:00.123Z'),
        count: 1,
      },
    ]);
  });

  test('outside the safe range of a number are an error, never rounded', async () => {
    const { db } = open();
    for (const value of ['9007199254740993', '-9007199254740993']) {
      await expect(sql`select ${value}::bigint as id`.execute(db)).rejects.toMatchObject({
        reason: 'unsafe-integer',
      });
    }
    await expect(sql`select array[9007199254740993]`.execute(db)).rejects.toMatchObject({
      reason: 'unsafe-integer',
    });
  });

  test('of JSON columns may be lists, strings and null', async () => {
    const { db } = open();
    const values = [[1, 'x'], 'text', null, { nested: { list: [] } }, 0, false];
    for (const [index, value] of values.entries()) {
      await db
        .insertInto('settings')
        .values({ name: `value-${index}`, value: toJson(value) })
        .execute();
    }
    const rows = await db.selectFrom('settings').select('value').orderBy('name').execute();
    expect(rows.map((row) => row.value)).toEqual(values);
    expect(() => toJson(undefined)).toThrow(TypeError);
  });
});

describe('prepared statements', () => {
  test('are named by their text from the second use on, and limited in number', () => {
    const names = createStatementNames(2);
    expect(names.nameOf('select 1')).toBeUndefined();
    const name = names.nameOf('select 1');
    expect(name).toMatch(/^s[0-9a-f]{32}$/);
    expect(names.nameOf('select 1')).toBe(name);
    names.nameOf('select 2');
    expect(names.nameOf('select 2')).not.toBe(name);
    names.nameOf('select 3');
    expect(names.nameOf('select 3')).toBeUndefined();
    expect(names.nameOf('create table x ()')).toBeUndefined();
    expect(names.nameOf('create table x ()')).toBeUndefined();
  });

  test('survive a migration that changes their columns, in a transaction and outside', async () => {
    const { db, pool } = open(8);
    await pool.query('create table thing (id integer)');
    const read = async (from: Db) => (await sql`select * from thing`.execute(from)).rows;
    const inTransaction = () => transact(db, (tx) => read(tx));
    for (const reading of [inTransaction, () => read(db)]) {
      const byAll = () => Promise.all(Array.from({ length: 8 }, reading));
      for (let use = 0; use < 3; use += 1) await byAll();
      await pool.query('alter table thing add column name text');
      await pool.query("insert into thing values (1, 'one')");
      expect(await byAll()).toEqual(Array(8).fill([{ id: 1, name: 'one' }]));
      await pool.query('alter table thing drop column name');
      await pool.query('truncate thing');
    }
  });
});

describe('a fixed query', () => {
  test('assigns each value of each call to its own parameter, beside its constants', async () => {
    const { db } = open();
    const pairs = fixedQuery((asked, right: Value<readonly string[]>, left: Value<readonly number[]>) =>
      asked.selectNoFrom([
        sql<string>`${'constant'}::text`.as('constant'),
        sql<readonly number[]>`${left}::int[]`.as('left'),
        sql<readonly string[]>`${right}::text[]`.as('right'),
        sql<readonly number[]>`${left}::int[]`.as('again'),
      ]),
    );
    for (const [right, left] of [
      [['甲'], [1, 2]],
      [[], [3]],
      [['constant', '乙'], []],
    ] satisfies [string[], number[]][]) {
      expect(await pairs(db, right, left)).toEqual([{ constant: 'constant', left, right, again: left }]);
    }
  });

  test('that ignores a value is refused', async () => {
    const { db } = open();
    const forgetful = fixedQuery((asked, wanted: Value<number>, _forgotten: Value<number>) =>
      asked.selectNoFrom(sql<number>`${wanted}::int`.as('count')),
    );
    await expect(forgetful(db, 1, 2)).rejects.toThrow(TypeError);
  });
});

describe('a transaction', () => {
  test('that deadlocks is retried until both have committed', async () => {
    const { db } = open();
    await db
      .insertInto('rate_counters')
      .values(['a', 'b'].map((name) => ({ name, window_start: new Date(0), count: 0 })))
      .execute();
    let runs = 0;
    let held = 0;
    let bothHoldOne: () => void = () => undefined;
    const firstRowsLocked = new Promise<void>((resolve) => {
      bothHoldOne = resolve;
    });
    const countBoth = (first: string, second: string) =>
      transact(db, async (tx) => {
        runs += 1;
        const count = (name: string) =>
          tx
            .updateTable('rate_counters')
            .set((row) => ({ count: row('count', '+', 1) }))
            .where('name', '=', name)
            .execute();
        await count(first);
        held += 1;
        if (held === 2) bothHoldOne();
        await firstRowsLocked;
        await count(second);
      });
    await Promise.all([countBoth('a', 'b'), countBoth('b', 'a')]);
    expect(runs).toBeGreaterThan(2);
    const counts = await db.selectFrom('rate_counters').select('count').execute();
    expect(counts).toEqual([{ count: 2 }, { count: 2 }]);
  });

  test('begins with its first statement, and takes no round trip without one', async () => {
    const { db } = open();
    const { statements, control } = await countedStatements(async () => {
      expect(await transact(db, async () => 'nothing')).toBe('nothing');
      await expect(
        transact(db, async () => {
          throw new Error('refused');
        }),
      ).rejects.toThrow('refused');
    });
    expect({ statements, control }).toEqual({ statements: 0, control: 0 });
    const used = await countedStatements(() =>
      transact(db, async (tx) => {
        await Promise.all([sql`select 1`.execute(tx), sql`select 2`.execute(tx)]);
      }),
    );
    expect(used).toMatchObject({ statements: 2, control: 2 });
  });

  test('that keeps losing ends as contention, and other errors are passed unchanged', async () => {
    const { db } = open();
    let runs = 0;
    const losing = transact(db, async (tx) => {
      runs += 1;
      await sql`do $$ begin raise exception 'lost' using errcode = '40001'; end $$`.execute(tx);
    });
    await expect(losing).rejects.toMatchObject({ reason: 'contention' });
    expect(runs).toBe(6);
    await expect(transact(db, async (tx) => sql`select 1/0`.execute(tx))).rejects.toMatchObject({
      code: '22012',
    });
  });

  test('inside a transaction joins it', async () => {
    const { db } = open(1);
    const failing = transact(db, async (tx) => {
      await transact(tx, (inner) => inner.insertInto('settings').values({ name: 'x', value: '1' }).execute());
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await db.selectFrom('settings').selectAll().execute()).toEqual([]);
  });

  test('is not lost if its connection broke before: the next one gets a new connection', async () => {
    const { db, pool } = open(1);
    const other = open(1);
    const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
    await other.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await expect
      .poll(() => transact(db, async (tx) => (await sql`select 1 as one`.execute(tx)).rows).catch(() => []))
      .toEqual([{ one: 1 }]);
  });
});

describe('ids', () => {
  test('are unique across concurrent processes, positive and exact as numbers', async () => {
    const script = fileURLToPath(new URL('take-ids.mjs', import.meta.url));
    const takers = Array.from({ length: 4 }, () => takeInProcess(script, fresh.connectionString));
    const ids = (await Promise.all(takers)).flat();
    expect(ids).toHaveLength(4 * 1000);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => Number.isSafeInteger(id) && id > 0)).toBe(true);
  });

  test('can be allocated by as many transactions as there are connections', async () => {
    const database = open(3);
    const ids = createIdSource(database);
    const taken = await Promise.all(
      Array.from({ length: 30 }, () => transact(database.db, async () => ids.take(90))),
    );
    expect(new Set(taken.flat()).size).toBe(2700);
  });

  test('are allocated in blocks: few queries for many ids', async () => {
    const database = open();
    const ids = createIdSource(database);
    for (let index = 0; index < 100; index += 1) await ids.next();
    const result = await database.pool.query('select last_value from object_ids');
    expect(result.rows).toEqual([{ last_value: 1 }]);
    expect(await ids.next()).toBe(101);
    expect(await ids.take(0)).toEqual([]);
    await expect(ids.take(-1)).rejects.toThrow(RangeError);
  });
});

function takeInProcess(script: string, connectionString: string): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const child = fork(script, [connectionString]);
    child.once('message', (ids) => resolve(Array.isArray(ids) ? ids : []));
    child.once('error', reject);
  });
}

describe('migrations', () => {
  const create = step('0001-create', 'create table a ()');
  const extend = step('0002-extend', 'alter table a add column b integer');
  const fail = step('0003-fail', 'select 1/0');

  function step(name: string, text: string, unusedSince?: string): Step {
    const up: Migration['up'] = async (db) => void (await sql.raw(text).execute(db));
    return { name, migration: unusedSince === undefined ? { up } : { up, unusedSince } };
  }

  test('are applied once, in order, also by several concurrent starts', async () => {
    await withEmpty(async (empty) => {
      const starters = Array.from({ length: 4 }, () => openDatabase({ address: empty.address, max: 2 }));
      const applied = await Promise.all(starters.map((database) => migrateDatabase(database)));
      expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
      expect(applied.flat()[0]).toBe('0001-foundation');
      for (const database of starters) await database.close();
    });
  });

  test('continue from the database’s version, all or none', async () => {
    await withEmpty(async (empty) => {
      const database = openDatabase({ address: empty.address, max: 2 });
      expect(await migrateDatabase(database, [create])).toEqual(['0001-create']);
      await expect(migrateDatabase(database, [create, extend, fail])).rejects.toThrow('division by zero');
      expect(await migrateDatabase(database, [create, extend])).toEqual(['0002-extend']);
      expect(await migrateDatabase(database, [create, extend])).toEqual([]);
      await database.close();
    });
  });

  test('applied by a version before Kysely’s Migrator count as applied, and that version still reads the table', async () => {
    await withEmpty(async (empty) => {
      const database = openDatabase({ address: empty.address, max: 2 });
      await database.pool.query(`
        create table migrations (
          number integer primary key,
          name text not null unique,
          applied_at timestamptz not null default clock_timestamp()
        );
        create table a ();
        insert into migrations (number, name) values (1, '0001-create');
      `);
      expect(await missingMigrations(database, [create, extend])).toEqual(['0002-extend']);
      await expect(migrateDatabase(database, [extend])).rejects.toMatchObject({ reason: 'history-differs' });
      expect(await migrateDatabase(database, [create, extend])).toEqual(['0002-extend']);
      // The statements of that version.
      const known = await database.pool.query('select number, name from migrations order by number');
      expect(known.rows).toEqual([
        { number: 1, name: '0001-create' },
        { number: 2, name: '0002-extend' },
      ]);
      await database.pool.query("insert into migrations (number, name) values (3, '0003-beside')");
      const beside = step('0003-beside', 'select 1');
      const last = step('0004-last', 'alter table a add column c integer');
      expect(await migrateDatabase(database, [create, extend, beside, last])).toEqual(['0004-last']);
      await database.close();
    });
  });

  test('are applied in their order even if the clock was set back between two versions', async () => {
    await withEmpty(async (empty) => {
      const database = openDatabase({ address: empty.address, max: 2 });
      await migrateDatabase(database, [create]);
      await database.pool.query("update migrations set timestamp = timestamp + interval '1 year'");
      expect(await migrateDatabase(database, [create, extend])).toEqual(['0002-extend']);
      expect(await migrateDatabase(database, [create, extend])).toEqual([]);
      expect(await missingMigrations(database, [create, extend])).toEqual([]);
      await database.close();
    });
  });

  test('are applied while another process migrates the tables of the job queue', async () => {
    await withEmpty(async ({ address }) => {
      const database = openDatabase({ address, max: 2 });
      const other = openDatabase({ address, max: 1 });
      let isOver = false;
      async function changeQueue(): Promise<void> {
        await other.pool.query('create schema queue');
        await other.pool.query('create table queue.jobs (id integer)');
        while (!isOver) {
          await other.pool.query('alter table queue.jobs add column job_count integer');
          await other.pool.query('alter table queue.jobs drop column job_count');
        }
      }
      const changing = changeQueue();
      try {
        for (let start = 0; start < 30; start += 1) await migrateDatabase(database, [create, extend]);
      } finally {
        isOver = true;
        await changing;
        await database.close();
        await other.close();
      }
    });
  });

  test('wait for a concurrent start of any version, longer than the statement timeout', async () => {
    await withEmpty(async (empty) => {
      const other = openDatabase({ address: empty.address, max: 1 });
      const database = openDatabase({ address: empty.address, max: 2, statementTimeoutMs: 200 });
      const starter = await other.pool.connect();
      await starter.query('begin');
      await starter.query('select pg_advisory_xact_lock(4701001)');
      const migrating = migrateDatabase(database, [create]);
      await starter.query('select pg_sleep(0.5)');
      await starter.query('commit');
      starter.release();
      expect(await migrating).toEqual(['0001-create']);
      const timeout = await database.pool.query('show statement_timeout');
      expect(timeout.rows).toEqual([{ statement_timeout: '200ms' }]);
      await other.close();
      await database.close();
    });
  });

  test('of a newer or another program prevent the start with a clear message', async () => {
    await withEmpty(async (empty) => {
      const database = openDatabase({ address: empty.address, max: 2 });
      const settings = step('0001-settings', 'create table settings (name text primary key, value jsonb)');
      const add = step('0002-add', 'alter table settings add column note text');
      const remove = step('0003-remove', 'alter table settings drop column note', add.name);
      const steps = [settings, add, remove];
      await migrateDatabase(database, steps);
      for (const refuses of [migrateDatabase, missingMigrations]) {
        await expect(refuses(database, [settings])).rejects.toMatchObject({
          reason: 'newer-than-program',
          message: expect.stringMatching(
            /by a newer version \(0003-remove\) and requires a program that knows 0002-add/,
          ),
        });
      }
      await expect(migrateDatabase(database, [settings, fail])).rejects.toMatchObject({
        reason: 'history-differs',
      });
      await database.close();
    });
  });

  test('of a newer version that only expands the schema let the older one start and stay', async () => {
    await withEmpty(async (empty) => {
      const database = openDatabase({ address: empty.address, max: 2 });
      const settings = step('0001-settings', 'create table settings (name text primary key, value jsonb)');
      const add = step('0002-add', 'alter table settings add column note text');
      const remove = step('0003-remove', 'alter table settings drop column note', settings.name);
      await migrateDatabase(database, [settings, add, remove]);
      expect(await missingMigrations(database, [settings])).toEqual([]);
      expect(await migrateDatabase(database, [settings])).toEqual([]);
      expect(await unknownMigrations(database, [settings])).toEqual(['0002-add', '0003-remove']);
      const later = step('0004-later', 'alter table settings add column later text');
      expect(await migrateDatabase(database, [settings, add, remove, later])).toEqual(['0004-later']);
      expect(await unknownMigrations(database, [settings, add, remove, later])).toEqual([]);
      await database.close();
    });
  });

  test('that wait for a table in use let the others go on, and are applied when it is free', async () => {
    await withEmpty(async (empty) => {
      const database = openDatabase({ address: empty.address, max: 3 });
      await migrateDatabase(database, [create]);
      const reader = await database.pool.connect();
      await reader.query('begin');
      await reader.query('select from a');
      const migrating = migrateDatabase(database, [create, extend]);
      const waiting = `select from pg_locks where relation = 'a'::regclass and not granted`;
      await expect.poll(async () => (await reader.query(waiting)).rows.length).toBe(1);
      // Waits behind the migration until that gives up.
      await database.pool.query('select from a');
      await reader.query('commit');
      reader.release();
      expect(await migrating).toEqual(['0002-extend']);
      const timeout = await database.pool.query('show lock_timeout');
      expect(timeout.rows).toEqual([{ lock_timeout: '0' }]);
      await database.close();
    });
  });
});

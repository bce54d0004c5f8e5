import { type OpenDatabase, openDatabase } from '@cinnabar/server/database/connect.js';
import {
  gatheredByTransaction,
  readOnceByTransaction,
} from '@cinnabar/server/database/gathered-by-transaction.js';
import {
  executeGathered,
  gate,
  insertRows,
  opened,
  openGate,
  updateRows,
} from '@cinnabar/server/database/gathered-writes.js';
import { toJson } from '@cinnabar/server/database/json.js';
import type { Tx } from '@cinnabar/server/database/schema.js';
import {
  CommitThenThrow,
  NeedsTransaction,
  transact,
  transactAtOnce,
} from '@cinnabar/server/database/transact.js';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { countedStatements } from '../support/counted-statements.js';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';

const now = new Date('2026-11-20T08:00:00.123Z');

let fresh: FreshDatabase;
let database: OpenDatabase;

beforeEach(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ address: fresh.address });
});
afterEach(async () => {
  await database.close();
  await fresh.drop();
});

const entry = (app_id: string, text: string, bytes: readonly number[]) => ({
  app_id,
  key: text,
  operation: '/a',
  body_hash: Uint8Array.from(bytes),
  state: 'running' as const,
  status: null,
  body: null,
  created_at: now,
  lease: now,
});

const stored = () => database.db.selectFrom('idempotency_keys').selectAll().orderBy('key').execute();

describe('gathered writes', () => {
  test('store the same values as single statements: bytes, times, nulls and any text', async () => {
    const rows = [entry('one', `'"\\ {},\n合同𠮷`, [0, 92, 255]), entry('two', 'b', [])];
    const { passed } = await transact(database.db, (tx) =>
      executeGathered(tx, openGate, insertRows('idempotency_keys', rows)),
    );
    expect(passed).toBe(true);
    const gathered = await stored();
    await database.db.deleteFrom('idempotency_keys').execute();
    await database.db.insertInto('idempotency_keys').values(rows).execute();
    expect(gathered).toEqual(await stored());
  });

  test('store JSON text as a value, and null', async () => {
    const settings = [
      { name: 'list', value: toJson([1, 'a', { b: null }]) },
      { name: 'text', value: toJson('{"a": 1}') },
    ];
    await transact(database.db, (tx) =>
      executeGathered(tx, openGate, insertRows('settings', settings, { json: ['value'] })),
    );
    expect(await database.db.selectFrom('settings').select('value').orderBy('name').execute()).toEqual([
      { value: [1, 'a', { b: null }] },
      { value: '{"a": 1}' },
    ]);
  });

  const changed = [
    { key: 'a', status: 200, body_hash: Uint8Array.of(9) },
    { key: 'c', status: 404, body_hash: Uint8Array.of(8) },
  ];

  test('update each row of an owner to its own values, and no row of another owner', async () => {
    await database.db
      .insertInto('idempotency_keys')
      .values([
        ...[entry('one', 'a', [1]), entry('one', 'b', [2]), entry('one', 'c', [3])],
        entry('two', 'c', [4]),
      ])
      .execute();
    await transact(database.db, (tx) =>
      executeGathered(tx, openGate, updateRows('idempotency_keys', { app_id: 'one' }, 'key', changed)),
    );
    expect((await stored()).map(({ app_id, status, body_hash }) => [app_id, status, ...body_hash])).toEqual(
      expect.arrayContaining([
        ['one', 200, 9],
        ['one', null, 2],
        ['one', 404, 8],
        ['two', null, 4],
      ]),
    );
  });

  test('find the rows to update by the primary key, however many there are', async () => {
    const many = Array.from({ length: 3000 }, (_, index) => entry(`app ${index}`, 'a', [1]));
    await database.db.insertInto('idempotency_keys').values(many).execute();
    await sql`analyze idempotency_keys`.execute(database.db);
    const [write] = updateRows('idempotency_keys', { app_id: 'app 7' }, 'key', changed);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain with ${gate} as (${openGate}) ${write?.body ?? sql``}
    `.execute(database.db);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('idempotency_keys_pkey');
    expect(plan).not.toContain('Seq Scan');
  });

  test('write nothing behind a closed gate, and report it with their checks', async () => {
    const closed = sql`${database.db
      .updateTable('idempotency_keys')
      .set({ state: 'done' })
      .where('key', '=', 'unknown')
      .returning(opened)}`;
    const also = { name: 'also', body: sql`delete from settings using ${gate} returning name` };
    await database.db.insertInto('settings').values({ name: 'kept', value: '1' }).execute();
    const result = await transact(database.db, (tx) =>
      executeGathered(tx, closed, [...insertRows('idempotency_keys', [entry('one', 'a', [1])]), also], {
        checks: { deleted: sql<boolean>`exists (select from also)`, true: sql<boolean>`true` },
      }),
    );
    expect(result).toEqual({ passed: false, holds: new Set(['true']) });
    expect(await stored()).toEqual([]);
    expect(await database.db.selectFrom('settings').select('name').execute()).toEqual([{ name: 'kept' }]);
  });
});

describe('work that is usually one statement', () => {
  const written = insertRows('idempotency_keys', [entry('one', 'a', [1])]);

  test('is a transaction without BEGIN and COMMIT', async () => {
    const counts = await countedStatements(() =>
      transactAtOnce(database.db, async (tx, alone) => {
        await executeGathered(tx, openGate, written, { alone });
      }),
    );
    expect(counts).toEqual({ statements: 1, control: 0, writing: 1 });
    expect(await stored()).toHaveLength(1);
  });

  test('runs again in a transaction if it needs one, and has written nothing before', async () => {
    const closed = sql`select 1 as opened where false`;
    const runs: boolean[] = [];
    await transactAtOnce(database.db, async (tx, alone) => {
      runs.push(alone);
      expect(await stored()).toEqual([]);
      const { passed } = await executeGathered(tx, alone ? closed : openGate, written, { alone });
      if (!passed) throw new NeedsTransaction();
      await tx.insertInto('settings').values({ name: 'after', value: '1' }).execute();
    });
    expect(runs).toEqual([true, false]);
    expect(await stored()).toHaveLength(1);
  });

  test('opens its gate only while the rows that it locks first are there', async () => {
    await database.db.insertInto('settings').values({ name: 'code', value: '1' }).execute();
    const first = [{ name: 'locked', body: sql`select name from settings where name = 'code' for update` }];
    const ifLocked = sql`select 1 as opened where exists (select from locked)`;
    const attempt = () =>
      transact(database.db, (tx) => executeGathered(tx, ifLocked, written, { first, alone: true }));
    let competing: Promise<{ readonly passed: boolean }> | undefined;
    await transact(database.db, async (tx) => {
      await tx.deleteFrom('settings').execute();
      competing = attempt();
      await vi.waitUntil(async () => {
        const { rows } = await sql<{ waiting: boolean }>`
          select exists (
            select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          ) as waiting
        `.execute(database.db);
        return rows[0]?.waiting;
      });
    });
    expect((await competing)?.passed).toBe(false);
    expect(await stored()).toEqual([]);
  });

  test('cannot execute another statement after it, nor before', async () => {
    const after = transact(database.db, async (tx) => {
      await executeGathered(tx, openGate, [], { alone: true });
      await tx.deleteFrom('settings').execute();
    });
    await expect(after).rejects.toThrow('has ended');
    const before = transact(database.db, async (tx) => {
      await tx.deleteFrom('settings').execute();
      await executeGathered(tx, openGate, [], { alone: true });
    });
    await expect(before).rejects.toThrow('not the first');
  });

  test('joins a transaction as an ordinary part of it', async () => {
    const failing = transact(database.db, async (tx) => {
      await transactAtOnce(tx, async (inner, alone) => {
        expect(alone).toBe(false);
        await executeGathered(inner, openGate, written, { alone });
      });
      throw new Error('too late');
    });
    await expect(failing).rejects.toThrow('too late');
    expect(await stored()).toEqual([]);
  });
});

describe('what callers of one transaction ask for concurrently', () => {
  const doubled = gatheredByTransaction(async (tx: Tx, numbers: readonly number[]) => {
    const { rows } = await sql<{ double: number }>`
      select given * 2 as double from unnest(${numbers}::integer[]) as given
    `.execute(tx);
    return numbers.map((_number, index) => rows[index]?.double);
  });

  test('is one statement, and each gets its own value', async () => {
    let values: readonly unknown[] = [];
    const { statements } = await countedStatements(() =>
      transact(database.db, async (tx) => {
        values = await Promise.all([1, 2, 2, 3].map((number) => doubled(tx, number)));
      }),
    );
    expect(values).toEqual([2, 4, 4, 6]);
    expect(statements).toBe(1);
  });
});

describe('what is read once in a transaction', () => {
  const read = readOnceByTransaction(String, async (tx: Tx, numbers: readonly number[]) => {
    const { rows } = await sql<{
      given: number;
    }>`select given from unnest(${numbers}::integer[]) as given`.execute(tx);
    return numbers.map((_number, index) => rows[index]?.given);
  });

  test('is one statement for all who ask at once, and none for those who ask again', async () => {
    let values: readonly unknown[] = [];
    const { statements } = await countedStatements(() =>
      transact(database.db, async (tx) => {
        const together = await Promise.all([7, 8, 7].map((number) => read(tx, number)));
        values = [...together, await read(tx, 8)];
      }),
    );
    expect(values).toEqual([7, 8, 7, 8]);
    expect(statements).toBe(1);
    await transact(database.db, async (tx) => expect(await read(tx, 9)).toBe(9));
  });
});

describe('a refusal that is committed', () => {
  test('keeps what the transaction wrote, and reaches the caller', async () => {
    const refusal = new Error('a wrong code');
    const refused = transact(database.db, async (tx) => {
      await tx.insertInto('settings').values({ name: 'failures', value: '1' }).execute();
      await transact(tx, async () => {
        throw new CommitThenThrow(refusal);
      });
    });
    await expect(refused).rejects.toBe(refusal);
    expect(await database.db.selectFrom('settings').select('name').execute()).toEqual([{ name: 'failures' }]);
  });
});

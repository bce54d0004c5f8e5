import { type OpenDatabase, openDatabase } from '@cinnabar/server/database/connect.js';
import { gatheredByTransaction } from '@cinnabar/server/database/gathered-by-transaction.js';
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
import { CommitThenThrow, transact } from '@cinnabar/server/database/transact.js';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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

  test('update each row to its own values', async () => {
    await database.db
      .insertInto('idempotency_keys')
      .values([entry('one', 'a', [1]), entry('one', 'b', [2]), entry('one', 'c', [3])])
      .execute();
    const changed = [
      { app_id: 'one', key: 'a', status: 200, body_hash: Uint8Array.of(9) },
      { app_id: 'one', key: 'c', status: 404, body_hash: Uint8Array.of(8) },
    ];
    await transact(database.db, (tx) =>
      executeGathered(tx, openGate, updateRows('idempotency_keys', ['app_id', 'key'], changed)),
    );
    expect((await stored()).map(({ status, body_hash }) => [status, ...body_hash])).toEqual([
      [200, 9],
      [null, 2],
      [404, 8],
    ]);
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
        deleted: sql<boolean>`exists (select from also)`,
        true: sql<boolean>`true`,
      }),
    );
    expect(result).toEqual({ passed: false, holds: new Set(['true']) });
    expect(await stored()).toEqual([]);
    expect(await database.db.selectFrom('settings').select('name').execute()).toEqual([{ name: 'kept' }]);
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

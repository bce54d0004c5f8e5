import { type OpenDatabase, openDatabase } from '@cinnabar/server/database/connect.js';
import { countAttempt } from '@cinnabar/server/database/rate-counters.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';

const MINUTE = 60_000;
const now = new Date('2026-03-01T12:00:00Z');
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);

let fresh: FreshDatabase;
let database: OpenDatabase;

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ address: fresh.address });
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

async function counts(name: string, times: readonly Date[]): Promise<readonly number[]> {
  const found: number[] = [];
  for (const time of times) found.push((await countAttempt(database.db, name, MINUTE, time)).count);
  return found;
}

test('attempts of a window are counted until it has ended', async () => {
  const times = [now, later(1), later(MINUTE - 1), later(MINUTE), later(MINUTE + 1)];
  expect(await counts('a window', times)).toEqual([1, 2, 3, 1, 2]);
});

test('a machine whose clock is behind by less than a window counts in the same', async () => {
  expect(await counts('two machines', [later(MINUTE), now, later(MINUTE)])).toEqual([1, 2, 3]);
});

test('a window of a clock that was set back by more is not waited for', async () => {
  expect(await counts('set back', [later(24 * 60 * MINUTE), now, later(1)])).toEqual([1, 1, 2]);
});

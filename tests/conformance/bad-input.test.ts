/**
 * Every operation of the registry with bad input: each request gets the specified status, code and reason, no data, and
 * changes nothing. The tables beside this file are typed from the specification and the decisions.
 */
import { registry } from '@cinnabar/api/registry.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { chooseSeed, seededRandom } from '../support/seeded-random.js';
import { specification, specified } from './specification.js';
import { everyOperationRows } from './support/every-operation.js';
import { fieldRows, requestFields } from './support/field-rows.js';
import { generatedCall } from './support/generated-calls.js';
import { problemOf, problemOfSuccess } from './support/judge.js';
import type { OperationTable } from './support/operation-table.js';
import type { Row } from './support/rows.js';
import { sendGood, sendRow } from './support/send.js';
import { sentShare, shareOfRows } from './support/share-of-rows.js';
import { changedTables, type TableState, type TableWatch, watchTables } from './support/table-state.js';
import { givenWorld, type World } from './support/world.js';
import { tables as makers } from './tables.js';

const paths = registry.map(({ path }) => path);

let app: RunningApp;
let watch: TableWatch;
let state: TableState;
const tables = new Map<string, OperationTable>();
let world: World;
const cases = new Map<string, number>();

beforeAll(async () => {
  // Without background jobs only requests change anything; the sandbox's clock still runs those that are due.
  app = await startApp({ settings: { ROLE: 'web' } });
  world = await givenWorld(app);
  for (const make of makers) {
    const table = make(world);
    tables.set(table.path, table);
  }
  watch = await watchTables(app.app.database.pool);
  state = await watch.state();
});

afterAll(async () => {
  const counts = [...cases.values()];
  const all = counts.reduce((sum, count) => sum + count, 0);
  console.log(
    `bad input: ${counts.length} operations x ${Math.min(...counts)} to ${Math.max(...counts)} cases = ${all} cases (${sentShare})`,
  );
  watch.end();
  await app.close();
});

function tableOf(path: string): OperationTable {
  const table = tables.get(path);
  if (table === undefined) throw new Error(`${path} has no table`);
  return table;
}

function rowsOf(table: OperationTable): readonly Row[] {
  const derived = [...everyOperationRows(table, world), ...fieldRows(table)];
  return [...shareOfRows(derived, paths.indexOf(table.path)), ...table.rows];
}

test('every operation has a table and a specification, and there are no others', () => {
  expect([...tables.keys()].sort()).toEqual([...paths].sort());
  expect(specification.map(([path]) => path).sort()).toEqual([...paths].sort());
});

describe('unknown operations', () => {
  async function answer(method: string, path: string) {
    const { headers } = world.home.owner.client;
    const response = await fetch(app.baseUrl + path, { method, headers });
    const envelope: unknown = JSON.parse(await response.text());
    return { status: response.status, envelope, requestId: response.headers.get('x-request-id') };
  }

  test.each(paths)('%s accepts POST only', async (path) => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      expect(await answer(method, path)).toMatchObject({
        status: 405,
        envelope: { code: '405', data: null },
        requestId: expect.stringMatching(/./),
      });
    }
    expect(changedTables(state, await watch.state())).toEqual([]);
  });

  test.each([
    '//',
    '/seal',
    '/seal/getSealinfo',
    '/seal/getSealInfo/',
    '/seal/getSealInfo/1',
    '/%00',
    '/..%2fetc',
  ])('%s is no path', async (path) => {
    expect(await answer('POST', path)).toMatchObject({
      status: 404,
      envelope: { code: '404', data: null },
      requestId: expect.stringMatching(/./),
    });
  });

  test('a page accepts no POST', async () => {
    expect(await answer('POST', '/')).toMatchObject({
      status: 405,
      envelope: { code: '405', msg: '请使用 GET, HEAD 方法', data: null },
      requestId: expect.stringMatching(/./),
    });
  });
});

/** The rows that change something, sent again and examined singly. */
async function culprits(table: OperationTable, rows: readonly Row[]): Promise<readonly string[]> {
  const found: string[] = [];
  state = await watch.state();
  for (const row of rows) {
    await sendRow(table, row);
    const after = await watch.state();
    const changed = changedTables(state, after);
    if (changed.length > 0) found.push(`${row.what}: changed ${changed.join(', ')}`);
    state = after;
  }
  return found.length > 0 ? found : ['something was changed, but not when every case was sent once more'];
}

describe('bad input changes nothing', () => {
  test.each(paths)('%s', async (path) => {
    const table = tableOf(path);
    const rows = rowsOf(table);
    const problems: string[] = [];
    for (const row of rows) {
      const problem = problemOf(table, row, await sendRow(table, row));
      if (problem !== null) problems.push(`${row.what}: ${problem}`);
    }
    if (changedTables(state, await watch.state()).length > 0) problems.push(...(await culprits(table, rows)));
    cases.set(path, rows.length);
    expect(problems).toEqual([]);
  });

  test.each(paths)('%s is tested without each required field', (path) => {
    const tried = new Set(rowsOf(tableOf(path)).map(({ without }) => without));
    const required = requestFields(specified(path).request).filter((field) => field.required);
    expect(required.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([]);
  });
});

describe('the valid request, from which every case differs, succeeds', () => {
  test.each(paths)('%s', async (path) => {
    const table = tableOf(path);
    const answer = await sendGood(table);
    expect(problemOfSuccess(table, answer)).toBeNull();
    const after = await watch.state();
    // Writing operations must be seen to write, or the comparison above would prove nothing. Tokens are excluded.
    const writes = table.writes && path !== '/service/getAccessToken';
    expect(changedTables(state, after).length > 0).toBe(writes);
    state = after;
  });
});

/** `npm run campaign -- fuzz --count N` makes them. */
const GENERATED = Number(process.env['GENERATED_CALLS'] ?? 0);
/** No answer may take longer, on a busy machine either. */
const LONGEST_MS = 60_000;

// The last, because some of these calls succeed, and change what other calls refer to.
if (GENERATED > 0)
  test(
    `${GENERATED} generated calls: no 5xx, no call without an answer, and nothing stored by a refused one`,
    async () => {
      const seed = chooseSeed();
      const random = seededRandom(seed);
      console.log(`generated calls: FAULT_SEED=${seed}`);
      const problems: string[] = [];
      const statuses = new Map<string, number>();
      let slowest = 0;
      state = await watch.state();
      for (let number = 1; number <= GENERATED; number += 1) {
        const { table, row } = generatedCall([...tables.values()], random);
        const began = performance.now();
        const { status, envelope } = await sendRow(table, row);
        const took = performance.now() - began;
        slowest = Math.max(slowest, took);
        const code = String(envelope?.['code'] ?? 'a file');
        const isRefused = !['0', '200', 'a file'].includes(code);
        statuses.set(`${status} ${code}`, (statuses.get(`${status} ${code}`) ?? 0) + 1);
        const after = await watch.state();
        const changed = changedTables(state, after);
        state = after;
        const call = `call ${number}, ${table.path}, ${row.what}`;
        if (status >= 500) problems.push(`${call}: ${status} ${JSON.stringify(envelope)}`);
        if (took > LONGEST_MS) problems.push(`${call}: took ${Math.round(took)} ms`);
        if (isRefused && changed.length > 0)
          problems.push(`${call}: ${code}, but changed ${changed.join(', ')}`);
      }
      const told = [...statuses].toSorted(([, one], [, other]) => other - one);
      console.log({
        calls: GENERATED,
        slowestMs: Math.round(slowest),
        answers: Object.fromEntries(told),
        problems,
      });
      expect(problems).toEqual([]);
    },
    120_000 + GENERATED * 1_000,
  );

/** docs/scale.md says of PostgreSQL what the source of the service shows, and of sizing what was measured. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { column, root, tablesIn, tableUnder, textOf } from '../support/documentation.js';

/** By name in the guide, without the marks of code around a whole name: how a use looks in the source. */
const FEATURES: Readonly<Record<string, RegExp>> = {
  'advisory locks of a transaction': /pg_(try_)?advisory_xact_lock/,
  'advisory locks of a session': /pg_(try_)?advisory_lock/,
  '`LISTEN` and `NOTIFY`': /from 'graphile-worker'/,
  'FOR UPDATE SKIP LOCKED': /skip locked|\.skipLocked\(/i,
  'INSERT … ON CONFLICT': /on conflict|\.onConflict\(/i,
  'writes in `WITH`': /\bas (materialized )?\(\s*(insert|update|delete)\b/i,
  'partial indexes': /create (unique )?index[^`;]*\bwhere\b/i,
  'covering indexes': /\binclude \(/i,
  'GIN indexes': /using gin/i,
  jsonb: /\bjsonb\b/,
  arrays: /\[\]\)|::\w+\[\]/,
  'identity columns and sequences': /generated (always|by default) as identity|nextval\(/i,
  'triggers in PL/pgSQL': /language plpgsql/i,
  'transition tables': /referencing (new|old) table/i,
  'exclusion constraints': /exclude using/i,
  'REPEATABLE READ': /repeatable read/i,
  COPY: /pg-copy-streams/,
  'positions in the log': /pg_\w*_wal_\w+\(/,
  pg_control_system: /pg_control_system\(/,
  extensions: /create extension/i,
  'temporary tables': /create temp/i,
  'partitioned tables': /partition by range|partition by list/i,
  'row-level security': /row level security/i,
};

const source = join(root, 'packages/server/src');
const texts = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join(source, name), 'utf8'));
const isUsed = (pattern: RegExp) => texts.some((text) => pattern.test(text));

test('the table of what is used has each feature, and no other', () => {
  const used = Object.keys(FEATURES).filter((name) => isUsed(FEATURES[name] ?? /$^/));
  expect(column(tableUnder('docs/scale.md', 'Engines'), 'feature')).toEqual(used);
});

test('sizing spans the processor times that the benchmarks have', () => {
  const rows = tablesIn(textOf('docs/benchmarks.md')).flat();
  const [, ...idle] = rows.find(([head = '']) => head.startsWith('processor time of a flow, ms:')) ?? [];
  // Event loop, other threads, database, client.
  const times = idle.filter((cell) => cell !== '').map((cell) => cell.split(', ').map(Number));
  const [, , atOnce = '', , alone = ''] =
    rows.find(([head = '']) => head.startsWith('processor time, ms:')) ?? [];
  times.push(...[atOnce, alone].map((cell) => cell.split(', ').map(Number)));
  expect(times).toHaveLength(4);
  const span = (all: readonly number[]) => `${Math.min(...all)} to ${Math.max(...all)} ms`;
  expect(column(tableUnder('docs/scale.md', 'Sizing'), 'processor time of a contract')).toEqual([
    span(times.map(([loop = 0, threads = 0]) => loop + threads)),
    span(times.map(([, , database = 0]) => database)),
  ]);
});

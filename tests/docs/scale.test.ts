/** What docs/scale.md says of PostgreSQL is what the service uses, as its source shows. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { column, root, tableUnder } from '../support/documentation.js';

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

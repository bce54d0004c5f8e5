/** docs/scale.md names each table that autovacuum visits earlier than others, with the reason: no other has such a setting. */
import { type OpenDatabase, openDatabase } from '@cinnabar/server/database/connect.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { column, tableUnder } from '../support/documentation.js';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';

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

test.each([
  ['docs/scale.md', 'Autovacuum', 'table'],
  ['docs/zh-CN/scale.md', '自动清理', '表'],
])('the settings of autovacuum are those of the table in %s', async (path, heading, head) => {
  const { rows } = await database.pool.query<{ name: string; options: readonly string[] }>(`
    select relname as name, array(select option from unnest(reloptions) as option
      where option like '%autovacuum%') as options
    from pg_class
    where relnamespace = current_schema()::regnamespace and array_to_string(reloptions, ' ') like '%autovacuum%'`);
  const documented = column(tableUnder(path, heading), head).flatMap((cell) => cell.match(/\w+/g) ?? []);
  const found = new Map(rows.map(({ name, options }) => [name, options]));
  expect(found).toEqual(new Map(documented.map((name) => [name, ['autovacuum_vacuum_scale_factor=0.02']])));
});

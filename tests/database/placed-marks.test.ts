/** A database of an earlier version, in which freely placed marks were stored like areas. */
import { openDatabase } from '@cinnabar/server/database/connect.js';
import { migrateDatabase } from '@cinnabar/server/database/migrate.js';
import { migrations } from '@cinnabar/server/database/migrations/index.js';
import { expect, test } from 'vitest';
import { freshDatabase } from '../support/fresh-database.js';

test('freely placed marks are recognised after migrating, and areas stay areas', async () => {
  const fresh = await freshDatabase({ migrated: false });
  const database = openDatabase({ address: fresh.address, max: 2 });
  const step = migrations.findIndex(({ name }) => name === '0045-placed-marks');
  await migrateDatabase(database, migrations.slice(0, step));
  const { pool } = database;
  // The contract itself is irrelevant here.
  await pool.query('alter table flow_participants drop constraint flow_participants_corp_id_flow_id_fkey');
  await pool.query('alter table flow_components drop constraint flow_components_corp_id_flow_id_fkey');
  await pool.query(`
    insert into flow_participants
    select 1, 2, id, '甲方', 'person', false, true, null, '', 11, '张三', '19900000001', 1, 1, 3, true,
      null, signed, null, null, false, false, null, null
    from (values (101, timestamptz '2026-01-02'), (102, null)) as party (id, signed)
  `);
  await pool.query(`
    insert into flow_components
    select 1, 2, id, id, party, 301, template, null, name, type, null, required, 1, 10, 10, '{}'
    from (values
      (1, 101, null::bigint, '备注', 6, false),
      (2, 101, null, '签署日期', 6, false),
      (3, 101, null, '骑缝章', 6, false),
      (4, 101, null, '甲方签章', 6, false),
      (5, 101, null, '印章', 6, true),
      (6, 101, 77, '印章', 6, false),
      (7, 101, null, '备注', 8, false),
      (8, 102, null, '备注', 6, false)
    ) as component (id, party, template, name, type, required)
  `);
  await migrateDatabase(database, migrations);
  const { rows } = await pool.query<{ kind: string | null; free: boolean | null }>(
    `select placed ->> 'kind' as kind, (placed ->> 'free')::boolean as free
     from flow_components order by component_id`,
  );
  expect(rows.map(({ kind, free }) => [kind, free])).toEqual([
    ['remark', true],
    ['date', true],
    ['seal', true],
    [null, null],
    [null, null],
    [null, null],
    [null, null],
    [null, null],
  ]);
  await database.close();
  await fresh.drop();
});

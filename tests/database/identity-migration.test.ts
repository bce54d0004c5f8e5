/** Migration of identities recorded before asserted and proven ones were distinguished. */
import { type OpenDatabase, openDatabase } from '@cinnabar/server/database/connect.js';
import { migrateDatabase } from '@cinnabar/server/database/migrate.js';
import { migrations } from '@cinnabar/server/database/migrations/index.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';

const STEP = '0046-strength-of-identity';

let fresh: FreshDatabase;
let database: OpenDatabase;

beforeAll(async () => {
  fresh = await freshDatabase({ migrated: false });
  database = openDatabase({ address: fresh.address, max: 2 });
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

const at = (minute: number) => `2026-05-05T10:${String(minute).padStart(2, '0')}:00Z`;

async function person(userId: number, verified: string | null): Promise<void> {
  await database.pool.query(
    `insert into users (user_id, mobile, real_name, ident_num, ident_num_index, verified_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      userId,
      `139${userId}`,
      ...(verified === null ? [null, null, null] : ['甲', Buffer.from('x'), 'i']),
      verified,
      at(0),
    ],
  );
}

async function member(
  corpId: number,
  userId: number,
  confirmed: string | null,
  state = 'valid',
): Promise<void> {
  await database.pool.query(
    `insert into members (corp_id, user_id, user_name, job_num, state, confirmed_at, created_at)
     values ($1, $2, '员工', '1', $3, $4, $5)`,
    [corpId, userId, state, confirmed, at(0)],
  );
}

test('keeps what persons had proven, and turns the rest into assertions', async () => {
  const before = migrations.slice(
    0,
    migrations.findIndex(({ name }) => name === STEP),
  );
  await migrateDatabase(database, before);
  for (const corpId of [1, 2]) {
    await database.pool.query(
      `insert into corps (corp_id, corp_name, name_key, corp_code, ident_status, max_amount, created_at)
       values ($1, $2, $2, $2, 'identified', 1, $3)`,
      [corpId, `公司${corpId}`, at(0)],
    );
  }
  // 11: by memberAuth of the first, and by the same name and number again by the second.
  await person(11, at(1));
  await member(1, 11, at(1));
  await member(2, 11, at(2));
  // 12: on a new user's page, then invited by the first and accepted by the link; the second repeated name and number.
  await person(12, at(1));
  await member(1, 12, at(2));
  await member(2, 12, at(3));
  await database.pool.query(
    `insert into consents (user_id, agreement, version, text_hash, corp_id, flow_id, accepted_at, address)
     values (12, 'membership', 'v', 'h', 1, 0, $1, '::1')`,
    [at(2)],
  );
  // 13: by a face check.
  await person(13, at(4));
  await member(1, 13, at(4));
  await database.pool.query(
    `insert into face_orders (order_no, corp_id, user_id, purpose, business_ids, channel, h5face_id, asker, covered, created_at,
       expire_time, result, finished_at)
     values ('o', 1, 13, 'person', '{13}', 'channelA', 'h', '', '[]', $1, $1, 'pass', $1)`,
    [at(4)],
  );
  // 14: nothing is known.
  await person(14, null);
  await member(1, 14, null);
  await migrateDatabase(database);

  const users = await database.pool.query('select user_id, real_name, proven_by from users order by user_id');
  expect(users.rows.map((row) => [Number(row.user_id), row.real_name, row.proven_by])).toEqual([
    [11, null, null],
    [12, '甲', 'page'],
    [13, '甲', 'face'],
    [14, null, null],
  ]);
  const members = await database.pool.query(
    'select user_id, corp_id, confirmed_at is not null as agreed, asserted_name from members order by user_id, corp_id',
  );
  expect(
    members.rows.map((row) => [Number(row.user_id), Number(row.corp_id), row.agreed, row.asserted_name]),
  ).toEqual([
    [11, 1, false, '甲'],
    [11, 2, false, '甲'],
    [12, 1, true, null],
    [12, 2, false, '甲'],
    [13, 1, true, null],
    [14, 1, false, null],
  ]);
});

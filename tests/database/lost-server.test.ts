/** A server that is gone, or whose machine is lost so that nothing closes the connections to it. */
import { openDatabase } from '@cinnabar/server/database/connect.js';
import { isDatabaseAway } from '@cinnabar/server/database/database-away.js';
import { sql } from 'kysely';
import { expect, test } from 'vitest';

test.each(['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH'])(
  'a name or network that is gone for a moment (%s) is a database that is away',
  (code) => {
    expect(isDatabaseAway(Object.assign(new Error(`connect ${code}`), { code }))).toBe(true);
  },
);

test('a host without an address is away', async () => {
  const connectionString = 'postgresql://cinnabar@database.invalid/cinnabar';
  const nowhere = openDatabase({ address: { connectionString } });
  const error: unknown = await sql`select 1`.execute(nowhere.db).catch((thrown: unknown) => thrown);
  expect(isDatabaseAway(error)).toBe(true);
  await nowhere.close();
});

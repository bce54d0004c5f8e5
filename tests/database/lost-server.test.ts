/** A server that is gone, or whose machine is lost so that nothing closes the connections to it. */
import { readFile } from 'node:fs/promises';
import { type OpenDatabase, openDatabase } from '@cinnabar/server/database/connect.js';
import { isDatabaseAway } from '@cinnabar/server/database/database-away.js';
import { keepSession } from '@cinnabar/server/database/kept-session.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type DatabaseProxy, proxyTo } from '../support/database-proxy.js';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';

let fresh: FreshDatabase;
let proxy: DatabaseProxy;
let database: OpenDatabase;

beforeEach(async () => {
  fresh = await freshDatabase({ migrated: false });
  proxy = await proxyTo(fresh);
  database = openDatabase({ address: proxy, max: 1 });
});
afterEach(async () => {
  vi.useRealTimers();
  await proxy.close();
  await database.close();
  await fresh.drop();
});

async function one(): Promise<readonly unknown[]> {
  return (await sql`select 1 as one`.execute(database.db)).rows;
}

describe('a machine that is lost', () => {
  test('keeps a statement waiting until shortly after its timeout; the next one has another connection', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await one();
    proxy.silence();
    const ended = vi.fn();
    const failed = transact(database.db, (tx) => sql`select 1`.execute(tx)).catch((error: unknown) => error);
    void failed.then(ended);
    await expect.poll(() => database.pool.idleCount).toBe(0);
    // The server answers that a statement has taken too long.
    vi.advanceTimersByTime(30_000);
    await new Promise(setImmediate);
    expect(ended).not.toHaveBeenCalled();
    vi.advanceTimersByTime(5_000);
    expect(isDatabaseAway(await failed)).toBe(true);
    expect(await one()).toEqual([{ one: 1 }]);
  });

  test('is no reason to end a statement without a timeout', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const patient = openDatabase({ address: proxy, max: 1, statementTimeoutMs: 0 });
    await sql`select 1`.execute(patient.db);
    const sleeping = sql`select pg_sleep(0.5)`.execute(patient.db);
    await expect.poll(() => patient.pool.idleCount).toBe(0);
    vi.advanceTimersByTime(24 * 3_600_000);
    expect((await sleeping).rows).toHaveLength(1);
    await patient.close();
  });

  test('is asked after by the operating system, ten seconds after the last word', async () => {
    await one();
    const port = Number(new URL(proxy.connectionString).port).toString(16).toUpperCase().padStart(4, '0');
    // The kind of timer that waits, and for how many hundredths of a second; 2 is that of idle connections.
    const timer = async () => {
      const lines = (await readFile('/proc/net/tcp', 'utf8')).split('\n');
      const connections = lines.map((line) => line.trim().split(/\s+/));
      const own = connections.find(([, , remote]) => remote === `0100007F:${port}`);
      const [kind, left = ''] = own?.[5]?.split(':') ?? [];
      return { kind, seconds: Number.parseInt(left, 16) / 100 };
    };
    await expect.poll(timer).toMatchObject({ kind: '02' });
    expect((await timer()).seconds).toBeLessThanOrEqual(10);
  });

  test('ends a session that is only kept, once it has not answered for ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const session = await database.pool.connect();
    keepSession(session);
    const ended = new Promise((resolve) => session.once('end', () => resolve('ended')));
    proxy.silence();
    vi.advanceTimersByTime(60_000);
    vi.advanceTimersByTime(10_000);
    expect(await ended).toBe('ended');
    session.release();
  });
});

test('in a session that is only kept, something is said every minute, so that no proxy cuts it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const observer = openDatabase({ address: fresh.address, max: 1 });
  const session = await database.pool.connect();
  const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid');
  const lastSaid = async () => {
    const said = 'select query, query_start from pg_stat_activity where pid = $1';
    return (await observer.pool.query(said, [rows[0]?.pid])).rows;
  };
  const leave = keepSession(session);
  let before = await lastSaid();
  for (let minute = 0; minute < 2; minute += 1) {
    vi.advanceTimersByTime(60_000);
    await expect.poll(lastSaid).not.toEqual(before);
    before = await lastSaid();
    expect(before).toMatchObject([{ query: 'select 1' }]);
  }
  leave();
  const query = vi.spyOn(session, 'query');
  vi.advanceTimersByTime(60_000);
  expect(query).not.toHaveBeenCalled();
  session.release();
  await observer.close();
});

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

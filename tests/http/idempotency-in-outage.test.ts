/** A key whose request failed because the database was away is free as soon as the database is back. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type DatabaseProxy, proxyTo } from '../support/database-proxy.js';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { givenEnterprise } from '../support/given-enterprise.js';
import { count, Gate, testRegistry, testRoutes } from './test-operations.js';

let database: FreshDatabase;
let proxy: DatabaseProxy;
let running: RunningApp;

beforeAll(async () => {
  database = await freshDatabase();
  proxy = await proxyTo(database);
  running = await startApp({
    extra: { registry: testRegistry, routes: testRoutes },
    settings: { DATABASE_URL: proxy.connectionString, ROLE: 'web' },
  });
});
afterAll(async () => {
  await running.close();
  await proxy.close();
  await database.drop();
});

test('its holder frees it, without waiting for the end of the lease', async () => {
  const { client } = (await givenEnterprise(running)).owner;
  const key = 'interrupted';
  const gate = new Gate(key);
  const send = () => client.post(count.path, { counter: key, gate: key }, { 'idempotency-key': key });
  const interrupted = send();
  await gate.reachedBy(1);
  await proxy.close();
  gate.open();
  expect((await interrupted).status).toBe(503);
  await proxy.open();
  // Nobody else removes the row of a request that was not repeated.
  const { pool } = running.app.database;
  const left = () =>
    pool.query('select key from idempotency_keys where key = $1', [key]).then(
      ({ rows }) => rows,
      () => 'the database is away',
    );
  await expect.poll(left, { timeout: 20_000 }).toEqual([]);
  expect((await send()).envelope.data).toEqual({ total: 1 });
});

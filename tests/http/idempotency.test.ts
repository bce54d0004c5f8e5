import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import type { Answered, Client } from '../support/client.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { count, countIn, Gate, testRegistry, testRoutes, upload } from './test-operations.js';

let running: RunningApp;
let enterprise: Enterprise;
let owner: Client;
let names = 0;

beforeAll(async () => {
  running = await startApp({ extra: { registry: testRegistry, routes: testRoutes } });
  enterprise = await givenEnterprise(running);
  owner = enterprise.owner.client;
});
afterAll(() => running.close());

const fresh = (): string => `key ${++names}`;

function keyed(key: string, body: unknown, client = owner): Promise<Answered> {
  return client.post(count.path, body, { 'idempotency-key': key });
}

async function total(counter: string): Promise<number> {
  const { pool } = running.app.database;
  const result = await pool.query<{ value: number }>('select value from settings where name = $1', [
    `test ${counter}`,
  ]);
  return result.rows[0]?.value ?? 0;
}

describe('the same key', () => {
  test('returns the first response again, and nothing is done twice', async () => {
    const key = fresh();
    const first = await keyed(key, { counter: key });
    const second = await keyed(key, { counter: key });
    expect(first.envelope).toEqual({ code: '200', msg: '成功', data: { total: 1 } });
    expect(second.envelope).toEqual(first.envelope);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(await total(key)).toBe(1);
  });

  test('with another body, acting member or operation returns 409', async () => {
    const key = fresh();
    const member = await enterprise.member();
    await keyed(key, { counter: key });
    const others = [
      await keyed(key, { counter: `${key}!` }),
      await keyed(key, { counter: key }, member.client),
      await owner.upload(upload.path, { name: 'a.pdf', bytes: Buffer.from('a') }, { 'idempotency-key': key }),
    ];
    for (const { status, envelope } of others) {
      expect([status, envelope.code, envelope.reason]).toEqual([409, '409', 'IDEMPOTENCY_KEY_REUSED']);
    }
    expect(await total(key)).toBe(1);
  });

  test('of two applications counts as two keys', async () => {
    const key = fresh();
    const other = await givenEnterprise(running);
    await keyed(key, { counter: key });
    await keyed(key, { counter: key }, other.owner.client);
    expect(await total(key)).toBe(2);
  });

  test('used ten times concurrently: one request is carried out, the others get 409 or its response', async () => {
    const key = fresh();
    const gate = new Gate(key);
    const body = { counter: key, gate: key };
    const running = Array.from({ length: 10 }, () => keyed(key, body));
    const firstTold = await Promise.race(running);
    expect(firstTold.status).toBe(409);
    gate.open();
    const answers = await Promise.all(running);
    const done = answers.filter(({ status }) => status === 200);
    const told = answers.filter(({ status }) => status === 409);
    expect(done.length).toBeGreaterThanOrEqual(1);
    expect(done.length + told.length).toBe(10);
    for (const { envelope, headers } of told) {
      expect(envelope.reason).toBe('IDEMPOTENCY_KEY_RUNNING');
      expect(headers.get('retry-after')).toBe('1');
    }
    for (const { envelope } of done) expect(envelope.data).toEqual({ total: 1 });
    expect(await total(key)).toBe(1);
    expect((await keyed(key, body)).envelope.data).toEqual({ total: 1 });
  });

  test('with another body is detected while the first request is still running', async () => {
    const key = fresh();
    const gate = new Gate(key);
    const first = keyed(key, { counter: key, gate: key });
    await gate.reachedBy(1);
    expect((await keyed(key, { counter: 'another' })).envelope.reason).toBe('IDEMPOTENCY_KEY_REUSED');
    gate.open();
    expect((await first).status).toBe(200);
  });
});

describe('stored responses', () => {
  test('include refusals: generic codes, named codes, invalid bodies', async () => {
    for (const body of [{ outcome: 'refuse' }, { outcome: 'named' }, { counter: ' ', outcome: 'whatever' }]) {
      const key = fresh();
      const request = { counter: key, ...body };
      const first = await keyed(key, request);
      const second = await keyed(key, request);
      expect(first.headers.get('idempotency-replayed')).toBeNull();
      expect(second.headers.get('idempotency-replayed')).toBe('true');
      expect([second.status, second.envelope]).toEqual([first.status, first.envelope]);
      expect((await keyed(key, { counter: 'corrected' })).status).toBe(409);
    }
  });

  test('exclude internal errors, which free the key', async () => {
    const key = fresh();
    const crashed = await keyed(key, { counter: key, outcome: 'crash' });
    expect(crashed.status).toBe(500);
    expect(await total(key)).toBe(0);
    expect((await keyed(key, { counter: key })).envelope.data).toEqual({ total: 1 });
  });

  test('exclude rate limits: the key may be used again', async () => {
    const key = fresh();
    expect((await keyed(key, { counter: key, outcome: 'frequent' })).status).toBe(429);
    expect((await keyed(key, { counter: key })).envelope.data).toEqual({ total: 1 });
  });

  test('exclude failed internal steps with a code of their own, although returned with HTTP 200', async () => {
    const key = fresh();
    const failed = await keyed(key, { counter: key, outcome: 'step' });
    expect([failed.status, failed.envelope.code]).toEqual([200, 'IMAGE_PROCESS_ERROR']);
    expect((await keyed(key, { counter: key })).envelope.data).toEqual({ total: 1 });
  });

  test('compare a file by name and content, whatever the boundary', async () => {
    const headers = { 'idempotency-key': fresh() };
    const file = { name: '合同.pdf', bytes: Buffer.from('%PDF') };
    const first = await owner.upload(upload.path, file, headers);
    const second = await owner.upload(upload.path, file, headers);
    expect(second.envelope).toEqual(first.envelope);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    const renamed = await owner.upload(upload.path, { ...file, name: '别的.pdf' }, headers);
    const changed = await owner.upload(upload.path, { ...file, bytes: Buffer.from('%PDf') }, headers);
    expect([renamed.status, changed.status]).toEqual([409, 409]);
  });

  test('are kept for 24 hours of the service’s time', async () => {
    const key = fresh();
    const own = await startApp({ extra: { registry: testRegistry, routes: testRoutes } });
    try {
      const { owner: person, appId, appSecret } = await givenEnterprise(own);
      const request = () => person.client.post(count.path, { counter: key }, { 'idempotency-key': key });
      expect((await request()).envelope.data).toEqual({ total: 1 });
      await own.advance(23 * 3_600);
      const token = await own.client.post<{ accessToken: string }>('/service/getAccessToken', {
        appId,
        appSecret,
      });
      const later = person.client.with({ accessToken: token.envelope.data.accessToken });
      const again = () => later.post(count.path, { counter: key }, { 'idempotency-key': key });
      expect((await again()).envelope.data).toEqual({ total: 1 });
      await own.advance(3_601);
      expect((await again()).envelope.data).toEqual({ total: 2 });
    } finally {
      await own.close();
    }
  });
});

describe('the lease of a key', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is renewed while its request is carried out, and no longer', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    for (const outcome of [undefined, 'refuse', 'crash']) {
      const key = fresh();
      const gate = new Gate(key);
      const request = keyed(key, { counter: key, gate: key, outcome });
      await gate.reachedBy(1);
      expect(vi.getTimerCount()).toBe(1);
      gate.open();
      await request;
      expect(vi.getTimerCount()).toBe(0);
    }
  });
});

describe('a process that died', () => {
  async function leaveBehind(key: string, committed: boolean, leaseMs: number): Promise<void> {
    // The row left by a request that never finished.
    await keyed(key, { counter: key });
    await running.app.database.pool.query(
      `update idempotency_keys set state = 'running', status = null, body = null, committed = $2,
         lease = clock_timestamp() + $3 * interval '1 millisecond' where key = $1`,
      [key, committed, leaseMs],
    );
  }

  test('before its commit: the key is locked until the lease expires, then free', async () => {
    const key = fresh();
    await leaveBehind(key, false, 30_000);
    expect((await keyed(key, { counter: key })).envelope.reason).toBe('IDEMPOTENCY_KEY_RUNNING');
    await endLease(key);
    expect((await keyed(key, { counter: key })).envelope.data).toEqual({ total: 2 });
  });

  test('before the clock was set back by an hour: the key is free', async () => {
    const key = fresh();
    await leaveBehind(key, false, 3_600_000);
    expect((await keyed(key, { counter: key })).envelope.data).toEqual({ total: 2 });
  });

  async function endLease(key: string): Promise<void> {
    await running.app.database.pool.query(
      "update idempotency_keys set lease = clock_timestamp() - interval '1 second' where key = $1",
      [key],
    );
  }

  test('a request presumed dead that resumes cannot commit', async () => {
    const key = fresh();
    const gate = new Gate(key);
    const slow = keyed(key, { counter: key, gate: key });
    await gate.reachedBy(1);
    await endLease(key);
    const second = keyed(key, { counter: key, gate: key });
    await gate.reachedBy(2);
    gate.open();
    const first = await slow;
    expect((await second).envelope.data).toEqual({ total: 1 });
    expect([first.status, first.envelope.reason]).toEqual([409, 'IDEMPOTENCY_KEY_RUNNING']);
    expect(await total(key)).toBe(1);
  });
});

describe('the header', () => {
  test('has 1 to 255 characters', async () => {
    for (const key of ['', 'x'.repeat(256)]) {
      const { status, envelope } = await keyed(key, { counter: 'header' });
      expect([status, envelope.reason]).toEqual([400, 'INVALID_HEADER']);
      expect(envelope.msg).toContain('Idempotency-Key');
    }
    expect((await keyed('x'.repeat(255), { counter: 'header' })).status).toBe(200);
  });

  test('is ignored if nothing is written', async () => {
    const headers = { 'idempotency-key': 'x'.repeat(300) };
    expect((await owner.post('/test/numbers', {}, headers)).status).toBe(200);
    expect((await owner.post('/test/numbers', { listPageNo: 2 }, headers)).status).toBe(200);
  });

  test('is ignored if the response opens a session, which is never stored', async () => {
    const key = fresh();
    const again = () => owner.post(countIn.path, { counter: key }, { 'idempotency-key': key });
    expect((await again()).envelope.data).toEqual({ total: 1 });
    const second = await again();
    expect(second.envelope.data).toEqual({ total: 2 });
    expect(second.headers.get('idempotency-replayed')).toBeNull();
  });
});

import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sendSmsVerifyCode } from '@cinnabar/api/operations/sms.js';
import { buildApp } from '@cinnabar/server/composition/app.js';
import { newMasterKey } from '@cinnabar/server/custody/master-key.js';
import { openDatabase } from '@cinnabar/server/database/connect.js';
import type { SmsMessage } from '@cinnabar/server/providers/sms/port.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { describe, expect, test } from 'vitest';
import { FakeServer } from '../fakes/fake-server.js';
import { GATEWAY_SECRET, openSmsGateway } from '../fakes/sms-gateway.js';
import { SmsOutbox } from '../fakes/sms-outbox.js';
import { type RunningApp, startApp } from '../support/app.js';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { givenEnterprise } from '../support/given-enterprise.js';
import { echo, testRegistry, testRoutes } from './test-operations.js';

const extra = { registry: testRegistry, routes: testRoutes };

function messageTo(mobile: string): SmsMessage {
  const parameters = { code: '123456', minutes: '5' };
  const idempotencyKey = `test ${mobile}`;
  const text = '验证码 123456';
  return { mobile, template: 'sign', parameters, text, code: '123456', idempotencyKey, time: new Date() };
}

describe('starting', () => {
  test('the sandbox creates its master key once, for its owner alone, and a restart keeps all data', async () => {
    const database = await freshDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-restart-'));
    const on = { database, dataDir };
    const first = await startApp({ on, extra });
    const enterprise = await givenEnterprise(first);
    await first.advance(600);
    const key = await readFile(join(dataDir, 'master.key'), 'utf8');
    expect((await stat(join(dataDir, 'master.key'))).mode & 0o777).toBe(0o600);
    await first.close();
    const second = await startApp({ on, extra });
    expect(await readFile(join(dataDir, 'master.key'), 'utf8')).toBe(key);
    expect(second.app.services.clock.offsetMs).toBe(600_000);
    const again = await fetch(second.baseUrl + echo.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...enterprise.owner.client.headers },
      body: '{"name":"甲"}',
    });
    expect(again.status).toBe(200);
    await second.close();
    await expect(startApp({ on, settings: { MASTER_KEY: newMasterKey() } })).rejects.toThrow(
      'WRONG_MASTER_KEY',
    );
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('production refuses sandbox providers that are not allowed explicitly, and has no sandbox endpoints', async () => {
    const database = await freshDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-production-'));
    const settings = {
      MODE: 'production',
      MASTER_KEY: newMasterKey(),
      BASE_URL: 'https://sign.example.com',
    };
    const start = (more: Record<string, string>) =>
      startApp({ on: { database, dataDir }, settings: { ...settings, ...more } });
    await expect(start({})).rejects.toThrow('SMS_PROVIDERS: there is no real provider for sms and identity');
    await expect(start({ ALLOW_SANDBOX_PROVIDERS: 'sms' })).rejects.toThrow('identity');
    const running = await start({ ALLOW_SANDBOX_PROVIDERS: 'sms,identity' });
    expect((await running.post('/sandbox/clock', { advanceSeconds: 1 })).status).toBe(404);
    expect((await fetch(`${running.baseUrl}/sandbox/sms?mobile=13800138000`)).status).toBe(404);
    // There is no payment provider, so nobody can report a payment.
    expect((await running.post('/pay/notify/sandbox', {})).status).toBe(404);
    expect((await running.post('/sandbox/pay/CN1', { result: 'success' })).status).toBe(404);
    await running.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('production starts with real providers alone, and shows the state of each', async () => {
    const outbox = new SmsOutbox();
    const gateway = await FakeServer.open(openSmsGateway(outbox));
    const settings = {
      MODE: 'production',
      MASTER_KEY: newMasterKey(),
      BASE_URL: 'https://sign.example.com',
      SMS_PROVIDERS: 'http',
      SMS_HTTP_URL: gateway.url,
      SMS_HTTP_SECRET: GATEWAY_SECRET,
      IDENTITY_PROVIDERS: 'http',
      IDENTITY_HTTP_URL: gateway.url,
      IDENTITY_HTTP_SECRET: GATEWAY_SECRET,
    };
    const production = await startApp({ settings });
    await production.app.services.sms.send(messageTo('13800138001'));
    expect(outbox.sent).toMatchObject([{ mobile: '13800138001', text: '验证码 123456' }]);
    const metrics = await (await fetch(`${production.baseUrl}/metrics`)).text();
    expect(metrics).toContain('provider_breaker_state{provider="sms-http"} 0');
    expect(metrics).toContain('provider_breaker_state{provider="identity-http"} 0');
    expect(metrics).toMatch(
      /provider_request_duration_seconds_count\{provider="sms-http",op="\w+",outcome="ok"\} 1/,
    );
    expect(metrics).toContain('sms_undecided 0');
    await production.close();
    await gateway.close();
  });

  test('production stores no text messages, and deletes those of a sandbox on the same database', async () => {
    const database = await freshDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-messages-'));
    const MASTER_KEY = newMasterKey();
    const on = { database, dataDir };
    const sandbox = await startApp({ on, settings: { MASTER_KEY } });
    await givenEnterprise(sandbox);
    const { sms } = sandbox.app.services;
    await sms.send(messageTo('13800138000'));
    const kept = (running: RunningApp) =>
      running.app.database.db.selectFrom('sandbox_messages').select('mobile').execute();
    expect(await kept(sandbox)).toContainEqual({ mobile: '13800138000' });
    await sandbox.close();

    const settings = {
      MODE: 'production',
      MASTER_KEY,
      BASE_URL: 'https://sign.example.com',
      ALLOW_SANDBOX_PROVIDERS: 'sms,identity',
    };
    const production = await startApp({ on, settings });
    await production.app.services.sms.send(messageTo('13800138001'));
    const { owner } = await givenEnterprise(production);
    const code = await owner.client.post(sendSmsVerifyCode.path, { mobile: owner.mobile, smsType: 'sign' });
    expect(code.envelope.code).toBe('200');
    expect(await kept(production)).toEqual([]);
    await production.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  test.each([
    [
      'providers that nobody named',
      { MODE: 'production', MASTER_KEY: newMasterKey() },
      'ALLOW_SANDBOX_PROVIDERS',
    ],
    [
      'no file of trusted authorities',
      { TSA_URLS: 'https://tsa.example.com', TSA_TRUST: '/nowhere.pem' },
      'TSA_TRUST',
    ],
    ['a folder of fonts that does not exist', { FONT_DIR: '/nowhere' }, 'FONT_DIR'],
    [
      'an address that this machine does not have',
      { HOST: '192.0.2.1', ALLOW_PUBLIC_SANDBOX: 'true' },
      'HOST',
    ],
  ])('with %s the database stays as it was', async (_, settings, words) => {
    const database = await freshDatabase({ migrated: false });
    const dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-judged-'));
    const attempt = startApp({
      on: { database, dataDir },
      settings: { BASE_URL: 'https://sign.example.com', ...settings },
    });
    await expect(attempt).rejects.toThrow(words);
    expect(await tablesOf(database)).toEqual([]);
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('on a port where the old version still serves the database stays as it was', async () => {
    const old = await startApp();
    const { port: PORT } = new URL(old.baseUrl);
    const database = await freshDatabase({ migrated: false });
    const dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-port-'));
    const attempt = startApp({ on: { database, dataDir }, settings: { PORT } });
    await expect(attempt).rejects.toThrow(`PORT: another program listens on port ${PORT} of 127.0.0.1`);
    expect(await tablesOf(database)).toEqual([]);
    await old.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('a master key that does not belong to the database is refused before migrating', async () => {
    const database = await freshDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-key-'));
    const on = { database, dataDir };
    await (await startApp({ on, settings: { MASTER_KEY: newMasterKey() } })).close();
    await run(database, 'delete from migrations where number = (select max(number) from migrations)');
    const before = await run(database, 'select count(*) from migrations');
    await expect(startApp({ on, settings: { MASTER_KEY: newMasterKey() } })).rejects.toThrow(
      'WRONG_MASTER_KEY',
    );
    expect(await run(database, 'select count(*) from migrations')).toEqual(before);
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('an untrusted proxy is reported once', async () => {
    const lines: string[] = [];
    const logTo = { write: (line: string) => void lines.push(line) };
    const told = async (settings: Record<string, string>): Promise<number> => {
      lines.length = 0;
      const running = await startApp({ settings: { LOG_LEVEL: 'warn', ...settings }, logTo });
      await fetch(`${running.baseUrl}/healthz`);
      for (const address of ['198.51.100.1', '198.51.100.2'])
        await fetch(`${running.baseUrl}/healthz`, { headers: { 'x-forwarded-for': address } });
      await running.close();
      return lines.filter((line) => line.includes('TRUST_PROXY')).length;
    };
    expect(await told({})).toBe(1);
    expect(await told({ TRUST_PROXY: 'true' })).toBe(0);
  });

  test('required but unavailable parser isolation prevents the start; if optional, readyz reports it', async () => {
    const database = await freshDatabase({ migrated: false });
    // A location readable by parsers, so that isolation would be possible.
    const packageFolder = fileURLToPath(new URL('../../packages/server', import.meta.url));
    const dataDir = await mkdtemp(join(packageFolder, 'data-'));
    const on = { database, dataDir };
    await expect(startApp({ on, settings: { PARSER_SANDBOX: 'required' } })).rejects.toThrow(
      'PARSER_SANDBOX',
    );
    expect(await tablesOf(database)).toEqual([]);
    for (const [PARSER_SANDBOX, parsers] of [
      ['auto', 'none'],
      ['off', 'off'],
    ] as const) {
      const running = await startApp({ on, settings: { PARSER_SANDBOX } });
      expect(await (await fetch(`${running.baseUrl}/readyz`)).json()).toMatchObject({
        status: 'ready',
        parsers,
      });
      await running.close();
    }
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('a worker serves health, but no operations', async () => {
    const running = await startApp({ settings: { ROLE: 'worker' } });
    expect((await fetch(`${running.baseUrl}/readyz`)).status).toBe(200);
    expect((await running.post('/seal/getSealInfo', {})).status).toBe(404);
    await running.close();
  });

  test('nothing but a test makes signing passwords cheaper', async () => {
    const database = await freshDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-cost-'));
    const settings = { DATA_DIR: dataDir, DATABASE_URL: database.connectionString, LOG_LEVEL: 'silent' };
    const app = await buildApp(readConfig(settings));
    expect(app.services.passwordCost).toEqual({ ln: 14, r: 8, p: 1 });
    await app.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('a failed start closes everything that it opened', async () => {
    const database = await freshDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-half-'));
    const config = readConfig({
      DATA_DIR: dataDir,
      DATABASE_URL: database.connectionString,
      PORT: '0',
      LOG_LEVEL: 'silent',
    });
    await expect(buildApp(config, { extra: { registry: testRegistry, routes: [] } })).rejects.toThrow(
      'no route',
    );
    // Would fail while somebody is still connected.
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
});

async function run(database: FreshDatabase, statement: string): Promise<readonly unknown[]> {
  const { pool, close } = openDatabase({ address: database.address, max: 1 });
  const { rows } = await pool.query<Record<string, unknown>>(statement);
  await close();
  return rows;
}

function tablesOf(database: FreshDatabase): Promise<readonly unknown[]> {
  return run(
    database,
    "select tablename from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  );
}

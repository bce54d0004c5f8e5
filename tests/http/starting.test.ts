import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendSmsVerifyCode } from '@cinnabar/api/sms.js';
import { buildApp } from '@cinnabar/server/app.js';
import { readConfig } from '@cinnabar/server/config.js';
import type { SmsMessage } from '@cinnabar/server/providers/sms.js';
import { newMasterKey } from '@cinnabar/server/trust/master-key.js';
import { describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { freshDatabase } from '../support/fresh-database.js';
import { givenEnterprise } from '../support/given-enterprise.js';
import { echo, testRegistry, testRoutes } from './test-operations.js';

const extra = { registry: testRegistry, routes: testRoutes };

function messageTo(mobile: string): SmsMessage {
  const parameters = { code: '123456', minutes: '5' };
  const idempotencyKey = `test ${mobile}`;
  return { mobile, template: 'sign', parameters, code: '123456', idempotencyKey, time: new Date() };
}

describe('starting', () => {
  test('the sandbox makes its master key once, for its owner alone, and a restart finds everything again', async () => {
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

  test('production refuses sandbox providers that nobody named, and has no sandbox endpoints', async () => {
    const database = await freshDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-production-'));
    const settings = { MODE: 'production', MASTER_KEY: newMasterKey() };
    const start = (more: Record<string, string>) =>
      startApp({ on: { database, dataDir }, settings: { ...settings, ...more } });
    await expect(start({})).rejects.toThrow(
      'ALLOW_SANDBOX_PROVIDERS: there is no real provider for sms and identity',
    );
    await expect(start({ ALLOW_SANDBOX_PROVIDERS: 'sms' })).rejects.toThrow('identity');
    const running = await start({ ALLOW_SANDBOX_PROVIDERS: 'sms,identity' });
    expect((await running.post('/sandbox/clock', { advanceSeconds: 1 })).status).toBe(404);
    expect((await fetch(`${running.baseUrl}/sandbox/sms?mobile=13800138000`)).status).toBe(404);
    // Nobody is paid there, so that nobody may say that they were.
    expect((await running.post('/pay/notify/sandbox', {})).status).toBe(404);
    expect((await running.post('/sandbox/pay/CN1', { result: 'success' })).status).toBe(404);
    await running.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('production keeps no text message, nor what a sandbox on the same database left behind', async () => {
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

    const settings = { MODE: 'production', MASTER_KEY, ALLOW_SANDBOX_PROVIDERS: 'sms,identity' };
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

  test('a worker answers for its health, but not for operations', async () => {
    const running = await startApp({ settings: { ROLE: 'worker' } });
    expect((await fetch(`${running.baseUrl}/readyz`)).status).toBe(200);
    expect((await running.post('/seal/getSealInfo', {})).status).toBe(404);
    await running.close();
  });

  test('what failed half-way is closed again', async () => {
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

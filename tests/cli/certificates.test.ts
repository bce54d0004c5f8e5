import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { cinnabar } from './cinnabar.js';

// Every test starts several processes.
vi.setConfig({ testTimeout: 180_000 });

const corp = { corpId: 7, corpName: '上海朱砂科技有限公司', corpCode: null };
let database: FreshDatabase;
let dataDir: string;
let running: RunningApp;

beforeAll(async () => {
  database = await freshDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-cli-'));
  running = await startApp({ on: { database, dataDir } });
});
afterAll(async () => {
  await running.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const run = (...args: readonly string[]) =>
  cinnabar(dataDir, { DATABASE_URL: database.connectionString, DATA_DIR: dataDir }, 'certificate', ...args);

describe('certificates on the command line', () => {
  it('are listed and revoked; the service uses the next one and publishes the revocation at once', async () => {
    const { authority, clock } = running.app.services;
    expect((await run('list', '--corp', '7')).out).toBe('enterprise 7 has no certificate yet\n');
    const { serialNumber } = await authority.enterpriseSigner(corp, clock.now());
    const before = await listBytes();

    const withColons = serialNumber.toUpperCase().match(/../g)?.join(':') ?? '';
    const revoked = await run('revoke', '--serial', withColons, '--reason', 'keyCompromise', '--json');
    expect([revoked.code, revoked.errors]).toEqual([0, '']);
    expect(JSON.parse(revoked.out)).toEqual({
      serialNumber,
      corpId: 7,
      purpose: 'enterprise',
      reason: 'keyCompromise',
    });
    expect((await run('list', '--corp', '7')).out).toMatch(
      new RegExp(`^${serialNumber} .* revoked .* \\(keyCompromise\\)\\n$`),
    );
    expect((await authority.enterpriseSigner(corp, clock.now())).serialNumber).not.toBe(serialNumber);
    expect(await listBytes()).toBeGreaterThan(before);

    const again = await run('revoke', '--serial', serialNumber);
    expect([again.code, again.errors]).toEqual([1, expect.stringContaining('was revoked before')]);
  });

  it('that do not exist, or are the authority itself, are not revoked', async () => {
    const unknown = await run('revoke', '--serial', 'abcd');
    expect([unknown.code, unknown.errors]).toEqual([1, expect.stringContaining('no certificate')]);
    const issuing = await running.app.database.db
      .selectFrom('certificates')
      .select('serial_number')
      .where('purpose', '=', 'issuing')
      .executeTakeFirstOrThrow();
    const authority = await run('revoke', '--serial', issuing.serial_number);
    expect([authority.code, authority.errors]).toEqual([1, expect.stringContaining('authority itself')]);
    expect((await run('revoke', '--serial', 'xyz')).code).toBe(2);
    expect((await run('list')).code).toBe(2);
    expect((await run('list', '--corp', '7', '--user', '4')).code).toBe(2);
    expect((await run('revoke', '--serial', 'ab', '--reason', 'boredom')).code).toBe(2);
  });
});

async function listBytes(): Promise<number> {
  const response = await fetch(`${running.baseUrl}/crl/issuing-1.crl`);
  return (await response.arrayBuffer()).byteLength;
}

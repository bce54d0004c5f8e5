import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newMasterKey } from '@cinnabar/server/trust/master-key.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import { givenEnterprise } from '../support/given-enterprise.js';
import * as given from '../support/given-flow.js';
import { commandLine } from './cinnabar.js';

// Every test starts several processes.
vi.setConfig({ testTimeout: 180_000 });

let database: FreshDatabase;
let dataDir: string;
let running: RunningApp;

beforeAll(async () => {
  database = await freshDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-keys-'));
  running = await startApp({ on: { database, dataDir } });
});
afterAll(async () => {
  await running.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const rotate = (settings: Record<string, string>, ...args: readonly string[]) => {
  const where = { DATABASE_URL: database.connectionString, DATA_DIR: dataDir };
  return commandLine({ ...where, ...settings }, 'keys', 'rotate', ...args, '--json');
};

describe('keys rotate', () => {
  it('in the middle of a contract: the next signer signs with the old password and the old certificate', async () => {
    const corp = await givenEnterprise(running);
    const other = await givenEnterprise(running);
    await given.givenSeal(corp);
    await given.givenSeal(other);
    const template = await given.givenTemplate(corp.owner.client);
    const { flowId } = await given.startFlow(corp.owner.client, template, {
      participantList: [given.as('乙方', other.owner, other)],
    });
    await given.fillAll(corp.owner, flowId, '一万元整');
    await given.fillAll(other.owner, flowId, '上海市');
    await given.sign(corp.owner, flowId);
    const before = await readFile(join(dataDir, 'master.key'), 'utf8');

    const rotated = await rotate({});
    expect([rotated.code, rotated.errors]).toEqual([0, '']);
    const told: { from: string; to: string; dataKeys: number } = JSON.parse(rotated.out);
    expect(told.dataKeys).toBeGreaterThanOrEqual(3);
    const after = await readFile(join(dataDir, 'master.key'), 'utf8');
    expect(after).not.toBe(before);
    const old = await rotate({ MASTER_KEY: before.trim() }, '--to', join(dataDir, 'x.key'));
    expect([old.code, old.errors]).toEqual([1, expect.stringContaining('WRONG_MASTER_KEY')]);

    // Under the same address, which the clients know.
    const { port } = new URL(running.baseUrl);
    await running.close();
    running = await startApp({ on: { database, dataDir }, settings: { PORT: port } });
    await given.sign(other.owner, flowId);
    const pdf = await given.download(corp.owner, flowId);
    expect(pdf.length).toBeGreaterThan(10_000);
  });

  it('takes the key of a file where it is a setting, and makes one where there is no file', async () => {
    const present = (await readFile(join(dataDir, 'master.key'), 'utf8')).trim();
    const file = join(dataDir, 'next.key');
    const made = await rotate({ MASTER_KEY: present }, '--to', file);
    expect([made.code, made.errors]).toEqual([0, '']);
    const second = (await readFile(file, 'utf8')).trim();
    expect(Buffer.from(second, 'base64')).toHaveLength(32);
    const own = newMasterKey();
    await writeFile(join(dataDir, 'own.key'), own);
    expect(await rotate({ MASTER_KEY: second }, '--to', join(dataDir, 'own.key'))).toMatchObject({ code: 0 });
    expect(await rotate({ MASTER_KEY: own }, '--to', join(dataDir, 'own.key'))).toMatchObject({
      code: 1,
      errors: expect.stringContaining('is the master key already'),
    });
    await writeFile(join(dataDir, 'bad.key'), 'nothing');
    expect(await rotate({ MASTER_KEY: own }, '--to', join(dataDir, 'bad.key'))).toMatchObject({
      code: 1,
      errors: expect.stringContaining('MASTER_KEY_MALFORMED'),
    });
    expect(await rotate({ MASTER_KEY: own })).toMatchObject({
      code: 2,
      errors: expect.stringContaining('--to is required'),
    });
  });
});

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newMasterKey } from '@cinnabar/server/custody/master-key.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { givenEnterprise } from '../support/given-enterprise.js';
import * as given from '../support/given-flow.js';
import { type BesideTheService, besideTheService } from './beside-the-service.js';

// Every test starts several processes.
vi.setConfig({ testTimeout: 180_000 });

let cli: BesideTheService;

beforeAll(async () => {
  cli = await besideTheService();
});
afterAll(() => cli.close());

const rotate = (settings: Record<string, string>, ...args: readonly string[]) =>
  cli.runWith(settings, 'keys', 'rotate', ...args, '--json');

describe('keys rotate', () => {
  it('during a contract: the next signer signs with the old password and the old certificate', async () => {
    const corp = await givenEnterprise(cli.running);
    const other = await givenEnterprise(cli.running);
    await given.givenSeal(corp);
    await given.givenSeal(other);
    const template = await given.givenTemplate(corp.owner.client);
    const { flowId } = await given.startFlow(corp.owner.client, template, {
      participantList: [given.as('乙方', other.owner, other)],
    });
    await given.fillAll(corp.owner, flowId, '一万元整');
    await given.fillAll(other.owner, flowId, '上海市');
    await given.sign(corp.owner, flowId);
    const before = await readFile(join(cli.dataDir, 'master.key'), 'utf8');

    const rotated = await rotate({});
    expect([rotated.code, rotated.errors]).toEqual([0, '']);
    const told: { from: string; to: string; dataKeys: number } = JSON.parse(rotated.out);
    expect(told.dataKeys).toBeGreaterThanOrEqual(3);
    const after = await readFile(join(cli.dataDir, 'master.key'), 'utf8');
    expect(after).not.toBe(before);
    const old = await rotate({ MASTER_KEY: before.trim() }, '--to', join(cli.dataDir, 'x.key'));
    expect([old.code, old.errors]).toEqual([1, expect.stringContaining('WRONG_MASTER_KEY')]);

    await cli.restart();
    await given.sign(other.owner, flowId);
    const pdf = await given.download(corp.owner, flowId);
    expect(pdf.length).toBeGreaterThan(10_000);
  });

  it('takes a new key from a file, or creates one', async () => {
    const present = (await readFile(join(cli.dataDir, 'master.key'), 'utf8')).trim();
    const file = join(cli.dataDir, 'next.key');
    const made = await rotate({ MASTER_KEY: present }, '--to', file);
    expect([made.code, made.errors]).toEqual([0, '']);
    const second = (await readFile(file, 'utf8')).trim();
    expect(Buffer.from(second, 'base64')).toHaveLength(32);
    const own = newMasterKey();
    await writeFile(join(cli.dataDir, 'own.key'), own);
    expect(await rotate({ MASTER_KEY: second }, '--to', join(cli.dataDir, 'own.key'))).toMatchObject({
      code: 0,
    });
    expect(await rotate({ MASTER_KEY: own }, '--to', join(cli.dataDir, 'own.key'))).toMatchObject({
      code: 1,
      errors: expect.stringContaining('already contains the present master key'),
    });
    await writeFile(join(cli.dataDir, 'bad.key'), 'nothing');
    expect(await rotate({ MASTER_KEY: own }, '--to', join(cli.dataDir, 'bad.key'))).toMatchObject({
      code: 1,
      errors: expect.stringContaining('MASTER_KEY_MALFORMED'),
    });
    expect(await rotate({ MASTER_KEY: own })).toMatchObject({
      code: 2,
      errors: expect.stringContaining('--to is required'),
    });
  });
});

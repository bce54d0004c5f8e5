import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkSigningPassword } from '@cinnabar/server/areas/members/index.js';
import { newMasterKey } from '@cinnabar/server/custody/master-key.js';
import { readLink, signLink } from '@cinnabar/server/storage/links.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FakeServer } from '../fakes/fake-server.js';
import { FakeRemoteSigner } from '../fakes/remote-signer.js';
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

interface Made {
  readonly id: string;
}

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

  it('--pepper and --links, beside the running service: old passwords and links are good, new ones by new keys', async () => {
    const corp = await givenEnterprise(cli.running);
    const { rotatedKeys, clock } = cli.running.app.services;
    const target = { kind: 'file', corpId: corp.corpId, hash: 'ab'.repeat(32) } as const;
    const link = () =>
      signLink(
        rotatedKeys.linkSigning,
        { ...target, fileName: 'a.pdf', mediaType: 'application/pdf', disposition: 'inline' },
        new Date(clock.now().getTime() + 60_000),
      );
    // There is no such file, which says that the link itself is good: a wrong one is not even looked up.
    const earlier = link();
    const before = rotatedKeys.linkSigning;
    const [pepper, links] = [await cli.told<Made>('keys', 'rotate', '--pepper'), await rotate({}, '--links')];
    expect(links.code).toBe(0);
    await cli.refused(1, 'a new key was made a moment ago', 'keys', 'rotate', '--pepper');
    await cli.refused(2, 'exclude each other', 'keys', 'rotate', '--pepper', '--links');
    await cli.running.advance(11);
    await expect.poll(() => rotatedKeys.pepper.kid, { timeout: 10_000 }).toBe(pepper.id);
    await expect.poll(() => rotatedKeys.linkSigning === before, { timeout: 10_000 }).toBe(false);

    const { db, pool } = cli.running.app.database;
    const { services } = cli.running.app;
    const { userId, signPwd } = corp.owner;
    expect(await checkSigningPassword({ db, services }, corp.corpId, userId, signPwd, clock.now())).toBe(
      'ok',
    );
    const { rows } = await pool.query<{ signing_password: string }>(
      'select signing_password from members where corp_id = $1 and user_id = $2',
      [corp.corpId, userId],
    );
    expect(rows[0]?.signing_password).toContain(`kid=${pepper.id}$`);
    expect(link().split('.')[0]).not.toBe(earlier.split('.')[0]);
    for (const token of [earlier, link()]) {
      expect(readLink(rotatedKeys.linkKeys, token, clock.now())).toMatchObject(target);
      expect(readLink([cli.running.app.services.masterKey.linkSigning], token, clock.now())).toEqual(
        token === earlier ? expect.objectContaining(target) : 'invalid',
      );
    }
    const { rows: acts } = await pool.query<{ act: string }>(
      "select act from audit_entries where act = 'keys.rotate' order by entry_id",
    );
    // Each of the two, and the master key of the test before.
    expect(acts.length).toBeGreaterThanOrEqual(2);
  });

  it('keys move shows what it would move, and moves it once the word is repeated; keys list tells both', async () => {
    const signer = new FakeRemoteSigner();
    const server = await FakeServer.open(signer.answer);
    const remote = {
      KEYS_SERVICES: 'remote',
      REMOTE_SIGNER_URL: `${server.url}/csc/v2`,
      REMOTE_SIGNER_TOKEN: signer.token,
    };
    await cli.running.app.services.authority.services.timestamp(cli.running.app.services.clock.now());
    const shown = await cli.runWith(remote, 'keys', 'move', 'services');
    expect(shown).toMatchObject({ code: 0, out: expect.stringContaining('Nothing was changed') });
    const wrong = await cli.runWith(remote, 'keys', 'move', 'services', '--confirm', 'service');
    expect(wrong).toMatchObject({ code: 1, errors: expect.stringContaining('nothing was changed') });
    const wrapping = await cli.runWith({}, 'keys', 'move', 'wrapping', '--json');
    expect(JSON.parse(wrapping.out)).toEqual({ place: 'local', isDone: false, dataKeys: 0 });
    const moved = await cli.runWith(remote, 'keys', 'move', 'services', '--confirm', 'services');
    expect(moved).toMatchObject({ code: 0, errors: '' });
    await server.close();
    const { keys } = await cli.told<{ keys: readonly object[] }>('keys', 'list');
    expect(keys).toContainEqual(
      expect.objectContaining({ purpose: 'timestamp', algorithm: 'P-256', place: 'remote', isNewest: true }),
    );
    const { rows } = await cli.running.app.database.pool.query(
      "select act from audit_entries where act = 'keys.move'",
    );
    expect(rows).toHaveLength(1);
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

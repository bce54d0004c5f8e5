/** Drills: backups taken under load and restored elsewhere, damaged, interrupted, and continued. */
import { copyFile, cp, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newMasterKey } from '@cinnabar/server/custody/master-key.js';
import { openDatabase } from '@cinnabar/server/database/connect.js';
import { holdBlobs } from '@cinnabar/server/unused-files/hold-blobs.js';
import { removeUnusedBlob } from '@cinnabar/server/unused-files/remove-unused-blob.js';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApp } from '../support/app.js';
import { commandLine, type Ran } from '../support/cinnabar.js';
import { logInByCode, newBrowser } from '../support/console-login.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import * as given from '../support/given-flow.js';
import {
  addressOf,
  type Elsewhere,
  filesIn,
  flipByte,
  inProcess,
  killAtLock,
  type Made,
  openElsewhere,
  parsed,
  type Restored,
  refusesToStart,
} from './backup-drills.js';
import { type BesideTheService, besideTheService } from './beside-the-service.js';

// Every test starts several processes.
vi.setConfig({ testTimeout: 240_000 });

let cli: BesideTheService;
let folder: string;
let buyer: Enterprise;
let seller: Enterprise;
let template: given.GivenTemplate;
/** Signed by one party before the backup. */
let halfway: given.FlowId;
const elsewhere: Elsewhere[] = [];

beforeAll(async () => {
  cli = await besideTheService();
  folder = await mkdtemp(join(tmpdir(), 'cinnabar-backups-'));
  buyer = await givenEnterprise(cli.running);
  seller = await givenEnterprise(cli.running);
  await given.givenSeal(buyer);
  await given.givenSeal(seller);
  template = await given.givenTemplate(buyer.owner.client);
  halfway = await started();
  await given.sign(buyer.owner, halfway);
  // Chains the entries of the audit.
  await cli.running.advance(120);
});
afterAll(async () => {
  for (const place of elsewhere) await place.drop();
  await rm(folder, { recursive: true, force: true });
  await cli.close();
});

async function started(): Promise<given.FlowId> {
  const participantList = [given.as('乙方', seller.owner, seller)];
  const { flowId } = await given.startFlow(buyer.owner.client, template, { participantList });
  await given.fillAll(buyer.owner, flowId, '一万元整');
  await given.fillAll(seller.owner, flowId, '上海市');
  return flowId;
}

const backup = async (...args: readonly string[]): Promise<Made> =>
  parsed(await cli.run('backup', '--to', folder, '--json', ...args));
const restore = (to: Elsewhere, from = folder): Promise<Ran> => to.restore(from);
const givenElsewhere = async (options = {}): Promise<Elsewhere> => {
  const place = await openElsewhere(cli, options);
  elsewhere.push(place);
  return place;
};
const verify = (from: string): Promise<Ran> => cli.run('backup', 'verify', '--from', from);

describe('a backup taken while contracts are signed', () => {
  let made: Made;

  it('is restored elsewhere, where everything is whole and work goes on', async () => {
    const signing = { goesOn: true, signed: 0 };
    const load = (async () => {
      while (signing.goesOn) {
        const flowId = await started();
        await given.sign(buyer.owner, flowId);
        await given.sign(seller.owner, flowId);
        signing.signed += 1;
      }
    })();
    made = await backup();
    signing.goesOn = false;
    await load;
    expect(signing.signed).toBeGreaterThan(0);
    expect(made).toMatchObject({ missingFiles: 0, copiedFiles: made.files });
    expect(await verify(folder)).toMatchObject({ code: 0, errors: '' });

    const place = await givenElsewhere();
    const restored: Restored = parsed(await restore(place));
    expect(restored).toMatchObject({ set: made.set, rows: made.rows, files: made.files, problems: [] });
    expect(restored.contracts).toBeGreaterThan(0);
    expect(restored.signedFiles).toBeGreaterThan(0);
    expect(restored.auditChains).toBeGreaterThan(0);
    const again = await restore(place);
    expect(again).toMatchObject({ code: 1, errors: expect.stringContaining('the database is not empty') });

    const { port } = new URL(cli.running.baseUrl);
    await cli.running.close();
    const service = await startApp({ on: place, settings: { PORT: port } });
    try {
      await given.sign(seller.owner, halfway);
      expect((await given.download(buyer.owner, halfway)).length).toBeGreaterThan(10_000);
      const browser = newBrowser(service);
      await logInByCode(service, browser, buyer.owner.mobile);
      await given.sign(buyer.owner, await started());
      const { rows } = await service.app.database.pool.query(
        `select act, source from audit_entries where act like 'platform.%' order by entry_id`,
      );
      expect(rows).toEqual([{ act: 'platform.restore', source: 'commandLine' }]);
    } finally {
      await service.close();
    }
    await cli.restart();
  });

  it('is followed by one that copies new files only, and --keep removes what only old sets have', async () => {
    const unchanged = await backup();
    const lost = (await filesIn(join(folder, 'blobs'))).at(0) ?? '';
    await truncate(lost, 10);
    await given.sign(buyer.owner, await started());
    const next = await backup();
    // The file whose size had changed is copied again.
    expect(next.copiedFiles).toBeGreaterThan(1);
    expect(next.copiedFiles).toBeLessThan(next.files / 2);
    expect((await stat(lost)).size).toBeGreaterThan(10);
    const { db } = cli.running.app.database;
    await sql`delete from page_pictures`.execute(db);
    const kept = await backup('--keep', '1');
    expect(kept.removedSets).toEqual([made.set, unchanged.set, next.set]);
    expect(await filesIn(join(folder, 'blobs'))).toHaveLength(kept.files);
    expect(await verify(folder)).toMatchObject({ code: 0 });
    const { rows } = await sql<{ acts: number }>`
      select count(*)::integer as acts from audit_entries where act = 'platform.backup' and source = 'commandLine'
    `.execute(db);
    expect(rows).toEqual([{ acts: 4 }]);
  });

  it('keeps every file meanwhile, and only one runs at a time', async () => {
    const database = openDatabase({ address: { connectionString: addressOf(cli) }, max: 3 });
    const session = await database.pool.connect();
    try {
      expect(await holdBlobs(session)).toBe(true);
      const backend = { delete: vi.fn((_: unknown, holds: (age: number) => Promise<boolean>) => holds(1e9)) };
      const name = { corpId: buyer.corpId, hash: 'a'.repeat(64) };
      const remove = () => removeUnusedBlob(database.db, { ...unusedBackend, ...backend }, name);
      expect(await remove()).toBe(false);
      await cli.refused(1, 'another backup of this service is running', 'backup', '--to', folder);
      session.release(true);
      await vi.waitFor(async () => expect(await remove()).toBe(true));
    } finally {
      await database.close();
    }
  });
});

const unusedBackend = {
  put: async () => undefined,
  get: async () => null,
  list: async function* () {},
  tidy: async () => undefined,
};

describe('a damaged backup', () => {
  it('is refused with the name of the file, and nothing is loaded', async () => {
    const { set } = await backup('--keep', '1');
    const inSet = (name: string) => join('sets', set, name);
    const blob = ((await filesIn(join(folder, 'blobs')))[0] ?? '').slice(folder.length + 1);
    const remove = (path: string) => rm(path);
    // Files first: what a restore has written already it does not read again.
    const cases: readonly (readonly [string, (path: string) => Promise<void>, string])[] = [
      [blob, flipByte, 'is damaged'],
      [blob, remove, 'is missing'],
      [inSet('blobs'), flipByte, 'is damaged'],
      [inSet('tables/service.flows'), flipByte, 'is damaged'],
      [inSet('tables/service.members'), remove, 'is missing'],
      [inSet('tables/service.flow_events'), (path) => truncate(path, 60), 'is damaged'],
      [inSet('manifest.json'), flipByte, 'is damaged'],
    ];
    const place = await givenElsewhere();
    for (const [name, harm, complaint] of cases) {
      const copy = join(folder, 'copy');
      await cp(join(folder, 'sets'), join(copy, 'sets'), { recursive: true });
      await cp(join(folder, 'blobs'), join(copy, 'blobs'), { recursive: true });
      await harm(join(copy, name));
      const judged = await verify(copy);
      expect([judged.code, `${judged.out}${judged.errors}`]).toEqual([
        1,
        expect.stringContaining(`${name} ${complaint}`),
      ]);
      const refused = await restore(place, copy);
      expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining(`${name} ${complaint}`)]);
      await rm(copy, { recursive: true });
    }
    // What was interrupted is continued, here with the sound backup.
    await refusesToStart(place);
    expect(parsed<Restored>(await restore(place)).problems).toEqual([]);
  });

  it('that exchanges two files is noticed, and so is a file that is none of it', async () => {
    const { set } = await backup('--keep', '1');
    const copy = join(folder, 'copy');
    await cp(join(folder, 'sets'), join(copy, 'sets'), { recursive: true });
    await cp(join(folder, 'blobs'), join(copy, 'blobs'), { recursive: true });
    const tables = join(copy, 'sets', set, 'tables');
    await writeFile(join(tables, 'service.more'), 'more');
    expect((await verify(copy)).out).toContain('service.more does not belong to the set');
    await rm(join(tables, 'service.more'));
    await copyFile(join(tables, 'service.seals'), join(tables, 'service.flows'));
    expect((await verify(copy)).out).toContain('service.flows is damaged');
    await rm(copy, { recursive: true });
  });

  it('of another master key, a newer version or another service is refused before anything is written', async () => {
    const { set } = await backup('--keep', '1');
    const place = await givenElsewhere();
    const wrong = { ...place.settings, MASTER_KEY: newMasterKey() };
    expect(await commandLine(wrong, 'restore', '--from', folder)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('give that MASTER_KEY'),
    });
    await rm(join(place.dataDir, 'master.key'));
    expect(await restore(place)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('set MASTER_KEY'),
    });
    await cli.refused(1, 'contains no set x; there are', 'restore', '--from', folder, '--set', 'x');
    await cli.refused(1, 'contains no backup', 'backup', 'verify', '--from', join(folder, 'nowhere'));
    await cli.refused(2, '--keep is a number of sets', 'backup', '--to', folder, '--keep', '0');
    expect(await readdir(place.dataDir)).toEqual([]);
    const other = await givenElsewhere();
    await rm(join(other.dataDir, 'master.key'));
    expect(await commandLine(other.settings, 'backup', '--to', folder)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('belongs to another service'),
    });
    expect(set).toMatch(/^\d{8}T\d{6}Z-/);
  });
});

describe('kill -9', () => {
  it('of a backup leaves an unfinished set, which the next backup removes', async () => {
    const target = join(folder, 'killed');
    // As if it had been killed later, when files were copied already.
    await cp(join(folder, 'blobs'), join(target, 'blobs'), { recursive: true });
    const settings = { DATABASE_URL: addressOf(cli), DATA_DIR: cli.dataDir };
    await killAtLock(addressOf(cli), 'access exclusive', () => inProcess(settings, 'backup', '--to', target));
    await cli.refused(1, 'contains no finished backup', 'restore', '--from', target);
    const [unfinished = ''] = await readdir(join(target, 'sets'));
    await cli.refused(1, 'is unfinished', 'backup', 'verify', '--from', target, '--set', unfinished);
    const made: Made = parsed(await cli.run('backup', '--to', target, '--json'));
    expect(made.copiedFiles).toBeLessThan(made.files);
    expect(await readdir(join(target, 'sets'))).toEqual([made.set]);
    expect(await verify(target)).toMatchObject({ code: 0 });
  });
});

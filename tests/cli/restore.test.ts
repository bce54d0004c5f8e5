/** Drills: a restore that is interrupted, and one whose database is used by another process meanwhile. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@cinnabar/server/database/connect.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApp } from '../support/app.js';
import { commandLine } from '../support/cinnabar.js';
import { gateAt } from '../support/gated-file.js';
import { givenEnterprise } from '../support/given-enterprise.js';
import * as given from '../support/given-flow.js';
import {
  type Elsewhere,
  filesIn,
  inProcess,
  kill,
  killAtLock,
  type Made,
  openElsewhere,
  parsed,
  type Restored,
  refusesToStart,
  WAITING,
} from './backup-drills.js';
import { type BesideTheService, besideTheService } from './beside-the-service.js';

// Every test starts several processes.
vi.setConfig({ testTimeout: 240_000 });

let cli: BesideTheService;
let folder: string;
let made: Made;
const elsewhere: Elsewhere[] = [];

beforeAll(async () => {
  cli = await besideTheService();
  folder = await mkdtemp(join(tmpdir(), 'cinnabar-backups-'));
  const buyer = await givenEnterprise(cli.running);
  const seller = await givenEnterprise(cli.running);
  await given.givenSeal(buyer);
  await given.givenSeal(seller);
  const template = await given.givenTemplate(buyer.owner.client);
  const participantList = [given.as('乙方', seller.owner, seller)];
  const { flowId } = await given.startFlow(buyer.owner.client, template, { participantList });
  await given.fillAll(buyer.owner, flowId, '一万元整');
  await given.fillAll(seller.owner, flowId, '上海市');
  await given.sign(buyer.owner, flowId);
  made = parsed(await cli.run('backup', '--to', folder, '--json'));
});
afterAll(async () => {
  for (const place of elsewhere) await place.drop();
  await rm(folder, { recursive: true, force: true });
  await cli.close();
});

async function givenElsewhere(): Promise<Elsewhere> {
  const place = await openElsewhere(cli, { migrated: true });
  elsewhere.push(place);
  return place;
}

const restoring = ({ settings }: Elsewhere) => inProcess(settings, 'restore', '--from', folder);

/** Files are there, and the loading of the database has been killed. */
async function killedWhileLoading(place: Elsewhere): Promise<void> {
  await killAtLock(place.database.connectionString, 'share', () => restoring(place));
  expect(await filesIn(join(place.dataDir, 'blobs'))).toHaveLength(made.files);
}

async function isRestored(place: Elsewhere): Promise<void> {
  const restored: Restored = parsed(await place.restore(folder));
  expect(restored).toMatchObject({ rows: made.rows, files: made.files, signedFiles: 1, problems: [] });
  const service = await startApp({ on: place });
  const { rows } = await service.app.database.pool.query(
    `select act from audit_entries where act like 'platform.%'`,
  );
  expect(rows).toEqual([{ act: 'platform.restore' }]);
  await service.close();
}

describe('a restore that is killed is continued by the same command, and until then no service starts', () => {
  it('while the database is loaded', async () => {
    const place = await givenElsewhere();
    await killedWhileLoading(place);
    await refusesToStart(place);
    // Otherwise it would remove the set that is being restored, and keep one of an empty database.
    const saved = await commandLine(place.settings, 'backup', '--to', folder, '--keep', '1');
    expect(saved).toMatchObject({ code: 1, errors: expect.stringContaining('has not ended') });
    await isRestored(place);
  });

  it('while everything is examined: neither there nor with another data folder', async () => {
    const place = await givenElsewhere();
    await killedWhileLoading(place);
    // Loading does not read files that are there already; the examination reads all of them.
    const [file = ''] = await filesIn(join(place.dataDir, 'blobs'));
    const gate = await gateAt(file);
    const child = restoring(place);
    await gate.reached();
    await kill(child);
    await gate.open();
    await refusesToStart(place);
    const { dataDir } = await givenElsewhere();
    await refusesToStart({ database: place.database, dataDir });
    await isRestored(place);
  });
});

it('a database that another process has used since it was found empty is left as it is', async () => {
  const place = await givenElsewhere();
  const database = openDatabase({ address: place.database.address, max: 2 });
  const other = await database.pool.connect();
  try {
    // Seen by nobody before the restore waits for this transaction.
    await other.query(`begin; insert into settings (name, value) values ('of another process', '1')`);
    const restored = place.restore(folder);
    await vi.waitFor(async () => expect((await database.pool.query(WAITING)).rows).not.toEqual([]), {
      timeout: 60_000,
    });
    await other.query('commit');
    expect(await restored).toMatchObject({
      code: 1,
      errors: expect.stringContaining('the database is not empty: settings has rows'),
    });
    const { rows } = await database.pool.query('select name from settings');
    expect(rows).toEqual([{ name: 'of another process' }]);
  } finally {
    other.release(true);
    await database.close();
  }
});

/** The folder of the backups: what is removed from it, and what becomes of files that are damaged there or in the storage. */
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Ran } from '../support/cinnabar.js';
import { gateAt } from '../support/gated-file.js';
import { givenEnterprise } from '../support/given-enterprise.js';
import * as given from '../support/given-flow.js';
import { filesIn, flipByte, type Made, parsed } from './backup-drills.js';
import { type BesideTheService, besideTheService } from './beside-the-service.js';

// Every test starts several processes.
vi.setConfig({ testTimeout: 240_000 });

let cli: BesideTheService;
let folder: string;

beforeAll(async () => {
  cli = await besideTheService();
  folder = await mkdtemp(join(tmpdir(), 'cinnabar-backups-'));
  const enterprise = await givenEnterprise(cli.running);
  await given.givenSeal(enterprise);
  await given.givenTemplate(enterprise.owner.client, { files: 3 });
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await cli.close();
});

const backup = (target: string, ...args: readonly string[]): Promise<Ran> =>
  cli.run('backup', '--to', target, '--json', ...args);

it('no backup begins before the one that runs has removed what only old sets had', async () => {
  const target = join(folder, 'pruned');
  const sets = join(target, 'sets');
  const { set: oldest }: Made = parsed(await backup(target));
  parsed(await backup(target));
  // The removal reads the lists of the sets that stay; the manifest of the oldest one has not been read before.
  const gate = await gateAt(join(sets, oldest, 'manifest.json'));
  const removing = backup(target, '--keep', '3');
  await vi.waitFor(async () => expect(await readdir(sets)).toHaveLength(3), { timeout: 60_000 });
  const newest = (await readdir(sets)).sort().at(-1) ?? '';
  await vi.waitFor(() => stat(join(sets, newest, 'manifest.json')), { timeout: 60_000 });
  await cli.refused(1, 'another backup of this service is running', 'backup', '--to', target);
  await gate.open();
  expect(parsed<Made>(await removing)).toMatchObject({ set: newest, removedSets: [], removedFiles: 0 });
});

it('a file that is damaged in the folder is told, and copied again by --reread', async () => {
  const target = join(folder, 'damaged');
  const verify = (): Promise<Ran> => cli.run('backup', 'verify', '--from', target);
  parsed(await backup(target));
  const [file = ''] = await filesIn(join(target, 'blobs'));
  const original = await readFile(file);
  await flipByte(file);
  const complaint = {
    code: 1,
    out: expect.stringMatching(`and 1 problem\n.*${basename(file)} is damaged`),
    errors: expect.stringContaining('--reread'),
  };
  expect(await verify()).toMatchObject(complaint);
  // Only presence and size are compared.
  expect(parsed<Made>(await backup(target)).copiedFiles).toBe(0);
  expect(await verify()).toMatchObject(complaint);
  expect(parsed<Made>(await backup(target, '--reread')).copiedFiles).toBe(1);
  expect(await readFile(file)).toEqual(original);
  expect(await verify()).toMatchObject({ code: 0, errors: '' });
});

it('a file that the storage has damaged is told by each backup until it is whole again', async () => {
  const target = join(folder, 'incomplete');
  const [stored = ''] = await filesIn(join(cli.dataDir, 'blobs'));
  await flipByte(stored);
  for (let time = 1; time <= 2; time += 1) {
    const ran = await backup(target);
    expect([ran.code, ran.errors]).toEqual([1, expect.stringContaining(basename(stored))]);
    expect(JSON.parse(ran.out)).toMatchObject({ missingFiles: 1 });
  }
  await flipByte(stored);
  expect(parsed<Made>(await backup(target))).toMatchObject({ missingFiles: 0, copiedFiles: 1 });
});

it('after keys rotate, when no list can be opened, a damaged file does not pass for the original', async () => {
  const target = join(folder, 'rotated');
  parsed(await backup(target));
  const [file = ''] = await filesIn(join(target, 'blobs'));
  const original = await readFile(file);
  await flipByte(file);
  expect(await cli.run('keys', 'rotate')).toMatchObject({ code: 0 });
  await cli.restart();
  expect(parsed<Made>(await backup(target)).copiedFiles).toBe(1);
  expect(await readFile(file)).toEqual(original);
});

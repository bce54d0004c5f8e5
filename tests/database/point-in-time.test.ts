// @module-tag postgresql-15
/** An external PostgreSQL and its files are restored to a moment by WAL archiving and backups, as docs/backup.md says. */
import { chmod, copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ageBlobs } from '../support/age-blobs.js';
import { type RunningApp, startApp } from '../support/app.js';
import { type CreatedCorp, commandLine, type Ran } from '../support/cinnabar.js';
import { givenEnterprise } from '../support/given-enterprise.js';
import * as given from '../support/given-flow.js';
import { run } from '../support/programs.js';

const PROGRAMS = '/usr/lib/postgresql/15/bin';

let folder: string;
const inFolder = (name: string) => join(folder, name);

beforeAll(async () => {
  // Where the account of the server may look: it is never root.
  folder = await mkdtemp('/tmp/cinnabar-wal-');
  await chmod(folder, 0o777);
  for (const name of ['archive', 'socket', 'service']) {
    await mkdir(inFolder(name));
    await chmod(inFolder(name), 0o777);
  }
});
afterAll(async () => {
  for (const cluster of ['before', 'after']) {
    await asServer('pg_ctl', '-D', inFolder(cluster), '-m', 'immediate', 'stop');
  }
  await asServer('/bin/rm', '-rf', inFolder('before'), inFolder('after'));
  await rm(folder, { recursive: true, force: true });
});

/** Runs a program of the server under an account that may run it. */
async function asServer(program: string, ...args: readonly string[]): Promise<boolean> {
  const path = program.startsWith('/') ? program : join(PROGRAMS, program);
  const isRoot = process.getuid?.() === 0;
  const { ok } = isRoot
    ? await run('/usr/sbin/runuser', ['-u', 'postgres', '--', path, ...args], { timeout: 60_000 })
    : await run(path, args, { timeout: 60_000 });
  return ok;
}

/** Settings are appended by the account that owns the file. */
async function configure(cluster: string, lines: readonly string[]): Promise<void> {
  const draft = inFolder(`${cluster}.conf`);
  await writeFile(draft, `${lines.join('\n')}\n`, { mode: 0o644 });
  const command = `cat ${draft} >> ${join(inFolder(cluster), 'postgresql.conf')}`;
  expect(await asServer('/bin/sh', '-c', command)).toBe(true);
}

async function start(cluster: string): Promise<void> {
  const log = join(inFolder(cluster), 'log');
  expect(await asServer('pg_ctl', '-D', inFolder(cluster), '-l', log, '-w', '-t', '50', 'start')).toBe(true);
}

async function query(sql: string): Promise<string> {
  const { ok, stdout } = await run(join(PROGRAMS, 'psql'), [
    ...['-h', inFolder('socket'), '-p', '5499', '-U', 'cinnabar', '-d', 'postgres', '-At', '-c', sql],
  ]);
  expect(ok).toBe(true);
  return stdout.toString('utf8').trim();
}

/** Of both clusters, of which one runs. */
const databaseUrl = () => `postgresql://cinnabar@${encodeURIComponent(inFolder('socket'))}:5499/postgres`;

function service(dataDir: string, settings: Readonly<Record<string, string>> = {}): Promise<RunningApp> {
  const connectionString = databaseUrl();
  const database = { address: { connectionString }, connectionString, drop: async () => undefined };
  return startApp({ on: { database, dataDir }, settings });
}

const backup = (dataDir: string, to: string): Promise<Ran> =>
  commandLine({ DATABASE_URL: databaseUrl(), DATA_DIR: dataDir }, 'backup', '--to', to);

async function told<T>(...args: readonly string[]): Promise<T> {
  const settings = { DATABASE_URL: databaseUrl(), DATA_DIR: inFolder('service') };
  const { code, out, errors } = await commandLine(settings, ...args, '--json');
  expect([code, errors]).toEqual([0, '']);
  const value: T = JSON.parse(out);
  return value;
}

const newCorp = (name: string, mobile: string) =>
  told<CreatedCorp>('corp', 'create', '--name', name, '--owner-name', '周岚', '--owner-mobile', mobile);

test('a base backup and the archive lead to a chosen moment: what came later is gone', async () => {
  expect(
    await asServer('initdb', '-D', inFolder('before'), '-U', 'cinnabar', '-A', 'trust', '--no-sync'),
  ).toBe(true);
  const common = [
    `unix_socket_directories = '${inFolder('socket')}'`,
    'port = 5499',
    "listen_addresses = ''",
  ];
  const archive = inFolder('archive');
  await configure('before', [
    ...common,
    'archive_mode = on',
    `archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'`,
  ]);
  await start('before');
  const original = await service(inFolder('service'));
  const { port } = new URL(original.baseUrl);
  await newCorp('基础有限公司', '13822220011');
  const buyer = await givenEnterprise(original);
  const seller = await givenEnterprise(original);
  await given.givenSeal(buyer);
  await given.givenSeal(seller);
  const template = await given.givenTemplate(buyer.owner.client);
  // Nothing refers to it, so that it is removed after seven days.
  const draft = { name: '草稿.pdf', bytes: await given.contractPdf(5), mediaType: 'application/pdf' };
  await buyer.owner.client.upload('/template/uploadContractFile', draft);
  const draftHash = await query('select hash from stored_files order by kept_from desc limit 1');
  const base = [
    '-h',
    inFolder('socket'),
    '-p',
    '5499',
    '-U',
    'cinnabar',
    '-D',
    inFolder('after'),
    '-c',
    'fast',
  ];
  expect(await asServer('pg_basebackup', ...base)).toBe(true);
  expect(await backup(inFolder('service'), inFolder('sets'))).toMatchObject({ code: 0 });
  await newCorp('先到有限公司', '13822220012');
  const participantList = [given.as('乙方', seller.owner, seller)];
  const { flowId } = await given.startFlow(buyer.owner.client, template, { participantList });
  await given.fillAll(buyer.owner, flowId, '一万元整');
  await given.fillAll(seller.owner, flowId, '上海市');
  await given.sign(buyer.owner, flowId);
  const signed = await given.download(buyer.owner, flowId);
  const moment = await query('select clock_timestamp()');
  await newCorp('后到有限公司', '13822220013');
  await given.sign(seller.owner, flowId);
  await ageBlobs(original);
  await original.advance(8 * 86_400);
  await expect.poll(() => blobNames('service')).not.toContain(draftHash);
  await original.close();
  await query('select pg_switch_wal()');
  expect(await asServer('pg_ctl', '-D', inFolder('before'), '-m', 'fast', '-w', 'stop')).toBe(true);

  await configure('after', [
    `restore_command = 'cp ${archive}/%f %p'`,
    `recovery_target_time = '${moment}'`,
    "recovery_target_action = 'promote'",
  ]);
  expect(await asServer('/bin/touch', join(inFolder('after'), 'recovery.signal'))).toBe(true);
  await start('after');
  await expect.poll(() => query('select pg_is_in_recovery()'), { timeout: 30_000 }).toBe('f');
  const listed = await told<{ corps: readonly { corpName: string }[] }>('corp', 'list');
  const names = listed.corps.map(({ corpName }) => corpName);
  expect(names).toEqual(expect.arrayContaining(['基础有限公司', '先到有限公司']));
  expect(names).not.toContain('后到有限公司');

  // The storage as it is now lacks what has been removed since, and the backup what has come since.
  await mkdir(inFolder('restored'));
  await copyFile(join(inFolder('service'), 'master.key'), join(inFolder('restored'), 'master.key'));
  await copyInto(inFolder('restored'), join(inFolder('service'), 'blobs'));
  expect(await backup(inFolder('restored'), inFolder('incomplete'))).toMatchObject({
    code: 1,
    errors: expect.stringContaining(`  ${draftHash} of enterprise ${buyer.corpId}`),
  });
  await copyInto(inFolder('restored'), join(inFolder('sets'), 'blobs'));
  expect(await backup(inFolder('restored'), inFolder('complete'))).toMatchObject({ code: 0, errors: '' });
  const restored = await service(inFolder('restored'), { PORT: port });
  expect(await given.download(buyer.owner, flowId)).toEqual(signed);
  await given.sign(seller.owner, flowId);
  await restored.close();
}, 180_000);

async function copyInto(dataDir: string, blobs: string): Promise<void> {
  expect((await run('cp', ['-rn', blobs, dataDir])).ok).toBe(true);
}

async function blobNames(dataDir: string): Promise<readonly string[]> {
  const entries = await readdir(join(inFolder(dataDir), 'blobs'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** What the drills of backups share. */
import { type ChildProcess, spawn } from 'node:child_process';
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@cinnabar/server/database/connect.js';
import { expect, vi } from 'vitest';
import { startApp } from '../support/app.js';
import { commandLine, PROGRAM, type Ran } from '../support/cinnabar.js';
import { type FreshDatabase, freshDatabase } from '../support/fresh-database.js';
import type { BesideTheService } from './beside-the-service.js';

/** The output of `backup --json`. */
export interface Made {
  readonly set: string;
  readonly rows: number;
  readonly files: number;
  readonly copiedFiles: number;
  readonly missingFiles: number;
  readonly removedSets: readonly string[];
  readonly removedFiles: number;
}

/** The output of `restore --json`. */
export interface Restored {
  readonly set: string;
  readonly rows: number;
  readonly files: number;
  readonly contracts: number;
  readonly signedFiles: number;
  readonly auditChains: number;
  readonly problems: readonly string[];
}

/** An empty database and an empty data folder, with the master key of the service. */
export interface Elsewhere {
  readonly database: FreshDatabase;
  readonly dataDir: string;
  readonly settings: Readonly<Record<string, string>>;
  restore(from: string): Promise<Ran>;
  drop(): Promise<void>;
}

export async function openElsewhere(
  { dataDir: original }: BesideTheService,
  { migrated = false } = {},
): Promise<Elsewhere> {
  const database = await freshDatabase({ migrated });
  const dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-restored-'));
  await copyFile(join(original, 'master.key'), join(dataDir, 'master.key'));
  const settings = { DATABASE_URL: database.connectionString, DATA_DIR: dataDir };
  return {
    database,
    dataDir,
    settings,
    restore: (from) => commandLine(settings, 'restore', '--from', from, '--json'),
    async drop() {
      await database.drop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

export function parsed<T>({ code, out, errors }: Ran): T {
  expect([code, errors]).toEqual([0, '']);
  const value: T = JSON.parse(out);
  return value;
}

/** Address of the database of the service that is backed up. */
export function addressOf(cli: BesideTheService): string {
  const { address } = cli.running.app.database.options;
  if (!('connectionString' in address)) throw new Error('the service has no address');
  return address.connectionString;
}

/** A process of the command line, to be killed. */
export function inProcess(
  settings: Readonly<Record<string, string>>,
  ...args: readonly string[]
): ChildProcess {
  const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...settings };
  return spawn(process.execPath, [PROGRAM, ...args], { env, stdio: 'ignore' });
}

export async function kill(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

/** Kills a process that waits for a table which another session has locked: for reading it, or for loading it. */
export async function killAtLock(
  url: string,
  mode: 'access exclusive' | 'share',
  start: () => ChildProcess,
): Promise<void> {
  const database = openDatabase({ address: { connectionString: url }, max: 2 });
  const blocking = await database.pool.connect();
  try {
    await blocking.query(`begin; lock table seals in ${mode} mode`);
    const child = start();
    await vi.waitFor(async () => expect((await database.pool.query(WAITING)).rows).not.toEqual([]), {
      timeout: 60_000,
    });
    await kill(child);
    await blocking.query('rollback');
  } finally {
    blocking.release(true);
    await database.close();
  }
}

/** Sessions that wait for a lock of this database. */
export const WAITING = `select from pg_locks
  where not granted and database = (select oid from pg_database where datname = current_database())`;

export async function refusesToStart(place: Pick<Elsewhere, 'database' | 'dataDir'>): Promise<void> {
  const complaint = await startApp({ on: place }).then(
    (app) => app.close().then(() => 'it starts'),
    (error: Error) => error.message,
  );
  expect(complaint).toContain('has not ended');
}

export async function filesIn(path: string): Promise<readonly string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

export async function flipByte(path: string): Promise<void> {
  const bytes = await readFile(path);
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  await writeFile(path, bytes);
}

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chown, mkdir, mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { DatabaseAddress } from '@cinnabar/server/database/connect.js';
import { startEmbedded } from '@cinnabar/server/database/embedded.js';

export const isRoot = process.getuid?.() === 0;
/** Any account but root, the same number everywhere. */
export const NOBODY = 65_534;

const SERVICE = fileURLToPath(new URL('embedded-service.mjs', import.meta.url));

export interface Service {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Rejects with the service's output if it could not start. */
  readonly started: Promise<DatabaseAddress>;
  readonly exited: Promise<number | null>;
  said(): string;
}

export interface ServiceOptions {
  readonly uid?: number;
  readonly program?: string;
  readonly args?: readonly string[];
}

export function startService(dataDir: string, options: ServiceOptions = {}): Service {
  const child = spawn(process.execPath, [options.program ?? SERVICE, dataDir, ...(options.args ?? [])], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const exited = new Promise<number | null>((resolve) => {
    child.once('close', (code) => resolve(code));
  });
  const started = new Promise<DatabaseAddress>((resolve, reject) => {
    createInterface({ input: child.stdout ?? process.stdin }).once('line', (line) =>
      resolve(JSON.parse(line)),
    );
    void exited.then(() => reject(new Error(said)));
  });
  started.catch(() => undefined);
  return { child, pid: child.pid ?? 0, started, exited, said: () => said };
}

export async function temporaryFolder(owner?: number): Promise<string> {
  // mkdtemp uses mode 0700: a private home folder.
  const folder = await mkdtemp(join(tmpdir(), 'cinnabar-embedded-'));
  if (owner !== undefined) await chown(folder, owner, owner);
  return folder;
}

export function clusterOf(dataDir: string): string {
  return join(dataDir, 'database', 'cluster');
}

/** Data folders after a first start and a clean stop, without repeating it: initdb takes longer than most of their tests. */
export interface StartedBefore {
  /** Makes it a data folder of a service that has been started before. */
  fill(dataDir: string): Promise<void>;
  remove(): Promise<void>;
}

export async function startedBefore(): Promise<StartedBefore> {
  const folder = await temporaryFolder();
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const server = await startEmbedded({ dataDir: folder, log: silent, durable: false });
  await server.stop();
  return {
    async fill(dataDir) {
      const cluster = clusterOf(dataDir);
      await mkdir(dirname(cluster), { recursive: true, mode: 0o700 });
      // With owners and permissions: PostgreSQL refuses a folder that others can read.
      const { status } = spawnSync('cp', ['-Rp', clusterOf(folder), cluster], { stdio: 'ignore' });
      if (status !== 0) throw new Error(`the cluster could not be copied to ${cluster}`);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export async function postmasterPid(dataDir: string): Promise<number> {
  return Number((await readFile(join(clusterOf(dataDir), 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

export async function serverLog(dataDir: string): Promise<string> {
  return readFile(join(dataDir, 'database', 'server.log'), 'utf8');
}

/** Every process of the database server in that folder, found by its working folder. */
export async function serverProcesses(dataDir: string): Promise<readonly number[]> {
  const found: number[] = [];
  for (const entry of await readdir('/proc')) {
    const folder = /^\d+$/.test(entry) ? await readlink(`/proc/${entry}/cwd`).catch(() => '') : '';
    if (folder === clusterOf(dataDir)) found.push(Number(entry));
  }
  return found;
}

export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already gone, as intended.
  }
}

/** The socket folder of a killed server: nothing else removes it once the cluster is gone. */
async function socketFolder(dataDir: string): Promise<string | undefined> {
  const note = await readFile(join(clusterOf(dataDir), 'postmaster.pid'), 'utf8').catch(() => '');
  return note.split('\n')[4] || undefined;
}

/** Terminates everything that a test left running, then removes the folders. */
export async function cleanUp(folder: string, dataDir: string, services: readonly Service[]): Promise<void> {
  for (const service of services) {
    kill(service.pid);
    await service.exited;
  }
  const socket = await socketFolder(dataDir);
  for (const pid of await serverProcesses(dataDir)) kill(pid);
  if (socket !== undefined) await rm(socket, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** The real program in a separate process, on a data folder with the bundled database, to be killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type OpenDatabase, openDatabase } from '@cinnabar/server/database/connect.js';
import { readPidFile, SERVICE_USER } from '@cinnabar/server/database/embedded/cluster.js';
import { clusterOf, kill, serverProcesses } from './embedded-fixture.js';

const PROGRAM = createRequire(import.meta.url).resolve('@cinnabar/server/composition/main.js');

export interface ServerProcess {
  readonly pid: number;
  /** The exit code; null if it was killed. */
  readonly exited: Promise<number | null>;
  /** SIGKILL for the service and every process of its database, as in a power failure. */
  killEverything(): Promise<void>;
  /** SIGKILL for every process of the database only. */
  killDatabase(): Promise<void>;
  /** SIGTERM. @returns the exit code */
  stop(): Promise<number | null>;
}

export interface ServerProcessOptions {
  readonly dataDir: string;
  readonly port: number;
  /** Additional settings, such as a database other than the bundled one. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Of another version. */
  readonly program?: string;
}

/** Starts the service, and returns when it is ready. */
export async function startServerProcess({
  dataDir,
  port,
  settings = {},
  program = PROGRAM,
}: ServerProcessOptions): Promise<ServerProcess> {
  const child = spawn(process.execPath, [program], {
    // Ignores the .env of the account that runs the tests.
    cwd: dataDir,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_CONNECTIONS: '8',
      DOCUMENT_THREADS: '1',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  const collect = (text: string): void => {
    said = (said + text).slice(-10_000);
  };
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  void exited.then((code) => {
    // null: killed by the test. A service that ends by itself explains the failures of its callers.
    if (code !== null && code !== 0) console.log(`the service ended with ${code}:\n${said}`);
  });
  child.stderr.setEncoding('utf8').on('data', collect);
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      collect(`${line}\n`);
      if (line.includes('listens on')) resolve();
    });
    void exited.then((code) => reject(new Error(`the service ended with ${code}:\n${said}`)));
  });
  return {
    pid: child.pid ?? 0,
    exited,
    async killEverything() {
      killGroup(child);
      await exited;
      while ((await serverProcesses(dataDir)).length > 0) await killDatabaseOf(dataDir);
    },
    killDatabase: () => killDatabaseOf(dataDir),
    async stop() {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Exited by itself.
  }
}

/**
 * The first process is killed first, so that it starts no others; each of them leads a process group. What the service
 * restarts meanwhile is not killed, because that would be another crash.
 */
async function killDatabaseOf(dataDir: string): Promise<void> {
  const note = await readPidFile(clusterOf(dataDir));
  const running = await serverProcesses(dataDir);
  if (note !== undefined) kill(note.pid);
  for (const pid of running) kill(pid);
  while ((await serverProcesses(dataDir)).some((pid) => running.includes(pid))) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Queries the bundled database beside the service. */
export async function openEmbedded(dataDir: string): Promise<OpenDatabase> {
  const note = await readPidFile(clusterOf(dataDir));
  if (note === undefined) throw new Error(`no database runs in ${join(dataDir, 'database')}`);
  const address = {
    host: note.socketFolder,
    port: note.port,
    user: SERVICE_USER,
    database: 'postgres',
  };
  return openDatabase({ address, max: 1, applicationName: 'tests' });
}

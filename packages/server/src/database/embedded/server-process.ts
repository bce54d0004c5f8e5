import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from './account.js';
import type { Binaries } from './binaries.js';
import { asAccount, PROGRAM_ENVIRONMENT, reachFolder } from './run-program.js';

export const SERVER_PORT = 5432;
const MAX_LOG_LENGTH = 4 * 1024 * 1024;

export interface ServerSettings {
  readonly cluster: string;
  readonly socketFolder: string;
  readonly logFile: string;
  readonly binaries: Binaries;
  readonly account: Account;
  /** False only for tests: a crash of the machine may then corrupt the cluster. */
  readonly durable: boolean;
}

export interface ServerProcess {
  readonly pid: number | undefined;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  hasEnded(): boolean;
  /** Log output since this start. */
  logged(): string;
}

function serverArguments(settings: ServerSettings, cluster: string): string[] {
  const values: Record<string, string> = {
    listen_addresses: '',
    port: String(SERVER_PORT),
    unix_socket_directories: settings.socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '200',
    shared_buffers: '128MB',
    jit: 'off',
    TimeZone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_checkpoints: 'off',
    log_min_duration_statement: '2000',
  };
  if (settings.durable) {
    // Until a new table has been analysed, the two indexes of flows that begin with the enterprise look equally good, and
    // every look-up by key may read all of its flows. The default is a minute.
    values['autovacuum_naptime'] = '10s';
  } else {
    Object.assign(values, { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' });
  }
  return ['-D', cluster, ...Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** Starts the server and returns immediately; connect to find out whether it started. */
export function launchServer(settings: ServerSettings): ServerProcess {
  const size = statSync(settings.logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MAX_LOG_LENGTH) truncateSync(settings.logFile);
  const begin = size > MAX_LOG_LENGTH ? 0 : size;
  const log = openSync(settings.logFile, 'a', 0o600);
  const folder = reachFolder(settings.cluster, settings.account);
  let child: ChildProcess;
  try {
    child = spawn(join(settings.binaries.folder, 'bin', 'postgres'), serverArguments(settings, folder.path), {
      stdio: ['ignore', log, log, folder.descriptor],
      env: PROGRAM_ENVIRONMENT,
      cwd: '/',
      // A separate session: Ctrl-C in the terminal must reach only this process, which still needs the database to
      // complete its requests.
      detached: true,
      ...asAccount(settings.account),
    });
  } finally {
    closeSync(log);
    folder.release();
  }
  let over = false;
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      over = true;
      resolve();
    };
    child.once('exit', end);
    child.once('error', end);
  });
  return {
    pid: child.pid,
    ended,
    hasEnded: () => over,
    logged: () => readFileSync(settings.logFile).subarray(begin).toString('utf8'),
  };
}

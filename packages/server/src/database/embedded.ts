import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import type { DatabaseAddress } from './connect.js';
import { isDatabaseAway } from './database-away.js';
import { DatabaseError } from './database-error.js';
import { type Account, chooseAccount } from './embedded/account.js';
import { type Binaries, prepareBinaries } from './embedded/binaries.js';
import {
  BOOTSTRAP_USER,
  ensureCluster,
  readPidFile,
  readSystemIdentifier,
  refuseForeignOwner,
  SERVICE_USER,
  serverPid,
} from './embedded/cluster.js';
import {
  connectToServer,
  endSession,
  type Guard,
  type ServerAddress,
  takeGuardLock,
} from './embedded/guard.js';
import {
  launchServer,
  SERVER_PORT,
  type ServerProcess,
  type ServerSettings,
} from './embedded/server-process.js';
import { makeServiceRole } from './embedded/service-role.js';
import { keepSocketFolder, makeSocketFolder, removeSocketFolder } from './embedded/socket-folder.js';
import { removeStalePidFile } from './embedded/stale-pid-file.js';
import type { MessageLog } from './message-log.js';

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly log: MessageLog;
  /** False only for tests: much faster, and not durable. */
  readonly durable?: boolean;
  /** True only for tests, which give every file a database of its own. */
  readonly mayCreateDatabases?: boolean;
  /** Folder for a copy of the server's programs, if they cannot run where they were installed. */
  readonly cacheDir?: string;
  /** Called when the server crashes repeatedly and is not restarted any more: the process should end. */
  readonly onGivenUp?: (error: DatabaseError) => void;
}

export interface EmbeddedDatabase {
  /** Constant across restarts of the server, so that pools can reconnect. */
  readonly address: DatabaseAddress;
  /** Shuts the server down cleanly; open connections are terminated. */
  stop(): Promise<void>;
}

const START_MS = 60_000;
const STOP_MS = 20_000;
/** Crashes within a minute after which restarting is given up. */
const MAX_RESTARTS = 5;

/**
 * The bundled PostgreSQL server, below `dataDir`: created at the first start, adopted if a killed process left it
 * running, restarted if it crashes, reachable by a unix socket only.
 *
 * @throws DatabaseError `embedded-in-use`, `embedded-binaries`, `embedded-failed`
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  try {
    const server = new EmbeddedServer(options, await install(options));
    await server.start();
    return server;
  } catch (error) {
    if (error instanceof DatabaseError || !(error instanceof Error)) throw error;
    const user = process.getuid?.() ?? 'unknown';
    throw new DatabaseError(
      'embedded-failed',
      `user ${user} cannot use ${options.dataDir}: ${error.message}`,
      {
        cause: error,
      },
    );
  }
}

async function install(options: EmbeddedOptions): Promise<Installation> {
  const home = join(resolve(options.dataDir), 'database');
  await mkdir(home, { recursive: true, mode: 0o700 });
  const cluster = join(home, 'cluster');
  const account = chooseAccount(cluster);
  await refuseForeignOwner(cluster, account);
  const binaries = await prepareBinaries(account, copyPlaces(account, home, options.cacheDir));
  await ensureCluster(cluster, binaries, account);
  return { home, cluster, account, binaries };
}

/** As root, only a folder accessible to every account; otherwise also one beside the data. */
function copyPlaces(account: Account, home: string, cacheDir: string | undefined): readonly string[] {
  if (cacheDir !== undefined) return [cacheDir];
  return account.switched ? ['/var/cache/cinnabar', join(tmpdir(), 'cinnabar-cache')] : [home];
}

interface Installation {
  readonly home: string;
  readonly cluster: string;
  readonly account: Account;
  readonly binaries: Binaries;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}

class EmbeddedServer implements EmbeddedDatabase {
  readonly #options: EmbeddedOptions;
  readonly #installation: Installation;
  readonly #deaths: number[] = [];
  readonly #interruptAtExit = () => this.#signal('SIGINT');
  #server: ServerAddress | undefined;
  /** The socket folder created by this process for its own server. */
  #ownFolder: string | undefined;
  #guard: Guard | undefined;
  /** From now on pools know the address. */
  #hasStarted = false;
  #pid: number | undefined;
  #stopping: Promise<void> | undefined;
  /** Settles when no restart is in progress. */
  #recovery: Promise<void> = Promise.resolve();

  constructor(options: EmbeddedOptions, installation: Installation) {
    this.#options = options;
    this.#installation = installation;
  }

  get address(): DatabaseAddress {
    const server = this.#server;
    if (server === undefined) throw new DatabaseError('embedded-failed', 'the database has not been started');
    return { host: server.socketFolder, port: server.port, user: SERVICE_USER, database: 'postgres' };
  }

  async start(): Promise<void> {
    try {
      await this.#bringUp();
    } catch (error) {
      await this.#abandonFolder();
      throw error;
    }
    this.#hasStarted = true;
    // A process that ends without stop() (an uncaught error, process.exit) still tells the server to shut down.
    process.once('exit', this.#interruptAtExit);
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#shutDown();
    return this.#stopping;
  }

  /** Adopts a running server, or starts one; retries while remains of a killed one block the start. */
  async #bringUp(): Promise<void> {
    const deadline = performance.now() + START_MS;
    while (!(await this.#tryToBringUp(deadline))) await pause(50);
  }

  /** @returns false if a server was in the way that is shutting down, or the remains of a killed one */
  async #tryToBringUp(deadline: number): Promise<boolean> {
    try {
      const adopted = await this.#connectToRunning();
      // A server started during the shutdown would outlive this process.
      if (adopted === undefined && this.#stopping !== undefined) return true;
      const launched = adopted === undefined ? await this.#launch(deadline) : undefined;
      const client = adopted ?? launched?.client;
      if (client === undefined) return false;
      await this.#guardServer(client, launched?.pid);
      return true;
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() > deadline) throw error;
      // Another process has shut down the server to which this one had just connected, and removes its socket folder.
      if (!this.#hasStarted && this.#server?.socketFolder !== this.#ownFolder) this.#server = undefined;
      return false;
    }
  }

  /** @param ownPid of the process that was launched; undefined: the server was running */
  async #guardServer(client: pg.Client, ownPid: number | undefined): Promise<void> {
    const { log, dataDir } = this.#options;
    this.#guard = await takeGuardLock(client, dataDir);
    this.#pid = serverPid(await readPidFile(this.#installation.cluster), ownPid);
    if (ownPid !== this.#pid) log.info(`database: took over the running server, process ${this.#pid}`);
    void this.#guard.lost.then(() => {
      this.#recovery = this.#onLost();
    });
  }

  /** A running server counts only if it accepts a session to this very cluster, because process ids are reused. */
  async #connectToRunning(): Promise<pg.Client | undefined> {
    const { cluster } = this.#installation;
    const note = await readPidFile(cluster);
    if (note === undefined) return undefined;
    const client = await this.#connect(note);
    if (client !== undefined) {
      this.#server = { socketFolder: note.socketFolder, port: note.port };
      await this.#abandonFolder();
      return client;
    }
    await removeStalePidFile(cluster, note);
    if (this.#server === undefined) await this.#removeUnused(note.socketFolder);
    return undefined;
  }

  /** A session with this very cluster as the service role, which is created if the cluster does not have it yet. */
  async #connect(server: ServerAddress): Promise<pg.Client | undefined> {
    const client = await connectToServer(server, SERVICE_USER);
    if (client === 'no-role') return (await this.#makeRole(server)) ? this.#connect(server) : undefined;
    if (client === undefined || (await this.#isOurs(client))) return client;
    await endSession(client);
    return undefined;
  }

  /** @returns false if there is no superuser to create it */
  async #makeRole(server: ServerAddress): Promise<boolean> {
    const superuser = await connectToServer(server, BOOTSTRAP_USER);
    if (superuser === undefined) return false;
    // A concurrent starter may just have created the role; otherwise no account can create it.
    if (superuser === 'no-role') {
      const client = await connectToServer(server, SERVICE_USER);
      if (client === undefined || client === 'no-role') return false;
      await endSession(client);
      return true;
    }
    try {
      if (!(await this.#isOurs(superuser))) return false;
      const { dataDir, mayCreateDatabases = false } = this.#options;
      await makeServiceRole(superuser, { dataDir, mayCreateDatabases });
      return true;
    } finally {
      await endSession(superuser);
    }
  }

  async #isOurs(client: pg.Client): Promise<boolean> {
    const result = await client.query<{ id: string }>(
      'select system_identifier::text as id from pg_control_system()',
    );
    return result.rows[0]?.id === (await readSystemIdentifier(this.#installation.cluster));
  }

  /** @returns undefined if a server that is still shutting down, or another starter, blocked the start */
  async #launch(
    deadline: number,
  ): Promise<{ readonly client: pg.Client; readonly pid: number | undefined } | undefined> {
    const { cluster, account, binaries, home } = this.#installation;
    if (this.#server === undefined) {
      this.#ownFolder = await makeSocketFolder(account);
      this.#server = { socketFolder: this.#ownFolder, port: SERVER_PORT };
    } else if (!(await keepSocketFolder(this.#server.socketFolder, account))) {
      return undefined;
    }
    const server = this.#server;
    const settings: ServerSettings = {
      cluster,
      account,
      binaries,
      socketFolder: server.socketFolder,
      logFile: join(home, 'server.log'),
      durable: this.#options.durable ?? true,
    };
    const launched = launchServer(settings);
    const client = await this.#waitForSession(launched, server, deadline);
    if (client !== undefined) return { client, pid: launched.pid };
    if (performance.now() < deadline && isInTheWay(launched.logged())) return undefined;
    throw new DatabaseError('embedded-failed', `the database did not start:\n${launched.logged().trimEnd()}`);
  }

  async #waitForSession(
    launched: ServerProcess,
    server: ServerAddress,
    deadline: number,
  ): Promise<pg.Client | undefined> {
    while (!launched.hasEnded() && performance.now() < deadline) {
      const client = await this.#connect(server);
      if (client !== undefined) return client;
      await Promise.race([launched.ended, pause(10)]);
    }
    return undefined;
  }

  /** Deletes the socket folder that is not needed because another starter's server is running. */
  async #abandonFolder(): Promise<void> {
    const note = await readPidFile(this.#installation.cluster);
    if (this.#ownFolder === undefined || note?.socketFolder === this.#ownFolder) return;
    await removeSocketFolder(this.#ownFolder);
    this.#ownFolder = undefined;
  }

  /** A server that crashes during startup counts as one more crash, which alone is not a reason to give up. */
  async #onLost(): Promise<void> {
    const { log } = this.#options;
    const lostAt = performance.now();
    let reason = 'the server died';
    while (this.#stopping === undefined) {
      const now = performance.now();
      this.#deaths.push(now);
      const recent = this.#deaths.filter((death) => now - death < 60_000).length;
      if (recent > MAX_RESTARTS) {
        this.#giveUp(`the database died ${recent} times within a minute; ${reason}`);
        return;
      }
      log.warn(`database: ${reason}; starting it again, with recovery`);
      try {
        await this.#bringUp();
        if (this.#stopping !== undefined) return;
        log.info(`database: back after ${Math.round(performance.now() - lostAt)} ms`);
        return;
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
      }
    }
  }

  #giveUp(reason: string): void {
    this.#options.log.error(`database: gave up: ${reason}`);
    this.#options.onGivenUp?.(new DatabaseError('embedded-failed', reason));
  }

  async #shutDown(): Promise<void> {
    process.removeListener('exit', this.#interruptAtExit);
    await this.#recovery;
    // Fast shutdown: no new sessions, open ones are terminated, a checkpoint is written. The next start needs no
    // recovery. The guard is held until then: nobody takes over a server that is about to end.
    this.#signal('SIGINT');
    const deadline = performance.now() + STOP_MS;
    while (await this.#isRunning()) {
      if (performance.now() > deadline) {
        this.#options.log.warn('database: does not shut down; ended without a checkpoint, recovery follows');
        this.#signal('SIGQUIT');
        break;
      }
      await pause(5);
    }
    // The process ends a moment later, unless it is a zombie that is never reaped.
    for (let wait = 0; wait < 100 && this.#signal(0); wait += 1) await pause(5);
    await this.#guard?.release();
    if (this.#server !== undefined) await this.#removeUnused(this.#server.socketFolder);
  }

  /** Another process may meanwhile have started a server in the same folder. */
  async #removeUnused(socketFolder: string): Promise<void> {
    const note = await readPidFile(this.#installation.cluster);
    if (note?.socketFolder !== socketFolder) await removeSocketFolder(socketFolder);
  }

  /** A clean shutdown deletes the pid file last, even if the process is never reaped. */
  async #isRunning(): Promise<boolean> {
    const note = await readPidFile(this.#installation.cluster);
    return note !== undefined && note.pid === this.#pid && this.#signal(0);
  }

  #signal(signal: NodeJS.Signals | 0): boolean {
    if (this.#pid === undefined) return false;
    try {
      return process.kill(this.#pid, signal);
    } catch {
      return false;
    }
  }
}

/**
 * Whether another attempt may succeed: processes of a killed server or a second starter's server still hold the cluster,
 * another process has removed the socket folder at the same time, or has used this very server and stopped it.
 */
function isInTheWay(logged: string): boolean {
  return /lock file ".*"(?!.*denied)|pre-existing shared memory block|received fast shutdown request/.test(
    logged,
  );
}

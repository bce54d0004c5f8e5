import pg from 'pg';
import { DatabaseError } from '../database-error.js';

const GUARD_LOCK = 4_701_002;
const GUARD_NAME = 'cinnabar guard';
const DYING_HOLDER_MS = 10_000;
const END_MS = 1_000;

/**
 * The session that represents this process. It holds an advisory lock, which the server releases as soon as the process
 * dies for any reason, so there are no stale lock files and no races between concurrent starts. If the session ends,
 * the server has died.
 */
export interface Guard {
  readonly lost: Promise<void>;
  release(): Promise<void>;
}

export interface ServerAddress {
  readonly socketFolder: string;
  readonly port: number;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Ends a session, but does not wait for the end of one that a stopping server neither answers nor closes. */
export async function endSession(client: pg.Client): Promise<void> {
  await Promise.race([client.end().catch(() => undefined), pause(END_MS)]);
}

/**
 * Opens a session as that role; undefined if no server at that address accepts sessions. A server that is still
 * recovering is waited for. `no-role`: the server runs, but the role does not exist or must not log in.
 */
export async function connectToServer(
  address: ServerAddress,
  role: string,
): Promise<pg.Client | 'no-role' | undefined> {
  for (;;) {
    const client = new pg.Client({
      host: address.socketFolder,
      port: address.port,
      user: role,
      database: 'postgres',
      application_name: `${GUARD_NAME} ${process.pid}`,
      connectionTimeoutMillis: 5_000,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await endSession(client);
      if (hasCode(error, UNKNOWN_ROLE)) return 'no-role';
      if (!hasCode(error, STARTING_UP)) return undefined;
      await pause(20);
    }
  }
}

/** cannot_connect_now: starting up, recovering or shutting down. */
const STARTING_UP = '57P03';
/** invalid_authorization_specification */
const UNKNOWN_ROLE = '28000';

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

async function findHolder(client: pg.Client): Promise<number | undefined> {
  const result = await client.query<{ application_name: string | null }>(
    `select a.application_name from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = $1 and l.objsubid = 1`,
    [GUARD_LOCK],
  );
  // Only a superuser can see the application names of sessions of other roles.
  const name = result.rows[0]?.application_name ?? undefined;
  return name === undefined ? undefined : Number(name.slice(GUARD_NAME.length));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Takes the lock of the data folder in this session.
 *
 * @throws DatabaseError `embedded-in-use` with the process that holds it
 */
export async function takeGuardLock(client: pg.Client, dataDir: string): Promise<Guard> {
  const lost = new Promise<void>((resolve) => {
    client.once('end', () => resolve());
  });
  const attempts = DYING_HOLDER_MS / 50;
  for (let attempt = 1; ; attempt += 1) {
    const result = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1::bigint) as held', [
      GUARD_LOCK,
    ]);
    if (result.rows[0]?.held) return { lost, release: () => endSession(client) };
    const holder = await findHolder(client);
    // The server may take a moment to detect that the session of a killed process has ended.
    if (attempt === attempts || (holder !== undefined && isAlive(holder))) {
      await endSession(client);
      throw new DatabaseError(
        'embedded-in-use',
        `${dataDir} is in use by process ${holder ?? 'unknown'}: stop that one first, or choose another DATA_DIR`,
      );
    }
    await pause(50);
  }
}

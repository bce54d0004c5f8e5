import { chown, mkdir, mkdtemp, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseError } from '../database-error.js';
import type { Account } from './account.js';
import type { Binaries } from './binaries.js';
import { reachFolder, runProgram } from './run-program.js';

/** The superuser that initdb makes: it prepares SERVICE_USER, and cannot log in afterwards. */
export const BOOTSTRAP_USER = 'cinnabar';
/** The everyday role: owns the database and what is in it, and is not a superuser. */
export const SERVICE_USER = 'cinnabar_service';

/** What a running (or killed) server says of itself in `postmaster.pid`. */
export interface ServerNote {
  readonly pid: number;
  readonly port: number;
  readonly socketFolder: string;
}

/** The note of the server that holds the cluster, or undefined: none, or not written to its end yet. */
export async function readServerNote(cluster: string): Promise<ServerNote | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port, socketFolder] = text.split('\n');
  if (!socketFolder) return undefined;
  return { pid: Number(pid), port: Number(port), socketFolder };
}

/** The identity that initdb gave the cluster, the first eight bytes of pg_control, as SQL shows it. */
export async function readSystemIdentifier(cluster: string): Promise<string> {
  const file = await open(join(cluster, 'global', 'pg_control'), 'r');
  try {
    const bytes = Buffer.alloc(8);
    await file.read(bytes, 0, 8, 0);
    return bytes.readBigUInt64LE().toString();
  } finally {
    await file.close();
  }
}

/** It only ever appears as a whole, so that it exists is enough, and can be seen by who may not look inside. */
async function isCluster(folder: string): Promise<boolean> {
  return (await stat(folder).catch(() => undefined)) !== undefined;
}

/**
 * Creates the cluster if there is none. It is made under another name and moved into place as a whole, so neither a
 * crash in the middle nor a second starter can leave half of one.
 *
 * lc_ctype C.UTF-8 knows letters beyond ASCII, which trigram search over Chinese needs, and sorts by code point, so
 * that the order never depends on the machine's libraries.
 *
 * @throws DatabaseError `embedded-failed`
 */
export async function ensureCluster(cluster: string, binaries: Binaries, account: Account): Promise<void> {
  if (await isCluster(cluster)) return;
  await mkdir(join(cluster, '..'), { recursive: true, mode: 0o700 });
  const unfinished = await mkdtemp(`${cluster}-`);
  if (account.switched) await chown(unfinished, account.uid, account.gid);
  const folder = reachFolder(unfinished, account);
  try {
    const result = await runProgram(
      join(binaries.folder, 'bin', 'initdb'),
      [
        '--pgdata',
        folder.path,
        '--locale=C.UTF-8',
        '--encoding=UTF8',
        // Only the socket exists, in a folder that only this account and root can enter.
        '--auth-local=trust',
        '--auth-host=reject',
        `--username=${BOOTSTRAP_USER}`,
        '--no-instructions',
      ],
      { account, folder },
    );
    if (result.code !== 0) {
      throw new DatabaseError('embedded-failed', `initdb could not create the database:\n${result.output}`);
    }
    await rename(unfinished, cluster).catch(async (error: NodeJS.ErrnoException) => {
      if (!(await isCluster(cluster))) throw error;
    });
  } finally {
    folder.release();
    await rm(unfinished, { recursive: true, force: true });
  }
}

/**
 * Asked first of all: whatever else fails for another user, whose data it is helps them more.
 *
 * @throws DatabaseError `embedded-failed`
 */
export async function refuseForeignOwner(cluster: string, account: Account): Promise<void> {
  const owner = (await stat(cluster).catch(ignoreMissing))?.uid;
  if (owner === undefined || owner === account.uid || process.getuid === undefined) return;
  throw new DatabaseError(
    'embedded-failed',
    `${cluster} belongs to user ${owner}, and this process runs as user ${account.uid}: ` +
      'start it as the user who started it first, as root, or give the folder over with chown -R',
  );
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

import { chown, mkdir, mkdtemp, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseError } from '../database-error.js';
import type { Account } from './account.js';
import type { Binaries } from './binaries.js';
import { reachFolder, runProgram } from './run-program.js';

/** The superuser created by initdb. It prepares SERVICE_USER and cannot log in afterwards. */
export const BOOTSTRAP_USER = 'cinnabar';
/** The role used in operation: owns the database and its content, and is not a superuser. */
export const SERVICE_USER = 'cinnabar_service';

/** Content of `postmaster.pid`, written by a running (or killed) server. */
export interface PidFile {
  readonly pid: number;
  readonly port: number;
  readonly socketFolder: string;
}

/** Reads the file of the server that holds the cluster; undefined if there is none, or if it is incomplete. */
export async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port, socketFolder] = text.split('\n');
  if (!socketFolder) return undefined;
  return { pid: Number(pid), port: Number(port), socketFolder };
}

/**
 * The process of the server that answers. The file decides: a server that recovers from the crash of a session may answer
 * before the one that was launched in its place has found it alive and ended. Without a file, which somebody who clears
 * up after a killed server may have put aside for a moment, it is the one that was launched.
 */
export function serverPid(note: PidFile | undefined, launched: number | undefined): number | undefined {
  return note?.pid ?? launched;
}

/** The system identifier of the cluster, the first eight bytes of pg_control, as displayed by SQL. */
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

/**
 * Whether a folder contains a cluster. Clusters are moved into place complete, so existence suffices, which can be
 * checked even without access to the content.
 */
async function isCluster(folder: string): Promise<boolean> {
  return (await stat(folder).catch(() => undefined)) !== undefined;
}

/**
 * Creates the cluster if there is none. It is created under a temporary name and then moved into place, so that neither
 * a crash nor a concurrent start can leave an incomplete cluster.
 *
 * lc_ctype C.UTF-8 classifies non-ASCII letters, as trigram search over Chinese requires, and sorts by code point, so
 * that the order does not depend on the machine's libraries.
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
        // The server listens only on a socket, in a folder that only this account and root can enter.
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
 * Checked first: for a wrong user, the owner of the data is more helpful than any later error.
 *
 * @throws DatabaseError `embedded-failed`
 */
export async function refuseForeignOwner(cluster: string, account: Account): Promise<void> {
  const owner = (await stat(cluster).catch(ignoreMissing))?.uid;
  if (owner === undefined || owner === account.uid || process.getuid === undefined) return;
  throw new DatabaseError(
    'embedded-failed',
    `${cluster} belongs to user ${owner}, and this process runs as user ${account.uid}: ` +
      'start it as that user or as root, or change the owner of the folder with chown -R',
  );
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

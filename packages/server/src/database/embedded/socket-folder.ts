import type { Stats } from 'node:fs';
import { chown, lstat, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseError } from '../database-error.js';
import type { Account } from './account.js';

/** A socket's path is limited to 107 bytes on Linux and 103 on macOS, of which its name takes 19. */
const MAX_SOCKET_FOLDER_LENGTH = 80;
const SOCKET_FOLDER_NAME = 'cinnabar-';

/** A new private folder for the server's socket, which the account of the server can reach. */
export async function makeSocketFolder(account: Account): Promise<string> {
  const fits = Buffer.byteLength(tmpdir()) + SOCKET_FOLDER_NAME.length < MAX_SOCKET_FOLDER_LENGTH;
  // Root's own temporary folder may be inaccessible to the account under which the server runs.
  const place = fits && !account.switched ? tmpdir() : '/tmp';
  const folder = await mkdtemp(join(place, SOCKET_FOLDER_NAME));
  if (account.switched) await chown(folder, account.uid, account.gid);
  return folder;
}

/**
 * Makes it again if another process has removed it.
 * @returns false if another process has removed it again
 * @throws DatabaseError if another account has made a folder of that name, in which it could replace the socket
 */
export async function keepSocketFolder(folder: string, account: Account): Promise<boolean> {
  const owner = account.switched ? account.uid : process.getuid?.();
  let found: Stats;
  try {
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (made !== undefined && account.switched) await chown(folder, account.uid, account.gid);
    found = await lstat(folder);
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
  if (!found.isDirectory() || (owner !== undefined && found.uid !== owner))
    throw new DatabaseError('embedded-failed', `${folder} belongs to another account`);
  return true;
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** Deletes only folders created by this program: the path is from a file that outlives the process. */
export async function removeSocketFolder(folder: string): Promise<void> {
  if (!basename(folder).startsWith(SOCKET_FOLDER_NAME)) return;
  await rm(folder, { recursive: true, force: true });
}

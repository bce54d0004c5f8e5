import { open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a file atomically and durably: written under a temporary name on the same file system, synced to disk, renamed
 * (atomic in POSIX), and the folder synced, without which a power failure may undo the rename.
 * @param folder makes the final folder; meanwhile the bytes are written
 */
export async function writeDurably(
  temporary: string,
  final: string,
  bytes: Uint8Array,
  folder: () => Promise<void> = async () => undefined,
): Promise<void> {
  try {
    // Both have ended before the temporary file is deleted.
    const outcomes = await Promise.allSettled([writeSynced(temporary, bytes), folder()]);
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    await rename(temporary, final);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
  await syncFolder(dirname(final));
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

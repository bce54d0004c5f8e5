import { closeSync, fstatSync, fsync, open, read, write } from 'node:fs';
import { rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

// Descriptors instead of file handles: closing one and asking for its size wait for no disk, and passing them to another
// thread, as file handles do, takes more processor time than doing them.
const files = {
  open: promisify(open),
  read: promisify(read),
  write: promisify(write),
  sync: promisify(fsync),
};

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
  const file = await files.open(path, 'wx', 0o600);
  try {
    for (let written = 0; written < bytes.length; ) {
      const { bytesWritten } = await files.write(file, bytes, written, bytes.length - written);
      written += bytesWritten;
    }
    await files.sync(file);
  } finally {
    closeSync(file);
  }
}

export async function syncFolder(folder: string): Promise<void> {
  const opened = await files.open(folder, 'r');
  try {
    await files.sync(opened);
  } finally {
    closeSync(opened);
  }
}

/** The content of a file that never changes. */
export async function readWhole(path: string): Promise<Uint8Array> {
  const file = await files.open(path, 'r');
  try {
    const bytes = Buffer.allocUnsafeSlow(fstatSync(file).size);
    for (let length = 0; length < bytes.length; ) {
      const { bytesRead } = await files.read(file, bytes, length, bytes.length - length, length);
      if (bytesRead === 0) return bytes.subarray(0, length);
      length += bytesRead;
    }
    return bytes;
  } finally {
    closeSync(file);
  }
}

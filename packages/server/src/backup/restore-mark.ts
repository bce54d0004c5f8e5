/** A file in the data folder that names the set being restored; the service does not start while it is there. */
import { mkdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder, writeDurably } from '../storage/durable-file.js';

export function restoreMark(dataDir: string): string {
  return join(dataDir, 'restoring');
}

/** The set whose restoring has not ended in that data folder; null if there is none. */
export async function unfinishedRestore(dataDir: string): Promise<string | null> {
  const text = await readFile(restoreMark(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text?.trim() ?? null;
}

export async function markRestore(dataDir: string, set: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = restoreMark(dataDir);
  const draft = `${path}.new`;
  await unlink(draft).catch(() => undefined);
  await writeDurably(draft, path, Buffer.from(`${set}\n`));
}

export async function unmarkRestore(dataDir: string): Promise<void> {
  await unlink(restoreMark(dataDir));
  await syncFolder(dataDir);
}

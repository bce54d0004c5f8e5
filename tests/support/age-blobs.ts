import { readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunningApp } from './app.js';

/** As if every blob had been put two hours ago, by the file system's clock. */
export async function ageBlobs({ dataDir }: Pick<RunningApp, 'dataDir'>): Promise<void> {
  for (const entry of await readdir(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const time = new Date((await stat(path)).mtimeMs - 7_200_000);
    await utimes(path, time, time);
  }
}

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError } from './backup-error.js';
import { BlobFolder } from './blob-folder.js';
import { inLanes } from './blob-list.js';
import { blobsOf, type Manifest, manifestFile } from './manifest.js';
import { requireContent, type SetPlace } from './sealed-file.js';

/** The first problems; a folder that is lost would otherwise fill the screen. */
const NAMED = 50;

/** Reads a set whole, without a database. @returns what is wrong, each with the name of its file */
export async function verifySet(
  target: string,
  place: SetPlace,
  manifest: Manifest,
): Promise<readonly string[]> {
  const problems: string[] = [];
  async function judge(check: () => Promise<unknown>): Promise<void> {
    try {
      await check();
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
      if (problems.length < NAMED) problems.push(error.message);
    }
  }
  for (const table of manifest.tables) await judge(() => requireContent(place, table, table.rows));
  const { count, missing } = manifest.blobs;
  await judge(() => requireContent(place, manifest.blobs, count + missing));
  const blobs = new BlobFolder(target);
  await judge(async () => {
    const checks = inLanes(blobsOf(place, manifest), (listed) =>
      judge(async () => {
        if (listed.stored !== null) await blobs.require(listed);
      }),
    );
    for await (const _ of checks) if (problems.length >= NAMED) return;
  });
  const known = new Set([manifestFile, manifest.blobs.file, ...manifest.tables.map(({ file }) => file)]);
  const entries = await readdir(place.folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => !each.isDirectory())) {
    const path = join(entry.parentPath, entry.name);
    const isKnown = known.has(path.slice(place.folder.length + 1));
    if (!isKnown && problems.length < NAMED) problems.push(`${path} does not belong to the set`);
  }
  return problems;
}

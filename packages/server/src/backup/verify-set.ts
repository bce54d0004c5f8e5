import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError } from './backup-error.js';
import { BlobFolder } from './blob-folder.js';
import { inLanes } from './blob-list.js';
import { blobsOf, type Manifest, manifestFile } from './manifest.js';
import { requireContent, type SetPlace } from './sealed-file.js';

/** What is wrong, each with the name of its file. */
export interface SetProblems {
  readonly ofSet: readonly string[];
  /** Of the files that all sets share, which a later backup can copy again. */
  readonly ofFiles: readonly string[];
}

/** The first problems; a folder that is lost would otherwise fill the screen. */
const NAMED = 50;

/** Reads a set whole, without a database. */
export async function verifySet(target: string, place: SetPlace, manifest: Manifest): Promise<SetProblems> {
  const ofSet: string[] = [];
  const ofFiles: string[] = [];
  async function judge(check: () => Promise<unknown>, problems = ofSet): Promise<void> {
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
      }, ofFiles),
    );
    for await (const _ of checks) if (ofFiles.length >= NAMED) return;
  });
  const known = new Set([manifestFile, manifest.blobs.file, ...manifest.tables.map(({ file }) => file)]);
  const entries = await readdir(place.folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => !each.isDirectory())) {
    const path = join(entry.parentPath, entry.name);
    const isKnown = known.has(path.slice(place.folder.length + 1));
    if (!isKnown && ofSet.length < NAMED) ofSet.push(`${path} does not belong to the set`);
  }
  return { ofSet, ofFiles };
}

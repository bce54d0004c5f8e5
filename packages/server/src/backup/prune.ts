/** Removal of old sets, and of the blobs that no remaining set refers to. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MasterKey } from '../custody/master-key.js';
import { BlobFolder } from './blob-folder.js';
import { ListCursor } from './blob-list.js';
import {
  blobsOf,
  findSets,
  type Manifest,
  manifestFile,
  placeOf,
  readManifest,
  readUnproven,
  setsFolder,
} from './manifest.js';
import type { SetPlace } from './sealed-file.js';

export interface Pruned {
  readonly sets: readonly string[];
  readonly blobs: number;
  /** Remaining sets of an earlier master key: as long as there are any, no blob is removed. */
  readonly closed: readonly string[];
}

/**
 * @param keep number of finished sets that stay, the newest ones
 * @param requireHold throws once another backup may be running
 */
export async function pruneSets(
  target: string,
  masterKey: MasterKey,
  keep: number,
  requireHold: () => Promise<void>,
): Promise<Pruned> {
  const { finished } = await findSets(target);
  const old = finished.slice(0, Math.max(0, finished.length - keep));
  for (const set of old) {
    // First the manifest: a set that is half removed counts as unfinished.
    await rm(join(setsFolder(target), set, manifestFile));
    await rm(join(setsFolder(target), set), { recursive: true });
  }
  const opened: { readonly place: SetPlace; readonly manifest: Manifest }[] = [];
  const closed: string[] = [];
  for (const set of finished.slice(old.length)) {
    const place = placeOf(target, set, masterKey.backup);
    const isClosed = (await readUnproven(place)).masterKey !== masterKey.id;
    if (isClosed) closed.push(set);
    else opened.push({ place, manifest: await readManifest(place, masterKey.id) });
  }
  const blobs = closed.length > 0 ? 0 : await removeUnlisted(target, opened, requireHold);
  return { sets: old, blobs, closed };
}

async function removeUnlisted(
  target: string,
  sets: readonly { readonly place: SetPlace; readonly manifest: Manifest }[],
  requireHold: () => Promise<void>,
): Promise<number> {
  const blobs = new BlobFolder(target);
  const lists = sets.map(({ place, manifest }) => new ListCursor(blobsOf(place, manifest)));
  let removed = 0;
  for await (const name of blobs.all()) {
    let isListed = false;
    for (const list of lists) if ((await list.find(name)) !== null) isListed = true;
    if (isListed) continue;
    await requireHold();
    await blobs.delete(name);
    removed += 1;
  }
  for (const list of lists) await list.close();
  return removed;
}

import type { BlobStore } from '../storage/blob-store.js';
import { StorageError } from '../storage/storage-error.js';
import { inLanes } from './blob-list.js';
import { blobsOf, type Manifest } from './manifest.js';
import type { SetPlace } from './sealed-file.js';

/** Reads every blob of a set back from the storage of the service, decrypted. @returns those that cannot be read */
export async function unreadableBlobs(
  place: SetPlace,
  manifest: Manifest,
  store: Pick<BlobStore, 'get'>,
): Promise<readonly string[]> {
  const problems: string[] = [];
  const reads = inLanes(blobsOf(place, manifest), async ({ name: { corpId, hash }, stored }) => {
    if (stored === null)
      return `file ${hash} of enterprise ${corpId}: missing or damaged since before the backup`;
    try {
      await store.get(corpId, hash);
      return null;
    } catch (error) {
      if (error instanceof StorageError) return `file ${hash} of enterprise ${corpId}: ${error.message}`;
      throw error;
    }
  });
  for await (const problem of reads) if (problem !== null) problems.push(problem);
  return problems;
}

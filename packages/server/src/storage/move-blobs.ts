import { isYoung } from './blob-age.js';
import type { BlobBackend, ListedBlob } from './blob-backend.js';

export interface MoveResult {
  /** Blobs that the source had. */
  readonly found: number;
  /** Blobs that were copied, and their bytes; the target has the others already. */
  readonly copied: number;
  readonly copiedBytes: number;
  /** Blobs that were deleted or moved aside at the source. */
  readonly removed: number;
  /** Blobs that the source still has: a transaction may be about to refer to what was put or moved aside lately. */
  readonly young: number;
}

/** Blobs moved at once. */
const LANES = 4;
const PROGRESS_EVERY = 1_000;

/**
 * Moves every blob, encrypted as it is, while services use both backends as FallbackBackend. A blob is deleted at the
 * source after the target has it, and only once nobody can be relying on having put it at the source. What the source
 * keeps aside is moved as well: it can be the only copy of a blob that was put while it was removed. If nothing refers to
 * it, it is deleted at the target like every unused blob.
 *
 * Can be interrupted and repeated.
 * @param onProgress called after every thousand blobs
 */
export async function moveBlobs(
  { from, to }: { readonly from: BlobBackend; readonly to: BlobBackend },
  onProgress: (soFar: MoveResult) => void = () => undefined,
): Promise<MoveResult> {
  const soFar = { found: 0, copied: 0, copiedBytes: 0, removed: 0, young: 0 };
  const blobs = from.list('')[Symbol.asyncIterator]();
  let isEnded = false;

  async function move({ name, age, isAside }: ListedBlob): Promise<void> {
    // As a rule by this very move, which has counted it.
    const isJustRemoved = isAside === true && isYoung(age);
    if (!isJustRemoved) soFar.found += 1;
    const bytes = await copy(name);
    if (bytes === 'gone') return;
    if (bytes !== null) {
      soFar.copied += 1;
      soFar.copiedBytes += bytes;
    }
    if (isJustRemoved) return;
    if (await from.delete(name, async (sincePut) => !isYoung(sincePut))) soFar.removed += 1;
    if (soFar.found % PROGRESS_EVERY === 0) onProgress({ ...soFar });
  }

  /** @returns the number of bytes; null if the target had the blob */
  async function copy(name: ListedBlob['name']): Promise<number | null | 'gone'> {
    let length: number | null = null;
    try {
      await to.put(name, async () => {
        const bytes = await from.get(name);
        if (bytes === null) throw new Gone();
        length = bytes.length;
        return bytes;
      });
      return length;
    } catch (error) {
      if (error instanceof Gone) return 'gone';
      throw error;
    }
  }

  async function lane(): Promise<void> {
    while (!isEnded) {
      const next = await blobs.next();
      if (next.done === true) return;
      await move(next.value);
    }
  }

  const lanes = Array.from({ length: LANES }, () =>
    lane().catch((error: unknown) => {
      isEnded = true;
      throw error;
    }),
  );
  for (const outcome of await Promise.allSettled(lanes)) {
    if (outcome.status === 'rejected') throw outcome.reason;
  }
  for await (const _ of from.list('')) soFar.young += 1;
  return soFar;
}

/** A blob was deleted since it was listed. */
class Gone extends Error {
  override readonly name = 'Gone';
}

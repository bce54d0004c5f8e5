import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A few milliseconds of work; between slices the event loop is yielded to other requests. */
const SLICE_BYTES = 1 << 21;

/**
 * SHA-256 of the bytes, 64 lower-case hexadecimal digits: the name of a blob, and the output of sha256sum for the file.
 */
export async function contentHash(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for (let offset = 0; offset < bytes.length; offset += SLICE_BYTES) {
    if (offset > 0) await nextTurn();
    hash.update(bytes.subarray(offset, offset + SLICE_BYTES));
  }
  return hash.digest('hex');
}

export function isContentHash(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

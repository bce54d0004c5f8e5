import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

export interface Digests {
  /** Of Content-MD5, and the ETag of an object or part that is not encrypted by the store. */
  readonly md5: Buffer;
  /** Hexadecimal: x-amz-content-sha256. */
  readonly sha256: string;
}

/** A few milliseconds of work; between slices the event loop is yielded to other requests. */
const SLICE_BYTES = 1 << 20;

export async function digestsOf(bytes: Uint8Array): Promise<Digests> {
  const md5 = createHash('md5');
  const sha256 = createHash('sha256');
  for (let offset = 0; offset < bytes.length; offset += SLICE_BYTES) {
    if (offset > 0) await nextTurn();
    const slice = bytes.subarray(offset, offset + SLICE_BYTES);
    md5.update(slice);
    sha256.update(slice);
  }
  return { md5: md5.digest(), sha256: sha256.digest('hex') };
}

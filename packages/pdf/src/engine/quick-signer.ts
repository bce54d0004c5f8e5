import { setTimeout as pause } from 'node:timers/promises';
import type { FontFiles } from '../fonts/font-files.js';
import { type FontLibrary, loadFonts } from '../fonts/fonts.js';
import { DrawingRefused, type Placement, type SignatureAct } from '../model.js';
import { type SigningCallbacks, signDocument } from '../sign/sign-document.js';
import { EngineFailed } from './engine-pool.js';

/** Bytes; a contract of about a hundred pages of text. */
const QUICK_BYTES = 256 * 1024;
const QUICK_PLACEMENTS = 4;

/**
 * Whether signing takes less than a millisecond of processor time. Passing document, seals, signature and timestamp
 * between two threads takes longer than that.
 */
export function isQuick(bytes: Uint8Array, { placements }: SignatureAct): boolean {
  return bytes.length <= QUICK_BYTES && placements.length <= QUICK_PLACEMENTS && placements.every(isDrawing);
}

/** Outlines: pictures must be decoded, and a seam has a slice on each page. */
function isDrawing({ mark }: Placement): boolean {
  return mark.kind === 'seal' && mark.seal.kind !== 'picture';
}

/** Signs in the caller's thread, with fonts of its own. */
export class QuickSigner {
  readonly #files: FontFiles;
  /** Time limit, ms; the callbacks take most of it. */
  readonly #deadline: number;
  #fonts: FontLibrary | undefined;

  constructor(files: FontFiles, deadline: number) {
    this.#files = files;
    this.#deadline = deadline;
  }

  async sign(bytes: Uint8Array, act: SignatureAct, callbacks: SigningCallbacks): Promise<Uint8Array> {
    this.#fonts ??= loadFonts(this.#files);
    let ofCallback: unknown;
    const noting = async <T>(asked: Promise<T>): Promise<T> => {
      try {
        return await asked;
      } catch (error) {
        ofCallback = error;
        throw error;
      }
    };
    const noted: SigningCallbacks = {
      sign: (toBeSigned) => noting(callbacks.sign(toBeSigned)),
      timestamp: (digest) => noting(callbacks.timestamp(digest)),
    };
    const expired = new AbortController();
    try {
      return await Promise.race([
        signDocument(bytes, act, noted, this.#fonts),
        pause(this.#deadline, undefined, { signal: expired.signal }).then(() => {
          throw new EngineFailed('DEADLINE', 'sign');
        }),
      ]);
    } catch (error) {
      const isOurs = error instanceof DrawingRefused || error instanceof EngineFailed;
      if (error === ofCallback || isOurs) throw error;
      throw new EngineFailed(
        'FAILED',
        error instanceof Error ? (error.stack ?? error.message) : String(error),
      );
    } finally {
      expired.abort();
    }
  }
}

import type { FontFiles } from '../fonts/font-files.js';
import type { ConversionRefusal } from './conversion-refused.js';

/** Protocol of the conversion process: one request and one answer. */

export type ContainedFormat = 'txt' | 'jpg' | 'png';

export interface ContainedJob {
  readonly format: ContainedFormat;
  readonly bytes: Uint8Array;
  readonly fonts: FontFiles;
}

export type ContainedAnswer =
  | { readonly type: 'done'; readonly pdf: Uint8Array }
  | { readonly type: 'refused'; readonly reason: ConversionRefusal; readonly detail: string }
  | { readonly type: 'failed'; readonly detail: string };

/** Exit code of a process whose memory exceeded the limit. */
export const OUT_OF_MEMORY = 77;
/** MiB of the whole process (resident set). */
export const MAX_MEMORY = 1000;

import type { FontFiles } from '../fonts/font-files.js';
import type { ConversionRefusal } from './conversion-refused.js';

/** What goes to the process that converts, and what comes back: one of each in its life. */

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

/** What the process ends itself with when its memory has grown beyond the limit. */
export const OUT_OF_MEMORY = 77;
/** MiB of the whole process, as the system counts them. */
export const MAX_MEMORY = 1000;

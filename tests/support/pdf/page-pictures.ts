import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../programs.js';
import { readPixmapHeader } from './pdf-tools.js';

/** A page as rendered by pdftoppm: three bytes per pixel. */
export interface PagePicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Pages rendered at a time, some 3 MB each; a damaged file is read again for each batch. */
const BATCH = 48;

/** The pages of a file up to `pages` at 96 dpi, crop box only, one at a time; null if poppler renders none. */
export async function* pagePictures(
  pdf: Uint8Array,
  pages: number,
  from = 1,
): AsyncGenerator<PagePicture | null> {
  const folder = await mkdtemp(join(tmpdir(), 'cinnabar-pages-'));
  try {
    const file = join(folder, 'document.pdf');
    await writeFile(file, pdf);
    for (let first = from; first <= pages; first += BATCH) {
      const last = Math.min(pages, first + BATCH - 1);
      const drawn = await draw(file, first, last);
      for (let page = first; page <= last; page += 1) yield drawn[page - first] ?? null;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The pictures arrive one after another through a pipe. */
async function draw(file: string, first: number, last: number): Promise<readonly PagePicture[]> {
  const options = ['-q', '-cropbox', '-r', '96', '-f', `${first}`, '-l', `${last}`, file];
  const { ok, stdout: drawn } = await run('pdftoppm', options);
  const stdout = ok ? drawn : Buffer.alloc(0);
  const pictures: PagePicture[] = [];
  for (let at = 0; at < stdout.length; ) {
    const [width, height, start] = readPixmapHeader(stdout, at);
    at = start + 3 * width * height;
    pictures.push({ width, height, pixels: stdout.subarray(start, at) });
  }
  return pictures;
}

/** A rectangle of pixels; right and bottom are exclusive. */
export interface PixelBounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface PictureDifference {
  /** The share of pixels with a channel that differs by more than 32 of 255; 1 for different sizes. */
  readonly share: number;
  readonly bounds: PixelBounds | null;
}

export function pictureDifference(
  one: PagePicture,
  other: PagePicture,
  counts: (left: number, top: number) => boolean = () => true,
): PictureDifference {
  if (one.width !== other.width || one.height !== other.height) return { share: 1, bounds: null };
  if (Buffer.compare(one.pixels, other.pixels) === 0) return { share: 0, bounds: null };
  let differing = 0;
  const bounds = { left: one.width, top: one.height, right: 0, bottom: 0 };
  for (let at = 0; at < one.pixels.length; at += 3) {
    const most = Math.max(
      Math.abs((one.pixels[at] ?? 0) - (other.pixels[at] ?? 0)),
      Math.abs((one.pixels[at + 1] ?? 0) - (other.pixels[at + 1] ?? 0)),
      Math.abs((one.pixels[at + 2] ?? 0) - (other.pixels[at + 2] ?? 0)),
    );
    if (most <= 32) continue;
    const x = (at / 3) % one.width;
    const y = Math.floor(at / 3 / one.width);
    if (!counts(x, y)) continue;
    differing += 1;
    bounds.left = Math.min(bounds.left, x);
    bounds.right = Math.max(bounds.right, x + 1);
    bounds.top = Math.min(bounds.top, y);
    bounds.bottom = Math.max(bounds.bottom, y + 1);
  }
  return { share: differing / (one.width * one.height), bounds: differing === 0 ? null : bounds };
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, runSync } from '../programs.js';

/** Runs work with a temporary folder of its own. */
export function withFolder<Result>(work: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'cinnabar-test-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const result = work(folder);
    if (result instanceof Promise) {
      result.then(remove, remove);
      return result;
    }
    remove();
    return result;
  } catch (error) {
    remove();
    throw error;
  }
}

function withFile(pdf: Uint8Array, command: string, options: (file: string) => readonly string[]): string {
  return withFolder((folder) => {
    const file = join(folder, 'document.pdf');
    writeFileSync(file, pdf);
    const { stdout, stderr } = runSync(command, options(file));
    return `${stdout}${stderr}`;
  });
}

export interface PdfsigVerdict {
  readonly field: string;
  readonly type: string;
  readonly validation: string;
  readonly total: boolean;
}

/** Poppler's result for every signature, in order; empty fields are omitted. */
export function pdfsig(pdf: Uint8Array): PdfsigVerdict[] {
  const text = withFile(pdf, 'pdfsig', (file) => [file]);
  return text
    .split(/^Signature #\d+:$/m)
    .slice(1)
    .filter((part) => part.includes('Signature Validation:'))
    .map((part) => ({
      field: /Signature Field Name: (.*)/.exec(part)?.[1] ?? '',
      type: /Signature Type: (.*)/.exec(part)?.[1] ?? '',
      validation: /Signature Validation: (.*)/.exec(part)?.[1] ?? '',
      total: !part.includes('Not total document signed'),
    }));
}

/** '' if qpdf reports no problem, otherwise its output. */
export function qpdfProblems(pdf: Uint8Array): string {
  return withFolder((folder) => {
    const file = join(folder, 'document.pdf');
    writeFileSync(file, pdf);
    const { status, stdout, stderr } = runSync('qpdf', ['--check', file]);
    return status === 0 && stderr.length === 0 ? '' : `${stdout}${stderr}`;
  });
}

export function pdftotext(pdf: Uint8Array): string {
  return withFile(pdf, 'pdftotext', (file) => ['-layout', file, '-']);
}

export interface FoundWord {
  readonly text: string;
  /** px on a page without rotation and crop box. */
  readonly left: number;
  readonly top: number;
}

/** The words of all pages with their positions, as reported by poppler. */
export function pdftotextWords(pdf: Uint8Array): FoundWord[] {
  const html = withFile(pdf, 'pdftotext', (file) => ['-bbox', file, '-']);
  return [...html.matchAll(/<word xMin="([\d.]+)" yMin="([\d.]+)"[^>]*>([^<]*)<\/word>/g)].map((match) => ({
    text: match[3] ?? '',
    left: Number(match[1]) / 0.75,
    top: Number(match[2]) / 0.75,
  }));
}

export function pdffonts(pdf: Uint8Array): string {
  return withFile(pdf, 'pdffonts', (file) => [file]);
}

export interface RenderedPage {
  readonly width: number;
  readonly height: number;
  /** Three bytes per pixel. */
  readonly pixels: Buffer;
}

/** A page (from 1) as rendered by pdftoppm, crop box only. */
export async function render(pdf: Uint8Array, page: number, resolution: number): Promise<RenderedPage> {
  const [only] = await renderPages(pdf, page, page, resolution);
  if (only === undefined) throw new Error(`pdftoppm draws no page ${page}`);
  return only;
}

/**
 * The same of pages in sequence, of which starting the program takes as long as drawing one; or only that many rows of
 * pixels of each, beginning with `top`.
 */
export async function renderPages(
  pdf: Uint8Array,
  first: number,
  last: number,
  resolution: number,
  rows?: { readonly top: number; readonly height: number },
): Promise<readonly RenderedPage[]> {
  const pixmaps = await withFolder(async (folder) => {
    const file = join(folder, 'document.pdf');
    writeFileSync(file, pdf);
    const part = rows === undefined ? [] : ['-y', `${rows.top}`, '-H', `${rows.height}`];
    const options = ['-cropbox', '-f', `${first}`, '-l', `${last}`, '-r', `${resolution}`, ...part, file];
    const { ok, stdout, stderr } = await run('pdftoppm', options, { timeout: 30_000 });
    if (!ok) throw new Error(`pdftoppm: ${stderr}`);
    return stdout;
  });
  const pages: RenderedPage[] = [];
  for (let at = 0; at < pixmaps.length; ) {
    const [width, height, start] = readPixmapHeader(pixmaps, at);
    at = start + 3 * width * height;
    pages.push({ width, height, pixels: pixmaps.subarray(start, at) });
  }
  return pages;
}

/** Width and height of a binary pixmap with 8 bits per channel, and the offset of its pixels. */
export function readPixmapHeader(bytes: Buffer, at: number): readonly [number, number, number] {
  const header = /^P6\s(\d+)\s(\d+)\s255\s/.exec(bytes.toString('latin1', at, at + 64));
  if (header === null) throw new Error('no pixmap');
  return [Number(header[1]), Number(header[2]), at + header[0].length];
}

/** Difference between two pictures of the same page: the share of visibly different pixels; 1 for different sizes. */
export function difference(one: RenderedPage, other: RenderedPage): number {
  if (one.width !== other.width || one.height !== other.height) return 1;
  let differing = 0;
  for (let at = 0; at < one.pixels.length; at += 3) {
    let most = 0;
    for (let channel = 0; channel < 3; channel += 1) {
      most = Math.max(most, Math.abs((one.pixels[at + channel] ?? 0) - (other.pixels[at + channel] ?? 0)));
    }
    if (most > 48) differing += 1;
  }
  return differing / (one.pixels.length / 3);
}

export interface ColoredBounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly count: number;
}

/** The bounds of the pixels for which the test holds, in pixels of the picture; right and bottom are exclusive. */
export function boundsOf(
  page: RenderedPage,
  holds: (red: number, green: number, blue: number) => boolean,
): ColoredBounds {
  let left = page.width;
  let top = page.height;
  let right = 0;
  let bottom = 0;
  let count = 0;
  for (let y = 0; y < page.height; y += 1) {
    for (let x = 0; x < page.width; x += 1) {
      const at = 3 * (y * page.width + x);
      if (!holds(page.pixels[at] ?? 0, page.pixels[at + 1] ?? 0, page.pixels[at + 2] ?? 0)) continue;
      count += 1;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + 1);
    }
  }
  return { left, top, right, bottom, count };
}

export const isRed = (red: number, green: number, blue: number): boolean =>
  red > 180 && green < 90 && blue < 90;
export const isInk = (red: number, green: number, blue: number): boolean => red + green + blue < 3 * 215;

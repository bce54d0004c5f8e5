import { crc32, deflateSync } from 'node:zlib';
import { findFonts } from '@cinnabar/fonts';
import { importPdf } from '@cinnabar/pdf/import/import-pdf.js';
import { DocumentConverter } from '@cinnabar/server/conversion/document-converter.js';
import type { OfficeConverter } from '@cinnabar/server/providers/office/port.js';
import sharp, { type Sharp } from 'sharp';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { testFonts } from '../support/fonts.js';
import { refusalOf } from '../support/pdf/conversion-refusal.js';
import { qpdfProblems, render } from '../support/pdf/pdf-tools.js';

// Each picture is converted in a process of its own.
vi.setConfig({ testTimeout: 60_000 });

const noOffice: OfficeConverter = {
  toPdf: () => Promise.reject(new Error('not an office document')),
  close: async () => undefined,
};
const converter = new DocumentConverter({ office: noOffice, fonts: findFonts() });
afterAll(() => converter.close());

const RED = { r: 230, g: 0, b: 18 };

function plain(width: number, height: number, channels: 3 | 4 = 3, background: object = RED) {
  return sharp({
    create: { width, height, channels, background: { r: 0, g: 0, b: 0, alpha: 1, ...background } },
  });
}

/** Left half red, right half blue. */
async function halves(width: number, height: number): Promise<Buffer> {
  const right = await plain(width / 2, height, 3, { r: 0, g: 0, b: 255 })
    .png()
    .toBuffer();
  return plain(width, height)
    .composite([{ input: right, left: width / 2, top: 0 }])
    .png()
    .toBuffer();
}

interface Look {
  readonly width: number;
  readonly height: number;
  at(x: number, y: number): readonly number[];
}

/** The one page as it is displayed, at 96 dpi. */
async function look(format: 'png' | 'jpg', bytes: Uint8Array): Promise<Look> {
  const pdf = await converter.toPdf(bytes, format, 1);
  expect(qpdfProblems(pdf)).toBe('');
  const { pages, bytes: base } = await importPdf(pdf, testFonts);
  expect(pages).toHaveLength(1);
  return pixelsOf(base);
}

async function pixelsOf(pdf: Uint8Array): Promise<Look> {
  const { pixels, width, height } = await render(pdf, 1, 96);
  return {
    width,
    height,
    at: (x, y) => {
      const start = (Math.round(y) * width + Math.round(x)) * 3;
      return [...pixels.subarray(start, start + 3)];
    },
  };
}

const isRed = ([r = 0, g = 0, b = 0]: readonly number[]) => r > 200 && g < 60 && b < 60;
const isBlue = ([r = 0, g = 0, b = 0]: readonly number[]) => r < 60 && g < 60 && b > 200;
const isWhite = (pixel: readonly number[]) => pixel.every((value) => value > 250);

describe('a picture becomes an A4 page', () => {
  it('in portrait, centred, at its size of 96 dpi if that fits', async () => {
    const page = await look('png', await plain(200, 300).png().toBuffer());
    expect([page.width, page.height]).toEqual([794, 1123]);
    expect(isRed(page.at(397, 561))).toBe(true);
    for (const [x, y] of [
      [300, 415],
      [494, 707],
      [300, 707],
      [494, 415],
    ] as const)
      expect(isRed(page.at(x, y))).toBe(true);
    for (const [x, y] of [
      [293, 561],
      [501, 561],
      [397, 407],
      [397, 715],
    ] as const)
      expect(isWhite(page.at(x, y))).toBe(true);
  });

  it('in landscape if the picture is wide, scaled to the page', async () => {
    const page = await look('jpg', await plain(4000, 1000).jpeg().toBuffer());
    expect([page.width, page.height]).toEqual([1123, 794]);
    expect(isRed(page.at(3, 397))).toBe(true);
    expect(isRed(page.at(1119, 397))).toBe(true);
    expect(isWhite(page.at(561, 250))).toBe(true);
    expect(isRed(page.at(561, 262))).toBe(true);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('upright for EXIF orientation %i', async (orientation) => {
    // Red is on the left in a viewer.
    const shown = await halves(300, 400);
    const inverse: Record<number, (picture: Sharp) => Sharp> = {
      2: (picture) => picture.flop(),
      3: (picture) => picture.rotate(180),
      4: (picture) => picture.flip(),
      5: (picture) => picture.flop().rotate(270),
      6: (picture) => picture.rotate(270),
      7: (picture) => picture.flop().rotate(90),
      8: (picture) => picture.rotate(90),
    };
    const stored = await (inverse[orientation]?.(sharp(shown)) ?? sharp(shown)).png().toBuffer();
    const photo = await sharp(stored).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer();
    const page = await look('jpg', photo);
    expect([page.width, page.height]).toEqual([794, 1123]);
    expect([isRed(page.at(260, 561)), isBlue(page.at(530, 561))]).toEqual([true, true]);
    expect([isRed(page.at(390, 370)), isWhite(page.at(390, 350))]).toEqual([true, true]);
  });

  it('on white where it is transparent', async () => {
    const page = await look(
      'png',
      await plain(300, 300, 4, { ...RED, alpha: 0 })
        .png()
        .toBuffer(),
    );
    expect(isWhite(page.at(397, 561))).toBe(true);
    const half = await look(
      'png',
      await plain(300, 300, 4, { r: 255, g: 0, b: 0, alpha: 0.5 }).png().toBuffer(),
    );
    const [r = 0, g = 0, b = 0] = half.at(397, 561);
    expect([r > 250, Math.abs(g - 127) < 6, Math.abs(b - 127) < 6]).toEqual([true, true, true]);
  });

  it.each([
    ['16 bits a colour', () => plain(300, 300).toColourspace('rgb16').png().toBuffer()],
    ['interlaced', () => plain(300, 300).png({ progressive: true }).toBuffer()],
    ['with a palette', () => plain(300, 300).png({ palette: true }).toBuffer()],
    ['16 bits with alpha', () => plain(300, 300, 4).toColourspace('rgb16').png().toBuffer()],
  ])('from a PNG of %s', async (_, make) => {
    const page = await look('png', await make());
    expect(page.at(397, 561)).toEqual([230, 0, 18]);
  });

  it.each([
    ['in process colours', () => plain(300, 300).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer()],
    [
      'with the wide profile of phones',
      () => plain(300, 300).withIccProfile('p3').jpeg({ quality: 95 }).toBuffer(),
    ],
    ['progressive', () => plain(300, 300).jpeg({ progressive: true, quality: 95 }).toBuffer()],
  ])('from a JPEG %s', async (_, make) => {
    const page = await look('jpg', await make());
    const [r = 0, g = 0, b = 0] = page.at(397, 561);
    expect(Math.abs(r - 230), `${r} ${g} ${b}`).toBeLessThan(25);
    expect(g, `${r} ${g} ${b}`).toBeLessThan(45);
    expect(b, `${r} ${g} ${b}`).toBeLessThan(60);
  });

  it('from greyscale scans', async () => {
    const grey = plain(300, 300, 3, { r: 128, g: 128, b: 128 }).toColourspace('b-w');
    const png = await look('png', await grey.clone().png().toBuffer());
    expect(png.at(397, 561)).toEqual([128, 128, 128]);
    const jpg = await look('jpg', await grey.clone().jpeg().toBuffer());
    expect(jpg.at(397, 561).every((value) => Math.abs(value - 128) < 3)).toBe(true);
  });

  it('even if it is a single line of pixels', async () => {
    const page = await look('png', await plain(5000, 1).png().toBuffer());
    expect([page.width, page.height]).toEqual([1123, 794]);
  });

  it('reproducibly', async () => {
    const picture = await halves(300, 400);
    const [first, second] = await Promise.all([
      converter.toPdf(picture, 'png', 1),
      converter.toPdf(picture, 'png', 1),
    ]);
    expect(Buffer.compare(first, second)).toBe(0);
  });
});

/** A PNG with an arbitrary header. */
function claimed(width: number, height: number, data: Uint8Array = new Uint8Array(9)): Buffer {
  const chunk = (type: string, content: Uint8Array): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(content.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(data)),
    chunk('IEND', new Uint8Array()),
  ]);
}

describe('a picture is refused', () => {
  it('for its number of pixels, before anything is decoded', async () => {
    expect(await refusalOf(converter.toPdf(claimed(30_000, 30_000), 'png', 1))).toBe('TOO_MANY_PIXELS');
    expect(await refusalOf(converter.toPdf(claimed(200_000_001, 1), 'png', 1))).toMatch(
      /TOO_MANY_PIXELS|BROKEN/,
    );
  });

  it('if it is broken', async () => {
    const jpeg = await sharp(await halves(600, 600))
      .jpeg()
      .toBuffer();
    const png = await halves(600, 600);
    expect(await refusalOf(converter.toPdf(jpeg.subarray(0, jpeg.length / 2), 'jpg', 1))).toBe('BROKEN');
    expect(await refusalOf(converter.toPdf(png.subarray(0, png.length / 2), 'png', 1))).toBe('BROKEN');
    expect(await refusalOf(converter.toPdf(claimed(100, 100), 'png', 1))).toBe('BROKEN');
    expect(await refusalOf(converter.toPdf(Buffer.from('89504e470d0a1a0a00', 'hex'), 'png', 1))).toBe(
      'BROKEN',
    );
    expect(await refusalOf(converter.toPdf(Buffer.from('ffd8ffe0', 'hex'), 'jpg', 1))).toBe('BROKEN');
  });

  it('if it takes too long, and the next one is converted', async () => {
    const hasty = new DocumentConverter({ office: noOffice, fonts: findFonts(), deadline: 1 });
    const picture = await halves(300, 300);
    expect(await refusalOf(hasty.toPdf(picture, 'png', 1))).toBe('TOO_SLOW');
    await hasty.close();
    expect((await converter.toPdf(picture, 'png', 1)).length).toBeGreaterThan(500);
  });
});

it('of 90 megapixels is converted within the memory of its process', async () => {
  const large = await plain(10_000, 9_000).jpeg().toBuffer();
  const page = await look('jpg', large);
  expect(isRed(page.at(561, 397))).toBe(true);
});

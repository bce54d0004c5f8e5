import { deflateSync } from 'node:zlib';
import { findFonts } from '@cinnabar/fonts';
import { DocumentEngine } from '@cinnabar/pdf/engine/engine.js';
import { boundedPng } from '@cinnabar/pdf/layout/png-structure.js';
import { readHandwriting } from '@cinnabar/pdf/seals/image/read-handwriting.js';
import { readSealImage } from '@cinnabar/pdf/seals/image/read-seal-image.js';
import { sealCanvas } from '@cinnabar/pdf/seals/image/seal-canvas.js';
import { tintSeal } from '@cinnabar/pdf/seals/image/tint-seal.js';
import type { SealColor } from '@cinnabar/pdf/seals/seal-spec.js';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { chunk, header, pixelBomb, png, withChunks } from '../support/pdf/png-chunks.js';
import { type Bitmap, bitmapOf, cleanSeal, pngOf, type ScanOptions, scan } from '../support/pdf/scans.js';

async function sealFrom(picture: Uint8Array, color: SealColor | null = null) {
  const read = await readSealImage(picture, color);
  if ('refused' in read) throw new Error(read.refused);
  return read;
}

interface Likeness {
  /** Missing share of the clean seal's ink, edges of strokes excluded. */
  readonly holes: number;
  /** Covered share of the clean seal's background. */
  readonly ghosts: number;
  /** Mean colour of the ink. */
  readonly ink: readonly number[];
}

interface Original {
  readonly width: number;
  readonly height: number;
  /** 1 for what is ink for certain. */
  readonly inside: Uint8Array;
  /** 0 for what is background for certain. */
  readonly outside: Uint8Array;
}

const originals = new Map<string, Promise<Original>>();

/** Of a colour and a shape, drawn once for all comparisons. */
function originalOf(color: SealColor, shape: 'round' | 'oval'): Promise<Original> {
  const name = `${color} ${shape}`;
  const drawn = originals.get(name) ?? drawOriginal(color, shape);
  originals.set(name, drawn);
  return drawn;
}

async function drawOriginal(color: SealColor, shape: 'round' | 'oval'): Promise<Original> {
  const stamped = await bitmapOf(await cleanSeal(600, color, shape));
  const { width, height } = stamped;
  return { width, height, inside: inkMask(stamped, 2, 'narrower'), outside: inkMask(stamped, 5, 'wider') };
}

/** Comparison of a seal extracted from a scan with the original. */
async function likeness(read: Uint8Array, color: SealColor = 'Red', shape: 'round' | 'oval' = 'round') {
  const { width, height, inside, outside } = await originalOf(color, shape);
  const found = await bitmapOf(await sharp(read).resize(width, height, { fit: 'fill' }).png().toBuffer());
  const counts = { ink: 0, missing: 0, ground: 0, covered: 0, opaque: 0 };
  const sums = [0, 0, 0];
  for (let at = 0; at < found.data.length; at += 4) {
    const alpha = found.data[at + 3] ?? 0;
    if (inside[at / 4] === 1) {
      counts.ink += 1;
      if (alpha < 110) counts.missing += 1;
    }
    if (outside[at / 4] === 0) {
      counts.ground += 1;
      if (alpha > 60) counts.covered += 1;
    }
    if (alpha < 220) continue;
    counts.opaque += 1;
    for (let channel = 0; channel < 3; channel += 1)
      sums[channel] = (sums[channel] ?? 0) + (found.data[at + channel] ?? 0);
  }
  const comparison: Likeness = {
    holes: counts.missing / counts.ink,
    ghosts: counts.covered / counts.ground,
    ink: sums.map((sum) => Math.round(sum / Math.max(counts.opaque, 1))),
  };
  return comparison;
}

/** 1 for ink: within `points` of a point on each side (wider), or all around it (narrower). */
function inkMask({ width, height, data }: Bitmap, points: number, which: 'wider' | 'narrower'): Uint8Array {
  let mask = Uint8Array.from({ length: width * height }, (_, at) => ((data[at * 4 + 3] ?? 0) > 128 ? 1 : 0));
  for (const step of [1, width]) {
    const next = Uint8Array.from(mask);
    for (let at = points * step; at < mask.length - points * step; at += 1) {
      for (let away = -points; away <= points; away += 1) {
        const there = mask[at + away * step] ?? 0;
        if (which === 'wider' ? there === 1 : there === 0) next[at] = there;
      }
    }
    mask = next;
  }
  return mask;
}

const printed = { shade: 0.65, noise: 8, print: true, quality: 75 } as const;

describe('a scan or photograph of a red seal yields the seal alone', () => {
  const scans: readonly (readonly [string, ScanOptions, number, number])[] = [
    ['on even white paper', { quality: null }, 0.01, 0.002],
    ['as a JPEG on yellowish paper', { quality: 80 }, 0.01, 0.003],
    ['in strong shade with noise', { shade: 0.55, noise: 8, quality: 70 }, 0.01, 0.003],
    ['with the hard shadow of a hand', { shade: 0.8, shadow: 0.6, noise: 6, quality: 75 }, 0.02, 0.005],
    ['in bad light, very noisy', { shade: 0.5, noise: 20, quality: 60 }, 0.02, 0.01],
    ['on kraft paper', { paper: [224, 200, 160], quality: 80 }, 0.01, 0.005],
    ['with lines of print across it', printed, 0.03, 0.03],
    ['with a heading in large print across it', { ...printed, printSize: 54 }, 0.06, 0.04],
    ['stamped faintly, with print across it', { ...printed, ink: 0.55 }, 0.05, 0.03],
    ['oval, with print across it', { ...printed, shape: 'oval' }, 0.06, 0.04],
  ];
  test.each(scans)('%s', async (_, options, holes, ghosts) => {
    const found = await likeness(
      (await sealFrom(await scan(options))).bytes,
      'Red',
      options.shape ?? 'round',
    );
    expect(found.holes).toBeLessThan(holes);
    expect(found.ghosts).toBeLessThan(ghosts);
    const [red = 0, green = 0, blue = 0] = found.ink;
    expect(red - Math.max(green, blue)).toBeGreaterThan(45);
  });

  test('even if it is small on a page full of print', async () => {
    const page = await scan({
      ...printed,
      width: 1200,
      height: 1700,
      seal: 340,
      at: { x: 760, y: 1200 },
      noise: 5,
      printSize: 22,
    });
    const read = await sealFrom(page);
    // At full-page resolution it would have 170 px.
    expect(read.width).toBeGreaterThan(330);
    const found = await likeness(read.bytes);
    expect(found.holes).toBeLessThan(0.15);
    expect(found.ghosts).toBeLessThan(0.06);
  }, 30_000);
});

describe('seals in other colours', () => {
  test.each(['Blue', 'Purple'] as const)('%s, with print across it', async (color) => {
    const found = await likeness((await sealFrom(await scan({ ...printed, color }))).bytes, color);
    expect(found.holes).toBeLessThan(0.05);
    expect(found.ghosts).toBeLessThan(0.03);
    const [red = 0, , blue = 0] = found.ink;
    expect(blue).toBeGreaterThan(red);
  });

  test.each([null, 'Red', 'Black'] as const)(
    'a black seal is not erased as print (recoloured: %s)',
    async (color) => {
      const picture = await scan({ color: 'Black', shade: 0.6, noise: 10, quality: 70 });
      const found = await likeness((await sealFrom(picture, color)).bytes, 'Black');
      expect(found.holes).toBeLessThan(0.01);
      expect(found.ghosts).toBeLessThan(0.005);
      const [red = 0] = found.ink;
      expect(red > 200).toBe(color === 'Red');
    },
  );

  test.each([
    ['Red', [230, 0, 18]],
    ['Blue', [11, 63, 168]],
    ['Black', [17, 17, 17]],
    ['Purple', [106, 27, 154]],
  ] as const)('recolouring to %s changes the ink and not the shape', async (color, ink) => {
    const picture = await scan({ shade: 0.7, noise: 6 });
    const own = await bitmapOf((await sealFrom(picture)).bytes);
    const given = await bitmapOf((await sealFrom(picture, color)).bytes);
    expect([given.width, given.height]).toEqual([own.width, own.height]);
    for (let at = 0; at < own.data.length; at += 4) {
      if (own.data[at + 3] !== given.data[at + 3]) throw new Error(`another transparency at ${at / 4}`);
      if ((given.data[at + 3] ?? 0) === 0) continue;
      expect([...given.data.subarray(at, at + 3)]).toEqual(ink);
      at += 4 * 97;
    }
  });

  test('two colours of one seal stay separate', async () => {
    const two = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><rect width="600" height="600" fill="#fff"/>' +
        '<circle cx="300" cy="300" r="260" fill="none" stroke="#e60012" stroke-width="30"/>' +
        '<rect x="150" y="270" width="300" height="60" fill="#0b3fa8"/></svg>',
    );
    const { data, width, height } = await bitmapOf((await sealFrom(await sharp(two).png().toBuffer())).bytes);
    const middle = (Math.floor(height / 2) * width + Math.floor(width / 2)) * 4;
    const left = (Math.floor(height / 2) * width + 14) * 4;
    expect(data[middle + 2] ?? 0).toBeGreaterThan(140);
    expect(data[left] ?? 0).toBeGreaterThan(200);
  });
});

describe('a transparent picture', () => {
  test('keeps its transparency and its colours', async () => {
    const clean = await cleanSeal(500);
    const read = await sealFrom(clean);
    expect([read.width, read.height]).toEqual([500, 500]);
    expect(Buffer.from((await bitmapOf(read.bytes)).data).equals((await bitmapOf(clean)).data)).toBe(true);
  });

  test('that is translucent stays translucent, and is trimmed to its visible part', async () => {
    const pale = await tintSeal(await cleanSeal(300), { color: null, alpha: 0.3 }, 300);
    const framed = await sharp(pale.bytes)
      .extend({ top: 50, bottom: 120, left: 200, right: 10, background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .png()
      .toBuffer();
    const read = await sealFrom(framed);
    expect(Math.abs(read.width - 300)).toBeLessThanOrEqual(2);
    expect((await sharp(read.bytes).stats()).channels[3]?.max).toBe(77);
  });

  test('keeps its shape when recoloured', async () => {
    const read = await bitmapOf((await sealFrom(await cleanSeal(300), 'Blue')).bytes);
    const clean = await bitmapOf(await cleanSeal(300));
    expect(read.data.every((value, at) => at % 4 !== 3 || value === clean.data[at])).toBe(true);
    const [red = 0, , blue = 0] = (await likeness(await pngOf(read))).ink;
    expect([red, Math.abs(blue - 168) <= 1]).toEqual([11, true]);
  });

  test('loses paper inside it', async () => {
    const disc = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><circle cx="200" cy="200" r="190" ' +
        'fill="#fff" stroke="#e60012" stroke-width="16"/></svg>',
    );
    const { data, width } = await bitmapOf((await sealFrom(await sharp(disc).png().toBuffer(), 'Red')).bytes);
    expect(data[(Math.floor(width / 2) * width + Math.floor(width / 2)) * 4 + 3]).toBe(0);
  });
});

describe('every kind of PNG', () => {
  const options = { width: 400, height: 400, seal: 300, quality: null } as const;
  const kinds: readonly (readonly [string, (picture: Uint8Array) => Promise<Uint8Array> | Uint8Array])[] = [
    ['a palette', (picture) => sharp(picture).png({ palette: true }).toBuffer()],
    ['16 bits', (picture) => sharp(picture).toColourspace('rgb16').png().toBuffer()],
    ['interlaced', (picture) => sharp(picture).png({ progressive: true }).toBuffer()],
    ['an opaque alpha channel', (picture) => sharp(picture).ensureAlpha().png().toBuffer()],
    ['no alpha channel', (picture) => sharp(picture).removeAlpha().png().toBuffer()],
    [
      'an animation, of which the still picture counts',
      (picture) =>
        withChunks(
          picture,
          chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])),
          chunk('fdAT', Buffer.alloc(40)),
        ),
    ],
    ['a profile and text', (picture) => sharp(picture).withIccProfile('p3').png().toBuffer()],
  ];
  test.each(kinds)('%s', async (_, change) => {
    const read = await sealFrom(await change(await scan(options)));
    const found = await likeness(read.bytes);
    expect(found.holes).toBeLessThan(0.02);
    expect(found.ghosts).toBeLessThan(0.01);
    const [red = 0, green = 0] = found.ink;
    expect(red - green).toBeGreaterThan(120);
  });

  test('grey', async () => {
    const grey = await sharp(await scan(options))
      .greyscale()
      .png()
      .toBuffer();
    expect((await likeness((await sealFrom(grey)).bytes)).holes).toBeLessThan(0.02);
  });

  test('a single point, and a line', async () => {
    const flat = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#e60012' } })
        .png()
        .toBuffer();
    expect(await readSealImage(await flat(1, 1), null)).toEqual({ refused: 'BLANK' });
    expect(await readSealImage(await flat(4096, 1), null)).not.toHaveProperty('refused');
  });
});

describe('refusals', () => {
  test('before decoding: not a PNG, too large, inconsistent chunks', () => {
    const whole = png(header(8, 8, 8, 2), chunk('IDAT', Buffer.alloc(4)), chunk('IEND', Buffer.alloc(0)));
    const refused = (bytes: Uint8Array) => ('refused' in boundedPng(bytes) ? boundedPng(bytes) : 'taken');
    expect(refused(whole)).toBe('taken');
    expect(refused(new Uint8Array())).toEqual({ refused: 'NOT_A_PNG' });
    expect(refused(Buffer.from('<svg/>'))).toEqual({ refused: 'NOT_A_PNG' });
    expect(refused(pixelBomb(4097, 1))).toEqual({ refused: 'TOO_LARGE' });
    expect(refused(pixelBomb(1, 4097))).toEqual({ refused: 'TOO_LARGE' });
    expect(refused(pixelBomb(4001, 4000))).toEqual({ refused: 'TOO_LARGE' });
    expect(refused(pixelBomb(4000, 4000))).toBe('taken');
    expect(refused(png(header(0, 8, 8, 2), chunk('IEND', Buffer.alloc(0))))).toEqual({ refused: 'BROKEN' });
    expect(refused(png(chunk('IEND', Buffer.alloc(0))))).toEqual({ refused: 'BROKEN' });
    expect(refused(whole.subarray(0, whole.length - 1))).toEqual({ refused: 'BROKEN' });
    const lying = Uint8Array.from(whole);
    lying.set([0x7f, 0xff, 0xff, 0xff], 33);
    expect(refused(lying)).toEqual({ refused: 'BROKEN' });
  });

  test('the decoder gets nothing but the picture: no text, profile or frame is ever unpacked', () => {
    const bomb = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(64 * 1024 * 1024))]);
    const picture = pixelBomb(8, 8);
    const laden = withChunks(picture, chunk('zTXt', bomb), chunk('iCCP', bomb), chunk('eXIf', bomb));
    const bounded = boundedPng(laden);
    if ('refused' in bounded) throw new Error(bounded.refused);
    expect(Buffer.from(bounded.bytes).equals(picture)).toBe(true);
  });

  test.each([
    [
      'white paper',
      (size: number) => sharp({ create: { width: size, height: size, channels: 3, background: '#fdfbf5' } }),
    ],
    [
      'a blank transparent sheet',
      (size: number) =>
        sharp({
          create: { width: size, height: size, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
        }),
    ],
  ] as const)('%s: nothing is on it', async (_, sheet) => {
    expect(await readSealImage(await sheet(200).png().toBuffer(), 'Red')).toEqual({ refused: 'BLANK' });
  });

  test('paper with nothing but noise and shadows', async () => {
    const empty = await scan({
      width: 500,
      height: 500,
      seal: 1,
      ink: 0,
      shade: 0.5,
      noise: 12,
      quality: 60,
    });
    expect(await readSealImage(empty, null)).toEqual({ refused: 'BLANK' });
  });

  test('a picture whose pixels cannot be unpacked', async () => {
    const whole = await scan({ width: 200, height: 200, seal: 150, quality: null });
    const damaged = Uint8Array.from(whole);
    damaged.fill(0x55, Math.floor(whole.length / 2), Math.floor(whole.length / 2) + 60);
    expect(await readSealImage(damaged, null)).toEqual({ refused: 'BROKEN' });
    expect(await readHandwriting(damaged)).toEqual({ refused: 'BROKEN' });
  });
});

describe('handwriting', () => {
  test('is accepted with its transparency, at print resolution at most', async () => {
    const pad = await sharp({
      create: { width: 3000, height: 1000, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .composite([{ input: Buffer.from(await cleanSeal(800)), left: 100, top: 100 }])
      .png()
      .toBuffer();
    const read = await readHandwriting(pad);
    if ('refused' in read) throw new Error(read.refused);
    expect([read.width, read.height]).toEqual([1240, 413]);
    expect(await sharp(read.bytes).metadata()).toMatchObject({ format: 'png', hasAlpha: true });
  });

  test('has the limits of uploads', async () => {
    expect(await readHandwriting(pixelBomb(30_000, 30_000))).toEqual({ refused: 'TOO_LARGE' });
    expect(await readHandwriting(Buffer.from('R0lGODlhAQABAAAAACw=', 'base64'))).toEqual({
      refused: 'NOT_A_PNG',
    });
  });
});

describe('the canvas of a seal', () => {
  test.each([
    [{ width: 42, height: 42 }, 300, 200, 300, 300],
    [{ width: 45, height: 30 }, 300, 300, 450, 300],
    [{ width: 45, height: 30 }, 300, 100, 300, 200],
  ])('%j around %i x %i px is %i x %i px', async (size, width, height, canvasWidth, canvasHeight) => {
    const picture = await sharp({ create: { width, height, channels: 4, background: '#e60012' } })
      .png()
      .toBuffer();
    const canvas = await bitmapOf(await sealCanvas(picture, size));
    expect([canvas.width, canvas.height]).toEqual([canvasWidth, canvasHeight]);
    const left = (canvasWidth - width) / 2;
    const row = Math.floor(canvasHeight / 2) * canvasWidth;
    const alphaAt = (x: number): number => canvas.data[(row + x) * 4 + 3] ?? 0;
    expect(alphaAt(left)).toBe(255);
    expect(alphaAt(canvasWidth - left - 1)).toBe(255);
    if (left > 0) expect([alphaAt(left - 1), alphaAt(canvasWidth - left)]).toEqual([0, 0]);
  });
});

describe('the engine', () => {
  const engine = new DocumentEngine({ fonts: findFonts(), workers: 1, importDeadline: 20_000 });
  const hasty = new DocumentEngine({ fonts: findFonts(), workers: 1, importDeadline: 1 });
  afterAll(() => Promise.all([engine.close(), hasty.close()]));

  test('reads a picture of the maximum size, and the next one', async () => {
    const rows = Buffer.alloc((4000 * 8 + 1) * 4000, 0);
    const largest = png(
      header(4000, 4000, 16, 6),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', Buffer.alloc(0)),
    );
    expect(await engine.readSealImage(largest, null)).toEqual({ refused: 'BLANK' });
    const small = await scan({ width: 300, height: 300, seal: 200 });
    expect(await engine.readSealImage(small, 'Red')).toHaveProperty('bytes');
    expect(await engine.readHandwriting(small)).toMatchObject({ width: 300, height: 300 });
  }, 40_000);

  test('refuses a picture that takes too long as broken, and continues', async () => {
    const picture = await scan({ width: 300, height: 300, seal: 200 });
    expect(await hasty.readSealImage(picture, null)).toEqual({ refused: 'BROKEN' });
    expect(await hasty.drawNameSeal({ name: '王小明', color: 'Red', alpha: 1 })).toMatchObject({
      kind: 'outlines',
    });
  });
});

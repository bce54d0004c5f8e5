import { readPicture } from '@cinnabar/pdf/layout/read-picture.js';
import type { CheckBoxValue, PictureValue } from '@cinnabar/pdf/model.js';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { boundsOf, isInk, isRed, qpdfProblems, render } from '../support/pdf/pdf-tools.js';
import { type PageShape, preparedPdf } from '../support/pdf/sample-documents.js';

const BOX = { page: 1, x: 200, y: 300, width: 40, height: 20 };

function checkBox(change: Partial<CheckBoxValue> = {}): CheckBoxValue {
  return { label: 'agreed', box: BOX, checked: true, color: '#E60012', alignment: 'left', ...change };
}

describe('a check box', () => {
  const inkOf = async (value: CheckBoxValue, shape: PageShape = {}) => {
    const pdf = await preparedPdf([{ ...shape, text: '' }], { checkBoxes: [value] });
    expect(qpdfProblems(pdf)).toBe('');
    return boundsOf(await render(pdf, 1, 192), (red, green) => red - green > 60);
  };

  test('is a square as high as its box, with or without a tick', async () => {
    const ticked = await inkOf(checkBox());
    const plain = await inkOf(checkBox({ checked: false }));
    for (const { left, top, right, bottom } of [ticked, plain]) {
      expect(Math.abs(left - 400)).toBeLessThanOrEqual(1);
      expect(Math.abs(top - 600)).toBeLessThanOrEqual(1);
      expect(Math.abs(right - 440)).toBeLessThanOrEqual(1);
      expect(Math.abs(bottom - 640)).toBeLessThanOrEqual(1);
    }
    expect(ticked.count - plain.count).toBeGreaterThan(100);
  });

  test('is at the left, in the middle or at the right of its box', async () => {
    for (const [alignment, left] of [
      ['left', 400],
      ['center', 420],
      ['right', 440],
    ] as const) {
      expect(Math.abs((await inkOf(checkBox({ alignment }))).left - left)).toBeLessThanOrEqual(1);
    }
  });

  test.each<PageShape>([{ rotate: 90 }, { rotate: 270 }, { crop: [20, 30, 500, 700] }])(
    'on the page as displayed: %o',
    async (shape) => {
      const { left, top } = await inkOf(checkBox(), shape);
      expect([Math.abs(left - 400) <= 1, Math.abs(top - 600) <= 1]).toEqual([true, true]);
    },
  );
});

const RED = { r: 230, g: 0, b: 18 };

/** Red, `width` by `height` points. */
function red(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: RED } });
}

describe('a picture', () => {
  const picture = (bytes: Uint8Array, change: Partial<PictureValue> = {}): PictureValue => ({
    label: 'photo',
    box: { page: 1, x: 100, y: 200, width: 200, height: 100 },
    picture: bytes,
    ...change,
  });

  test.each([
    ['as wide as the box', 400, 100, { left: 100, top: 225, right: 300, bottom: 275 }],
    ['as high as the box', 50, 100, { left: 175, top: 200, right: 225, bottom: 300 }],
    ['smaller than the box', 20, 10, { left: 100, top: 200, right: 300, bottom: 300 }],
  ])('stands in the middle of its box, %s', async (_, width, height, expected) => {
    for (const bytes of [
      await red(width, height).png().toBuffer(),
      await red(width, height).jpeg().toBuffer(),
    ]) {
      const pdf = await preparedPdf([{ text: '' }], { pictures: [picture(bytes)] });
      const seen = boundsOf(await render(pdf, 1, 96), isRed);
      for (const side of ['left', 'top', 'right', 'bottom'] as const) {
        expect(Math.abs(seen[side] - expected[side])).toBeLessThanOrEqual(1);
      }
      expect(qpdfProblems(pdf)).toBe('');
    }
  });

  test('shows the page through its transparent parts', async () => {
    const hole = await sharp({
      create: { width: 100, height: 100, channels: 4, background: { ...RED, alpha: 0 } },
    })
      .composite([{ input: await red(50, 50).png().toBuffer(), left: 0, top: 0 }])
      .png()
      .toBuffer();
    const pdf = await preparedPdf([{ text: '' }], { pictures: [picture(hole)] });
    const page = await render(pdf, 1, 96);
    const seen = boundsOf(page, isRed);
    expect([seen.left, seen.top, seen.right, seen.bottom].map((side) => Math.round(side / 5) * 5)).toEqual([
      150, 200, 200, 250,
    ]);
    expect(boundsOf(page, isInk).count).toBeLessThanOrEqual(seen.count + 210);
  });

  test('has at most 300 dpi in its box', async () => {
    const noise = await sharp({
      create: {
        width: 3000,
        height: 1500,
        channels: 3,
        background: RED,
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .jpeg()
      .toBuffer();
    const box = { page: 1, x: 100, y: 200, width: 96, height: 48 };
    const pdf = await preparedPdf([{ text: '' }], { pictures: [picture(noise, { box })] });
    expect(Buffer.from(pdf).toString('latin1')).toContain('/Width 300 /Height 150');
    expect(pdf.length).toBeLessThan(100_000);
  });

  test('used twice on a page and beside texts has one resource name', async () => {
    const pictures = await Promise.all(
      [0, 1].map(async (line) =>
        picture(
          await red(10 + line, 10)
            .png()
            .toBuffer(),
          {
            box: { page: 1, x: 100 + 200 * line, y: 100, width: 50, height: 50 },
          },
        ),
      ),
    );
    const pdf = await preparedPdf([{}], { pictures });
    const seen = boundsOf(await render(pdf, 1, 96), isRed);
    expect(Math.abs(seen.right - seen.left - 250)).toBeLessThanOrEqual(1);
  });
});

describe('untrusted pictures', () => {
  test('become upright JPEGs without metadata, or PNGs if partly transparent', async () => {
    const turned = await red(40, 20)
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const read = await readPicture(turned);
    if ('refused' in read) throw new Error(read.refused);
    expect(read.mediaType).toBe('image/jpeg');
    expect(await sharp(read.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 20, height: 40 });
    expect(Buffer.from(read.bytes).includes('secret place')).toBe(false);

    const clear = await sharp({
      create: { width: 9, height: 9, channels: 4, background: { ...RED, alpha: 0.5 } },
    })
      .png()
      .toBuffer();
    expect(await readPicture(clear)).toMatchObject({ mediaType: 'image/png' });
  });

  test('of any bit depth and colour space can be drawn', async () => {
    const grey = await red(8, 8).toColourspace('b-w').png().toBuffer();
    const palette = await red(8, 8).png({ palette: true }).toBuffer();
    const deep = await red(8, 8).toColourspace('rgb16').png().toBuffer();
    const cmyk = await red(8, 8).toColourspace('cmyk').jpeg().toBuffer();
    for (const bytes of [grey, palette, deep, cmyk]) {
      expect(await readPicture(bytes)).toMatchObject({ mediaType: 'image/jpeg' });
    }
  });

  test('that are invalid, broken or too large are refused with the reason', async () => {
    const good = await red(200, 200).png().toBuffer();
    const rows: readonly (readonly [string, Uint8Array])[] = [
      ['NOT_A_PICTURE', Buffer.from('')],
      ['NOT_A_PICTURE', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
      ['NOT_A_PICTURE', Buffer.from('%PDF-1.7')],
      ['NOT_A_PICTURE', await red(9, 9).webp().toBuffer()],
      ['BROKEN', good.subarray(0, good.length / 2)],
      ['BROKEN', Buffer.from('\x89PNG\r\n\x1a\nrubbish', 'latin1')],
      ['BROKEN', Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(500)])],
      ['TOO_LARGE', await red(8000, 5001).png({ compressionLevel: 1 }).toBuffer()],
    ];
    for (const [refused, bytes] of rows) expect(await readPicture(bytes)).toEqual({ refused });
  });
});

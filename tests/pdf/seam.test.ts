import type { Mark, SealDrawing, SeamStrips } from '@cinnabar/pdf/model.js';
import { slicesOf } from '@cinnabar/pdf/sign/seam.js';
import { signDocument } from '@cinnabar/pdf/sign/sign-document.js';
import { ClassicFile } from '@cinnabar/pdf/syntax/classic-file.js';
import { isName, isString, type PdfDictionary, textOf } from '@cinnabar/pdf/syntax/values.js';
import { verifyDocument } from '@cinnabar/pdf/verify/verify-document.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { testFonts } from '../support/fonts.js';
import {
  boundsOf,
  isRed,
  pdfsig,
  qpdfProblems,
  type RenderedPage,
  render,
  renderPages,
} from '../support/pdf/pdf-tools.js';
import { actOf, type PageShape, placement, preparedPdf, sealMark } from '../support/pdf/sample-documents.js';
import { strictProblems } from '../support/pdf/strict-revisions.js';
import { makeTestSigner, type TestSigner } from '../support/test-certificates.js';

/** 120 pt, so that slices and pages begin on whole pixels at 144 dpi. */
const SIDE = (120 / 72) * 25.4;
const RESOLUTION = 144;
const PX_AT_RESOLUTION = RESOLUTION / 96;

/** All of its columns and rows differ, so a misplaced slice is detected. */
const SEAL: SealDrawing = {
  kind: 'outlines',
  width: SIDE,
  height: SIDE,
  color: '#E60012',
  alpha: 1,
  paths: [
    { data: triangle(-0.5, -0.5, 0.5, -0.2, -0.3, 0.5), paint: 'fill', evenOdd: true },
    { data: triangle(-0.1, 0.3, 0.5, 0.05, 0.2, 0.5), paint: 'fill' },
    { data: triangle(0.2, -0.5, 0.5, -0.5, 0.5, -0.3), paint: 'fill' },
  ],
};

function triangle(...shares: readonly number[]): string {
  const [a, b, c, d, e, f] = shares.map((share) => share * SIDE);
  return `M${a} ${b} L${c} ${d} L${e} ${f} Z`;
}

const PAGE: PageShape = { media: [0, 0, 600, 800], text: '' };
/** Of the area: its top is the seal's top; 160 px are 120 pt. */
const BOX = { page: 1, x: 0, y: 400, width: 160, height: 160 };

const seam = (strips: string, more: Partial<Mark & { kind: 'seam' }> = {}): Mark => ({
  kind: 'seam',
  seal: SEAL,
  size: 'actual',
  strips,
  ...more,
});

const strips = (name: string, more: Partial<SeamStrips> = {}): SeamStrips => ({
  name,
  box: null,
  fieldName: null,
  ...more,
});

let signer: TestSigner;
beforeAll(async () => {
  signer = await makeTestSigner('ecdsa-p256-sha256');
});

async function signedSeam(
  shapes: readonly PageShape[],
  plan: Partial<SeamStrips> = {},
  mark: Partial<Mark & { kind: 'seam' }> = {},
  box: Partial<typeof BOX> = {},
): Promise<Uint8Array> {
  const prepared = await preparedPdf(shapes, { seams: [strips('seam-7-1', plan)] });
  const placed = placement('sig-7-1', { ...BOX, ...box }, seam('seam-7-1', mark));
  return signDocument(prepared, actOf(signer, [placed]), signer.sign, testFonts);
}

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;
}

function cut(page: RenderedPage, left: number, top: number, width: number, height: number): Picture {
  const rows = Array.from({ length: height }, (_, row) => {
    const start = 3 * ((top + row) * page.width + left);
    return page.pixels.subarray(start, start + 3 * width);
  });
  return { width, height, pixels: Buffer.concat(rows) };
}

/** Pictures of equal height side by side, like fanned-out pages. */
function laidTogether(parts: readonly Picture[]): Picture {
  const height = parts[0]?.height ?? 0;
  const rows = Array.from({ length: height }, (_, row) =>
    Buffer.concat(parts.map(({ width, pixels }) => pixels.subarray(3 * row * width, 3 * (row + 1) * width))),
  );
  return {
    width: parts.reduce((sum, { width }) => sum + width, 0),
    height,
    pixels: Buffer.concat(rows),
  };
}

/** The complete seal, as on a single page. */
async function wholeSeal(): Promise<Picture> {
  const prepared = await preparedPdf([PAGE]);
  const signed = await signDocument(
    prepared,
    actOf(signer, [placement('s', { x: 160, y: 400, width: 160, height: 160 }, sealMark({ seal: SEAL }))]),
    signer.sign,
    testFonts,
  );
  return cut(await render(signed, 1, RESOLUTION), 240, 600, 240, 240);
}

/** Where the seal is on a page. */
const SEAL_ROWS = { top: 600, height: 240 };

/** The right edges of that many pages at the height of the area, side by side. */
async function seamOf(pdf: Uint8Array, pages: number): Promise<Picture> {
  const parts: Picture[] = [];
  // Of twelve pages at a time the part with the seal, which is a seventh.
  for (let first = 1; first <= pages; first += 12) {
    const shown = await renderPages(pdf, first, Math.min(pages, first + 11), RESOLUTION, SEAL_ROWS);
    parts.push(...shown.map((page) => edgeOf(page, pages, 0)));
  }
  return laidTogether(parts);
}

function edgeOf(page: RenderedPage, pages: number, top: number): Picture {
  const width = 240 / pages;
  return cut(page, page.width - width, top, width, 240);
}

/** The share of pixels that differ by more than anti-aliasing explains. */
function unlike(one: Picture, other: Picture): number {
  expect([one.width, one.height]).toEqual([other.width, other.height]);
  let count = 0;
  for (let at = 0; at < one.pixels.length; at += 3) {
    const most = Math.max(
      ...[0, 1, 2].map((channel) =>
        Math.abs((one.pixels[at + channel] ?? 0) - (other.pixels[at + channel] ?? 0)),
      ),
    );
    if (most > 96) count += 1;
  }
  return count / (one.pixels.length / 3);
}

describe('pages share a seal evenly', () => {
  test.each([
    [1, [1]],
    [2, [2]],
    [50, [50]],
    [51, [25, 26]],
    [100, [50, 50]],
    [101, [33, 34, 34]],
    [500, Array.from({ length: 10 }, () => 50)],
  ])('%i pages are seals of %j slices', (pages, seals) => {
    const slices = slicesOf(pages);
    expect(slices).toHaveLength(pages);
    expect(slices.filter(({ index }) => index === 0).map(({ of }) => of)).toEqual(seals);
    for (const [page, { index, of }] of slices.entries()) {
      const next = slices[page + 1];
      if (next !== undefined) expect(next.index).toBe(index + 1 === of ? 0 : index + 1);
    }
  });

  test('with at least 2 and at most 50 pages to a seal', () => {
    for (let pages = 2; pages <= 500; pages += 1) {
      expect(slicesOf(pages).filter(({ of }) => of < 2 || of > 50)).toEqual([]);
    }
  });
});

describe('side by side, the right edges of the pages show the seal', () => {
  test.each([1, 2, 3, 10, 48])('of %i pages', async (count) => {
    const signed = await signedSeam(Array.from({ length: count }, () => PAGE));
    expect(unlike(await seamOf(signed, count), await wholeSeal())).toBeLessThan(0.01);
    expect(pdfsig(signed)).toMatchObject([{ validation: 'Signature is Valid.', total: true }]);
    expect(qpdfProblems(signed)).toBe('');
  });

  test('of 51 pages show it twice: 25 slices of one seal, then 26 of the next', async () => {
    const signed = await signedSeam(Array.from({ length: 51 }, () => PAGE));
    const widthOn = async (page: number): Promise<number> => {
      const rows = { top: 3 * SEAL_ROWS.top, height: 3 * SEAL_ROWS.height };
      const [shown] = await renderPages(signed, page, page, 3 * RESOLUTION, rows);
      if (shown === undefined) throw new Error('the page was not drawn');
      const red = boundsOf(shown, isRed);
      return red.right - red.left;
    };
    // 120 pt at 432 dpi are 720 px.
    expect(Math.abs((await widthOn(10)) - 720 / 25)).toBeLessThanOrEqual(2);
    expect(Math.abs((await widthOn(35)) - 720 / 26)).toBeLessThanOrEqual(2);
  });

  test('on pages of all rotations, crop boxes and sizes, measured from the displayed top right corner', async () => {
    const shapes: readonly PageShape[] = [
      PAGE,
      { media: [0, 0, 800, 600], rotate: 90, text: '' },
      { media: [-50, -60, 700, 900], crop: [30, 40, 630, 840], rotate: 180, text: '' },
      { media: [0, 0, 1000, 900], rotate: 270, text: '' },
      { media: [100, 100, 400, 500], userUnit: 2, text: '' },
      { media: [0, 0, 300, 520], text: '' },
    ];
    const signed = await signedSeam(shapes);
    // pdftoppm does not support user units, and draws such a page smaller by that factor.
    const shown = [1, 2, 3, 4, 5, 6].map((page) => render(signed, page, RESOLUTION * (page === 5 ? 2 : 1)));
    const edges = (await Promise.all(shown)).map((page) => edgeOf(page, shapes.length, SEAL_ROWS.top));
    expect(unlike(laidTogether(edges), await wholeSeal())).toBeLessThan(0.01);
    expect(qpdfProblems(signed)).toBe('');
  });

  test('also from an area, whose signature field exists beforehand', async () => {
    const signed = await signedSeam([PAGE, PAGE, PAGE], { box: BOX, fieldName: 'sig-7-1' });
    expect(unlike(await seamOf(signed, 3), await wholeSeal())).toBeLessThan(0.01);
    expect(pdfsig(signed).map(({ field }) => field)).toEqual(['sig-7-1']);
  });

  test('a page too short for the height has its slice as low as possible', async () => {
    const short: PageShape = { media: [0, 0, 600, 300], text: '' };
    const signed = await signedSeam([PAGE, PAGE, short].toReversed());
    const shown = await render(signed, 1, RESOLUTION);
    const red = boundsOf(shown, isRed);
    expect(red.count).toBeGreaterThan(500);
    expect(Math.abs(shown.height - red.bottom)).toBeLessThanOrEqual(3);
  });

  test('a page smaller than the seal reduces it on all pages', async () => {
    const tiny: PageShape = { media: [0, 0, 600, 60], text: '' };
    const signed = await signedSeam([PAGE, tiny]);
    const first = boundsOf(await render(signed, 1, RESOLUTION), isRed);
    expect(Math.abs(first.right - first.left - 60)).toBeLessThanOrEqual(1);
    const second = boundsOf(await render(signed, 2, RESOLUTION), isRed);
    expect(second.bottom - second.top).toBeLessThanOrEqual(120);
  });

  test('a fitted seal is as large as the box', async () => {
    const signed = await signedSeam([PAGE, PAGE], {}, { size: 'fitted' }, { width: 80, height: 80 });
    const red = boundsOf(await render(signed, 1, RESOLUTION), isRed);
    expect(Math.abs(red.right - red.left - 60)).toBeLessThanOrEqual(2);
    expect(Math.abs(red.top - 400 * PX_AT_RESOLUTION)).toBeLessThanOrEqual(2);
  });

  test('half transparent, no part is darker than another', async () => {
    const seal = { ...SEAL, alpha: 0.5 };
    const signed = await signedSeam([PAGE, PAGE], {}, { seal });
    const { pixels } = await seamOf(signed, 2);
    const greens = new Set<number>();
    for (let at = 1; at < pixels.length; at += 3) greens.add(pixels[at] ?? 0);
    expect(Math.min(...greens)).toBeGreaterThanOrEqual(126);
  });
});

/** The fields of a prepared or signed file by name. */
function fieldsOf(pdf: Uint8Array): Map<string, PdfDictionary> {
  const file = new ClassicFile(pdf);
  const form = file.dictionary(file.dictionary(file.root)?.get('AcroForm'));
  const fields = new Map<string, PdfDictionary>();
  for (const reference of file.array(form?.get('Fields')) ?? []) {
    const field = file.dictionary(reference);
    const title = field?.get('T');
    if (field !== null && isString(title)) fields.set(textOf(title), field);
  }
  return fields;
}

describe('seam fields', () => {
  test('are empty read-only push buttons on every page but the first', async () => {
    const prepared = await preparedPdf([PAGE, PAGE, { ...PAGE, rotate: 90 }], {
      seams: [strips('seam-7-1'), strips('seam-8-1', { box: BOX, fieldName: 'sig-8-3' })],
    });
    const fields = fieldsOf(prepared);
    expect([...fields.keys()]).toEqual(['seam-7-1-2', 'seam-7-1-3', 'sig-8-3', 'seam-8-1-2', 'seam-8-1-3']);
    for (const name of ['seam-7-1-2', 'seam-7-1-3', 'seam-8-1-2', 'seam-8-1-3']) {
      const field = fields.get(name);
      const kind = field?.get('FT');
      const highlight = field?.get('H');
      expect([isName(kind) && kind.name, isName(highlight) && highlight.name]).toEqual(['Btn', 'N']);
      expect([field?.get('Ff'), field?.get('F')]).toEqual([65537, 132]);
      expect(['MK', 'A', 'AA', 'V'].filter((key) => field?.has(key))).toEqual([]);
    }
    // 22.5 mm of the right edge, the full height; rotated, that edge is the top of the stored page.
    const rectOf = (name: string) => fields.get(name)?.get('Rect');
    const half = (22.5 * 72) / 25.4;
    expect(rectOf('seam-7-1-2')).toEqual([expect.closeTo(600 - half, 2), 0, 600, 800]);
    expect(rectOf('seam-7-1-3')).toEqual([0, expect.closeTo(800 - half, 2), 600, 800]);
    expect(qpdfProblems(prepared)).toBe('');
  });

  test('change only their appearance when the seam is signed', async () => {
    const prepared = await preparedPdf([PAGE, PAGE, PAGE], {
      seams: [strips('seam-7-1', { box: BOX, fieldName: 'sig-7-1' }), strips('seam-8-1')],
    });
    const act = actOf(signer, [placement('sig-7-1', BOX, seam('seam-7-1'))]);
    const signed = await signDocument(prepared, act, signer.sign, testFonts);
    const [before, after] = [fieldsOf(prepared), fieldsOf(signed)];
    expect([...after.keys()]).toEqual([...before.keys()]);
    for (const [name, field] of after) {
      const old = before.get(name);
      const changed = [...field.keys()].filter(
        (key) => JSON.stringify(field.get(key)) !== JSON.stringify(old?.get(key)),
      );
      const appearance = (entries: PdfDictionary | undefined) => {
        const value = entries?.get('AP');
        return value instanceof Map ? JSON.stringify(value.get('N')) : null;
      };
      if (name.startsWith('seam-8')) {
        expect([name, changed, appearance(field)]).toEqual([name, [], appearance(old)]);
        continue;
      }
      expect([name, changed]).toEqual([name, name === 'sig-7-1' ? ['V'] : []]);
      expect(appearance(field)).not.toBe(appearance(old));
    }
  });

  test('of two signers show both seams, even if they overlap; both signatures stay valid', async () => {
    const prepared = await preparedPdf([PAGE, PAGE, PAGE], {
      seams: [strips('seam-7-1'), strips('seam-8-1')],
    });
    const first = await signDocument(
      prepared,
      actOf(signer, [placement('sig-7-1', BOX, seam('seam-7-1'))]),
      signer.sign,
      testFonts,
    );
    const second = await signDocument(
      first,
      actOf(signer, [
        placement('sig-8-1', { ...BOX, y: 500 }, seam('seam-8-1')),
        placement('sig-8-2', { x: 100, y: 100 }),
      ]),
      signer.sign,
      testFonts,
    );
    expect(pdfsig(second)).toMatchObject([
      { field: 'sig-7-1', validation: 'Signature is Valid.', total: false },
      { field: 'sig-8-1', validation: 'Signature is Valid.', total: false },
      { field: 'sig-8-2', validation: 'Signature is Valid.', total: true },
    ]);
    expect(qpdfProblems(second)).toBe('');
    expect(strictProblems(second)).toEqual([]);
    const { signatures } = verifyDocument(second, { trusted: [], now: new Date('2026-11-20T09:00:00Z') });
    expect(signatures.map(({ intact }) => intact)).toEqual([true, true, true]);
    const red = boundsOf(await render(second, 2, RESOLUTION), isRed);
    expect(Math.abs(red.bottom - red.top - (160 + 100) * PX_AT_RESOLUTION)).toBeLessThanOrEqual(30);
  });

  test('hold one seam only, and must exist', async () => {
    const prepared = await preparedPdf([PAGE, PAGE], { seams: [strips('seam-7-1')] });
    const act = (field: string, name: string) => actOf(signer, [placement(field, BOX, seam(name))]);
    const once = await signDocument(prepared, act('a', 'seam-7-1'), signer.sign, testFonts);
    await expect(signDocument(once, act('b', 'seam-7-1'), signer.sign, testFonts)).rejects.toThrow(
      'painted already',
    );
    await expect(signDocument(prepared, act('a', 'seam-9-1'), signer.sign, testFonts)).rejects.toThrow(
      'no strip',
    );
    const twice = actOf(signer, [
      placement('a', BOX, seam('seam-7-1')),
      placement('b', BOX, seam('seam-7-1')),
    ]);
    await expect(signDocument(prepared, twice, signer.sign, testFonts)).rejects.toThrow(RangeError);
  });
});

test('the seal of a seam over 200 pages is stored once, and a page adds less than a kilobyte', async () => {
  const prepared = await preparedPdf(
    Array.from({ length: 200 }, () => PAGE),
    { seams: [strips('seam-7-1'), strips('seam-8-1')] },
  );
  const bare = await preparedPdf(Array.from({ length: 200 }, () => PAGE));
  const act = actOf(signer, [placement('sig-7-1', BOX, seam('seam-7-1'))]);
  const signed = await signDocument(prepared, act, signer.sign, testFonts);
  expect(prepared.length - bare.length).toBeLessThan(200 * 2 * 400);
  expect(signed.length - prepared.length).toBeLessThan(200 * 1000);
  expect(Buffer.from(signed).toString('latin1').split('/S /Transparency')).toHaveLength(2);
  expect(pdfsig(signed)).toMatchObject([{ validation: 'Signature is Valid.', total: true }]);
});

import { signDocument } from '@cinnabar/pdf/sign/sign-document.js';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { testFonts } from '../support/fonts.js';
import { boundsOf, isInk, isRed, qpdfProblems, render } from '../support/pdf/pdf-tools.js';
import { actOf, type PageShape, placement, preparedPdf, sealMark } from '../support/pdf/sample-documents.js';
import { makeTestSigner, type TestSigner } from '../support/test-certificates.js';

const PX_PER_MM = 96 / 25.4;
const SIDE = 42 * PX_PER_MM;

let signer: TestSigner;
beforeAll(async () => {
  signer = await makeTestSigner('ecdsa-p256-sha256');
});

const SHAPES: readonly (readonly [string, PageShape])[] = [
  ['upright', {}],
  ['turned by 90', { rotate: 90 }],
  ['turned by 180', { rotate: 180 }],
  ['turned by 270', { rotate: 270 }],
  ['turned by -90', { rotate: -90 }],
  ['a media box off the origin', { media: [-50, 100, 545, 942] }],
  ['a crop box within the media box', { crop: [30, 50, 560, 800] }],
  [
    'a crop box off the origin, turned by 90',
    { media: [-20, -30, 700, 900], crop: [10, 40, 600, 850], rotate: 90 },
  ],
  [
    'a crop box off the origin, turned by 270',
    { media: [-20, -30, 700, 900], crop: [10, 40, 600, 850], rotate: 270 },
  ],
];

async function signedPage(
  shape: PageShape,
  known: boolean,
  more: Parameters<typeof sealMark>[0] = {},
  box = {},
) {
  const wanted = placement('sig-1-1', { x: 250, y: 300, ...box }, sealMark(more));
  const areas = known ? [{ fieldName: 'sig-1-1', box: wanted.box }] : [];
  const prepared = await preparedPdf([{ ...shape, text: '' }], { areas });
  const signed = await signDocument(prepared, actOf(signer, [wanted]), signer.sign, testFonts);
  expect(qpdfProblems(signed)).toBe('');
  return { signed, box: wanted.box };
}

/** The red pixels fill a square around the box's centre, and the rest of the page is white. */
function expectSquare(
  page: Awaited<ReturnType<typeof render>>,
  centreX: number,
  centreY: number,
  side: number,
): void {
  const red = boundsOf(page, isRed);
  const anything = boundsOf(page, (r, g, b) => r + g + b < 3 * 250);
  expect(Math.abs((red.left + red.right) / 2 - centreX)).toBeLessThanOrEqual(1);
  expect(Math.abs((red.top + red.bottom) / 2 - centreY)).toBeLessThanOrEqual(1);
  expect(Math.abs(red.right - red.left - side)).toBeLessThanOrEqual(1.5);
  expect(Math.abs(red.bottom - red.top - side)).toBeLessThanOrEqual(1.5);
  expect(red.count).toBeGreaterThan((side - 2) ** 2);
  expect(anything.left).toBeGreaterThanOrEqual(red.left - 1);
  expect(anything.top).toBeGreaterThanOrEqual(red.top - 1);
  expect(anything.right).toBeLessThanOrEqual(red.right + 1);
  expect(anything.bottom).toBeLessThanOrEqual(red.bottom + 1);
}

describe.each(SHAPES)('on a page: %s', (_, shape) => {
  test.each([
    ['in an area', true],
    ['placed freely', false],
  ])('a seal %s stands at its box centre in true size and nowhere else', async (_how, known) => {
    const { signed, box } = await signedPage(shape, known);
    const page = await render(signed, 1, 96);
    expectSquare(page, box.x + box.width / 2, box.y + box.height / 2, SIDE);
  });
});

test('on a page with a user unit, millimetres are those of the displayed page', async () => {
  const { signed, box } = await signedPage({ media: [0, 0, 300, 420], userUnit: 2 }, true);
  // Poppler does not apply user units; twice the resolution gives the result of a reader that does.
  const page = await render(signed, 1, 192);
  expect([page.width, page.height]).toEqual([800, 1120]);
  expectSquare(page, box.x + box.width / 2, box.y + box.height / 2, SIDE);
});

test('a fitted seal is as large as its box permits', async () => {
  const { signed, box } = await signedPage({}, true, { size: 'fitted' }, { width: 120, height: 60 });
  expectSquare(await render(signed, 1, 96), box.x + 60, box.y + 30, 60);
});

test('a seal larger than its prepared field is shrunk to it', async () => {
  const seal = {
    kind: 'outlines',
    width: 58,
    height: 58,
    color: '#E60012',
    alpha: 1,
    paths: [{ data: 'M-29 -29 L29 -29 L29 29 L-29 29 Z', paint: 'fill' }],
  } as const;
  const { signed, box } = await signedPage({}, true, { seal });
  expectSquare(await render(signed, 1, 96), box.x + 79.5, box.y + 79.5, 45 * PX_PER_MM);
});

test('a seal at the corner is clipped by the page, not moved', async () => {
  const { signed } = await signedPage({}, true, {}, { x: 0, y: 0, width: 100, height: 100 });
  const red = boundsOf(await render(signed, 1, 96), isRed);
  expect([red.left, red.top]).toEqual([0, 0]);
  expect(Math.abs(red.right - (50 + SIDE / 2))).toBeLessThanOrEqual(1);
  expect(Math.abs(red.bottom - (50 + SIDE / 2))).toBeLessThanOrEqual(1);
});

test.each([
  ['in an area', true],
  ['placed freely', false],
])('the date line %s stands right under the seal, centred', async (_, known) => {
  const { signed, box } = await signedPage({ rotate: 90 }, known, { dateLine: '2026-11-20' });
  const page = await render(signed, 1, 96);
  const red = boundsOf(page, isRed);
  const date = boundsOf(
    page,
    (r, g, b) => isInk(r, g, b) && !isRed(r, g, b) && Math.max(r, g, b) - Math.min(r, g, b) < 60,
  );
  expect(date.count).toBeGreaterThan(100);
  expect(date.top).toBeGreaterThanOrEqual(red.bottom);
  expect(date.bottom).toBeLessThan(red.bottom + 25);
  expect(Math.abs((date.left + date.right) / 2 - (box.x + box.width / 2))).toBeLessThanOrEqual(3);
});

test('a half-transparent seal is one group: crossing strokes are not darker', async () => {
  const seal = {
    kind: 'outlines',
    width: 42,
    height: 42,
    color: '#E60012',
    alpha: 0.5,
    paths: [
      { data: 'M-20 0 L20 0', paint: 'stroke', strokeWidth: 8 },
      { data: 'M0 -20 L0 20', paint: 'stroke', strokeWidth: 8 },
    ],
  } as const;
  const { signed, box } = await signedPage({}, true, { seal });
  const page = await render(signed, 1, 96);
  const pixel = (x: number, y: number): number[] => {
    const at = 3 * (Math.round(y) * page.width + Math.round(x));
    return [...page.pixels.subarray(at, at + 3)];
  };
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  expect(pixel(x, y)).toEqual(pixel(x + 50, y));
  expect(pixel(x, y)[1]).toBeGreaterThan(110);
});

test('a picture used as a seal keeps its transparency', async () => {
  const png = await sharp({
    create: { width: 300, height: 300, channels: 4, background: { r: 230, g: 0, b: 18, alpha: 0 } },
  })
    .composite([
      {
        input: {
          create: { width: 300, height: 150, channels: 4, background: { r: 230, g: 0, b: 18, alpha: 1 } },
        },
        top: 0,
        left: 0,
      },
    ])
    .png()
    .toBuffer();
  const { signed, box } = await signedPage({ rotate: 180 }, true, {
    seal: { kind: 'picture', width: 42, height: 42, png: new Uint8Array(png) },
  });
  const red = boundsOf(await render(signed, 1, 96), isRed);
  const top = box.y + box.height / 2 - SIDE / 2;
  expect(Math.abs(red.top - top)).toBeLessThanOrEqual(1);
  expect(Math.abs(red.bottom - (top + SIDE / 2))).toBeLessThanOrEqual(1.5);
});

test('handwriting is fitted into its box', async () => {
  const png = await sharp({
    create: { width: 200, height: 100, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 1 } },
  })
    .png()
    .toBuffer();
  const prepared = await preparedPdf([{ text: '' }]);
  const mark = { kind: 'picture', png: new Uint8Array(png) } as const;
  const signed = await signDocument(
    prepared,
    actOf(signer, [placement('p', { x: 100, y: 100, width: 120, height: 120 }, mark)]),
    signer.sign,
    testFonts,
  );
  const red = boundsOf(await render(signed, 1, 96), isRed);
  expect(Math.abs(red.left - 100)).toBeLessThanOrEqual(1);
  expect(Math.abs(red.right - 220)).toBeLessThanOrEqual(1);
  expect(Math.abs(red.top - 130)).toBeLessThanOrEqual(1);
  expect(Math.abs(red.bottom - 190)).toBeLessThanOrEqual(1);
});

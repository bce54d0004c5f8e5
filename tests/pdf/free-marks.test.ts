/** Freely placed marks hide nothing: the content below shows through. */

import type { Mark } from '@cinnabar/pdf/model.js';
import { pdfiumRenderer } from '@cinnabar/pdf/render/pdfium.js';
import { signDocument } from '@cinnabar/pdf/sign/sign-document.js';
import { verifyDocument } from '@cinnabar/pdf/verify/verify-document.js';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { testFonts } from '../support/fonts.js';
import { pdfsig, qpdfProblems, render } from '../support/pdf/pdf-tools.js';
import {
  actOf,
  type PageShape,
  preparedPdf,
  SQUARE_SEAL,
  STYLE,
  sealMark,
  value,
} from '../support/pdf/sample-documents.js';
import { strictProblems } from '../support/pdf/strict-revisions.js';
import { makeTestSigner, type TestSigner } from '../support/test-certificates.js';

let signer: TestSigner;
/** Entirely white and opaque. */
let blank: Uint8Array;

beforeAll(async () => {
  signer = await makeTestSigner('ecdsa-p256-sha256');
  const side = { width: 300, height: 300 };
  blank = await sharp({ create: { ...side, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer();
});

const BOX = { page: 1, x: 200, y: 300, width: 160, height: 160 };
const WORDS = '本合同金额为人民币壹万元整，逾期每日加收千分之五。';
/** Through the middle of the box. */
const clause = () =>
  value(WORDS, { x: 150, y: 365, width: 500, height: 40 }, { style: { ...STYLE, fontSize: 20 } });

const fonts = testFonts;
const pdfium = pdfiumRenderer(fonts);

/** The lightest channel of each pixel: 0 is black. */
type Shades = Uint8Array;

function shadesOf(rgb: Uint8Array): Shades {
  const shades = new Uint8Array(rgb.length / 3);
  for (let pixel = 0; pixel < shades.length; pixel += 1) {
    const at = 3 * pixel;
    shades[pixel] = Math.max(rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0);
  }
  return shades;
}

const readers: readonly (readonly [string, (pdf: Uint8Array, width: number) => Promise<Shades>])[] = [
  ['poppler', async (pdf) => shadesOf((await render(pdf, 1, 96)).pixels)],
  [
    'PDFium',
    async (pdf, width) =>
      shadesOf(
        await sharp(await pdfium.renderPage(pdf, 1, width))
          .removeAlpha()
          .raw()
          .toBuffer(),
      ),
  ],
];

/** The share of black pixels that are still black. */
function kept(before: Shades, after: Shades): number {
  let black = 0;
  let still = 0;
  for (const [at, shade] of before.entries()) {
    if (shade > 110) continue;
    black += 1;
    if ((after[at] ?? 255) < 150) still += 1;
  }
  expect(black).toBeGreaterThan(100);
  return still / black;
}

const marks: readonly (readonly [string, () => Mark])[] = [
  ['a seal', () => sealMark({ dateLine: '2026-11-20' })],
  ['a translucent seal', () => sealMark({ seal: { ...SQUARE_SEAL, alpha: 0.7 } })],
  ['a seal from a picture', () => sealMark({ seal: { kind: 'picture', width: 42, height: 42, png: blank } })],
  ['a picture', () => ({ kind: 'picture', png: blank })],
];

const turns: readonly PageShape[] = [{}, { rotate: 90 }, { rotate: 180 }, { rotate: 270 }];

describe.each(marks)('%s', (_, mark) => {
  test.each(turns)('placed freely leaves a clause below it readable: %j', async (shape) => {
    const prepared = await preparedPdf([{ ...shape, text: '' }], { values: [clause()] });
    const act = actOf(signer, [{ fieldName: 'sig-1-1', box: BOX, mark: mark() }]);
    const signed = await signDocument(prepared, act, signer.sign, testFonts);
    const width = (shape.rotate ?? 0) % 180 === 0 ? 794 : 1123;
    for (const [reader, shades] of readers) {
      expect([reader, kept(await shades(prepared, width), await shades(signed, width))]).toEqual([
        reader,
        expect.closeTo(1, 1),
      ]);
    }
    expectSound(signed, 1);
  });

  test('in an existing area is opaque, as displayed', async () => {
    const areas = [{ fieldName: 'sig-1-1', box: BOX }];
    const prepared = await preparedPdf([{ text: '' }], { values: [clause()], areas });
    const act = actOf(signer, [{ fieldName: 'sig-1-1', box: BOX, mark: mark() }]);
    const signed = await signDocument(prepared, act, signer.sign, testFonts);
    expect(Buffer.from(signed).includes('/Multiply')).toBe(false);
  });
});

describe('a mark over another', () => {
  test('hides nothing of it, in either order', async () => {
    const words: Mark = {
      kind: 'text',
      text: '以上条款本方不予认可',
      multiLine: true,
      style: { ...STYLE, fontSize: 20 },
    };
    const box = { ...BOX, width: 250, height: 60 };
    const first = await signDocument(
      await preparedPdf([{ text: '' }]),
      actOf(signer, [{ fieldName: 'sig-1-1', box, mark: words }]),
      signer.sign,
      testFonts,
    );
    const second = await signDocument(
      first,
      actOf(signer, [
        { fieldName: 'sig-2-1', box: BOX, mark: { kind: 'picture', png: blank } },
        { fieldName: 'sig-2-2', box: BOX, mark: sealMark() },
      ]),
      signer.sign,
      testFonts,
    );
    for (const [reader, shades] of readers) {
      expect([reader, kept(await shades(first, 794), await shades(second, 794))]).toEqual([
        reader,
        expect.closeTo(1, 1),
      ]);
    }
    expectSound(second, 3);
  });

  test('applies to every slice of a seam whose height its signer chose', async () => {
    const strips = 'seam-1-1';
    const line = (page: number) =>
      value('甲方应当支付', { page, x: 690, y: 365, width: 104, height: 40 }, { label: `${page}` });
    const prepared = await preparedPdf([{ text: '' }, { text: '' }], {
      values: [line(1), line(2)],
      seams: [{ name: strips, box: null, fieldName: null }],
    });
    const seal = { kind: 'picture', width: 42, height: 42, png: blank } as const;
    const mark: Mark = { kind: 'seam', seal, size: 'actual', strips };
    const act = actOf(signer, [{ fieldName: 'sig-1-1', box: BOX, mark }]);
    const signed = await signDocument(prepared, act, signer.sign, testFonts);
    for (const page of [1, 2]) {
      const before = shadesOf((await render(prepared, page, 96)).pixels);
      const after = shadesOf((await render(signed, page, 96)).pixels);
      expect(kept(before, after)).toBeCloseTo(1, 1);
    }
    expectSound(signed, 1);
  });
});

function expectSound(signed: Uint8Array, signatures: number): void {
  expect(pdfsig(signed).map(({ validation }) => validation)).toEqual(
    Array(signatures).fill('Signature is Valid.'),
  );
  expect(qpdfProblems(signed)).toBe('');
  expect(strictProblems(signed)).toEqual([]);
  const { verdict } = verifyDocument(signed, {
    trusted: [signer.certificate.certificate],
    now: new Date('2026-11-20T08:00:00Z'),
  });
  expect(verdict).toBe('valid');
}

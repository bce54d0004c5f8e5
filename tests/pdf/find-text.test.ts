import { importPdf } from '@cinnabar/pdf/import/import-pdf.js';
import { findText } from '@cinnabar/pdf/render/find-text.js';
import { prepareDocument } from '@cinnabar/pdf/sign/prepare-document.js';
import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfStream, PdfString } from '@libpdf/core';
import { describe, expect, test } from 'vitest';
import { testFonts } from '../support/fonts.js';
import { boundsOf, isInk, pdftotextWords, render } from '../support/pdf/pdf-tools.js';
import { type PageShape, preparedPdf, STYLE, uploadedPdf, value } from '../support/pdf/sample-documents.js';
import { wildFile } from '../support/pdf/wild-files.js';

const KAI = { ...STYLE, font: 'KaiTi' } as const;

/** A contract in an embedded font of its own, as made by another program. */
async function contractWith(
  shapes: readonly PageShape[],
  texts: readonly ReturnType<typeof value>[],
): Promise<Uint8Array> {
  const drawn = await preparedPdf(shapes, { values: texts });
  return (await importPdf(drawn, testFonts)).bytes;
}

describe('a keyword is found', () => {
  test('at its position, Chinese too, as by pdftotext', async () => {
    const pdf = await contractWith(
      [{ text: '' }, { text: '' }],
      [
        value('甲方（盖章）：', { x: 120, y: 700 }),
        value('Signature: ______', { page: 2, x: 300, y: 250 }, { style: KAI }),
      ],
    );
    const [chinese, latin] = await findText(pdf, ['甲方（盖章）', 'Signature']);
    const words = pdftotextWords(pdf);
    for (const [places, word, page] of [
      [chinese, '甲方', 1],
      [latin, 'Signature', 2],
    ] as const) {
      expect(places).toHaveLength(1);
      const seen = words.find(({ text }) => text.startsWith(word));
      expect(places?.[0]?.page).toBe(page);
      expect(Math.abs((places?.[0]?.x ?? 0) - (seen?.left ?? 0))).toBeLessThanOrEqual(1);
      // Readers differ in the ascent of a font.
      expect(Math.abs((places?.[0]?.y ?? 0) - (seen?.top ?? 0))).toBeLessThanOrEqual(5);
    }
  });

  test.each<PageShape>([
    { rotate: 90 },
    { rotate: 180 },
    { rotate: 270 },
    { media: [-20, -30, 700, 900], crop: [10, 40, 600, 850], rotate: 90 },
    { media: [0, 0, 400, 500], userUnit: 2 },
  ])('on the page as displayed: %o', async (shape) => {
    const box = { x: 200, y: 300, width: 200, height: 40 };
    const pdf = await contractWith([{ ...shape, text: '' }], [value('乙方签字', box)]);
    const [[place] = []] = await findText(pdf, ['乙方签字']);
    // pdftoppm does not support user units.
    const ink = boundsOf(await render(pdf, 1, 96 * (shape.userUnit ?? 1)), isInk);
    expect(Math.abs((place?.x ?? 0) - ink.left)).toBeLessThanOrEqual(2);
    expect(ink.top - (place?.y ?? 0)).toBeGreaterThanOrEqual(-1);
    expect(ink.top - (place?.y ?? 0)).toBeLessThanOrEqual(8);
  });

  test('with any spaces and character widths', async () => {
    const pdf = await contractWith([{ text: '' }], [value('甲 方　(盖章) Ｎｏ．１', { x: 100, y: 100 })]);
    const found = await findText(pdf, ['甲方（盖章）', '甲方(盖章)', 'No.1', '方盖', ' 甲 方 ', 'no.1']);
    expect(found.map((places) => places.length)).toEqual([1, 1, 1, 0, 1, 0]);
  });

  test('across a line break, at its beginning', async () => {
    const pdf = await contractWith(
      [{ text: '' }],
      [
        value(
          '本合同自双方签字盖章之日起生效',
          { x: 100, y: 100, width: 100, height: 120 },
          { multiLine: true },
        ),
      ],
    );
    const [[place] = []] = await findText(pdf, ['双方签字盖章之日']);
    expect(place).toMatchObject({ page: 1, x: expect.closeTo(164, 0), y: expect.closeTo(101, -1) });
  });

  test('at every occurrence, page by page, from top to bottom and left to right', async () => {
    const pdf = await contractWith(
      [{ text: '' }, { text: '' }],
      [
        value('盖章', { page: 2, x: 50, y: 500 }),
        value('盖章 盖章', { x: 300, y: 500 }),
        value('盖章', { x: 100, y: 502 }),
        value('盖章', { x: 400, y: 100 }),
      ],
    );
    const [places = []] = await findText(pdf, ['盖章']);
    expect(places.map(({ page, x }) => [page, Math.round(x / 10) * 10])).toEqual([
      [1, 400],
      [1, 100],
      [1, 300],
      [1, 340],
      [2, 50],
    ]);
  });

  test('in fonts that are not embedded and use a Chinese encoding', async () => {
    const pdf = PDF.create();
    const page = pdf.addPage({ size: 'a4' });
    const descendant = PdfDict.of({
      Type: PdfName.of('Font'),
      Subtype: PdfName.of('CIDFontType0'),
      BaseFont: PdfName.of('STSong-Light'),
      CIDSystemInfo: PdfDict.of({
        Registry: PdfString.fromString('Adobe'),
        Ordering: PdfString.fromString('GB1'),
        Supplement: PdfNumber.of(2),
      }),
      DW: PdfNumber.of(1000),
    });
    const font = PdfDict.of({
      Type: PdfName.of('Font'),
      Subtype: PdfName.of('Type0'),
      BaseFont: PdfName.of('STSong-Light'),
      Encoding: PdfName.of('UniGB-UCS2-H'),
      DescendantFonts: PdfArray.of(pdf.context.register(descendant)),
    });
    const fonts = PdfDict.of({ F: pdf.context.register(font) });
    page.dict.set('Resources', PdfDict.of({ Font: fonts }));
    const codes = Buffer.from('乙方盖章', 'utf16le').swap16().toString('hex');
    const content = `BT /F 20 Tf 1 0 0 1 150 400 Tm <${codes}> Tj ET`;
    page.dict.set('Contents', pdf.context.register(new PdfStream([], Buffer.from(content))));
    const { bytes } = await importPdf(await pdf.save(), testFonts);
    const [[place] = []] = await findText(bytes, ['方盖']);
    expect(place?.x).toBeCloseTo((150 + 20) / 0.75, 0);
    const baseline = (841.89 - 400) / 0.75;
    expect(baseline - (place?.y ?? 0)).toBeGreaterThan(0.6 * (20 / 0.75));
    expect(baseline - (place?.y ?? 0)).toBeLessThan(1.3 * (20 / 0.75));
  });
});

describe('a keyword is not found', () => {
  test('outside the crop box, where there is none, or if it is empty', async () => {
    const uploaded = await importPdf(
      await uploadedPdf([{ text: 'Hidden', crop: [0, 0, 595, 600] }, {}]),
      testFonts,
    );
    expect(await findText(uploaded.bytes, ['Hidden', 'Page 2', 'Page 3', ' '])).toEqual([
      [],
      [expect.objectContaining({ page: 2 })],
      [],
      [],
    ]);
  });

  test('in values before they are drawn; drawn values are text like any other', async () => {
    const { bytes } = await importPdf(await uploadedPdf([{ text: '' }]), testFonts);
    expect(await findText(bytes, ['金额'])).toEqual([[]]);
    const drawn = await prepareDocument(bytes, { values: [value('金额')], areas: [] }, testFonts);
    expect((await findText(drawn, ['金额']))[0]).toHaveLength(1);
  });
});

test('in a Japanese document from the field', { tags: ['wild-files'] }, async () => {
  const { bytes } = await importPdf(wildFile('import/malformed__pdfbox__genko_oc_shiryo1.pdf'), testFonts);
  const [places = []] = await findText(bytes, ['条（秘密の保護）']);
  const seen = pdftotextWords(bytes).filter(({ text }) => text.includes('条（秘密の保護）'));
  expect(seen.length).toBeGreaterThan(0);
  expect(places.length).toBeGreaterThanOrEqual(seen.length);
  for (const word of seen) {
    expect(places.some(({ y }) => Math.abs(y - word.top) <= 2)).toBe(true);
  }
});

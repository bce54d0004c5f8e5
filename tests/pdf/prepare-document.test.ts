import { importPdf } from '@cinnabar/pdf/import/import-pdf.js';
import { DrawingRefused } from '@cinnabar/pdf/model.js';
import { prepareDocument } from '@cinnabar/pdf/sign/prepare-document.js';
import { ClassicFile } from '@cinnabar/pdf/syntax/classic-file.js';
import { isDictionary, isName, type PdfDictionary } from '@cinnabar/pdf/syntax/values.js';
import { describe, expect, test } from 'vitest';
import { testFonts } from '../support/fonts.js';
import {
  boundsOf,
  isInk,
  isRed,
  pdffonts,
  pdftotext,
  qpdfProblems,
  render,
} from '../support/pdf/pdf-tools.js';
import { type PageShape, preparedPdf, STYLE, uploadedPdf, value } from '../support/pdf/sample-documents.js';

const RARE = '龘靐㛃𬭎';

describe('values', () => {
  test('rare Chinese characters are drawn, embedded as subsets and can be read back', async () => {
    const prepared = await preparedPdf([{ text: '' }], {
      values: [
        value(`甲方：${RARE} Co., Ltd. 100%`),
        value('楷体', { y: 300 }, { style: { ...STYLE, font: 'KaiTi', bold: true } }),
        value('黑体', { y: 340 }, { style: { ...STYLE, font: 'SimHei' } }),
        value('仿宋', { y: 380 }, { style: { ...STYLE, font: 'FangSong', italic: true } }),
      ],
    });
    expect(qpdfProblems(prepared)).toBe('');
    const text = pdftotext(prepared);
    for (const expected of [`甲方：${RARE} Co., Ltd. 100%`, '楷体', '黑体', '仿宋'])
      expect(text).toContain(expected);
    const fonts = pdffonts(prepared)
      .split('\n')
      .slice(2)
      .filter((line) => line !== '');
    expect(fonts.length).toBeGreaterThanOrEqual(4);
    for (const font of fonts) expect(font).toMatch(/^[A-Z]{6}\+\S+ +CID TrueType +Identity-H +yes yes yes/);
    expect(prepared.length).toBeLessThan(40_000);
  });

  test('a value is in its box, in its colour, centred as requested', async () => {
    const box = { page: 1, x: 200, y: 400, width: 300, height: 40 };
    const style = { ...STYLE, color: '#E60012', alignment: 'center', fontSize: 24 } as const;
    const prepared = await preparedPdf([{ text: '' }], { values: [value('国国国国', box, { style })] });
    const red = boundsOf(await render(prepared, 1, 96), isRed);
    expect(Math.abs((red.left + red.right) / 2 - 350)).toBeLessThanOrEqual(1.5);
    expect(Math.abs((red.top + red.bottom) / 2 - 420)).toBeLessThanOrEqual(1.5);
    expect(Math.abs(red.right - red.left - 4 * 24)).toBeLessThanOrEqual(5);
  });

  test.each<PageShape>([
    { rotate: 90 },
    { rotate: 180 },
    { rotate: 270 },
    { media: [-20, -30, 700, 900], crop: [10, 40, 600, 850], rotate: 90 },
  ])('coordinates are of the page as displayed: %o', async (shape) => {
    const box = { page: 1, x: 200, y: 300, width: 200, height: 40 };
    const upright = await preparedPdf([{ text: '' }], { values: [value('合同', box)] });
    const turned = await preparedPdf([{ ...shape, text: '' }], { values: [value('合同', box)] });
    const expected = boundsOf(await render(upright, 1, 96), isInk);
    const actual = boundsOf(await render(turned, 1, 96), isInk);
    for (const side of ['left', 'top', 'right', 'bottom'] as const) {
      expect(Math.abs(actual[side] - expected[side])).toBeLessThanOrEqual(1);
    }
  });

  test('underline and strike-through are lines of the text’s colour and width', async () => {
    const plain = await preparedPdf([{ text: '' }], { values: [value('国国国')] });
    const ruled = await preparedPdf([{ text: '' }], {
      values: [value('国国国', {}, { style: { ...STYLE, underline: true, lineThrough: true } })],
    });
    const before = boundsOf(await render(plain, 1, 192), isInk);
    const after = boundsOf(await render(ruled, 1, 192), isInk);
    expect(after.count).toBeGreaterThan(before.count);
    expect(after.bottom).toBeGreaterThan(before.bottom);
    expect(Math.abs(after.left - 200)).toBeLessThanOrEqual(1);
    expect(Math.abs(after.right - (200 + 3 * 32))).toBeLessThanOrEqual(1);
  });

  test('values and page content are not shifted by content that leaves the graphics state changed', async () => {
    const leaky = await importPdf(await leakyPdf(), testFonts);
    const prepared = await prepareDocument(
      leaky.bytes,
      {
        values: [value('国', { x: 100, y: 100 })],
        areas: [],
      },
      testFonts,
    );
    const clean = await preparedPdf([{ text: '' }], { values: [value('国', { x: 100, y: 100 })] });
    const [one, other] = [await render(prepared, 1, 96), await render(clean, 1, 96)];
    expect(boundsOf(one, isInk)).toEqual(boundsOf(other, isInk));
  });

  test('a document prepared by this engine accepts values again', async () => {
    const first = await preparedPdf([{ text: '' }], { values: [value('甲方：第一')] });
    const again = await importPdf(first, testFonts);
    const second = await prepareDocument(
      again.bytes,
      {
        values: [value('乙方：第二', { y: 300 })],
        areas: [],
      },
      testFonts,
    );
    const text = pdftotext(second);
    expect(text).toContain('甲方：第一');
    expect(text).toContain('乙方：第二');
  });
});

describe('refusals name the invalid value', () => {
  const refusal = (...values: ReturnType<typeof value>[]): Promise<unknown> =>
    preparedPdf([{}], { values }).then(
      () => null,
      (error: unknown) => error,
    );

  test('a character that no font contains', async () => {
    const error = await refusal(value('ok'), value('x\u{1F9A4}y', {}, { label: 'partyName' }));
    expect(error).toBeInstanceOf(DrawingRefused);
    expect(error).toMatchObject({ reason: 'MISSING_GLYPH', label: 'partyName', character: '\u{1F9A4}' });
  });

  test('a single line that does not fit at 60 %', async () => {
    const label = 'amount';
    expect(await refusal(value('金额'.repeat(8), { width: 160 }, { label }))).toBeNull();
    expect(await refusal(value('金额'.repeat(9), { width: 160 }, { label }))).toMatchObject({
      reason: 'OVERFLOW',
      label,
    });
  });

  test('several lines that do not fit at 60 %', async () => {
    const multiLine = { multiLine: true, label: 'terms' };
    expect(await refusal(value('条款'.repeat(30), { width: 200, height: 120 }, multiLine))).toBeNull();
    expect(await refusal(value('条款'.repeat(300), { width: 200, height: 120 }, multiLine))).toMatchObject({
      reason: 'OVERFLOW',
      label: 'terms',
    });
  });

  test('a missing page, a box off the page', async () => {
    expect(await refusal(value('x', { page: 2 }))).toMatchObject({ reason: 'OFF_PAGE', label: 'value' });
    expect(await refusal(value('x', { x: 2000 }))).toMatchObject({ reason: 'OFF_PAGE' });
  });
});

describe('signature fields', () => {
  const box = { page: 1, x: 300, y: 500, width: 159, height: 159 };

  test('are empty, locked, upright, and listed in form and page; the form is final', async () => {
    const prepared = await preparedPdf([{ rotate: 90 }, {}], {
      areas: [
        { fieldName: 'sig-1-1', box },
        { fieldName: 'sig-2-2', box: { ...box, page: 2 } },
      ],
    });
    expect(qpdfProblems(prepared)).toBe('');
    const file = new ClassicFile(prepared);
    const form = file.dictionary(file.dictionary(file.root)?.get('AcroForm'));
    expect(form?.get('SigFlags')).toBe(3);
    expect(form?.has('DR') && form.has('DA')).toBe(true);
    const fields = (file.array(form?.get('Fields')) ?? []).map((field) => file.dictionary(field));
    expect(fields).toHaveLength(2);
    expect(fields.map((field) => field?.get('F'))).toEqual([132, 132]);
    expect(fields.map((field) => nameOf(field, 'FT'))).toEqual(['Sig', 'Sig']);
    expect(fields.map((field) => file.dictionary(field?.get('MK'))?.get('R'))).toEqual([90, 0]);
    expect(fields.some((field) => field?.has('V'))).toBe(false);
    const appearances = fields.map((field) => {
      const appearance = field?.get('AP');
      return isDictionary(appearance) ? JSON.stringify(appearance.get('N')) : null;
    });
    expect(new Set(appearances).size).toBe(2);
    const pages = file.dictionary(file.dictionary(file.root)?.get('Pages'));
    const annotations = (file.array(pages?.get('Kids')) ?? []).map((page) =>
      file.array(file.dictionary(page)?.get('Annots')),
    );
    expect(annotations.map((list) => list?.length)).toEqual([1, 1]);
    expect(fields.map((field) => JSON.stringify(field?.get('P')))).toEqual(
      (file.array(pages?.get('Kids')) ?? []).map((page) => JSON.stringify(page)),
    );
  });

  test('have room for a seal of 45 mm and its date, within the page', async () => {
    const rectOf = async (areaBox: typeof box): Promise<number[]> => {
      const prepared = await preparedPdf([{ media: [0, 0, 600, 800] }], {
        areas: [{ fieldName: 'a', box: areaBox }],
      });
      const file = new ClassicFile(prepared);
      const form = file.dictionary(file.dictionary(file.root)?.get('AcroForm'));
      const rect = file.dictionary(file.array(form?.get('Fields'))?.[0])?.get('Rect');
      return Array.isArray(rect) ? rect : [];
    };
    const room = (45 * 72) / 25.4;
    const [left = 0, bottom = 0, right = 0, top = 0] = await rectOf({ ...box, width: 120, height: 60 });
    const centreX = (300 + 60) * 0.75;
    const centreY = 800 - (500 + 30) * 0.75;
    expect(right - left).toBeCloseTo(room, 1);
    expect((left + right) / 2).toBeCloseTo(centreX, 1);
    expect(top - centreY).toBeCloseTo(room / 2, 1);
    expect(centreY - bottom).toBeGreaterThan(room / 2 + 15);
    expect(await rectOf({ ...box, x: 700, y: 980, width: 90, height: 80 })).toEqual([
      expect.closeTo(745 * 0.75 - room / 2, 1),
      0,
      600,
      expect.closeTo(800 - 1020 * 0.75 + room / 2, 1),
    ]);
  });

  test('one cross-reference table, PDF 1.7, one revision', async () => {
    const prepared = Buffer.from(
      await preparedPdf([{}], { values: [value('x')], areas: [{ fieldName: 'a', box }] }),
    );
    const text = prepared.toString('latin1');
    expect(text.startsWith('%PDF-1.7\n')).toBe(true);
    expect(text.match(/startxref/g)).toHaveLength(1);
    expect(text.match(/^xref$/gm)).toHaveLength(1);
    expect(text).not.toContain('/XRef');
    expect(text).not.toContain('/ObjStm');
  });

  test('equal plans yield equal bytes', async () => {
    const imported = await importPdf(await uploadedPdf([{}]), testFonts);
    const plan = { values: [value('合同')], areas: [{ fieldName: 'a', box }] };
    const [one, other] = [
      await prepareDocument(imported.bytes, plan, testFonts),
      await prepareDocument(imported.bytes, plan, testFonts),
    ];
    expect(Buffer.from(one).equals(other)).toBe(true);
  });
});

function nameOf(entries: PdfDictionary | null | undefined, key: string): string | null {
  const found = entries?.get(key);
  return isName(found) ? found.name : null;
}

/** A page that scales everything and has unbalanced restores. */
async function leakyPdf(): Promise<Uint8Array> {
  const { PDF, PdfStream } = await import('@libpdf/core');
  const pdf = PDF.create();
  const page = pdf.addPage({ size: 'a4' });
  const content = Buffer.from('Q 2 0 0 2 50 50 cm q 1 0 0 1 9 9 cm (Q) pop q\n');
  page.dict.set('Contents', pdf.context.register(new PdfStream([], content)));
  return pdf.save();
}

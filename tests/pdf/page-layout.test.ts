import { importPdf } from '@cinnabar/pdf/import/import-pdf.js';
import { readFormFields } from '@cinnabar/pdf/import/read-form-fields.js';
import type { PageLayout, TextLine } from '@cinnabar/pdf/render/page-layout.js';
import { readLayout } from '@cinnabar/pdf/render/read-layout.js';
import { PDF, PdfNumber, rgb } from '@libpdf/core';
import { describe, expect, test } from 'vitest';
import { testFonts } from '../support/fonts.js';
import { boundsOf, isInk, render } from '../support/pdf/pdf-tools.js';
import { type PageShape, preparedPdf, uploadedPdf, value } from '../support/pdf/sample-documents.js';

const textOf = ({ characters }: TextLine): string => characters.map(({ text }) => text).join('');

async function layoutOf(bytes: Uint8Array): Promise<PageLayout> {
  const imported = await importPdf(bytes, testFonts);
  const [layout] = await readLayout(imported.bytes, 1, 1);
  if (layout === undefined) throw new Error('the document has no page');
  return layout;
}

interface Drawing {
  readonly rotate?: number;
  draw(page: ReturnType<PDF['addPage']>): void;
}

async function drawn({ rotate = 0, draw }: Drawing): Promise<PageLayout> {
  const pdf = PDF.create();
  const page = pdf.addPage({ width: 600, height: 800 });
  page.dict.set('Rotate', PdfNumber.of(rotate));
  draw(page);
  return layoutOf(await pdf.save());
}

const black = { color: rgb(0, 0, 0) };

describe('text of a page', () => {
  test('is lines from the top and characters from the left, whatever the order in the file', async () => {
    const pdf = await preparedPdf([{ text: '' }], {
      values: [
        value('乙方（签字）：', { x: 420, y: 300 }),
        value('甲方（盖章）：', { x: 100, y: 300 }),
        value('合同编号：____', { x: 100, y: 100 }),
      ],
    });
    const { lines, isPartial } = await layoutOf(pdf);
    expect(lines.map(textOf)).toEqual(['合同编号:____', '甲方(盖章):乙方(签字):']);
    expect(isPartial).toBe(false);
    const [first] = lines;
    expect(first?.characters[0]?.left).toBeCloseTo(100, 0);
    expect(first?.characters.at(-1)?.right).toBeGreaterThan(200);
  });

  test('that is set twice to look bold counts once', async () => {
    const pdf = await preparedPdf([{ text: '' }], {
      values: [value('出租方', { x: 100, y: 100 }), value('出租方', { x: 100.4, y: 100 })],
    });
    expect((await layoutOf(pdf)).lines.map(textOf)).toEqual(['出租方']);
  });

  test.each<PageShape>([
    {},
    { rotate: 90 },
    { rotate: 180 },
    { rotate: 270 },
    { media: [-20, -30, 700, 900], crop: [10, 40, 600, 850], rotate: 90 },
  ])('has its baseline at the foot of the letters on the page as displayed: %o', async (shape) => {
    const box = { x: 150, y: 250, width: 300, height: 40 };
    const pdf = await preparedPdf([{ ...shape, text: '' }], { values: [value('EHT', box)] });
    const [line] = (await layoutOf(pdf)).lines;
    const ink = boundsOf(await render(pdf, 1, 96), isInk);
    expect(Math.abs((line?.baseline ?? 0) - ink.bottom)).toBeLessThanOrEqual(2);
    expect(Math.abs((line?.characters[0]?.left ?? 0) - ink.left)).toBeLessThanOrEqual(2);
    expect(Math.abs((line?.characters.at(-1)?.right ?? 0) - ink.right)).toBeLessThanOrEqual(3);
  });

  test('across or upside down is omitted: nobody writes there', async () => {
    const { lines } = await drawn({
      rotate: 90,
      draw: (page) => page.drawText('Sideways', { x: 100, y: 100, size: 12 }),
    });
    expect(lines).toEqual([]);
  });
});

describe('ruled lines of a page', () => {
  test('are read stroked and filled, horizontal and vertical', async () => {
    const { rules } = await drawn({
      draw: (page) => {
        page.drawLine({ start: { x: 75, y: 725 }, end: { x: 225, y: 725 }, thickness: 0.75, ...black });
        page.drawLine({ start: { x: 300, y: 725 }, end: { x: 300, y: 650 }, thickness: 0.75, ...black });
        page.drawRectangle({ x: 75, y: 500, width: 150, height: 0.75, ...black });
      },
    });
    expect(rules).toEqual([
      { x: 100, y: 99.5, width: 200, height: 1 },
      { x: 399.5, y: 100, width: 1, height: 100 },
      { x: 100, y: expect.closeTo(399, 0), width: 200, height: 1 },
    ]);
  });

  test('are those of the page as displayed', async () => {
    const { rules, width } = await drawn({
      rotate: 90,
      draw: (page) =>
        page.drawLine({ start: { x: 75, y: 75 }, end: { x: 75, y: 225 }, thickness: 0.75, ...black }),
    });
    expect(width).toBeCloseTo(1066.67, 1);
    expect(rules).toEqual([{ x: 100, y: 99.5, width: 200, height: 1 }]);
  });

  test('are neither slanting nor backgrounds', async () => {
    const { rules } = await drawn({
      draw: (page) => {
        page.drawLine({ start: { x: 75, y: 725 }, end: { x: 225, y: 700 }, thickness: 0.75, ...black });
        page.drawRectangle({ x: 75, y: 500, width: 150, height: 60, color: rgb(0.9, 0.9, 0.9) });
      },
    });
    expect(rules).toEqual([]);
  });

  test('of a frame are its four sides; a small one is a square to tick', async () => {
    const frame = { borderColor: rgb(0, 0, 0), borderWidth: 0.75 };
    const { rules, squares } = await drawn({
      draw: (page) => {
        page.drawRectangle({ x: 75, y: 500, width: 150, height: 60, ...frame });
        page.drawRectangle({ x: 300, y: 500, width: 9, height: 9, ...frame });
      },
    });
    expect(rules).toHaveLength(4);
    expect(squares).toEqual([expect.objectContaining({ x: 400, width: 12, height: 12 })]);
  });

  test('are read up to a limit, which is told', async () => {
    const { rules, isPartial } = await drawn({
      draw: (page) => {
        for (let y = 0; y < 4100; y += 1) {
          const at = 10 + (y % 780);
          page.drawLine({ start: { x: 10, y: at }, end: { x: 500, y: at }, thickness: 0.75, ...black });
        }
      },
    });
    expect(isPartial).toBe(true);
    expect(rules.length).toBeLessThan(4100);
  });
});

test('only the pages asked for are read', async () => {
  const pdf = await importPdf(await uploadedPdf([{}, {}, {}]), testFonts);
  const pages = await readLayout(pdf.bytes, 2, 9);
  expect(pages.map(({ lines }) => lines.map(textOf))).toEqual([['Page2'], ['Page3']]);
});

test('form fields are read before they become page content', async () => {
  const pdf = PDF.create();
  const page = pdf.addPage({ width: 600, height: 800 });
  const form = pdf.getOrCreateForm();
  page.drawField(form.createTextField('姓名', { maxLength: 20 }), { x: 75, y: 695, width: 150, height: 30 });
  page.drawField(form.createTextField('remark', { multiline: true }), {
    x: 75,
    y: 500,
    width: 150,
    height: 90,
  });
  page.drawField(form.createCheckbox('agreed', {}), { x: 75, y: 400, width: 15, height: 15 });
  page.drawField(form.createDropdown('kind', { options: ['A', 'B'] }), {
    x: 75,
    y: 300,
    width: 90,
    height: 15,
  });
  const fields = readFormFields(await pdf.save());
  expect(fields.map(({ name, kind, options }) => [name, kind, options])).toEqual([
    ['姓名', 'text', []],
    ['remark', 'multiLine', []],
    ['agreed', 'checkBox', []],
    ['kind', 'choice', ['A', 'B']],
  ]);
  expect(fields[0]).toMatchObject({ page: 1, x: 100, y: 100, width: 200, height: 40, maxLength: 20 });
  expect(readFormFields(await uploadedPdf([{}]))).toEqual([]);
});

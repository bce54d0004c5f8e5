import { importPdf } from '@cinnabar/pdf/import/import-pdf.js';
import { layoutText } from '@cinnabar/pdf/layout/text-layout.js';
import type { TextStyle, TextValue } from '@cinnabar/pdf/model.js';
import { prepareDocument } from '@cinnabar/pdf/sign/prepare-document.js';
import { PDF, rgb } from '@libpdf/core';
import { testFonts } from '../support/fonts.js';
import { type Atom, atomsOf, cellsOf, widthsOf } from './contract-source.js';

/** px */
const PAGE = { width: 794, height: 1123 };
const MARGIN = 96;
const PITCH = 30;
const SIZE = 16;
const LINE_BOX = 24;
const ROW = 34;
const MIDDLE = 420;

export interface DrawnField {
  readonly page: number;
  readonly field: string;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Line {
  readonly page: number;
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
}

const widths = new Map<string, number>();

function widthOf(character: string): number {
  const known = widths.get(character);
  if (known !== undefined) return known;
  const laid = layoutText(testFonts, {
    ...{ text: `${character}一`, style: styleOf(SIZE, false), width: 200, height: 40 },
    ...{ multiLine: false, label: '' },
  });
  const width = (laid.lines[0]?.width ?? 0) - SIZE;
  widths.set(character, width);
  return width;
}

const styleOf = (fontSize: number, bold: boolean, alignment: 'left' | 'center' = 'left'): TextStyle => ({
  ...{ font: 'SimSun', fontSize, color: '#000000', bold, italic: false },
  ...{ underline: false, lineThrough: false, alignment },
});

/** Sets a contract on A4 pages, line by line. */
class Setter {
  readonly values: TextValue[] = [];
  readonly lines: Line[] = [];
  readonly fields: DrawnField[] = [];
  page = 1;
  y = MARGIN;

  /** Makes room for a line, on a new page if necessary. */
  advance(height: number): number {
    if (this.y + height > PAGE.height - MARGIN) this.newPage();
    const at = this.y;
    this.y += height;
    return at;
  }

  newPage(): void {
    this.page += 1;
    this.y = MARGIN;
  }

  text(text: string, x: number, y: number, width: number, style = styleOf(SIZE, false)): void {
    if (text.trim() === '') return;
    const box = { page: this.page, x, y, width, height: LINE_BOX };
    this.values.push({ label: text, box, text, multiLine: false, style });
  }

  rule(x: number, y: number, width: number, height = 0): void {
    this.lines.push({ page: this.page, from: [x, y], to: [x + width, y + height] });
  }

  paragraph(line: string, left: number, right: number): void {
    let y = this.advance(PITCH);
    let x = left;
    let run = '';
    let runX = left;
    const flush = (): void => {
      this.text(run, runX, y, x - runX + 8);
      run = '';
      runX = x;
    };
    const room = (width: number): void => {
      if (x + width <= right || x === left) return;
      flush();
      y = this.advance(PITCH);
      x = left;
      runX = left;
    };
    for (const atom of atomsOf(line)) {
      if (atom.kind === 'text') {
        for (const [word] of atom.text.matchAll(/_+|[A-Za-z0-9.,%]+|[\s\S]/gu)) {
          const width = [...word].reduce((sum, character) => sum + widthOf(character), 0);
          room(width);
          run += word;
          x += width;
        }
        continue;
      }
      flush();
      const width = widthOfAtom(atom);
      room(width);
      this.#draw(atom, x, y, width);
      x += width;
      runX = x;
    }
    flush();
  }

  #draw(atom: Exclude<Atom, { kind: 'text' }>, x: number, y: number, width: number): void {
    if (atom.kind === 'ruled') this.rule(x, y + LINE_BOX - 2, width);
    else if (atom.kind === 'square') this.#frame(x + 2, y + 6, 12, 12);
    else this.fields.push({ page: this.page, ...atom, x, y: y + 2, width, height: 20 });
  }

  #frame(x: number, y: number, width: number, height: number): void {
    this.rule(x, y, width);
    this.rule(x, y + height, width);
    this.rule(x, y, 0, height);
    this.rule(x + width, y, 0, height);
  }

  row(cells: readonly string[], percents: readonly number[]): void {
    const y = this.advance(ROW);
    let x = MARGIN;
    for (const [index, cell] of cells.entries()) {
      const width = ((PAGE.width - 2 * MARGIN) * (percents[index] ?? 100 / cells.length)) / 100;
      this.#frame(x, y, width, ROW);
      this.text(cell, x + 6, y + 5, width);
      x += width;
    }
  }
}

function widthOfAtom(atom: Exclude<Atom, { kind: 'text' }>): number {
  return atom.kind === 'square' ? SIZE : atom.ems * SIZE;
}

function setContract(text: string): Setter {
  const setter = new Setter();
  let percents: readonly number[] = [];
  let column: 0 | 1 | 2 = 0;
  let top = 0;
  for (const line of text.split('\n')) {
    const isColumn = column > 0;
    const left = column === 2 ? MIDDLE : MARGIN;
    const right = column === 1 ? MIDDLE - 32 : PAGE.width - MARGIN;
    if (line === '---') setter.newPage();
    else if (line === '{columns}') {
      column = 1;
      top = setter.y;
    } else if (line === '{next}') {
      column = 2;
      setter.y = top;
    } else if (line === '{/columns}') column = 0;
    else if (line.startsWith('|%')) percents = widthsOf(line);
    else if (line.startsWith('|')) setter.row(cellsOf(line), percents);
    else if (line.startsWith('# ')) {
      const title = styleOf(22, true, 'center');
      setter.text(line.slice(2), MARGIN, setter.advance(48), PAGE.width - 2 * MARGIN, title);
    } else if (line.includes('>>') && !isColumn) {
      const [one = '', other = ''] = line.split('>>').map((part) => part.trimEnd());
      const [page, y] = [setter.page, setter.y];
      setter.paragraph(one, MARGIN, MIDDLE - 8);
      if (setter.page === page) setter.y = y;
      else setter.y -= PITCH;
      setter.paragraph(other.trimStart(), MIDDLE, PAGE.width - 40);
    } else setter.paragraph(line, left, right);
  }
  return setter;
}

/** A contract as a PDF of the engine's own fonts, normalised; `scan`: without its ruled lines. */
export async function drawContract(
  text: string,
  { scan = false } = {},
): Promise<{
  readonly bytes: Uint8Array;
  readonly fields: readonly DrawnField[];
  readonly pages: number;
}> {
  const set = setContract(text);
  const pdf = PDF.create();
  for (let page = 1; page <= set.page; page += 1) {
    const drawn = pdf.addPage({ width: PAGE.width * 0.75, height: PAGE.height * 0.75 });
    for (const { from, to } of scan ? [] : set.lines.filter((line) => line.page === page)) {
      const point = ([x, y]: readonly [number, number]) => ({ x: x * 0.75, y: (PAGE.height - y) * 0.75 });
      drawn.drawLine({ start: point(from), end: point(to), thickness: 0.75, color: rgb(0, 0, 0) });
    }
  }
  const { bytes } = await importPdf(await pdf.save(), testFonts);
  const drawn = await prepareDocument(bytes, { values: set.values, areas: [] }, testFonts);
  return { bytes: (await importPdf(drawn, testFonts)).bytes, fields: set.fields, pages: set.page };
}

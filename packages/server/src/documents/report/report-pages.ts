import { A4 } from '../convert/write-pages.js';
import { EmbeddedFonts } from '../embedded-fonts.js';
import type { FontLibrary } from '../fonts.js';
import type { TextStyle } from '../model.js';
import { PT_PER_PX } from '../page-geometry.js';
import { printNumber } from '../pdf/write-value.js';
import { paintText, rgb } from '../text-operators.js';
import { layOutCell } from './lay-out-cell.js';

const PAGE = { width: A4.width / PT_PER_PX, height: A4.height / PT_PER_PX };
const MARGIN = 64;
const FOOT = PAGE.height - MARGIN + 20;
/** Distance of baselines, in font sizes: what layoutText sets. */
const PITCH = 1.3;

/** One text of a row: where it begins and how wide it is, px from the left margin. */
export interface Cell {
  readonly text: string;
  readonly style: TextStyle;
  readonly left: number;
  readonly width: number;
}

export interface RowLook {
  /** Above and below the text, px. */
  readonly padding: number;
  /** `#RRGGBB` behind the row, or null. */
  readonly fill: string | null;
  /** A hairline below. */
  readonly ruled: boolean;
}

/** The pages of a report while they are being filled, from the top down. Lengths in px. */
export class ReportPages {
  readonly width = PAGE.width - 2 * MARGIN;
  readonly fonts = new EmbeddedFonts('R');
  readonly #library: FontLibrary;
  readonly #pages: string[] = [''];
  #y = MARGIN;

  constructor(library: FontLibrary) {
    this.#library = library;
  }

  /** Leaves room, but none at the head of a page. */
  skip(height: number): void {
    if (this.#y > MARGIN) this.#y += height;
  }

  /** Leaves room even at the head of a page. */
  lower(height: number): void {
    this.#y += height;
  }

  /** Goes on to the next page, unless this one is still empty. */
  turn(): void {
    this.require(Number.POSITIVE_INFINITY);
  }

  /** Goes on to the next page unless there is that much room on this one. @returns whether it did */
  require(height: number): boolean {
    if (this.#y + height <= PAGE.height - MARGIN || this.#y === MARGIN) return false;
    this.#pages.push('');
    this.#y = MARGIN;
    return true;
  }

  /** Goes on to the next page where something fits on a whole one, but not on what is left of this one. */
  requireUnlessTooHigh(height: number): void {
    if (height <= PAGE.height - 2 * MARGIN) this.require(height);
  }

  /** How high a row of these cells becomes. */
  heightOf(cells: readonly Cell[], { padding }: RowLook): number {
    const heights = cells.map(({ text, style, width }) => {
      const { lines, fontSize } = layOutCell(this.#library, text, style, width);
      return Math.max(1, lines.length) * PITCH * fontSize;
    });
    return Math.max(...heights) + 2 * padding;
  }

  /** Sets a row; one that is higher than a page runs over its foot. */
  row(cells: readonly Cell[], look: RowLook): void {
    const height = this.heightOf(cells, look);
    this.require(height);
    if (look.fill !== null) this.#add(rectangle(MARGIN, this.#y, this.width, height, look.fill));
    for (const { text, style, left, width } of cells) {
      const layout = layOutCell(this.#library, text, style, width);
      this.#add(
        paintText(
          this.fonts,
          layout,
          style,
          (MARGIN + left) * PT_PER_PX,
          A4.height - (this.#y + look.padding) * PT_PER_PX,
        ),
      );
    }
    this.#y += height;
    if (look.ruled) this.#add(rectangle(MARGIN, this.#y - 0.5, this.width, 0.5, '#C8C8C8'));
  }

  /** A bar over the whole width. */
  bar(height: number, fill: string): void {
    this.#add(rectangle(MARGIN, this.#y, this.width, height, fill));
    this.#y += height;
  }

  /** The content of every page, with its foot and number; null: with neither. */
  finish(foot: { readonly text: string; readonly style: TextStyle } | null): readonly string[] {
    if (foot === null) return this.#pages;
    const { style } = foot;
    return this.#pages.map((content, index) => {
      const number = `${index + 1} / ${this.#pages.length}`;
      const line = (text: string, alignment: TextStyle['alignment']) =>
        paintText(
          this.fonts,
          layOutCell(this.#library, text, { ...style, alignment }, this.width),
          style,
          MARGIN * PT_PER_PX,
          A4.height - FOOT * PT_PER_PX,
        );
      return content + line(foot.text, 'left') + line(number, 'right');
    });
  }

  #add(operators: string): void {
    const last = this.#pages.length - 1;
    this.#pages[last] = (this.#pages[last] ?? '') + operators;
  }
}

function rectangle(x: number, y: number, width: number, height: number, color: string): string {
  const left = printNumber(x * PT_PER_PX);
  const bottom = printNumber(A4.height - (y + height) * PT_PER_PX);
  const size = `${printNumber(width * PT_PER_PX)} ${printNumber(height * PT_PER_PX)}`;
  return `q ${rgb(color)} rg ${left} ${bottom} ${size} re f Q\n`;
}

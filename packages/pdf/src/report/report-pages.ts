import { EmbeddedFonts } from '../fonts/embedded-fonts.js';
import type { FontLibrary } from '../fonts/fonts.js';
import { PT_PER_PX } from '../layout/page-geometry.js';
import type { TextLayout } from '../layout/text-layout.js';
import { paintText, rgb } from '../layout/text-operators.js';
import { A4 } from '../layout/write-pages.js';
import type { TextStyle } from '../model.js';
import { printNumber } from '../syntax/write-value.js';
import { EmbeddedPictures } from './embedded-pictures.js';
import { layOutCell } from './lay-out-cell.js';

const PAGE = { width: A4.width / PT_PER_PX, height: A4.height / PT_PER_PX };
const MARGIN = 64;
const FOOT = PAGE.height - MARGIN + 20;
/** Distance between baselines in font sizes, as layoutText sets them. */
const PITCH = 1.3;
const HAIRLINE = '#C8C8C8';

/** One text of a row, with its position and width in px from the left margin. */
export interface TextCell {
  readonly text: string;
  readonly style: TextStyle;
  readonly left: number;
  readonly width: number;
  /** Distance below the top of the row. */
  readonly top?: number;
}

/** A picture in a row, scaled to fit its width and height. */
export interface PictureCell {
  readonly picture: PlacedPicture;
  readonly left: number;
}

/** A picture by its resource name, with its size in px. */
export interface PlacedPicture {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

export type Cell = TextCell | PictureCell;

export interface RowLook {
  /** Padding above and below the text, px. */
  readonly padding: number;
  /** Background colour as `#RRGGBB`, or null. */
  readonly fill: string | null;
  /** Whether a hairline is drawn below. */
  readonly ruled: boolean;
}

/** The pages of a report while they are being filled, from the top down. Lengths in px. */
export class ReportPages {
  readonly width = PAGE.width - 2 * MARGIN;
  readonly fonts = new EmbeddedFonts('R');
  readonly pictures = new EmbeddedPictures();
  readonly #library: FontLibrary;
  readonly #typeScale: number;
  readonly #pages: string[] = [''];
  #y = MARGIN;

  /** @param typeScale factor applied to all font sizes */
  constructor(library: FontLibrary, typeScale: number) {
    this.#library = library;
    this.#typeScale = typeScale;
  }

  /** Adds space, except at the top of a page. */
  skip(height: number): void {
    if (this.#y > MARGIN) this.#y += height;
  }

  /** Adds space even at the top of a page. */
  lower(height: number): void {
    this.#y += height;
  }

  /** Begins a new page unless this one has enough room. @returns whether it did */
  require(height: number): boolean {
    if (this.#y + height <= PAGE.height - MARGIN || this.#y === MARGIN) return false;
    this.#pages.push('');
    this.#y = MARGIN;
    return true;
  }

  /** Adds a picture scaled to fit `room` (px); it is not placed yet. */
  scaled(jpeg: Uint8Array, room: { readonly width: number; readonly height: number }): PlacedPicture {
    const { name, size } = this.pictures.add(jpeg);
    const scale = Math.min(room.width / size.width, room.height / size.height);
    return { name, width: size.width * scale, height: size.height * scale };
  }

  /** Height of a text. */
  textHeight({ text, style, width }: Pick<TextCell, 'text' | 'style' | 'width'>): number {
    const { lines, fontSize } = this.#layOut(text, style, width);
    return Math.max(1, lines.length) * PITCH * fontSize;
  }

  /** Height of a row of these cells. */
  heightOf(cells: readonly Cell[], { padding }: RowLook): number {
    const heights = cells.map((cell) =>
      'picture' in cell ? cell.picture.height : (cell.top ?? 0) + this.textHeight(cell),
    );
    return Math.max(...heights) + 2 * padding;
  }

  /** Sets a row; a row higher than a page overruns the foot. */
  row(cells: readonly Cell[], look: RowLook): void {
    const height = this.heightOf(cells, look);
    this.require(height);
    if (look.fill !== null) this.#add(rectangle(MARGIN, this.#y, this.width, height, look.fill));
    for (const cell of cells) this.#add(this.#painted(cell, this.#y + look.padding));
    this.#y += height;
    if (look.ruled) this.#add(rectangle(MARGIN, this.#y - 0.5, this.width, 0.5, HAIRLINE));
  }

  /** A bar over the whole width. */
  bar(height: number, fill: string): void {
    this.#add(rectangle(MARGIN, this.#y, this.width, height, fill));
    this.#y += height;
  }

  /** Returns the content of every page with its foot and page number; null: without both. */
  finish(foot: { readonly text: string; readonly style: TextStyle } | null): readonly string[] {
    if (foot === null) return this.#pages;
    const { style } = foot;
    return this.#pages.map((content, index) => {
      const number = `${index + 1} / ${this.#pages.length}`;
      const line = (text: string, alignment: TextStyle['alignment']) =>
        paintText(
          this.fonts,
          this.#layOut(text, { ...style, alignment }, this.width),
          style,
          MARGIN * PT_PER_PX,
          A4.height - FOOT * PT_PER_PX,
        );
      return content + line(foot.text, 'left') + line(number, 'right');
    });
  }

  /** @param top px from the top of the page */
  #painted(cell: Cell, top: number): string {
    const left = MARGIN + cell.left;
    if ('picture' in cell) return paintedPicture(cell.picture, left, top);
    const { text, style, width } = cell;
    const below = top + (cell.top ?? 0);
    const layout = this.#layOut(text, style, width);
    return paintText(this.fonts, layout, style, left * PT_PER_PX, A4.height - below * PT_PER_PX);
  }

  #layOut(text: string, style: TextStyle, width: number): TextLayout {
    const fontSize = style.fontSize * this.#typeScale;
    return layOutCell(this.#library, text, { ...style, fontSize }, width);
  }

  #add(operators: string): void {
    const last = this.#pages.length - 1;
    this.#pages[last] = (this.#pages[last] ?? '') + operators;
  }
}

/** Has a hairline border, because a page of a contract is as white as the report. */
function paintedPicture({ name, width, height }: PlacedPicture, x: number, y: number): string {
  const place = [width, 0, 0, height, x, A4.height / PT_PER_PX - y - height]
    .map((length) => printNumber(length * PT_PER_PX))
    .join(' ');
  return `q ${place} cm /${name} Do Q\nq ${rgb(HAIRLINE)} RG 0.5 w ${box(x, y, width, height)} re S Q\n`;
}

function rectangle(x: number, y: number, width: number, height: number, color: string): string {
  return `q ${rgb(color)} rg ${box(x, y, width, height)} re f Q\n`;
}

/** A rectangle in PDF syntax; `y` counts from the top. */
function box(x: number, y: number, width: number, height: number): string {
  return [x, A4.height / PT_PER_PX - y - height, width, height]
    .map((length) => printNumber(length * PT_PER_PX))
    .join(' ');
}

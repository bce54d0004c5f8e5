import type { PdfiumExports } from '../../render/pdfium-fonts.js';
import { type PixelRectangle, united } from './different-places.js';

/** FPDF_ANNOT and FPDF_REVERSE_BYTE_ORDER of fpdfview.h: annotations too, and RGB instead of BGR. */
const ANNOTATIONS = 0x01;
const RGB = 0x10;
const BGRX = 3;
const WHITE = 0xffffffff;
export const BYTES_PER_PIXEL = 4;

/** FPDF_FORMFILLINFO, version 2, without callbacks; more bytes than the library reads. */
const FORM_INFO_BYTES = 256;
const FORM_INFO_VERSION = 2;
/** Four floats of FS_RECTF, or two ints. */
const SCRATCH_BYTES = 16;

export interface PageSize {
  /** pt as displayed. */
  readonly width: number;
  readonly height: number;
}

/** A document opened by PDFium, with its form, in memory owned by the caller. */
export class RenderedFile {
  readonly #pdfium: PdfiumExports;
  readonly #document: number;
  readonly #info: number;
  readonly #form: number;
  readonly #scratch: number;
  readonly pages: number;

  private constructor(pdfium: PdfiumExports, document: number) {
    this.#pdfium = pdfium;
    this.#document = document;
    this.#info = pdfium.malloc(FORM_INFO_BYTES);
    new Uint8Array(pdfium.memory.buffer, this.#info, FORM_INFO_BYTES).fill(0);
    new DataView(pdfium.memory.buffer).setUint32(this.#info, FORM_INFO_VERSION, true);
    this.#form = pdfium.call('FPDFDOC_InitFormFillEnvironment', document, this.#info);
    this.#scratch = pdfium.malloc(SCRATCH_BYTES);
    this.pages = pdfium.call('FPDF_GetPageCount', document);
  }

  /** Null if PDFium cannot open it; `pointer` must remain valid until the file is closed. */
  static open(pdfium: PdfiumExports, pointer: number, length: number): RenderedFile | null {
    const document = pdfium.call('FPDF_LoadMemDocument', pointer, length, 0);
    return document === 0 ? null : new RenderedFile(pdfium, document);
  }

  /** The result of `act` on a page, counted from 0; null if PDFium cannot load the page. */
  withPage<Result>(index: number, act: (page: RenderedPage) => Result): Result | null {
    const pdfium = this.#pdfium;
    const page = pdfium.call('FPDF_LoadPage', this.#document, index);
    if (page === 0) return null;
    if (this.#form !== 0) pdfium.call('FORM_OnAfterLoadPage', page, this.#form);
    try {
      return act(new RenderedPage(pdfium, page, this.#form, this.#scratch));
    } finally {
      if (this.#form !== 0) pdfium.call('FORM_OnBeforeClosePage', page, this.#form);
      pdfium.call('FPDF_ClosePage', page);
    }
  }

  close(): void {
    const pdfium = this.#pdfium;
    if (this.#form !== 0) pdfium.call('FPDFDOC_ExitFormFillEnvironment', this.#form);
    pdfium.call('FPDF_CloseDocument', this.#document);
    pdfium.call('free', this.#info);
    pdfium.call('free', this.#scratch);
  }
}

/** An open page. Renderings are `width` by `height` px of the displayed page. */
export class RenderedPage {
  readonly #pdfium: PdfiumExports;
  readonly #page: number;
  readonly #form: number;
  readonly #scratch: number;
  readonly size: PageSize;

  constructor(pdfium: PdfiumExports, page: number, form: number, scratch: number) {
    this.#pdfium = pdfium;
    this.#page = page;
    this.#form = form;
    this.#scratch = scratch;
    this.size = {
      width: pdfium.call('FPDF_GetPageWidthF', page),
      height: pdfium.call('FPDF_GetPageHeightF', page),
    };
  }

  /** Renders the page with annotations and fields on white into a buffer of width * height * BYTES_PER_PIXEL. */
  draw(pointer: number, width: number, height: number): void {
    const pdfium = this.#pdfium;
    const bitmap = pdfium.call('FPDFBitmap_CreateEx', width, height, BGRX, pointer, width * BYTES_PER_PIXEL);
    if (bitmap === 0) throw new Error(`PDFium makes no picture of ${width} x ${height} px`);
    pdfium.call('FPDFBitmap_FillRect', bitmap, 0, 0, width, height, WHITE);
    const place = [0, 0, width, height, 0] as const;
    pdfium.call('FPDF_RenderPageBitmap', bitmap, this.#page, ...place, ANNOTATIONS | RGB);
    // Seals are appearances of signature fields, which PDFium renders as part of the form.
    if (this.#form !== 0) pdfium.call('FPDF_FFLDraw', this.#form, bitmap, this.#page, ...place, RGB);
    pdfium.call('FPDFBitmap_Destroy', bitmap);
  }

  /** The code points of the page content, visible or not. */
  characters(): readonly number[] {
    return this.#withText([], (text) => {
      const count = Math.max(0, this.#pdfium.call('FPDFText_CountChars', text));
      return Array.from(
        { length: count },
        (_, at) => this.#pdfium.call('FPDFText_GetUnicode', text, at) >>> 0,
      );
    });
  }

  /** Places of the characters from `from` (inclusive) to `to` (exclusive) in a rendering, line by line. */
  placesOf(from: number, to: number, width: number, height: number): readonly PixelRectangle[] {
    return this.#withText([], (text) => {
      const lines: PixelRectangle[] = [];
      for (let at = from; at < to; at += 1) {
        // Spaces and line ends that PDFium generates from gaps have no place.
        if (this.#pdfium.call('FPDFText_IsGenerated', text, at) === 1) continue;
        if (this.#pdfium.call('FPDFText_GetLooseCharBox', text, at, this.#scratch) === 0) continue;
        const view = new DataView(this.#pdfium.memory.buffer, this.#scratch, SCRATCH_BYTES);
        const [left = 0, top = 0, right = 0, bottom = 0] = [0, 4, 8, 12].map((byte) =>
          view.getFloat32(byte, true),
        );
        const box = this.inPicture([left, bottom, right, top], width, height);
        const line = lines.at(-1);
        if (line !== undefined && box.top < line.bottom && line.top < box.bottom)
          lines[lines.length - 1] = united(line, box);
        else lines.push(box);
      }
      return lines;
    });
  }

  /** Maps a rectangle in default user space to a rendering. */
  inPicture(
    [left, bottom, right, top]: readonly [number, number, number, number],
    width: number,
    height: number,
  ): PixelRectangle {
    const [one, other] = [
      this.#toDevice(left, bottom, width, height),
      this.#toDevice(right, top, width, height),
    ];
    return {
      left: Math.min(one[0], other[0]),
      top: Math.min(one[1], other[1]),
      right: Math.max(one[0], other[0]),
      bottom: Math.max(one[1], other[1]),
    };
  }

  #toDevice(x: number, y: number, width: number, height: number): readonly [number, number] {
    const pdfium = this.#pdfium;
    const [across, down] = [this.#scratch, this.#scratch + 4];
    pdfium.call('FPDF_PageToDevice', this.#page, 0, 0, width, height, 0, x, y, across, down);
    const view = new DataView(pdfium.memory.buffer, this.#scratch, SCRATCH_BYTES);
    return [view.getInt32(0, true), view.getInt32(4, true)];
  }

  #withText<Result>(without: Result, act: (text: number) => Result): Result {
    const text = this.#pdfium.call('FPDFText_LoadPage', this.#page);
    if (text === 0) return without;
    try {
      return act(text);
    } finally {
      this.#pdfium.call('FPDFText_ClosePage', text);
    }
  }
}

import type { PdfiumExports } from '../../render/pdfium-fonts.js';
import { differentPlaces, MAX_PLACES, type PixelRectangle } from './different-places.js';
import { BYTES_PER_PIXEL, type PageSize, type RenderedPage } from './rendered-file.js';
import type { DifferenceKind, DisplayedPlace, FieldPlace } from './second-opinion.js';

const DPI = 100;
const PT_PER_INCH = 72;
const PX_PER_INCH = 96;
/** px: larger pages are rendered at a lower resolution. A page of A1 at 100 dpi fits. */
const MAX_PIXELS = 12_000_000;
/** px: antialiased edges of content in an excepted rectangle extend beyond it. */
const EDGE = 2;
/** Maximum number of characters that are located, so that a page set anew costs no more than an unchanged one. */
const MAX_CHARACTERS = 2_000;
/** pt: sizes are stored as floats. */
const SAME_SIZE = 0.01;

export interface ComparedPage {
  readonly differences: readonly {
    readonly kind: DifferenceKind;
    readonly places: readonly DisplayedPlace[];
  }[];
  /** Copies of the pixels; must be taken before the next page is rendered. */
  readonly pixels: () => PagePixels;
}

/** RGB and an unused byte for each pixel; null if there is no such page. */
export interface PagePixels {
  readonly width: number;
  readonly height: number;
  readonly dpi: number;
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
}

/** Compares pages that PDFium renders into two buffers, which are reused for all pages. */
export class PageComparer {
  readonly #pdfium: PdfiumExports;
  #room = 0;
  #before = 0;
  #after = 0;

  constructor(pdfium: PdfiumExports) {
    this.#pdfium = pdfium;
  }

  compare(before: RenderedPage, after: RenderedPage, excepted: readonly FieldPlace[]): ComparedPage {
    const { width, height, dpi } = pictureSize(before.size, after.size);
    this.#makeRoom(width * height * BYTES_PER_PIXEL);
    before.draw(this.#before, width, height);
    after.draw(this.#after, width, height);
    const count = width * height;
    const pixels = (): PagePixels => ({
      ...{ width, height, dpi },
      before: this.#pixels(this.#before, count).slice(),
      after: this.#pixels(this.#after, count).slice(),
    });
    if (!isSameSize(before.size, after.size)) return { differences: [{ kind: 'size', places: [] }], pixels };
    const displayed = (place: PixelRectangle): DisplayedPlace => displayedPlace(place, dpi);
    const differences: { kind: DifferenceKind; places: readonly DisplayedPlace[] }[] = [];
    const [one, other] = [this.#pixels(this.#before, count), this.#pixels(this.#after, count)];
    if (Buffer.compare(one, other) !== 0) {
      const masks = excepted.map(({ rectangle }) => grown(before.inPicture(rectangle, width, height)));
      const places = differentPlaces({ width, height, before: words(one), after: words(other) }, masks);
      if (places.length > 0) differences.push({ kind: 'pixels', places: places.map(displayed) });
    }
    const read = differentText(before, after, width, height);
    if (read !== null) differences.push({ kind: 'text', places: read.map(displayed) });
    return { differences, pixels };
  }

  /** Renders a page without a counterpart. */
  draw(page: RenderedPage, which: 'before' | 'after'): PagePixels {
    const { width, height, dpi } = pictureSize(page.size, page.size);
    this.#makeRoom(width * height * BYTES_PER_PIXEL);
    page.draw(this.#before, width, height);
    const drawn = this.#pixels(this.#before, width * height).slice();
    const none = { before: null, after: null };
    return { width, height, dpi, ...none, [which]: drawn };
  }

  close(): void {
    this.#pdfium.call('free', this.#before);
    this.#pdfium.call('free', this.#after);
  }

  #makeRoom(bytes: number): void {
    if (bytes <= this.#room) return;
    this.close();
    this.#before = this.#pdfium.malloc(bytes);
    this.#after = this.#pdfium.malloc(bytes);
    if (this.#before === 0 || this.#after === 0)
      throw new RangeError(`no memory for ${bytes} bytes of pixels`);
    this.#room = bytes;
  }

  /** A view, valid until PDFium allocates memory. */
  #pixels(pointer: number, count: number): Uint8Array {
    return new Uint8Array(this.#pdfium.memory.buffer, pointer, count * BYTES_PER_PIXEL);
  }
}

function pictureSize(
  before: PageSize,
  after: PageSize,
): { readonly width: number; readonly height: number; readonly dpi: number } {
  // Pages of different sizes are not compared, only shown.
  const across = Math.max(1, before.width, after.width);
  const along = Math.max(1, before.height, after.height);
  const wanted = (across * along * DPI ** 2) / PT_PER_INCH ** 2;
  const dpi = wanted > MAX_PIXELS ? DPI * Math.sqrt(MAX_PIXELS / wanted) : DPI;
  const px = (points: number): number => Math.max(1, Math.round((points * dpi) / PT_PER_INCH));
  return { width: px(across), height: px(along), dpi };
}

function isSameSize(one: PageSize, other: PageSize): boolean {
  const differences = [one.width - other.width, one.height - other.height];
  return differences.every((difference) => Math.abs(difference) < SAME_SIZE);
}

function displayedPlace({ left, top, right, bottom }: PixelRectangle, dpi: number): DisplayedPlace {
  const px = (length: number): number => Math.round((length * PX_PER_INCH) / dpi);
  return {
    x: px(left),
    y: px(top),
    width: Math.max(1, px(right - left)),
    height: Math.max(1, px(bottom - top)),
  };
}

function grown({ left, top, right, bottom }: PixelRectangle): PixelRectangle {
  return { left: left - EDGE, top: top - EDGE, right: right + EDGE, bottom: bottom + EDGE };
}

function words({ buffer, byteOffset, byteLength }: Uint8Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, byteLength / BYTES_PER_PIXEL);
}

/** Null if the text of both pages is equal. Page text is never part of a field, so nothing is excepted. */
function differentText(
  before: RenderedPage,
  after: RenderedPage,
  width: number,
  height: number,
): readonly PixelRectangle[] | null {
  const [one, other] = [before.characters(), after.characters()];
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  if (start === one.length && start === other.length) return null;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const places = (page: RenderedPage, length: number): readonly PixelRectangle[] =>
    page.placesOf(start, Math.min(length - end, start + MAX_CHARACTERS), width, height).slice(0, MAX_PLACES);
  const found = places(after, other.length);
  return found.length > 0 ? found : places(before, one.length);
}

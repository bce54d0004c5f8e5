import { EmbeddedFonts } from '../fonts/embedded-fonts.js';
import type { FontLibrary } from '../fonts/fonts.js';
import type { Box, Mark, Placement, Seal, SealDrawing, TextStyle } from '../model.js';
import {
  drawingForm,
  drawingKey,
  type EncodedPicture,
  encodePicture,
  writePicture,
} from '../seals/seal-xobject.js';
import type { PlacedSlice } from '../sign/seam.js';
import {
  centreOf,
  DATE_GAP,
  DATE_HEIGHT,
  DATE_WIDTH,
  type Extent,
  type Point,
  sealExtent,
} from '../sign/signature-area.js';
import type { ClassicFile } from '../syntax/classic-file.js';
import type { IncrementalUpdate } from '../syntax/incremental-update.js';
import {
  dictionary,
  name,
  type PdfDictionary,
  type PdfReference,
  type PdfValue,
  stream,
} from '../syntax/values.js';
import { printNumber } from '../syntax/write-value.js';
import {
  type DisplayRectangle,
  type PageFrame,
  PT_PER_MM,
  PT_PER_PX,
  type Rotation,
  uprightMatrix,
} from './page-geometry.js';
import { SharedObjects } from './shared-objects.js';
import { layoutText, type TextToLayOut } from './text-layout.js';
import { paintText } from './text-operators.js';

const DATE_STYLE: TextStyle = Object.freeze({
  font: 'SimSun',
  fontSize: 14,
  color: '#000000',
  bold: false,
  italic: false,
  underline: false,
  lineThrough: false,
  alignment: 'center',
});

/** In the font of every date line, so that those of different days and signers share it. */
const DATE_CHARACTERS = '0123456789-';

/** Fonts that this act has written. */
interface FontReferences {
  readonly text: ReadonlyMap<string, PdfReference> | null;
  readonly date: ReadonlyMap<string, PdfReference> | null;
}

/** An appearance whose content is known and whose objects are not written yet. */
export interface PaintedAppearance {
  readonly area: DisplayRectangle;
  readonly rotation: Rotation;
  readonly content: string;
  readonly drawing: {
    readonly key: string;
    readonly seal: SealDrawing;
  } | null;
  readonly picture: EncodedPicture | null;
  readonly withText: boolean;
  readonly withDate: boolean;
  /** Blends with the content below (blend mode Multiply, ISO 32000-2 section 11.3.5.2). */
  readonly multiplied: boolean;
}

/** Empty form of an unsigned area, an object of its own. */
export function emptyAppearance(area: DisplayRectangle, rotation: Rotation) {
  return stream(formEntries(area, rotation, dictionary({})), new Uint8Array());
}

/**
 * The appearances of one act in one file. Seals, pictures and fonts shared by several of its signatures are written
 * once, in the first revision that needs them, unless an earlier signature of the file has written the same.
 */
export class Appearances {
  readonly #library: FontLibrary;
  readonly #fonts = new EmbeddedFonts('F');
  readonly #dateFonts = new EmbeddedFonts('D', DATE_CHARACTERS);
  readonly #shared: SharedObjects;
  readonly #pictures = new Map<Uint8Array, EncodedPicture>();
  #written: ReadonlyMap<string, PdfReference> = new Map();
  #fontReferences: FontReferences = { text: null, date: null };

  constructor(library: FontLibrary, file: ClassicFile) {
    this.#library = library;
    this.#shared = new SharedObjects(file);
  }

  /** Decodes the pictures of these marks; painting is synchronous afterwards. */
  async decodePictures(marks: readonly Mark[]): Promise<void> {
    for (const mark of marks) {
      const png = pictureOf(mark);
      if (png !== null) this.#pictures.set(png, await encodePicture(png));
    }
  }

  /**
   * @param limit the box of an existing field; null: the position was chosen at signing, so the mark is painted
   * transparently and hides nothing that others have seen there
   * @throws DrawingRefused MISSING_GLYPH or OVERFLOW for a text that cannot be drawn in its box
   */
  paint(
    placement: Placement,
    frame: PageFrame,
    area: DisplayRectangle,
    limit: Extent | null,
  ): PaintedAppearance {
    const { mark, box, fieldName } = placement;
    const multiplied = limit === null;
    const painted = {
      area,
      rotation: frame.rotation,
      drawing: null,
      picture: null,
      withText: false,
      withDate: false,
      multiplied,
    };
    switch (mark.kind) {
      case 'text': {
        const text = { text: mark.text, style: mark.style, multiLine: mark.multiLine, label: fieldName };
        const content = this.#text(this.#fonts, text, box, frame, area);
        return { ...painted, content, withText: true };
      }
      case 'picture': {
        const picture = this.#decoded(mark.png);
        const extent = contained(picture, box);
        return {
          ...painted,
          content: paintXObject(centreOf(box, frame), area, extent.width, extent.height),
          picture,
        };
      }
      case 'seal':
        return this.#seal(mark, placement, frame, area, limit);
      case 'seam':
        throw new Error('a seam is painted slice by slice');
    }
  }

  /**
   * One page's part of a seam seal. The clipping path is the slice, so that the slices side by side form the seal.
   * @param multiplied whether its height was chosen at signing
   */
  paintSlice(
    seal: Seal,
    slice: PlacedSlice,
    area: DisplayRectangle,
    rotation: Rotation,
    multiplied: boolean,
  ): PaintedAppearance {
    const painted = this.#face(seal, slice.seal, slice.centre, area, rotation);
    const { left, bottom, width, height } = slice.shown;
    const clip = [left - area.left, bottom - area.bottom, width, height].map(printNumber).join(' ');
    return { ...painted, content: `q ${clip} re W n\n${painted.content}Q\n`, multiplied };
  }

  /** Writes the resources of the appearance that this act has not written yet, then its form. */
  write(update: IncrementalUpdate, painted: PaintedAppearance): PdfReference {
    const resources: [string, PdfValue][] = [];
    const xobject = this.#xobject(update, painted);
    if (xobject !== null) resources.push(['XObject', dictionary({ S: xobject })]);
    const states = graphicsStates(painted);
    if (states.size > 0) resources.push(['ExtGState', states]);
    const fonts = this.#fontsOf(update, painted);
    if (fonts.size > 0) resources.push(['Font', fonts]);
    const entries = formEntries(painted.area, painted.rotation, new Map(resources));
    const content = painted.multiplied ? `/${MULTIPLY} gs\n${painted.content}` : painted.content;
    return update.add(stream(entries, Buffer.from(content, 'latin1')));
  }

  /** Resources written so far; `restore` forgets later writes when a revision is rebuilt. */
  written(): () => void {
    const objects = this.#written;
    const fonts = this.#fontReferences;
    return () => {
      this.#written = objects;
      this.#fontReferences = fonts;
    };
  }

  #seal(
    mark: Mark & { kind: 'seal' },
    { box, fieldName }: Placement,
    frame: PageFrame,
    area: DisplayRectangle,
    limit: Extent | null,
  ): PaintedAppearance {
    const extent = sealExtent(mark, box, limit);
    const centre = centreOf(box, frame);
    const face = this.#face(mark.seal, extent, centre, area, frame.rotation);
    const painted = { ...face, multiplied: limit === null };
    if (mark.dateLine === null) return painted;
    // Directly below the seal; at the end of the page, as far down as possible.
    const below = centre.y - extent.height / 2 - DATE_GAP * PT_PER_PX;
    const bottom = Math.max(area.bottom, below - DATE_HEIGHT * PT_PER_PX);
    const dateBox: Box = {
      page: box.page,
      x: centre.x / PT_PER_PX - DATE_WIDTH / 2,
      y: (frame.height - bottom) / PT_PER_PX - DATE_HEIGHT,
      width: DATE_WIDTH,
      height: DATE_HEIGHT,
    };
    const text = { text: mark.dateLine, style: DATE_STYLE, multiLine: false, label: fieldName };
    const date = this.#text(this.#dateFonts, text, dateBox, frame, area);
    return { ...painted, content: painted.content + date, withDate: true };
  }

  /** The seal alone, as large as `extent` (pt) around a centre on the display. */
  #face(
    seal: Seal,
    extent: Extent,
    centre: Point,
    area: DisplayRectangle,
    rotation: Rotation,
  ): PaintedAppearance {
    const painted = {
      ...{ area, rotation, drawing: null, picture: null },
      ...{ withText: false, withDate: false, multiplied: false },
    };
    if (seal.kind === 'picture') {
      const picture = this.#decoded(seal.png);
      return { ...painted, content: paintXObject(centre, area, extent.width, extent.height), picture };
    }
    const scale = extent.width / (seal.width * PT_PER_MM);
    const form = { centred: true, translucent: seal.alpha < 1 };
    const content = paintXObject(centre, area, scale, scale, form);
    return { ...painted, content, drawing: { key: drawingKey(seal), seal } };
  }

  #text(
    fonts: EmbeddedFonts,
    text: Omit<TextToLayOut, 'width' | 'height'>,
    box: Box,
    frame: PageFrame,
    area: DisplayRectangle,
  ): string {
    const layout = layoutText(this.#library, { ...text, width: box.width, height: box.height });
    const left = box.x * PT_PER_PX - area.left;
    const top = frame.height - box.y * PT_PER_PX - area.bottom;
    return paintText(fonts, layout, text.style, left, top);
  }

  #decoded(png: Uint8Array): EncodedPicture {
    const picture = this.#pictures.get(png);
    if (picture === undefined) throw new Error('a picture that was not decoded before painting');
    return picture;
  }

  #fontsOf(update: IncrementalUpdate, { withText, withDate }: PaintedAppearance): PdfDictionary {
    const write = (fonts: EmbeddedFonts) => fonts.writeEach((build) => this.#shared.write(update, build));
    const { text, date } = this.#fontReferences;
    const used = {
      text: withText ? (text ?? write(this.#fonts)) : null,
      date: withDate ? (date ?? write(this.#dateFonts)) : null,
    };
    this.#fontReferences = { text: used.text ?? text, date: used.date ?? date };
    return new Map([...(used.text ?? []), ...(used.date ?? [])]);
  }

  #xobject(update: IncrementalUpdate, { drawing, picture }: PaintedAppearance): PdfReference | null {
    const key = drawing?.key ?? picture?.digest;
    if (key === undefined) return null;
    const known = this.#written.get(key);
    if (known !== undefined) return known;
    const written =
      drawing !== null
        ? this.#shared.write(update, (add) => add(drawingForm(drawing.seal, key)))
        : picture === null
          ? null
          : this.#shared.write(update, (add) => writePicture(picture, add));
    if (written !== null) this.#written = new Map(this.#written).set(key, written);
    return written;
  }
}

/** Names of graphics states in an appearance: its opacity, its blend mode. */
const ALPHA = 'A';
const MULTIPLY = 'M';

function graphicsStates({ drawing, multiplied }: PaintedAppearance): Map<string, PdfValue> {
  const states = new Map<string, PdfValue>();
  if (drawing !== null && drawing.seal.alpha < 1) {
    const { alpha } = drawing.seal;
    states.set(ALPHA, dictionary({ ca: alpha, CA: alpha }));
  }
  if (multiplied) states.set(MULTIPLY, dictionary({ BM: name('Multiply') }));
  return states;
}

function formEntries(area: DisplayRectangle, rotation: Rotation, resources: PdfValue) {
  return dictionary({
    Type: name('XObject'),
    Subtype: name('Form'),
    BBox: [0, 0, area.width, area.height],
    Matrix: uprightMatrix(rotation, area.width, area.height),
    Resources: resources,
  });
}

/** Paints /S around a centre: an image is one unit wide, a drawing is centred on its origin already. */
function paintXObject(
  centre: Point,
  area: DisplayRectangle,
  width: number,
  height: number,
  form: { readonly centred: boolean; readonly translucent: boolean } = { centred: false, translucent: false },
): string {
  const x = centre.x - area.left - (form.centred ? 0 : width / 2);
  const y = centre.y - area.bottom - (form.centred ? 0 : height / 2);
  const place = [width, 0, 0, height, x, y].map(printNumber).join(' ');
  return `q ${form.translucent ? `/${ALPHA} gs ` : ''}${place} cm /S Do Q\n`;
}

/** As large as the box allows, pt, with its aspect ratio. */
function contained(picture: EncodedPicture, box: Box): Extent {
  const scale = Math.min(box.width / picture.width, box.height / picture.height) * PT_PER_PX;
  return { width: picture.width * scale, height: picture.height * scale };
}

function pictureOf(mark: Mark): Uint8Array | null {
  if (mark.kind === 'picture') return mark.png;
  return mark.kind !== 'text' && mark.seal.kind === 'picture' ? mark.seal.png : null;
}

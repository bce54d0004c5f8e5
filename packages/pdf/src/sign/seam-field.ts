import { emptyAppearance } from '../layout/appearance.js';
import { type DisplayRectangle, type PageFrame, toRect } from '../layout/page-geometry.js';
import type { SeamStrips } from '../model.js';
import {
  dictionary,
  name,
  type PdfDictionary,
  type PdfObject,
  type PdfReference,
  textString,
} from '../syntax/values.js';
import { slicesOf, stripOf } from './seam.js';
import { checkFieldName, PRINT_AND_LOCKED, signatureField } from './signature-field.js';

/**
 * ReadOnly (bit 1) and Pushbutton (bit 17): a field without a value that cannot be pressed (ISO 32000-2, table 229).
 */
const READ_ONLY_PUSH_BUTTON = 65537;

/** Field name of the strip on a page. */
export function stripName(strips: string, page: number): string {
  return `${strips}-${page}`;
}

/** A page to which a field is added. */
export interface StripPage {
  readonly reference: PdfReference;
  readonly frame: PageFrame;
}

/**
 * The empty fields of a seam, each with its page: strips from the second page on, and the signature field on the first
 * page if it must exist beforehand.
 */
export function* seamFields(
  strips: SeamStrips,
  pages: readonly StripPage[],
  add: (object: PdfObject) => PdfReference,
): Generator<{ readonly page: number; readonly fieldName: string; readonly field: PdfReference }> {
  const slices = slicesOf(pages.length);
  const empty = new Map<string, PdfReference>();
  for (const [index, { reference, frame }] of pages.entries()) {
    const slice = slices[index];
    const page = index + 1;
    const fieldName = page === 1 ? strips.fieldName : stripName(strips.name, page);
    if (slice === undefined || fieldName === null) continue;
    checkFieldName(fieldName);
    const area = stripOf(frame, strips.box, slice);
    // An empty form is never written to, so strips of one size share it; the signature field has its own.
    const like = `${page === 1} ${area.width} ${area.height} ${frame.rotation}`;
    const appearance = empty.get(like) ?? add(emptyAppearance(area, frame.rotation));
    empty.set(like, appearance);
    const visible = { frame, area, appearance };
    const field =
      page === 1
        ? signatureField(fieldName, reference, visible, null)
        : stripField(fieldName, reference, visible);
    yield { page, fieldName, field: add(field) };
  }
}

function stripField(
  fieldName: string,
  page: PdfReference,
  visible: {
    readonly frame: PageFrame;
    readonly area: DisplayRectangle;
    readonly appearance: PdfReference;
  },
): PdfDictionary {
  return dictionary({
    Type: name('Annot'),
    Subtype: name('Widget'),
    FT: name('Btn'),
    Ff: READ_ONLY_PUSH_BUTTON,
    T: textString(fieldName),
    F: PRINT_AND_LOCKED,
    H: name('N'),
    P: page,
    Rect: toRect(visible.frame, visible.area),
    AP: dictionary({ N: visible.appearance }),
  });
}

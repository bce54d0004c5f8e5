import type { Appearances, PaintedAppearance } from '../layout/appearance.js';
import {
  type DisplayRectangle,
  findPage,
  fromRect,
  type PageFrame,
  pageFrame,
  pageReferences,
} from '../layout/page-geometry.js';
import { DrawingRefused, type Mark, type Placement, type SignatureAct } from '../model.js';
import type { ClassicFile } from '../syntax/classic-file.js';
import { isNamed, isStream, type PdfReference } from '../syntax/values.js';
import { placeSlice, seamExtent, slicesOf, stripOf } from './seam.js';
import { stripName } from './seam-field.js';
import { areaOfMark, roomOfArea } from './signature-area.js';
import { checkFieldName, type ExistingField, FieldIndex } from './signature-field.js';

/** One signature of an act: its field and appearance. */
export interface PlannedSignature {
  readonly fieldName: string;
  readonly page: { readonly number: number; readonly reference: PdfReference; readonly frame: PageFrame };
  readonly field: ExistingField | null;
  /** null: the signature is invisible. */
  readonly painted: PaintedAppearance | null;
  /** Slices of a seam on the other pages, which this signature covers in addition to its own appearance. */
  readonly strips: readonly { readonly field: ExistingField; readonly painted: PaintedAppearance }[];
}

/**
 * Plans what an act writes: all checks and drawing are done before anything is signed.
 * @throws DrawingRefused MISSING_GLYPH, OVERFLOW or OFF_PAGE, labelled with the name of the field
 */
export function planSignatures(
  file: ClassicFile,
  act: SignatureAct,
  appearances: Appearances,
): readonly PlannedSignature[] {
  const fields = new FieldIndex(file);
  const { placements } = act;
  if (placements.length === 0) return [planInvisible(file, fields, act.invisibleFieldName)];
  const planned = placements.map((placement) =>
    isSeam(placement)
      ? planSeam(file, fields, placement, appearances)
      : planVisible(file, fields, placement, appearances),
  );
  const strips = placements.filter(isSeam).map(({ mark }) => mark.strips);
  for (const names of [planned.map(({ fieldName }) => fieldName), strips]) {
    if (new Set(names).size < names.length)
      throw new RangeError('two placements of one act name the same field');
  }
  return planned;
}

function planVisible(
  file: ClassicFile,
  fields: FieldIndex,
  placement: Placement,
  appearances: Appearances,
): PlannedSignature {
  const { fieldName, box, mark } = placement;
  checkFieldName(fieldName);
  const page = pageOf(file, box.page, fieldName);
  const field = emptyField(fields, fieldName);
  const area =
    field === null ? areaOfMark(mark, box, page.frame, fieldName) : areaOf(field, page.frame, fieldName);
  const painted = appearances.paint(placement, page.frame, area, field === null ? null : roomOfArea(box));
  return { fieldName, page, field, painted, strips: [] };
}

function planInvisible(file: ClassicFile, fields: FieldIndex, fieldName: string): PlannedSignature {
  checkFieldName(fieldName);
  if (fields.find(fieldName) !== null) throw new Error(`the field ${fieldName} exists already`);
  return { fieldName, page: pageOf(file, 1, fieldName), field: null, painted: null, strips: [] };
}

/** A placement on every page: the first slice in a field of its own, the others in strips created beforehand. */
function planSeam(
  file: ClassicFile,
  fields: FieldIndex,
  placement: SeamPlacement,
  appearances: Appearances,
): PlannedSignature {
  const { fieldName, box, mark } = placement;
  checkFieldName(fieldName);
  const first = pageOf(file, 1, fieldName);
  const own = emptyField(fields, fieldName);
  const references = pageReferences(file);
  const slices = slicesOf(references.length);
  const places = references.map((reference, index) => {
    const slice = slices[index] ?? { index: 0, of: 1 };
    const frame = index === 0 ? first.frame : frameAt(file, reference);
    const name = index === 0 ? fieldName : stripName(mark.strips, index + 1);
    const field = index === 0 ? own : emptyStrip(file, fields, name);
    const strip = field === null ? stripOf(frame, box, slice) : areaOf(field, frame, name);
    return { frame, field, strip, slice };
  });
  const extent = seamExtent(mark, box, places);
  const painted = places.map(({ frame, field, strip, slice }) => {
    const placed = placeSlice(extent, box, frame, strip, slice);
    // A field added now is as large as its appearance.
    const area = field === null ? placed.shown : strip;
    const appearance = appearances.paintSlice(mark.seal, placed, area, frame.rotation, own === null);
    return { field, appearance };
  });
  return {
    fieldName,
    page: first,
    field: own,
    painted: painted[0]?.appearance ?? null,
    strips: painted
      .slice(1)
      .flatMap(({ field, appearance }) => (field === null ? [] : [{ field, painted: appearance }])),
  };
}

type SeamPlacement = Placement & { readonly mark: Mark & { kind: 'seam' } };

function isSeam(placement: Placement): placement is SeamPlacement {
  return placement.mark.kind === 'seam';
}

function frameAt(file: ClassicFile, reference: PdfReference): PageFrame {
  const page = file.dictionary(reference);
  if (page === null) throw new Error('the page is not a dictionary');
  return pageFrame(page);
}

function areaOf(field: ExistingField, frame: PageFrame, fieldName: string): DisplayRectangle {
  const area = fromRect(frame, field.dictionary.get('Rect'));
  if (area === null) throw new Error(`the field ${fieldName} has no /Rect`);
  return area;
}

function emptyStrip(file: ClassicFile, fields: FieldIndex, fieldName: string): ExistingField {
  const field = fields.find(fieldName);
  if (field === null || !isNamed(field.dictionary.get('FT'), 'Btn')) {
    throw new Error(`there is no strip ${fieldName}`);
  }
  const appearance = file.resolve(file.dictionary(field.dictionary.get('AP'))?.get('N'));
  // A strip that has an appearance belongs to the signature that covers it.
  if (!isStream(appearance) || appearance.data.length > 0)
    throw new Error(`the strip ${fieldName} is painted already`);
  return field;
}

function emptyField(fields: FieldIndex, fieldName: string): ExistingField | null {
  const field = fields.find(fieldName);
  if (field === null) return null;
  if (!isNamed(field.dictionary.get('FT'), 'Sig'))
    throw new Error(`the field ${fieldName} is not a signature field`);
  if (field.dictionary.has('V')) throw new Error(`the field ${fieldName} is signed already`);
  return field;
}

function pageOf(file: ClassicFile, number: number, label: string): PlannedSignature['page'] {
  const found = findPage(file, number);
  if (found === null) throw new DrawingRefused('OFF_PAGE', label, null);
  return { number, reference: found.reference, frame: pageFrame(found.dictionary) };
}

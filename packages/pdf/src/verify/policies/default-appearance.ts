import { isString, type PdfDictionary, type PdfValue } from '../../syntax/values.js';
import type { Comparison } from '../comparison.js';
import { displayOf } from './field-display.js';
import { isProportionate, LIGHT, rectangleOf } from './modest-appearance.js';
import { type Mark, marksOf } from './painted-marks.js';

/**
 * Whether a filled field may change its text style (/DA, ISO 32000-2, 12.7.4.3). Programs that fill a field set their
 * own font and size. The appearance determines what is displayed; but editing the value later, and readers that show
 * fields as text boxes, use /DA, so it must not make the text invisible or larger than the field.
 */
export function mayRestyle(comparison: Comparison, one: PdfDictionary, other: PdfDictionary): boolean {
  if (comparison.readersDraw || displayOf(comparison.after, other).normal === null) return false;
  const style = styleOf(other.get('DA'));
  if (style === null) return false;
  const isSeen = style.luminance <= LIGHT || styleOf(one.get('DA'))?.luminance === style.luminance;
  return isSeen && isProportionate(style, rectangleOf(comparison.after, other.get('Rect')));
}

/** The mark of one letter set in this style; null if /DA contains anything else. */
function styleOf(value: PdfValue | undefined): Mark | null {
  if (!isString(value)) return null;
  const marks = marksOf(Buffer.concat([value.bytes, Buffer.from(' (a) Tj')]));
  const [mark] = marks ?? [];
  return marks?.length === 1 && mark !== undefined && mark.text !== null ? mark : null;
}

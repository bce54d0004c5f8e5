import type { EmbeddedFonts } from '../fonts/embedded-fonts.js';
import type { FontLibrary } from '../fonts/fonts.js';
import { PT_PER_PX } from '../layout/page-geometry.js';
import { paintText } from '../layout/text-operators.js';
import type { TextStyle } from '../model.js';
import { layOutCell } from '../report/lay-out-cell.js';
import { printNumber } from '../syntax/write-value.js';
import type { CheckStrip } from './check-copy.js';
import { type Sheet, STRIP_HEIGHT } from './sheet.js';

const MARGIN = 28;
/** pt: 17 mm, so that a module of a usual address is 0.4 mm or more. */
const QR_SIDE = 48;
const QR_BOTTOM = 12;
const GAP = 12;

const body: TextStyle = {
  font: 'SimHei',
  fontSize: 9.5,
  color: '#333333',
  bold: false,
  italic: false,
  underline: false,
  lineThrough: false,
  alignment: 'left',
};

/**
 * The strip at the foot of a sheet: a hairline, the QR code, the words beside it.
 * @param qr the name of its form, and how many modules it is wide
 */
export function paintStrip(
  fonts: EmbeddedFonts,
  library: FontLibrary,
  sheet: Pick<Sheet, 'width'>,
  strip: CheckStrip,
  qr: { readonly name: string; readonly modules: number },
  place: { readonly page: number; readonly pages: number },
): string {
  const unit = printNumber(QR_SIDE / qr.modules);
  const numbering = strip.numbering
    .replaceAll('{page}', `${place.page}`)
    .replaceAll('{pages}', `${place.pages}`);
  const left = MARGIN + QR_SIDE + GAP;
  const width = sheet.width - left - MARGIN;
  const line = (text: string, style: TextStyle, top: number) =>
    paintText(fonts, layOutCell(library, text, style, width / PT_PER_PX), style, left, top);
  return [
    `q 0.6 G 0.5 w ${MARGIN} ${STRIP_HEIGHT - 2} m ${printNumber(sheet.width - MARGIN)} ${STRIP_HEIGHT - 2} l S Q\n`,
    `q ${unit} 0 0 ${unit} ${MARGIN} ${QR_BOTTOM} cm /${qr.name} Do Q\n`,
    line(strip.notice, { ...body, bold: true, color: '#1A1A1A' }, 61),
    line(numbering, { ...body, alignment: 'right' }, 61),
    line(strip.how, body, 44),
    line(strip.hint, { ...body, alignment: 'right' }, 27),
    line(strip.code, { ...body, fontSize: 13, color: '#1A1A1A' }, 29),
  ].join('');
}

import type { EmbeddedFonts } from '../fonts/embedded-fonts.js';
import type { FontLibrary } from '../fonts/fonts.js';
import { PT_PER_PX } from '../layout/page-geometry.js';
import { paintText } from '../layout/text-operators.js';
import { printNumber } from '../syntax/write-value.js';
import type { FootItem } from './footed-copy.js';
import { layOutCell } from './lay-out-cell.js';
import type { Sheet } from './sheet.js';

/** Data for painting the foot of one sheet. */
export interface FootPainting {
  readonly fonts: EmbeddedFonts;
  readonly library: FontLibrary;
  /** Names of the module forms, by item. */
  readonly forms: ReadonlyMap<FootItem, string>;
}

/** The operators of a foot. */
export function paintFoot(
  painting: FootPainting,
  items: readonly FootItem[],
  sheet: Pick<Sheet, 'width'>,
  place: { readonly page: number; readonly pages: number },
): string {
  return items.map((item) => paintItem(painting, item, sheet, place)).join('');
}

function paintItem(
  { fonts, library, forms }: FootPainting,
  item: FootItem,
  sheet: Pick<Sheet, 'width'>,
  place: { readonly page: number; readonly pages: number },
): string {
  switch (item.kind) {
    case 'rule': {
      const [bottom, right] = [printNumber(item.bottom), printNumber(sheet.width - item.right)];
      const ends = `${printNumber(item.left)} ${bottom} m ${right} ${bottom} l S`;
      return `q ${printNumber(item.gray)} G ${printNumber(item.width)} w ${ends} Q\n`;
    }
    case 'modules': {
      const unit = printNumber(item.side / item.rows.length);
      const at = `${printNumber(item.left)} ${printNumber(item.bottom)}`;
      return `q ${unit} 0 0 ${unit} ${at} cm /${forms.get(item) ?? ''} Do Q\n`;
    }
    case 'text': {
      const { style, left, right, top } = item;
      const text = item.text.replaceAll('{page}', `${place.page}`).replaceAll('{pages}', `${place.pages}`);
      const layout = layOutCell(library, text, style, (sheet.width - left - right) / PT_PER_PX);
      return paintText(fonts, layout, style, left, top);
    }
  }
}

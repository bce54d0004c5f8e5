/** Acts of the list on several rows. Pure. */
import { type Arrangement, arranged } from '../canvas/geometry/arranging.js';
import { isFixedSize, kindOf } from './control-kinds.js';
import { type Control, UNPLACED } from './design.js';
import { boxOf, type CellContext, withBox } from './list-cells.js';
import { reordered } from './list-order.js';

/** The selected controls that an arrangement changes; a seam and what waits for a place stay. */
export function arrangedRows(
  selected: readonly Control[],
  arrangement: Arrangement,
  pageSize: CellContext['pageSize'],
): readonly Control[] {
  const placed = selected.filter((control) => control.page !== UNPLACED && kindOf(control) !== 'seam');
  const places = arranged(
    placed.map((control) => ({
      ...boxOf(control),
      key: control.key,
      fileId: control.file,
      page: control.page,
      isFixed: isFixedSize(control),
    })),
    arrangement,
    ({ fileId, page }) => pageSize(fileId, page),
  );
  const boxes = new Map(places.map((place) => [place.key, place]));
  return placed.flatMap((control) => {
    const box = boxes.get(control.key);
    return box === undefined ? [] : [withBox(control, box)];
  });
}

/** The controls that change when the chosen rows move as a block by one row. */
export function shiftedRows(
  rows: readonly Control[],
  chosen: ReadonlySet<Control['key']>,
  by: 1 | -1,
): readonly Control[] {
  const places = rows.flatMap(({ key }, index) => (chosen.has(key) ? [index] : []));
  const [first = 0, last = 0] = [places[0], places.at(-1)];
  const before = by === -1 ? first - 1 : last + 2;
  return before >= 0 && before <= rows.length ? reordered(rows, chosen, before) : [];
}

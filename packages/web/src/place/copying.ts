import type { Box, Size } from '../canvas/geometry/box.js';
import { onOtherPage } from '../canvas/geometry/copying.js';
import { freeKey, type Placed } from './placed.js';

interface Keyed {
  readonly key: string | null;
}

/** Copies of a field on other pages, each with a key of its own. */
export function copiesOf(
  field: Placed,
  to: readonly { readonly page: number; readonly id: string }[],
  sizes: readonly Size[],
  fields: readonly Keyed[],
): readonly Placed[] {
  const taken = new Set(fields.map(({ key }) => key));
  const own = sizes[field.page - 1];
  return to.map(({ page, id }) => {
    const key = freeKey(field.key, taken);
    taken.add(key);
    const size = sizes[page - 1];
    const box = own === undefined || size === undefined ? field : onOtherPage(field, own, size);
    return { ...field, ...box, id, page, key };
  });
}

const SHIFT = 16;

/** A copy of a field beside the original. */
export function duplicateOf(field: Placed, id: string, fields: readonly Keyed[]): Placed {
  const key = freeKey(field.key, new Set(fields.map((each) => each.key)));
  const moved: Box = { x: field.x + SHIFT, y: field.y + SHIFT, width: field.width, height: field.height };
  return { ...field, ...moved, id, key };
}

/** The order of the list of controls, which is the order of filling. Pure. */
import { inReadingOrder } from '../canvas/geometry/reading-order.js';
import type { Control, Design } from './design.js';

/** Controls with a place in the filling order first, then all others in reading order. */
export function listed({ files, controls }: Pick<Design, 'files' | 'controls'>): readonly Control[] {
  const inOrder = inReadingOrder(
    files.map(({ key }) => ({ fileId: key })),
    controls.map((control) => ({ control, fileId: control.file, ...control })),
  ).map(({ control }) => control);
  const orderOf = ({ attribute }: Control) => attribute.order ?? Number.POSITIVE_INFINITY;
  return [...inOrder].sort((one, other) => {
    const [left, right] = [orderOf(one), orderOf(other)];
    return left === right ? 0 : left - right;
  });
}

/**
 * Moves rows as a block in the order of filling: every control gets its place as a number.
 * @param before index in front of which they are put
 * @returns the controls that change
 */
export function reordered(
  rows: readonly Control[],
  keys: ReadonlySet<Control['key']>,
  before: number,
): readonly Control[] {
  const moved = rows.filter(({ key }) => keys.has(key));
  const staying = (list: readonly Control[]) => list.filter(({ key }) => !keys.has(key));
  const next = [...staying(rows.slice(0, before)), ...moved, ...staying(rows.slice(before))];
  if (next.every((control, index) => control === rows[index])) return [];
  return next.flatMap((control, index) =>
    control.attribute.order === index + 1
      ? []
      : [{ ...control, attribute: { ...control.attribute, order: index + 1 } }],
  );
}

/** Names of many at once: `{n}` in the pattern is the number, which is appended if the pattern has none. */
export function renamed(controls: readonly Control[], pattern: string): readonly Control[] {
  const wished = pattern.trim();
  if (wished === '') return [];
  return controls.map((control, index) => {
    const name = wished.includes('{n}')
      ? wished.replaceAll('{n}', String(index + 1))
      : controls.length === 1
        ? wished
        : `${wished}${index + 1}`;
    return { ...control, name: name.slice(0, 100) };
  });
}

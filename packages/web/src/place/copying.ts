import { type Box, type File, freeKey, type Placed } from './placed.js';

interface Keyed {
  readonly key: string | null;
}

export type Pages = 'all' | 'odd' | 'even' | 'some';

/** Parses page numbers from 1, such as `1,3,7-10`. Pages that the file does not have are ignored. */
function readPages(text: string, count: number): readonly number[] {
  const numbers = text.split(/[,，、\s]+/).flatMap((part) => {
    const [, first, last] = /^(\d{1,5})(?:[-–~](\d{1,5}))?$/.exec(part) ?? [];
    if (first === undefined) return [];
    const [from, to] = [Number(first), Number(last ?? first)];
    return to < from || from > count
      ? []
      : Array.from({ length: Math.min(to, count) - from + 1 }, (_, index) => from + index);
  });
  return [...new Set(numbers)].filter((page) => page >= 1).sort((left, right) => left - right);
}

/** Target pages of the copies, and the number of pages skipped because of their size. */
export function pagesToCopy(
  file: File,
  field: Placed,
  pages: Pages,
  text: string,
): { readonly pages: readonly number[]; readonly skipped: number } {
  const own = file.pages[field.page - 1];
  const all = file.pages.map((_, index) => index + 1);
  const wished =
    pages === 'some'
      ? readPages(text, file.pages.length)
      : all.filter((page) => pages === 'all' || (page % 2 === 1) === (pages === 'odd'));
  const others = wished.filter((page) => page !== field.page);
  const same = others.filter((page) => {
    const size = file.pages[page - 1];
    return size !== undefined && size.width === own?.width && size.height === own.height;
  });
  return { pages: same, skipped: others.length - same.length };
}

/** Copies of a field on other pages, each with a key of its own. */
export function copiesOf(
  field: Placed,
  to: readonly { readonly page: number; readonly id: string }[],
  fields: readonly Keyed[],
): readonly Placed[] {
  const taken = new Set(fields.map(({ key }) => key));
  return to.map(({ page, id }) => {
    const key = freeKey(field.key, taken);
    taken.add(key);
    return { ...field, id, page, key };
  });
}

const SHIFT = 16;

/** A copy of a field beside the original. */
export function duplicateOf(field: Placed, id: string, fields: readonly Keyed[]): Placed {
  const key = freeKey(field.key, new Set(fields.map((each) => each.key)));
  const moved: Box = { x: field.x + SHIFT, y: field.y + SHIFT, width: field.width, height: field.height };
  return { ...field, ...moved, id, key };
}

/** Copies to other pages. Pure; lengths are document px. */
import { type Box, type Size, within } from './box.js';

export type PageChoice = 'all' | 'odd' | 'even' | 'last' | 'some';

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

/** The chosen pages but for the control's own. `text` counts for `some` only. */
export function chosenPages(count: number, own: number, choice: PageChoice, text: string): readonly number[] {
  const all = Array.from({ length: count }, (_, index) => index + 1);
  const wished = {
    all: () => all,
    odd: () => all.filter((page) => page % 2 === 1),
    even: () => all.filter((page) => page % 2 === 0),
    last: () => all.slice(-1),
    some: () => readPages(text, count),
  }[choice]();
  return wished.filter((page) => page !== own);
}

export function isSameSize(one: Size | undefined, other: Size | undefined): boolean {
  return one !== undefined && one.width === other?.width && one.height === other.height;
}

/** The same place on a page of another size: it keeps the distance to the nearest edge on either axis. */
export function onOtherPage(box: Box, from: Size, to: Size): Box {
  return within(to, {
    ...box,
    x: besideEdge(box.x, box.width, from.width, to.width),
    y: besideEdge(box.y, box.height, from.height, to.height),
  });
}

function besideEdge(start: number, length: number, from: number, to: number): number {
  const end = from - start - length;
  return end < start ? to - length - end : start;
}

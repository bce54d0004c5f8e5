import type { Picture, Reading, Word } from './readers/reading.js';
import type { FieldPlace } from './workpiece.js';

/** Margin around a rectangle, px, for borders and anti-aliasing. */
const MARGIN = 2;
/** Of 255: smaller differences are noise from a different blending order. */
const NOTICEABLE = 24;
const FEW_PIXELS = 3;
/** Of 255: darker pixels are ink. */
const DARK = 64;

/** What a reader displays differently than before outside these rectangles; '' if nothing. */
export function differenceOf(before: Reading, after: Reading, places: readonly FieldPlace[]): string {
  if (before.pages.length !== after.pages.length)
    return `${before.pages.length} pages, then ${after.pages.length}`;
  for (const [index, page] of before.pages.entries()) {
    const other = after.pages[index];
    if (other === undefined) continue;
    if (page.width !== other.width || page.height !== other.height) return `page ${index + 1}: another size`;
    const own = places.filter((place) => place.page === index);
    const found = otherPixels(page, other, own);
    if (found !== null) return `page ${index + 1}: pixels, the first at ${found}`;
  }
  return otherWords(before.words, after.words, places);
}

function otherPixels(one: Picture, other: Picture, places: readonly FieldPlace[]): string | null {
  if (Buffer.compare(one.pixels, other.pixels) === 0) return null;
  let count = 0;
  let first: string | null = null;
  for (let index = 0; index < one.width * one.height; index += 1) {
    if (!isOther(one.pixels, other.pixels, 3 * index)) continue;
    const x = index % one.width;
    const y = Math.floor(index / one.width);
    if (places.some((place) => isIn(place, x, one.height - 1 - y))) continue;
    count += 1;
    first ??= `${x}, ${y}`;
  }
  return count > FEW_PIXELS ? first : null;
}

function isOther(one: Uint8Array, other: Uint8Array, at: number): boolean {
  for (let channel = at; channel < at + 3; channel += 1)
    if (Math.abs((one[channel] ?? 0) - (other[channel] ?? 0)) > NOTICEABLE) return true;
  return false;
}

function isIn({ rectangle: [left, bottom, right, top] }: FieldPlace, x: number, y: number): boolean {
  return (
    x >= Math.floor(left) - MARGIN &&
    x <= Math.ceil(right) + MARGIN &&
    y >= Math.floor(bottom) - MARGIN &&
    y <= Math.ceil(top) + MARGIN
  );
}

/**
 * Words that appeared or disappeared outside the rectangles. Readers that do not report positions of words are compared
 * only for files without such rectangles, because some do not count text covered by a filled field. With rectangles,
 * added words are left to the pixels: letters clipped by their box are still text.
 */
function otherWords(before: readonly Word[], after: readonly Word[], places: readonly FieldPlace[]): string {
  const isOutside = ({ at }: Word): boolean =>
    at === null
      ? places.length === 0
      : !places.some((place) => place.page === at.page && isIn(place, at.x, at.y));
  const count = new Map<string, number>();
  for (const { text } of before.filter(isOutside)) count.set(text, (count.get(text) ?? 0) + 1);
  for (const { text } of after.filter(isOutside)) count.set(text, (count.get(text) ?? 0) - 1);
  const told = (sign: number): string =>
    [...count]
      .filter(([, times]) => times * sign > 0)
      .map(([word]) => word)
      .slice(0, 5)
      .join(' ');
  const [gone, come] = [told(1), places.length === 0 ? told(-1) : ''];
  return gone === '' && come === '' ? '' : `words: ${gone} became ${come}`;
}

/** Share of the visible content within the rectangles that has changed, from 0 to 1. */
export function coveredShare(before: Reading, after: Reading, places: readonly FieldPlace[]): number {
  const shares = places.map((place) => {
    const [one, other] = [before.pages[place.page], after.pages[place.page]];
    if (one === undefined || other === undefined || one.pixels.length !== other.pixels.length) return 0;
    let ink = 0;
    let covered = 0;
    for (let index = 0; index < one.width * one.height; index += 1) {
      const [x, y] = [index % one.width, one.height - 1 - Math.floor(index / one.width)];
      if ((one.pixels[3 * index] ?? 255) >= DARK || !isIn(place, x, y)) continue;
      ink += 1;
      if (isOther(one.pixels, other.pixels, 3 * index)) covered += 1;
    }
    return ink < FEW_PIXELS ** 2 ? 0 : covered / ink;
  });
  return Math.max(0, ...shares);
}

/** The price in a contract of these tests, whatever else a reader finds in it. */
export function statementsOf({ words }: Reading): string {
  const found =
    words
      .map(({ text }) => text)
      .join(' ')
      .match(/(?:price is|or) \d+/g) ?? [];
  return [...new Set(found)].sort().join(', ');
}

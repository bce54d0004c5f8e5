import type { Placement } from '../canvas-types.js';

type Placed = Pick<Placement, 'fileId' | 'page' | 'x' | 'y'>;

const BAND = 24;

/** Reading order: file, page, horizontal band, then left to right. */
export function inReadingOrder<T extends Placed>(
  files: readonly { readonly fileId: number }[],
  controls: readonly T[],
): readonly T[] {
  const place = new Map(files.map(({ fileId }, index) => [fileId, index]));
  const band = ({ y }: Placed) => Math.floor(y / BAND);
  return [...controls].sort(
    (one, other) =>
      (place.get(one.fileId) ?? 0) - (place.get(other.fileId) ?? 0) ||
      one.page - other.page ||
      band(one) - band(other) ||
      one.x - other.x,
  );
}

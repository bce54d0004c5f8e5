/** px of a page at 96 dpi in a millimetre. */
export const PX_PER_MM = 96 / 25.4;

/** More pages than this share two seals, so that no slice is too thin. */
const MAX_SLICES = 50;

/** Which slice of its seam seal a page of the file shows. */
export function sliceOf(pageCount: number, page: number): { readonly index: number; readonly of: number } {
  const seals = Math.ceil(pageCount / MAX_SLICES);
  const seal = Array.from({ length: seals }, (_, index) => index).findLast(
    (index) => Math.floor((index * pageCount) / seals) < page,
  );
  const from = Math.floor(((seal ?? 0) * pageCount) / seals);
  const to = Math.floor((((seal ?? 0) + 1) * pageCount) / seals);
  return { index: page - 1 - from, of: to - from };
}

/** Document px per millimetre, at 96 dpi. */
export const PX_PER_MM = 96 / 25.4;

/** Beyond this number of pages a seam seal is repeated, so that no slice becomes too thin. */
const MAX_SLICES = 50;

/** The slice of the seam seal on a page of the file. */
export function sliceOf(pageCount: number, page: number): { readonly index: number; readonly of: number } {
  const seals = Math.ceil(pageCount / MAX_SLICES);
  const seal = Array.from({ length: seals }, (_, index) => index).findLast(
    (index) => Math.floor((index * pageCount) / seals) < page,
  );
  const from = Math.floor(((seal ?? 0) * pageCount) / seals);
  const to = Math.floor((((seal ?? 0) + 1) * pageCount) / seals);
  return { index: page - 1 - from, of: to - from };
}

/** The rows of one page of a list; the first page by default. */
export function windowOf(
  page: number | undefined,
  size: number,
): { readonly limit: number; readonly offset: number } {
  return { limit: size, offset: ((page ?? 1) - 1) * size };
}

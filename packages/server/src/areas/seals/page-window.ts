/** The rows of a list that make one page. */
export interface PageWindow {
  readonly limit: number;
  readonly offset: number;
}

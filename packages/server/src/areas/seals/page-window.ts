/** The rows of one page of a list. */
export interface PageWindow {
  readonly limit: number;
  readonly offset: number;
}

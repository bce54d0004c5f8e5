/** One page of a contract as text. */
export interface PageText {
  /** None for a page that is only a picture, such as a scan. */
  readonly paragraphs: readonly string[];
}

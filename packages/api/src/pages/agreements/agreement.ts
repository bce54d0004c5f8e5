/** Text in one language, by paragraphs. */
export interface AgreementWords {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

export interface Agreement {
  /** Date from which it is shown. */
  readonly version: string;
  readonly zh: AgreementWords;
  readonly en: AgreementWords;
}

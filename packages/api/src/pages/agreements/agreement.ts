/** In one language; one paragraph each. */
export interface AgreementWords {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

export interface Agreement {
  /** The day from which on it is shown. */
  readonly version: string;
  readonly zh: AgreementWords;
  readonly en: AgreementWords;
}

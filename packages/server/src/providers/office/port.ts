/** What only an office program reads. */
export type OfficeFormat = 'doc' | 'docx' | 'odt' | 'rtf';

/** What there is to convert with; for doctor and logs. */
export type OfficeConverterKind =
  | 'remote'
  | 'libreoffice-kept-running'
  | 'libreoffice-one-shot'
  /** It is there, and cannot be cut off from the network. */
  | 'libreoffice-refused'
  | 'none';

/** Port: turns documents of word processors into PDF as their own program would print them. */
export interface OfficeConverter {
  /**
   * @param owner whose document it is: no program that has seen it works on a document of another owner
   * @throws ConversionRefused NO_CONVERTER, CONVERTER_AWAY, BROKEN, PASSWORD, TOO_SLOW, TOO_LARGE
   * @throws EngineBusy when too many wait already
   */
  toPdf(document: Uint8Array, format: OfficeFormat, owner: number): Promise<Uint8Array>;

  /** Ends what was kept running. */
  close(): Promise<void>;
}

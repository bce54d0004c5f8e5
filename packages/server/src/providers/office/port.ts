/** Formats that only an office program can read. */
export type OfficeFormat = 'doc' | 'docx' | 'odt' | 'rtf';

/** Available converter, for doctor and logs. */
export type OfficeConverterKind =
  | 'remote'
  | 'libreoffice-kept-running'
  | 'libreoffice-one-shot'
  /** Installed, but cannot be isolated from the network. */
  | 'libreoffice-refused'
  | 'none';

/** Port: converts word processor documents to PDF as their own program would print them. */
export interface OfficeConverter {
  /**
   * @param owner owner of the document: an instance that has processed it never processes another owner's document
   * @throws ConversionRefused NO_CONVERTER, CONVERTER_AWAY, BROKEN, PASSWORD, TOO_SLOW, TOO_LARGE
   * @throws EngineBusy if too many documents are waiting
   */
  toPdf(document: Uint8Array, format: OfficeFormat, owner: number): Promise<Uint8Array>;

  /** Stops all running instances. */
  close(): Promise<void>;
}

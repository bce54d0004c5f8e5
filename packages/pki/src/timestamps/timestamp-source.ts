/** A timestamp token with its descriptive data. */
export interface Timestamp {
  /** ContentInfo, DER. */
  readonly token: Uint8Array;
  readonly time: Date;
  /** Serial number of the token, lower-case hexadecimal digits. */
  readonly serialNumber: string;
  /** Human-readable name of the authority: its common name or URL. */
  readonly authority: string;
}

/** Port: source of timestamps. */
export interface TimestampSource {
  /** Expected length of a token, for which space is reserved in advance. */
  readonly expectedLength: number;
  /**
   * Returns a verified token over a SHA-256 digest.
   * @throws TimestampError
   */
  stamp(digest: Uint8Array, now: Date): Promise<Timestamp>;
}

/** A timestamp token with what is told of it. */
export interface Timestamp {
  /** ContentInfo, DER. */
  readonly token: Uint8Array;
  readonly time: Date;
  /** Of the token; lower-case hexadecimal digits. */
  readonly serialNumber: string;
  /** Human-readable issuer: the common name, or the address, of the authority. */
  readonly authority: string;
}

/** Port: where timestamps come from. */
export interface TimestampSource {
  /** Expected size of a token: space reserved before it exists. */
  readonly expectedLength: number;
  /**
   * A verified token over a SHA-256 digest.
   * @throws TimestampError
   */
  stamp(digest: Uint8Array, now: Date): Promise<Timestamp>;
}

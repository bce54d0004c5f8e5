/** A timestamp token with what is told of it. */
export interface Timestamp {
  /** ContentInfo, DER. */
  readonly token: Uint8Array;
  readonly time: Date;
  /** Of the token; lower-case hexadecimal digits. */
  readonly serialNumber: string;
  /** Who made it, for people: the common name, or the address, of the authority. */
  readonly authority: string;
}

/** Port: where timestamps come from. */
export interface TimestampSource {
  /** How many bytes a token is expected to have: room that is kept for it before it is there. */
  readonly expectedLength: number;
  /**
   * A verified token over a SHA-256 digest.
   * @throws TimestampError
   */
  stamp(digest: Uint8Array, now: Date): Promise<Timestamp>;
}

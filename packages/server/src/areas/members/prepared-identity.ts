/** A person's identity, ready to be stored. */
export interface PreparedIdentity {
  readonly realName: string;
  /** Encrypted. */
  readonly identNum: Uint8Array;
  readonly identNumIndex: string;
}

/** A pad on a phone, opened by a page on a desktop; nothing of its secret is stored but a hash. */
export interface HandwritingPadsTable {
  token_hash: string;
  /** The session that opened it, and the only one that gets the picture. One pad a session. */
  session_hash: string;
  expire_time: Date;
  /** PNG, as a data URL; null until it is handed in. */
  picture: string | null;
}

export interface HandwritingPadTables {
  handwriting_pads: HandwritingPadsTable;
}

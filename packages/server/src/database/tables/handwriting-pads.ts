/** A handwriting pad on a phone, opened from a page on a desktop. Of its secret only a hash is stored. */
export interface HandwritingPadsTable {
  token_hash: string;
  /** The session that opened it, and the only one that receives the picture. One pad per session. */
  session_hash: string;
  expire_time: Date;
  /** PNG as a data URL; null until it is submitted. */
  picture: string | null;
}

export interface HandwritingPadTables {
  handwriting_pads: HandwritingPadsTable;
}

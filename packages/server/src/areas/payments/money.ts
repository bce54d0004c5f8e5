/** Integer fen internally, yuan with two decimals externally. */
export function yuanOf(fen: number): number {
  return fen / 100;
}

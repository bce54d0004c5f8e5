/** Integer fen inside, yuan with two decimals outside. */
export function yuanOf(fen: number): number {
  return fen / 100;
}

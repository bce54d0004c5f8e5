/** Made once: toLocaleString makes one for every amount. */
const yuanInFigures = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Formats an amount in yuan: ¥1,234.00. */
export function money(yuan: number): string {
  return `¥${yuanInFigures.format(yuan)}`;
}

/** Formats an amount in yuan: ¥1,234.00. */
export function money(yuan: number): string {
  return `¥${yuan.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

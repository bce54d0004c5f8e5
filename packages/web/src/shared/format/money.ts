/** ¥1,234.00, from yuan. */
export function money(yuan: number): string {
  return `¥${yuan.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

export function median(numbers) {
  return quantile(numbers, 0.5);
}

/** The nearest-rank quantile, which is always a measured value. */
export function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Milliseconds with significant digits only. */
export function ms(value) {
  return value === null || Number.isNaN(value) ? '-' : value.toFixed(value < 10 ? 1 : 0);
}

/** Prints a Markdown table. */
export function printTable(header, rows) {
  for (const row of [header, header.map(() => '---'), ...rows]) console.log(`| ${row.join(' | ')} |`);
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const;

/** 1.5 GiB, of a number of bytes. */
export function byteWords(bytes: number): string {
  let [value, unit] = [bytes, 0];
  while (value >= 1024 && unit < UNITS.length - 1) [value, unit] = [value / 1024, unit + 1];
  // Rounding up would show 1024 of a unit.
  const shown =
    unit === 0 || value >= 100 ? String(Math.floor(value)) : (Math.floor(value * 10) / 10).toFixed(1);
  return `${shown} ${UNITS[unit]}`;
}

/** The used part of a disk in percent: 100 only when nothing is free. */
export function usedPercent({ total, free }: { readonly total: number; readonly free: number }): number {
  return total <= 0 ? 0 : Math.floor(((total - free) * 100) / total);
}

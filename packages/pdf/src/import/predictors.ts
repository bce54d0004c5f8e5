/** A number of the decode parameters. */
export type Numbers = (key: string, otherwise: number) => number;

/**
 * Reverses PNG and TIFF predictors (ISO 32000-2 section 7.4.4.4); TIFF only for 8-bit components, as used by tables.
 */
export function unpredicted(data: Uint8Array, numbers: Numbers): Uint8Array {
  const predictor = numbers('Predictor', 1);
  if (predictor < 2) return data;
  const bits = Math.min(32, Math.max(1, numbers('BitsPerComponent', 8)));
  const colors = Math.min(32, Math.max(1, numbers('Colors', 1)));
  const columns = Math.min(1 << 20, Math.max(1, numbers('Columns', 1)));
  const pixel = Math.max(1, (bits * colors) >> 3);
  const row = (bits * colors * columns + 7) >> 3;
  return predictor === 2 ? tiffRows(data, row, pixel, bits) : pngRows(data, row, pixel);
}

function tiffRows(data: Uint8Array, row: number, pixel: number, bits: number): Uint8Array {
  if (bits !== 8) return data;
  const out = Uint8Array.from(data);
  for (let at = 0; at < out.length; at += 1) {
    if (at % row >= pixel) out[at] = (out[at] ?? 0) + (out[at - pixel] ?? 0);
  }
  return out;
}

function pngRows(data: Uint8Array, row: number, pixel: number): Uint8Array {
  const rows = Math.ceil(data.length / (row + 1));
  const out = new Uint8Array(rows * row);
  for (let line = 0; line < rows; line += 1) {
    const from = line * (row + 1);
    const to = line * row;
    const kind = data[from];
    const length = Math.min(row, data.length - from - 1);
    for (let at = 0; at < length; at += 1) {
      const left = at >= pixel ? (out[to + at - pixel] ?? 0) : 0;
      const above = line > 0 ? (out[to - row + at] ?? 0) : 0;
      const corner = line > 0 && at >= pixel ? (out[to - row + at - pixel] ?? 0) : 0;
      out[to + at] = (data[from + 1 + at] ?? 0) + predicted(kind, left, above, corner);
    }
  }
  return out;
}

function predicted(kind: number | undefined, left: number, above: number, corner: number): number {
  if (kind === 1) return left;
  if (kind === 2) return above;
  if (kind === 3) return (left + above) >> 1;
  if (kind !== 4) return 0;
  const estimate = left + above - corner;
  const [byLeft, byAbove, byCorner] = [left, above, corner].map((value) => Math.abs(estimate - value));
  if ((byLeft ?? 0) <= (byAbove ?? 0) && (byLeft ?? 0) <= (byCorner ?? 0)) return left;
  return (byAbove ?? 0) <= (byCorner ?? 0) ? above : corner;
}

/** Weights of straight and diagonal steps in the 3-4 chamfer distance. */
const STRAIGHT = 3;
const DIAGONAL = 4;

/**
 * For every pixel the index of the nearest known pixel: its own if it is known, -1 if no pixel is known. Computed in
 * two passes, each of which propagates the results of the neighbours already visited.
 */
export function nearestKnown(known: Uint8Array, width: number, height: number): Int32Array {
  const source = new Int32Array(known.length);
  const distance = new Int32Array(known.length);
  for (let at = 0; at < known.length; at += 1) {
    source[at] = known[at] === 1 ? at : -1;
    distance[at] = known[at] === 1 ? 0 : 1 << 29;
  }
  const take = (at: number, x: number, y: number, step: number): void => {
    if (x < 0 || y < 0 || x >= width || y >= height) return;
    const from = y * width + x;
    const there = (distance[from] ?? 0) + step;
    if (there >= (distance[at] ?? 0)) return;
    distance[at] = there;
    source[at] = source[from] ?? -1;
  };
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      if (known[at] === 1) continue;
      take(at, x - 1, y, STRAIGHT);
      take(at, x - 1, y - 1, DIAGONAL);
      take(at, x, y - 1, STRAIGHT);
      take(at, x + 1, y - 1, DIAGONAL);
    }
  }
  for (let y = height - 1; y >= 0; y -= 1) {
    for (let x = width - 1; x >= 0; x -= 1) {
      const at = y * width + x;
      if (known[at] === 1) continue;
      take(at, x + 1, y, STRAIGHT);
      take(at, x + 1, y + 1, DIAGONAL);
      take(at, x, y + 1, STRAIGHT);
      take(at, x - 1, y + 1, DIAGONAL);
    }
  }
  return source;
}

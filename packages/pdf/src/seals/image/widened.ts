/** Marks every point within a square of 2 radius + 1 around a marked one (1; others are 0). */
export function widened(marks: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  const along = new Uint8Array(marks.length);
  for (let y = 0; y < height; y += 1) widenLine(marks, along, y * width, 1, width, radius);
  const both = new Uint8Array(marks.length);
  for (let x = 0; x < width; x += 1) widenLine(along, both, x, width, height, radius);
  return both;
}

function widenLine(
  from: Uint8Array,
  to: Uint8Array,
  start: number,
  step: number,
  length: number,
  radius: number,
): void {
  let newest = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < length + radius; at += 1) {
    if (at < length && from[start + at * step] === 1) newest = at;
    // Seen up to `radius` ahead of this point, a mark counts when it lies no further than that behind it.
    const point = at - radius;
    if (point >= 0 && newest >= point - radius) to[start + point * step] = 1;
  }
}

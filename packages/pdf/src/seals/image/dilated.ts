/** Dilation: sets to 1 every pixel within a square of 2 radius + 1 around a marked one, others to 0. */
export function dilated(marks: Uint8Array, width: number, height: number, radius: number): Uint8Array {
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
    // A mark is found `radius` pixels ahead of `point` and counts until it lies `radius` pixels behind.
    const point = at - radius;
    if (point >= 0 && newest >= point - radius) to[start + point * step] = 1;
  }
}

/** One number per pixel, row by row. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
}

export function planeOf(width: number, height: number): Plane {
  return { width, height, values: new Float32Array(width * height) };
}

export function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}

/** 0 up to `from`, 1 from `to`, linear in between. */
export function ramp(value: number, from: number, to: number): number {
  return clamp((value - from) / (to - from), 0, 1);
}

/** Mean over a square of 2 radius + 1 pixels, cut off at the edges. */
export function boxBlur(plane: Plane, radius: number): Plane {
  return transposed(blurRows(transposed(blurRows(plane, radius)), radius));
}

function blurRows({ width, height, values }: Plane, radius: number): Plane {
  const blurred = planeOf(width, height);
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    let sum = 0;
    let count = 0;
    for (let x = -radius; x < width; x += 1) {
      const entering = x + radius;
      if (entering < width) {
        sum += values[row + entering] ?? 0;
        count += 1;
      }
      if (x - radius - 1 >= 0) {
        sum -= values[row + x - radius - 1] ?? 0;
        count -= 1;
      }
      if (x >= 0) blurred.values[row + x] = sum / count;
    }
  }
  return blurred;
}

/** Maximum or minimum over a square of 2 radius + 1 pixels. Its cost grows with the radius: for small planes. */
export function windowExtreme(plane: Plane, radius: number, which: 'max' | 'min'): Plane {
  const pick = which === 'max' ? Math.max : Math.min;
  const rows = (one: Plane): Plane => rowExtreme(one, radius, pick);
  return transposed(rows(transposed(rows(plane))));
}

function rowExtreme(
  { width, height, values }: Plane,
  radius: number,
  pick: (one: number, other: number) => number,
): Plane {
  const found = planeOf(width, height);
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    for (let x = 0; x < width; x += 1) {
      const last = Math.min(width - 1, x + radius);
      let best = values[row + x] ?? 0;
      for (let at = Math.max(0, x - radius); at <= last; at += 1) best = pick(best, values[row + at] ?? 0);
      found.values[row + x] = best;
    }
  }
  return found;
}

function transposed({ width, height, values }: Plane): Plane {
  const turned = planeOf(height, width);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) turned.values[x * height + y] = values[y * width + x] ?? 0;
  }
  return turned;
}

/** Bilinear interpolation in a coarser plane of the same picture; `x` and `y` from 0 to 1. */
export function interpolate({ width, height, values }: Plane, x: number, y: number): number {
  const column = clamp(x * width - 0.5, 0, width - 1);
  const row = clamp(y * height - 0.5, 0, height - 1);
  const left = Math.floor(column);
  const top = Math.floor(row);
  const right = Math.min(left + 1, width - 1);
  const bottom = Math.min(top + 1, height - 1);
  const upper = mix(values[top * width + left], values[top * width + right], column - left);
  const lower = mix(values[bottom * width + left], values[bottom * width + right], column - left);
  return mix(upper, lower, row - top);
}

function mix(one = 0, other = 0, share: number): number {
  return one + (other - one) * share;
}

/** More bins than a decoded picture has levels. */
const BINS = 1024;

/** Quantile of the chosen values, which lie between 0 and 1; 0 if none is chosen. */
export function quantile({ values }: Plane, share: number, isChosen: (at: number) => boolean): number {
  const bins = new Uint32Array(BINS + 1);
  let count = 0;
  for (let at = 0; at < values.length; at += 1) {
    if (!isChosen(at)) continue;
    const bin = Math.round(clamp(values[at] ?? 0, 0, 1) * BINS);
    bins[bin] = (bins[bin] ?? 0) + 1;
    count += 1;
  }
  let below = 0;
  for (let bin = 0; bin <= BINS && count > 0; bin += 1) {
    below += bins[bin] ?? 0;
    if (below > share * count || below === count) return bin / BINS;
  }
  return 0;
}

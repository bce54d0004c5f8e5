import type { CanvasControl, Placement } from '../../../packages/web/src/canvas/canvas-types.js';
import type { Box, Size } from '../../../packages/web/src/canvas/geometry/box.js';

export const a4: Size = { width: 794, height: 1123 };

export function box(x: number, y: number, width = 160, height = 24): Box {
  return { x, y, width, height };
}

export function placed(key: string, at: Box, page = 1): Placement {
  return { key, fileId: 1, page, ...at };
}

export function control(key: string, at: Box, given: Partial<CanvasControl> = {}): CanvasControl {
  return {
    ...placed(key, at),
    kind: 'text',
    party: 0,
    name: key,
    required: true,
    state: 'plain',
    sizing: 'free',
    ...given,
  };
}

/** Numbers that look random but are the same in every run. */
export function numbersFrom(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * most);
  };
}

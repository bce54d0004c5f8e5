import type { CheckBoxValue } from '../model.js';
import { printNumber } from '../syntax/write-value.js';
import { type PageFrame, PT_PER_PX } from './page-geometry.js';
import { rgb } from './text-operators.js';

/** Fractions of the square's side. */
const LINE = 0.06;
const TICK_LINE = 0.11;
/** From the lower left over the corner to the tip, y up. */
const TICK = [
  [0.22, 0.5],
  [0.42, 0.28],
  [0.79, 0.74],
] as const;
/** Limit, px: a larger box would look like a frame. */
const MAX_SIDE = 40;

/**
 * A check box as content operators, in points of the display with y up. Drawn as outlines, because a font may lack ☑.
 */
export function paintCheckBox({ box, checked, color, alignment }: CheckBoxValue, frame: PageFrame): string {
  const side = Math.min(box.width, box.height, MAX_SIDE) * PT_PER_PX;
  const slack = box.width * PT_PER_PX - side;
  const left = box.x * PT_PER_PX + (alignment === 'left' ? 0 : alignment === 'right' ? slack : slack / 2);
  const bottom = frame.height - (box.y + box.height / 2) * PT_PER_PX - side / 2;
  const at = (x: number, y: number): string => `${printNumber(x)} ${printNumber(y)}`;
  const line = side * LINE;
  const inner = printNumber(side - line);
  const square = `${printNumber(line)} w ${at(left + line / 2, bottom + line / 2)} ${inner} ${inner} re S\n`;
  const points = TICK.map(([x, y]) => at(left + x * side, bottom + y * side));
  const tick = `${printNumber(side * TICK_LINE)} w 1 J 1 j ${points[0]} m ${points.slice(1).join(' l ')} l S\n`;
  return `q ${rgb(color)} RG ${square}${checked ? tick : ''}Q\n`;
}

import type { Rule } from '@cinnabar/pdf/render/page-layout.js';

/** px */
const [MIN_SIDE, MAX_SIDE, NEAR] = [6, 22, 1.5];

/** Squares of the size of a letter whose four sides are drawn one by one. */
export function squaresOf(rules: readonly Rule[]): readonly Rule[] {
  const isSide = ({ width, height }: Rule): boolean => {
    const long = Math.max(width, height);
    return long >= MIN_SIDE - NEAR && long <= MAX_SIDE + NEAR;
  };
  const sides = rules.filter(isSide);
  const level = sides.filter(({ width, height }) => width > height);
  const upright = sides.filter(({ width, height }) => height > width);
  return level.flatMap((top) => {
    const side = top.width;
    const bottom = level.some(
      ({ x, y, width }) => isAt(x, top.x) && isAt(width, side) && isAt(y - top.y, side),
    );
    const isUpright = (at: number): boolean =>
      upright.some(({ x, y, height }) => isAt(x, at) && isAt(y, top.y) && isAt(height, side));
    return bottom && isUpright(top.x) && isUpright(top.x + side)
      ? [{ x: top.x, y: top.y, width: side, height: side }]
      : [];
  });
}

function isAt(one: number, other: number): boolean {
  return Math.abs(one - other) <= NEAR;
}

import { PT_PER_MM } from '../layout/page-geometry.js';
import { rgb } from '../layout/text-operators.js';
import type { SealDrawing } from '../model.js';
import { printNumber } from '../syntax/write-value.js';

/** Coordinates are integers of this unit, which take the fewest bytes: twenty micrometres, 1270 to the inch. */
const UNITS_PER_MM = 50;

interface Extent {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A subpath in units, y pointing down. */
interface Contour {
  readonly steps: readonly Step[];
  readonly extent: Extent;
  readonly isClosed: boolean;
}

interface Step {
  readonly operator: 'm' | 'l' | 'c';
  /** x, y, x, y ... */
  readonly coordinates: readonly number[];
}

/** Contours that are painted together, such as those of a character. */
interface Shape {
  readonly contours: readonly Contour[];
  readonly extent: Extent;
}

/**
 * The content of a seal: converts units to points with y pointing up, then paints each shape from an origin at its
 * corner, because small positive coordinates take fewer bytes.
 */
export function sealOperators(seal: SealDrawing): string {
  const scale = printNumber(PT_PER_MM / UNITS_PER_MM);
  const color = rgb(seal.color);
  const operators = [`${color} rg ${color} RG ${scale} 0 0 -${scale} 0 0 cm`];
  let [left, top] = [0, 0];
  for (const { paint, strokeWidth, evenOdd, data } of seal.paths) {
    const contours = contoursOf(data);
    if (paint === 'stroke') {
      operators.push(`${inUnits(strokeWidth ?? 0)} w`);
      for (const contour of contours)
        operators.push(...contourOperators(contour, left, top), closing(contour));
      operators.push('S');
      continue;
    }
    for (const { contours: together, extent } of shapesOf(contours)) {
      operators.push(`1 0 0 1 ${extent.left - left} ${extent.top - top} cm`);
      [left, top] = [extent.left, extent.top];
      // Filling closes open subpaths (ISO 32000-2, 8.5.3.3).
      for (const contour of together) operators.push(...contourOperators(contour, left, top));
      operators.push(evenOdd === true ? 'f*' : 'f');
    }
  }
  return operators.filter((operator) => operator !== '').join(' ');
}

function contourOperators({ steps }: Contour, left: number, top: number): string[] {
  return steps.map(({ operator, coordinates }) => {
    const relative = coordinates.map((coordinate, index) => coordinate - (index % 2 === 0 ? left : top));
    return `${relative.join(' ')} ${operator}`;
  });
}

const closing = ({ isClosed }: Contour): string => (isClosed ? 'h' : '');

/**
 * Groups the contours whose extents overlap: they may be holes of each other and must be filled together. All others
 * look the same when they are filled one by one.
 */
function shapesOf(contours: readonly Contour[]): readonly Shape[] {
  let shapes: Shape[] = [];
  for (const contour of contours) {
    let merged: Shape = { contours: [contour], extent: contour.extent };
    for (;;) {
      const { extent } = merged;
      const touched = shapes.filter((shape) => overlap(shape.extent, extent));
      if (touched.length === 0) break;
      shapes = shapes.filter((shape) => !touched.includes(shape));
      merged = joined([...touched, merged]);
    }
    shapes.push(merged);
  }
  return shapes;
}

function overlap(one: Extent, other: Extent): boolean {
  return (
    one.left <= other.right && other.left <= one.right && one.top <= other.bottom && other.top <= one.bottom
  );
}

function joined(shapes: readonly Shape[]): Shape {
  return {
    contours: shapes.flatMap(({ contours }) => contours),
    extent: {
      left: Math.min(...shapes.map(({ extent }) => extent.left)),
      top: Math.min(...shapes.map(({ extent }) => extent.top)),
      right: Math.max(...shapes.map(({ extent }) => extent.right)),
      bottom: Math.max(...shapes.map(({ extent }) => extent.bottom)),
    },
  };
}

/** Reads SVG path data (absolute M, L, C, Q, Z); quadratic curves are elevated to cubic ones. */
function contoursOf(data: string): readonly Contour[] {
  const tokens = data.match(/[A-Za-z]|[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/g) ?? [];
  const contours: { steps: Step[]; isClosed: boolean }[] = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  let command = '';
  let index = 0;
  const next = (): number => {
    const value = Number(tokens[index]);
    if (index >= tokens.length || Number.isNaN(value)) throw new RangeError('path data is truncated');
    index += 1;
    return value;
  };
  const add = (operator: Step['operator'], ...millimetres: number[]): void => {
    const step = { operator, coordinates: millimetres.map(inUnits) };
    const last = contours.at(-1);
    if (operator === 'm') contours.push({ steps: [step], isClosed: false });
    else if (last === undefined) throw new RangeError('path data without a beginning');
    else last.steps.push(step);
  };
  while (index < tokens.length) {
    const token = tokens[index] ?? '';
    if (/[A-Za-z]/.test(token)) {
      command = token;
      index += 1;
    }
    switch (command) {
      case 'M':
        x = startX = next();
        y = startY = next();
        add('m', x, y);
        command = 'L';
        break;
      case 'L':
        x = next();
        y = next();
        add('l', x, y);
        break;
      case 'C': {
        const controls = [next(), next(), next(), next()];
        x = next();
        y = next();
        add('c', ...controls, x, y);
        break;
      }
      case 'Q': {
        const [controlX, controlY, endX, endY] = [next(), next(), next(), next()];
        add(
          'c',
          ...[x + (2 / 3) * (controlX - x), y + (2 / 3) * (controlY - y)],
          ...[endX + (2 / 3) * (controlX - endX), endY + (2 / 3) * (controlY - endY)],
          ...[endX, endY],
        );
        x = endX;
        y = endY;
        break;
      }
      case 'Z': {
        x = startX;
        y = startY;
        const last = contours.at(-1);
        if (last !== undefined) last.isClosed = true;
        command = '';
        break;
      }
      default:
        throw new RangeError(`path data with the command ${token}`);
    }
  }
  return contours.map((contour) => ({ ...contour, extent: extentOf(contour.steps) }));
}

function extentOf(steps: readonly Step[]): Extent {
  const coordinates = steps.flatMap((step) => step.coordinates);
  const xs = coordinates.filter((_, index) => index % 2 === 0);
  const ys = coordinates.filter((_, index) => index % 2 === 1);
  return {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
  };
}

function inUnits(millimetres: number): number {
  const units = Math.round(millimetres * UNITS_PER_MM);
  // -0 is printed as 0.
  return units === 0 ? 0 : units;
}

/** The differences between two pictures of one page, as rectangles that can be displayed. */
import {
  differentPlaces,
  type PixelRectangle,
} from '@cinnabar/pdf/verify/second-opinion/different-places.js';
import { describe, expect, test } from 'vitest';

const SIZE = 200;
const WHITE = 0xffffffff;

/** A white picture with dark pixels there. */
function painted(...rectangles: readonly PixelRectangle[]): Uint32Array {
  const picture = new Uint32Array(SIZE * SIZE).fill(WHITE);
  for (const { left, top, right, bottom } of rectangles)
    for (let y = top; y < bottom; y += 1) picture.fill(0xff000000, y * SIZE + left, y * SIZE + right);
  return picture;
}

const rectangle = (left: number, top: number, right: number, bottom: number): PixelRectangle => ({
  left,
  top,
  right,
  bottom,
});

function places(after: Uint32Array, excepted: readonly PixelRectangle[] = []): readonly PixelRectangle[] {
  return differentPlaces({ before: painted(), after, width: SIZE, height: SIZE }, excepted);
}

describe('two pictures', () => {
  test('that are equal differ nowhere', () => {
    expect(places(painted())).toEqual([]);
  });

  test('that differ in one pixel differ there', () => {
    expect(places(painted(rectangle(37, 81, 38, 82)))).toEqual([rectangle(37, 81, 38, 82)]);
  });

  test('adjacent differences are one place, others are separate places', () => {
    const [word, next, apart] = [
      rectangle(10, 20, 30, 28),
      rectangle(36, 20, 60, 30),
      rectangle(150, 160, 170, 170),
    ];
    expect(places(painted(word, next, apart))).toEqual([rectangle(10, 20, 60, 30), apart]);
  });

  test('the right and the left edge are not adjacent', () => {
    const [left, right] = [rectangle(0, 40, 3, 44), rectangle(197, 40, 200, 44)];
    expect(places(painted(left, right))).toEqual([left, right]);
  });

  test('differences inside an excepted rectangle do not count, those beside it do', () => {
    const after = painted(rectangle(50, 50, 90, 60));
    expect(places(after, [rectangle(50, 50, 90, 60)])).toEqual([]);
    expect(places(after, [rectangle(50, 50, 90, 59)])).toEqual([rectangle(50, 59, 90, 60)]);
  });

  test('the byte without colour is ignored', () => {
    expect(places(painted().fill(0x00ffffff))).toEqual([]);
  });

  test('of many places the largest are reported, from top to bottom', () => {
    const many = Array.from({ length: 6 }, (_, row) => [
      rectangle(0, 33 * row, 5, 33 * row + 5),
      rectangle(100, 33 * row, 110, 33 * row + 10),
    ]).flat();
    const told = places(painted(...many));
    expect(told).toHaveLength(8);
    expect(told.filter(({ left }) => left === 100)).toHaveLength(6);
    expect(told.map(({ top }) => top)).toEqual(
      told.map(({ top }) => top).toSorted((one, other) => one - other),
    );
  });
});

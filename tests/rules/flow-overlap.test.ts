/** Permitted positions of freely placed texts and pictures beside others' areas and marks. */

import type { Box } from '@cinnabar/pdf/model.js';
import type { Component, MarkRecord } from '@cinnabar/server/areas/flows/flow/flow.js';
import { coveredByMark } from '@cinnabar/server/areas/flows/sign/rules/overlap.js';
import { keepAttribute } from '@cinnabar/server/areas/templates/index.js';
import { describe, expect, test } from 'vitest';
import { component, file, flow, idOf, participant } from '../support/flow-model.js';

const signer = participant(1);
/** Sides of 100 px, from (300, 400) to (400, 500). */
const area = (change: Partial<Component> = {}, owner = 2): Component =>
  component(1, owner, {
    componentType: 6,
    positionX: 300,
    positionY: 400,
    attribute: keepAttribute({ width: 100, height: 100 }, 6, 1),
    ...change,
  });

const record = (change: Partial<MarkRecord> = {}): MarkRecord => ({
  kind: 'remark',
  free: true,
  seal: null,
  picture: null,
  salt: null,
  ...change,
});

interface Freely extends Partial<Box> {
  readonly kind?: 'seal' | 'remark' | 'date';
  readonly of?: typeof file;
  readonly image?: string;
}

/** A remark of 50 × 20 px on the first page, unless specified otherwise. */
function covered(other: Component, { kind = 'remark', of = file, image, ...place }: Freely = {}): boolean {
  const box = { page: 1, x: 0, y: 0, width: 50, height: 20, ...place };
  const mark = { area: null, kind, image: image ?? null, file: of, box };
  return coveredByMark(flow({ components: [other] }), signer, mark) !== null;
}

describe('a remark beside an area of 100 × 100 px at (300, 400)', () => {
  test.each<readonly [string, number, number, boolean]>([
    ['far away', 10, 10, false],
    ['touching its left edge', 250, 450, false],
    ['touching its right edge', 400, 450, false],
    ['touching its upper edge', 350, 380, false],
    ['touching its lower edge', 350, 500, false],
    ['touching a corner', 250, 380, false],
    ['a hundredth of a pixel over its left edge', 250.01, 450, true],
    ['a hundredth of a pixel over its right edge', 399.99, 450, true],
    ['a hundredth of a pixel over its upper edge', 350, 380.01, true],
    ['a hundredth of a pixel over its lower edge', 350, 499.99, true],
    ['a hundredth of a pixel over a corner', 250.01, 380.01, true],
    ['in the middle of it', 320, 440, true],
  ])('%s', (_where, x, y, expected) => {
    expect(covered(area(), { x, y })).toBe(expected);
  });

  test('may touch it on every side', () => {
    expect(covered(area(), { x: 0, y: 0, width: 794, height: 1123 })).toBe(true);
  });

  test('may touch it when coordinates add up from fractions', () => {
    const other = area({ positionX: 0.1 + 0.2, positionY: 0 });
    expect(covered(other, { x: 100.3, y: 0 })).toBe(false);
    expect(covered(other, { x: 100.299, y: 0 })).toBe(true);
  });

  test('may not overlap an area that its party may leave empty', () => {
    expect(covered(area({ required: false }), { x: 320, y: 440 })).toBe(true);
  });

  test.each<readonly [string, Component, Freely]>([
    ['on another page', area({ pageNum: 2 }), {}],
    ['in another file', area({ fileId: idOf(302) }), {}],
    ['of one’s own', area({}, 1), {}],
    ['that is a control to fill, and so a part of the text', area({ componentType: 1 }), {}],
    ['under a seal, which may overlap as on paper', area(), { kind: 'seal' }],
  ])('is fine: %s', (_what, other, freely) => {
    expect(covered(other, { x: 320, y: 440, ...freely })).toBe(false);
  });

  test('may overlap an area of the flow that was created overlapping', () => {
    const own = area({ componentId: idOf(299) }, 1);
    const box = { page: 1, x: 300, y: 400, width: 100, height: 100 };
    const mark = { area: own, kind: 'remark', image: null, file, box } as const;
    expect(coveredByMark(flow({ components: [area(), own] }), signer, mark)).toBeNull();
  });

  test('is subject to the same rule as a date', () => {
    expect(covered(area(), { x: 320, y: 440, kind: 'date' })).toBe(true);
  });

  test('is subject to the same rule as handwriting, which is a picture', () => {
    expect(covered(area(), { x: 320, y: 440, kind: 'seal', image: 'iVBORw0KGgo=' })).toBe(true);
  });
});

describe('marks placed by another participant', () => {
  test('a remark occupies its box', () => {
    const other = area({ required: false, placed: record() });
    expect(covered(other, { x: 399, y: 499 })).toBe(true);
    expect(covered(other, { x: 400, y: 499 })).toBe(false);
  });

  // 42 mm are 158.74 px: 29.37 px more on every side than the box.
  const seal = { seal: { width: 42, height: 42 }, size: 'actual', dated: false } as const;

  test('a seal in true size occupies more than its box', () => {
    const other = area({ required: false, placed: record({ kind: 'seal', seal }) });
    expect(covered(other, { x: 429, y: 450 })).toBe(true);
    expect(covered(other, { x: 430, y: 450 })).toBe(false);
    expect(covered(other, { x: 350, y: 351 })).toBe(true);
    expect(covered(other, { x: 350, y: 350 })).toBe(false);
    expect(covered(other, { x: 350, y: 530 })).toBe(false);
  });

  test('a fitted seal occupies its box', () => {
    const fitted = area({ placed: record({ kind: 'seal', free: false, seal: { ...seal, size: 'fitted' } }) });
    expect(covered(fitted, { x: 401, y: 450 })).toBe(false);
  });

  test('the date below a seal belongs to it', () => {
    const dated = area({ placed: record({ kind: 'seal', free: false, seal: { ...seal, dated: true } }) });
    // The seal ends at 529.4, its date 23 px below.
    expect(covered(dated, { x: 350, y: 552 })).toBe(true);
    expect(covered(dated, { x: 350, y: 553 })).toBe(false);
  });

  test('a larger seal is shrunk to 45 mm if its field existed before', () => {
    const large = { ...seal, seal: { width: 60, height: 60 } };
    // 45 mm are 170.08 px and end at 435.04; 60 mm are 226.77 px and end at 463.4.
    const inArea = area({ placed: record({ kind: 'seal', free: false, seal: large }) });
    expect(covered(inArea, { x: 436, y: 450 })).toBe(false);
    const free = area({ required: false, placed: record({ kind: 'seal', seal: large }) });
    expect(covered(free, { x: 436, y: 450 })).toBe(true);
  });
});

describe('a seam over three pages', () => {
  const page = { width: 794, height: 1123 };
  const three = { ...file, pages: [page, page, page] };
  const seam = (change: Partial<Component> = {}) =>
    area({
      positionX: 635,
      positionY: 300,
      attribute: keepAttribute({ signStyle: 2, width: 159, height: 159 }, 6, 1),
      ...change,
    });
  const seal = { seal: { width: 42, height: 42 }, size: 'actual', dated: false } as const;

  test.each([1, 2, 3])('that was placed occupies its slice of page %i, a third of the seal', (pageNumber) => {
    const placed = seam({ required: false, placed: record({ kind: 'seal', seal }) });
    // 158.74 px / 3 = 52.9 px of the right edge, from 300.13 to 458.87.
    const at = (x: number, y: number) => covered(placed, { of: three, page: pageNumber, x, y });
    expect(at(692, 380)).toBe(true);
    expect(at(691, 380)).toBe(false);
    expect(at(740, 280)).toBe(false);
    expect(at(740, 281)).toBe(true);
    expect(at(740, 458)).toBe(true);
    expect(at(740, 459)).toBe(false);
  });

  test.each([1, 2, 3])('to be placed in an area reserves its strip of page %i', (pageNumber) => {
    // Half of 45 mm: 85.04 px; as high as 45 mm around the area's middle.
    const at = (x: number, y: number) => covered(seam(), { of: three, page: pageNumber, x, y });
    expect(at(660, 380)).toBe(true);
    expect(at(658, 380)).toBe(false);
    expect(at(700, 280)).toBe(true);
    expect(at(700, 270)).toBe(false);
  });

  test('of an earlier version, without a recorded size, counts as the largest', () => {
    const old = seam({ required: false, placed: record({ kind: 'seal' }) });
    expect(covered(old, { of: three, page: 2, x: 660, y: 380 })).toBe(true);
    expect(covered(old, { of: three, page: 2, x: 660, y: 600 })).toBe(false);
  });

  test('occupies nothing on a page that the file does not have', () => {
    expect(covered(seam(), { of: three, page: 4, x: 700, y: 380 })).toBe(false);
  });
});

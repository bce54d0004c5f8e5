import { describe, expect, test } from 'vitest';
import type { Box } from '../../../packages/web/src/canvas/geometry/box.js';
import { sceneOf, snap } from '../../../packages/web/src/canvas/geometry/snapping.js';
import { a4, box } from './given-boxes.js';

const REACH = 6;
const margin = 10 * (96 / 25.4);
const other = box(200, 300, 100, 40);

describe('a moved control snaps', () => {
  const scene = sceneOf(a4, [other], {
    baselines: [{ x: 90, y: 520, width: 300 }],
    lines: [box(420, 700, 120, 1)],
  });
  test.each<[string, Box, { x?: number; y?: number }]>([
    ['to the left edge of another', box(203, 600), { x: 200 }],
    ['to the right edge of another', box(143, 580), { x: 140 }],
    ['to the centre of another', box(172, 580), { x: 170 }],
    ['to the top of another', box(400, 296), { y: 300 }],
    ['to the bottom of another', box(400, 318), { y: 316 }],
    ['to the left margin', box(40, 580), { x: margin }],
    ['to the right margin', box(600, 580), { x: 794 - margin - 160 }],
    ['to the middle of the page', box(320, 580), { x: 317 }],
    ['onto a line of text', box(500, 499), { y: 496 }],
    ['onto a ruled line, at its beginning', box(423, 678), { x: 420, y: 676 }],
    ['onto a ruled line, at its end', box(383, 674), { x: 380, y: 676 }],
  ])('%s', (_what, given, expected) => {
    const { x, y } = snap(given, scene, REACH);
    expect({ x, y }).toEqual({ x: given.x, y: given.y, ...expected });
  });

  test('not to the ends of a ruled line far above it', () => {
    expect(snap(box(423, 900), scene, REACH)).toMatchObject({ x: 423, guides: [] });
  });

  test('to nothing beyond its reach', () => {
    expect(snap(box(550, 600), scene, REACH)).toEqual({ x: 550, y: 600, guides: [] });
  });

  test('to the nearer of two', () => {
    const two = sceneOf(a4, [box(200, 300), box(204, 400)]);
    expect(snap(box(203, 800), two, REACH).x).toBe(204);
  });

  test('with a guide from one to the other, and their distance', () => {
    expect(snap(box(203, 600), scene, REACH).guides).toEqual([
      { kind: 'line', axis: 'x', at: 200, from: 300, to: 624, distance: 260 },
    ]);
    expect(snap(box(320, 580), scene, REACH).guides).toEqual([
      { kind: 'line', axis: 'x', at: 397, from: 0, to: 1123, distance: null },
    ]);
  });
});

describe('equal gaps', () => {
  const row = [box(100, 100, 50, 50), box(200, 100, 50, 50)];
  test.each<[string, readonly Box[], Box, number]>([
    ['after two with a gap of 50', row, box(303, 107, 50, 33), 300],
    ['before two with a gap of 50', row, box(3, 107, 47, 33), 3],
    ['between two', [box(100, 100, 50, 50), box(300, 100, 50, 50)], box(203, 107, 44, 33), 203],
  ])('are found %s', (_what, others, given, x) => {
    const snapped = snap(given, sceneOf(a4, others), REACH);
    expect(snapped.x).toBe(x);
    const widths = snapped.guides.filter(({ kind }) => kind === 'gap').map(({ distance }) => distance);
    expect(widths).toHaveLength(2);
    expect(widths[0]).toBe(widths[1]);
  });

  test('are found in a column', () => {
    const column = [box(100, 100, 50, 50), box(100, 200, 50, 50)];
    const snapped = snap(box(107, 303, 33, 50), sceneOf(a4, column), REACH);
    expect(snapped.y).toBe(300);
  });

  test('count only neighbours in the same row', () => {
    expect(snap(box(303, 600, 50, 33), sceneOf(a4, row), REACH).x).toBe(303);
  });
});

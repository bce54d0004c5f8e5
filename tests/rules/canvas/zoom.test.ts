import { expect, test } from 'vitest';
import {
  type DocumentFile,
  holdPoint,
  layOut,
  placeOfPoint,
  zoomOfWholePage,
} from '../../../packages/web/src/shared/document/layout.js';
import { numbersFrom } from './given-boxes.js';

const file = (fileId: number, count: number): DocumentFile => ({
  fileId,
  fileName: `${fileId}.pdf`,
  version: '1',
  pages: Array.from({ length: count }, (_, index) =>
    index % 5 === 4 ? { width: 1123, height: 794 } : { width: 794, height: 1123 },
  ),
});
const files = [file(1, 150), file(2, 50)];

test('the point under the pointer stays there, however far down and however often the zoom changes', () => {
  const random = numbersFrom(3);
  for (let round = 0; round < 300; round += 1) {
    const zooms = [0.25, 0.4, 1, 1.7, 4];
    const before = layOut(files, 900, 16, zooms[random(5)] ?? 1);
    const page = before.pages[random(before.pages.length)];
    if (page === undefined) throw new Error('no page');
    const [x, y] = [page.left + random(Math.floor(page.width)), page.top + random(Math.floor(page.height))];
    const held = holdPoint(before, x, y);
    if (held === null) throw new Error('no point');
    const after = layOut(files, 900, 16, zooms[random(5)] ?? 1);
    const place = placeOfPoint(after, held);
    const there = after.pages[page.number - 1];
    if (place === null || there === undefined) throw new Error('no place');
    expect((place.x - there.left) / after.scale).toBeCloseTo((x - page.left) / before.scale, 6);
    expect((place.y - there.top) / after.scale).toBeCloseTo((y - page.top) / before.scale, 6);
  }
});

test('a whole page fits into the window', () => {
  const layout = layOut(files, 900, 16, 1);
  const [page] = layout.pages;
  if (page === undefined) throw new Error('no page');
  const zoom = zoomOfWholePage(page, 700, 1);
  expect(layOut(files, 900, 16, zoom).pages[0]?.height).toBeCloseTo(676, 6);
});

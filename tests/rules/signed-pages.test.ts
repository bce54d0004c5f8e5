import { readEvents } from '@cinnabar/server/areas/flows/evidence/rules/evidence.js';
import { pagesToPicture, signedPages } from '@cinnabar/server/areas/flows/evidence/rules/signed-pages.js';
import type { JsonValue } from '@cinnabar/server/custody/canonical-json.js';
import { chainEvent } from '@cinnabar/server/custody/event-chain.js';
import { describe, expect, test } from 'vitest';
import { noon } from '../support/flow-model.js';

/** A history of acts of signing, each with these marks; earlier versions recorded none. */
function acts(...given: readonly (readonly JsonValue[] | null)[]) {
  return readEvents(
    given.map((marks, index) => {
      const sequence = index + 1;
      const detail = marks === null ? {} : { marks };
      const chained = chainEvent(null, { sequence, kind: 'signed', detail });
      return { sequence, kind: 'signed', time: noon, texts: [], ...chained };
    }),
  );
}

const seal = (fileId: number, page: number) => ({ fileId, page, kind: 'seal' });
const seam = (fileId: number) => ({ fileId, page: 1, kind: 'seam' });
const files = [
  { fileId: 7, pages: 3 },
  { fileId: 8, pages: 2 },
];
const placesOf = (pages: ReturnType<typeof signedPages>) =>
  pages.map(({ fileId, page, marks }) => [
    fileId,
    page,
    ...marks.map(({ sequence, kind }) => `${sequence} ${kind}`),
  ]);

describe('the signed pages of a contract', () => {
  test('are those on which an act has left a mark, in the order of files and pages', () => {
    const events = acts([seal(8, 2), seal(7, 3)], [seal(7, 3), { ...seal(7, 1), kind: 'remark' }]);
    expect(placesOf(signedPages(events, files))).toEqual([
      [7, 1, '2 remark'],
      [7, 3, '1 seal', '2 seal'],
      [8, 2, '1 seal'],
    ]);
  });

  test('are all pages of a file with a seam seal, and of no other', () => {
    expect(placesOf(signedPages(acts([seam(7)]), files))).toEqual([
      [7, 1, '1 seam'],
      [7, 2, '1 seam'],
      [7, 3, '1 seam'],
    ]);
  });

  test('are none if nothing visible was placed or recorded', () => {
    expect(signedPages(acts([], null), files)).toEqual([]);
  });
});

describe('the pages shown as pictures in a report', () => {
  const all = signedPages(acts([seam(7), seam(8), seal(8, 2)]), files);

  test('are all of them if there are few', () => {
    expect(pagesToPicture(all, 5)).toEqual(all);
  });

  test('are first those with marks of their own, displayed in page order', () => {
    expect(pagesToPicture(all, 2).map(({ fileId, page }) => [fileId, page])).toEqual([
      [7, 1],
      [8, 2],
    ]);
    expect(pagesToPicture(all, 1).map(({ fileId, page }) => [fileId, page])).toEqual([[8, 2]]);
  });
});

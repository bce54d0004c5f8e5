import { errorCodes, errorReasons } from '@cinnabar/api/errors.js';
import { expect, it } from 'vitest';
import { textOf } from '../support/documentation.js';

/** The code spans in the first column of the tables. */
function explained(): readonly string[] {
  return [...textOf('docs/errors.md').matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([A-Z_]{3,}|\d{3,4})`/g)].map(([, word = '']) => word),
  );
}

it('the error handbook explains every existing code and reason', () => {
  const words = new Set(explained());
  const known = new Set([...Object.keys(errorCodes), ...Object.keys(errorReasons)]);
  expect([...known].filter((each) => !words.has(each))).toEqual([]);
  expect([...words].filter((each) => !known.has(each))).toEqual([]);
});

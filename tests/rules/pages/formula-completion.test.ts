import { expect, test } from 'vitest';
import { completionAt } from '../../../packages/web/src/designer/formula-completion.js';

test.each([
  ['', 0, '单价', '=单价', 3],
  ['=', 1, '单价', '=单价', 3],
  ['=单价*数', 5, '数量', '=单价*数量', 6],
  ['=单*数量', 2, '单价', '=单价*数量', 3],
  ['=a+"net pr', 10, '"net price"', '=a+"net price"', 14],
  ['=a+', 3, 'b', '=a+b', 4],
])('in %s at %d the key %s is put in', (formula, caret, key, text, after) => {
  expect(completionAt(formula, caret, key)).toEqual({ text, caret: after });
});

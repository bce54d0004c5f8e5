import { expect, test } from 'vitest';
import { highlight } from '../../../packages/web/src/docs/highlight.js';

const kindsOf = (code: string, language: string) =>
  highlight(code, language).flatMap(({ kind, text }) => (kind === null ? [] : [`${kind} ${text.trim()}`]));

test.each([
  [
    'json',
    '{"a": "b", "n": -1, "t": true}',
    ['name "a"', 'text "b"', 'name "n"', 'number -1', 'name "t"', 'word true'],
  ],
  ['ts', "const a = 'x'; // note", ['word const', "text 'x'", 'comment // note']],
  ['python', 'import os  # note', ['word import', 'comment # note']],
  ['sh', "curl -H 'a: b' # note", ['word curl', 'word -H', "text 'a: b'", 'comment # note']],
  ['unknown', 'const a', []],
])('tells the parts of %s apart', (language, code, parts) => {
  expect(kindsOf(code, language)).toEqual(parts);
});

test.each(['json', 'ts', 'python', 'java', 'sh', ''])('loses no letter of %s', (language) => {
  const code = `{"a": 'b"}\n\`x\` """ # // /* $A -b 1.5 \\`;
  expect(
    highlight(code, language)
      .map(({ text }) => text)
      .join(''),
  ).toBe(code);
});

/** docs/glossary.md has one term for each concept; the terms that it rules out occur nowhere. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { column, type Row, root, tablesUnder } from '../support/documentation.js';

const GLOSSARY = 'docs/glossary.md';
const SECTIONS = ['People and enterprises', 'Seals', 'Templates and flows', 'Interface', 'Documents'];
const WORDING = 'Names in code and wording';

/** Searched files: everything that people read or write. */
const SEARCHED = /\.(?:ts|tsx|mjs|md|html|ya?ml)$/;

const EXCEPTIONS: readonly RegExp[] = [
  // Stored data is bound to this text, and could not be decrypted with another.
  /`certificate number of (?:user|face check) \$\{/,
  /'certificate number of user \d'/,
  // Texts that users type into the keys of controls.
  /证件号\//,
];

/** The accepted wording of agreements is stored by its hash, and changes only with a new version. */
const LEFT_OUT = [
  GLOSSARY,
  'CHANGELOG.md',
  'tests/docs/glossary.test.ts',
  'packages/api/src/pages/agreements/',
];

const terms = SECTIONS.flatMap((section) => tablesUnder(GLOSSARY, section).flat());
const wording = tablesUnder(GLOSSARY, WORDING).flat();

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => SEARCHED.test(path) && !LEFT_OUT.some((start) => path.startsWith(start)));

function ruledOut(rows: readonly Row[]): readonly string[] {
  return column(rows, 'not')
    .flatMap((cell) => cell.split(','))
    .map((term) => term.trim())
    .filter((term) => term !== '');
}

/** English terms as whole words, in singular and plural; `MOST_*` as a beginning. */
function patternOf(term: string): string {
  if (/[^\x20-\x7e]/.test(term)) return term;
  const escaped = term.replaceAll(/[\\^$.|?+()[\]{}]/g, String.raw`\$&`);
  return escaped.endsWith('*') ? String.raw`\b${escaped.slice(0, -1)}[A-Z]` : String.raw`\b${escaped}s?\b`;
}

function isName(term: string): boolean {
  return /^(?:[A-Z]\w*|[a-z]+[A-Z]\w*)\*?$/.test(term);
}

function occurrences(path: string, patterns: readonly RegExp[]): readonly string[] {
  const lines = readFileSync(join(root, path), 'utf8').split('\n');
  return lines.flatMap((line, index) =>
    patterns.some((pattern) => pattern.test(line)) && !EXCEPTIONS.some((exception) => exception.test(line))
      ? [`${path}:${index + 1} ${line.trim().slice(0, 120)}`]
      : [],
  );
}

describe('the glossary', () => {
  test('names every concept once, in Chinese and in English', () => {
    const names = [...column(terms, '中文'), ...column(terms, 'English')].flatMap((cell) =>
      cell.split(/[,/]/).map((name) => name.trim()),
    );
    expect(names.filter((name) => name === '')).toEqual([]);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('does not use a term that it rules out', () => {
    const out = new Set(ruledOut([...terms, ...wording]));
    const used = [...column(terms, '中文'), ...column(terms, 'English')].flatMap((cell) =>
      cell.split(/[,/]/).map((name) => name.trim()),
    );
    expect(used.filter((name) => out.has(name))).toEqual([]);
  });

  test('rules out terms that occur nowhere in sources, documentation and pages', () => {
    const all = ruledOut([...terms, ...wording]);
    const names = all.filter(isName).map(patternOf);
    const words = all.filter((term) => !isName(term)).map(patternOf);
    const patterns = [new RegExp(names.join('|')), new RegExp(words.join('|'), 'i')];
    expect(files.flatMap((path) => occurrences(path, patterns))).toEqual([]);
  });
});

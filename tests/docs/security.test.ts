/** The claims of the security pages are proven by existing tests, and their table is the tested one. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root, tablesUnder, textOf } from '../support/documentation.js';
import { bindingMatrix } from './binding-matrix.js';

const headings = [...textOf('SECURITY.md').matchAll(/^### (.+)$/gm)].map(([, heading = '']) => heading);
const promises = headings.flatMap((heading) => tablesUnder('SECURITY.md', heading)).flat();

describe('every promise of SECURITY.md', () => {
  test('is in one of its tables', () => {
    expect(headings.length).toBeGreaterThan(5);
    expect(promises.length).toBeGreaterThan(40);
  });

  test.each(promises.map((row) => [row['promise'] ?? '', row] as const))('%s', (_promise, row) => {
    expect(Object.keys(row)).toEqual(['promise', 'how', 'proven by']);
    const proof = row['proven by'] ?? '';
    const named = [...proof.matchAll(/\[[^\]]+\]\((tests\/[^)]+)\) “([^”]+)”/g)];
    expect(named.length, proof).toBe(proof.split('<br>').length);
    for (const [, file = '', name = ''] of named) {
      expect(existsSync(join(root, file)), file).toBe(true);
      expect(titlesIn(file), `${file}: ${name}`).toContain(name);
    }
  });
});

test('the table for integrators is the one tested by tests/attacks/who-binds-whom.test.ts', () => {
  const pages = [
    ['en', 'docs/security-for-integrators.md'],
    ['zh', 'docs/zh-CN/security-for-integrators.md'],
  ] as const;
  for (const [language, page] of pages) {
    const matrix = bindingMatrix(language);
    const lines = textOf(page).split('\n');
    const start = lines.indexOf(matrix[0] ?? '');
    expect(lines.slice(start, start + matrix.length + 1), page).toEqual([...matrix, '']);
  }
});

/** The titles of all tests and groups in the file. */
function titlesIn(file: string): readonly string[] {
  const calls =
    /\b(?:test|it|describe)(?:\.\w+(?:<[^>]*>)?(?:\((?:[^()]|\([^()]*\))*\))?)*\(\s*(['"`])(.+?)\1/gs;
  return [...textOf(file).matchAll(calls)].map(([, , title = '']) => title);
}

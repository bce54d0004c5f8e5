import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { anchorsOf, column, root, tablesUnder, textOf } from '../support/documentation.js';

const pages = [
  ...['README.md', 'README.zh-CN.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'SECURITY.md'],
  ...['CONTRIBUTING.md', 'CODE_OF_CONDUCT.md'],
  ...['api', 'fonts', 'pdf', 'pki', 'sdk', 'web'].map((name) => `packages/${name}/README.md`),
  ...['packages/sdk/README.zh-CN.md', 'examples/README.md'],
  ...['docs', 'docs/providers', 'docs/zh-CN', 'docs/zh-CN/providers'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
];

/** Base folders for paths in the text; the architecture describes rules and store of areas/flows. */
const bases = ['.', 'packages/server/src', 'packages/server/src/areas/flows', 'packages/web'];

describe.each(pages)('%s', (page) => {
  const text = textOf(page);

  test('links lead to existing files and headings', () => {
    for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [file = '', anchor] = target.split('#');
      const path = file === '' ? page : normalize(join(dirname(page), file));
      expect(existsSync(join(root, path)), `${target} in ${page}`).toBe(true);
      if (anchor !== undefined) expect(anchorsOf(path), target).toContain(anchor);
    }
  });

  test('no code span is empty', () => {
    expect(text).not.toMatch(/(?<!`)``(?!`)/);
  });

  test('the named files and folders exist', () => {
    for (const [, path = ''] of text.matchAll(/`([\w.@-]+(?:\/[\w.@-]+)+)`/g)) {
      if (!/\.(?:ts|mjs|md|json)$|^(?:packages|tests|scripts|docs|bench)\//.test(path)) continue;
      if (path.startsWith('node_modules/') || path === 'data/demo.json') continue;
      expect(
        [path, path.replace(/^(api|fonts|pdf|pki)\//, 'packages/$1/src/')].some((each) =>
          bases.some((base) => existsSync(join(root, base, each))),
        ),
        path,
      ).toBe(true);
    }
  });

  test('the named scripts exist', () => {
    const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
      textOf('package.json'),
    );
    for (const [, script = ''] of text.matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty(script);
  });
});

describe('every decision names tests that exist', () => {
  const headings = [...textOf('docs/decisions.md').matchAll(/^## (.+)$/gm)].map(
    ([, heading = '']) => heading,
  );

  test.each(headings)('%s', (heading) => {
    for (const proof of tablesUnder('docs/decisions.md', heading).flatMap((rows) =>
      column(rows, 'proven by'),
    )) {
      const named = [...proof.matchAll(/\]\(\.\.\/(\S+)\) “([^”]+)”/g)];
      expect(named.length, proof).toBe(proof.split('<br>').length);
      for (const [, file = '', name = ''] of named) expect(textOf(file), `${file}: ${name}`).toContain(name);
    }
  });
});

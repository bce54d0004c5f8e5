/** What /docs shows is made when the pages are built: from the declarations and from the guides. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodes, errorReasons } from '@cinnabar/api/errors.js';
import { pageAt } from '@cinnabar/api/pages/addresses.js';
import { registry } from '@cinnabar/api/registry.js';
import { describe, expect, test } from 'vitest';
import { contentsIn } from '../../packages/web/docs-content/contents.js';
import { guideSources } from '../../packages/web/docs-content/guides.js';
import { pageOf } from '../../packages/web/docs-content/markdown.js';
import { namedValues } from '../../packages/web/docs-content/values.js';
import type { Block, Field, Inline } from '../../packages/web/src/docs/content.js';
import { placeOf } from '../../packages/web/src/docs/place.js';
import { root, textOf } from '../support/documentation.js';

const sources = {
  registry,
  calls: JSON.parse(textOf('packages/api/recorded-calls.json')),
  read: (path: string) => (existsSync(join(root, path)) ? textOf(path) : null),
};
const contents = { zh: contentsIn('zh', sources), en: contentsIn('en', sources) };

function inlinesIn(block: Block): readonly Inline[] {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return block.children;
    case 'quote':
      return block.blocks.flatMap(inlinesIn);
    case 'list':
      return block.items.flat().flatMap(inlinesIn);
    case 'table':
      return [...block.head, ...block.rows.flat()].flat();
    case 'code':
      return [];
  }
}

function linksIn(inlines: readonly Inline[]): readonly string[] {
  return inlines.flatMap((inline) => {
    if (typeof inline === 'string' || !('children' in inline)) return [];
    return [...(inline.kind === 'link' ? [inline.href] : []), ...linksIn(inline.children)];
  });
}

describe.each(['zh', 'en'] as const)('in %s', (language) => {
  const { directory, areas, guides, codes, search } = contents[language];

  test('every operation is there, once', () => {
    const paths = [...areas.values()].flatMap(({ operations }) => operations.map(({ path }) => path));
    expect(paths.sort()).toEqual(registry.map(({ path }) => path).sort());
  });

  test('every field says what it means, in this language alone', () => {
    const check = (field: Field): void => {
      const words = field.meaning + field.values.map(({ name }) => name).join('');
      expect(words, field.name).not.toBe('');
      // What the service appends to the name of a copy is Chinese for all.
      if (language === 'en') expect(words.replace('副本', ''), field.name).not.toMatch(/\p{Script=Han}/u);
      field.children.forEach(check);
    };
    for (const { operations } of areas.values()) {
      for (const { request, headers, answer } of operations) {
        [...request, ...headers, ...(answer.kind === 'file' ? [] : answer.fields)].forEach(check);
      }
    }
  });

  test('every link of a guide leads to a page that is there, and to a heading of it', () => {
    const headingsOf = (blocks: readonly Block[]) =>
      blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : []));
    for (const [name, { blocks }] of guides) {
      for (const href of linksIn(blocks.flatMap(inlinesIn))) {
        if (href.startsWith('http')) continue;
        const [path = '', fragment] = href.split('#', 2);
        const place = path === '' ? { kind: 'guide' as const, name } : placeOf(pageAt(path), directory);
        expect(place.kind, `${name}: ${href}`).not.toBe('unknown');
        if (place.kind !== 'guide' || fragment === undefined) continue;
        expect(headingsOf(guides.get(place.name)?.blocks ?? []), `${name}: ${href}`).toContain(fragment);
      }
    }
  });

  test('every code and reason comes with the advice of the error handbook', () => {
    const shown = codes.codes.flatMap(({ code, advice, reasons }) => [
      // A code whose reasons have their own advice needs none.
      ...(advice !== null || reasons.length > 0 ? [code] : []),
      ...reasons.flatMap(({ reason, advice: own }) => (own === null ? [] : [reason])),
    ]);
    const wanted = [...Object.keys(errorCodes), ...Object.keys(errorReasons)];
    expect(shown.toSorted()).toEqual(wanted.toSorted());
  });

  test('everything that is found leads to a page that is there', () => {
    for (const { href, kind } of search) {
      const place = placeOf(pageAt(href.split('#')[0] ?? ''), directory);
      expect(place.kind, href).not.toBe('unknown');
      if (kind === 'field') expect(place.kind, href).toBe('operation');
    }
  });
});

test('a guide without a Chinese edition is shown in English, and says so', () => {
  for (const { name, files } of guideSources) {
    expect(contents.en.guides.get(name)?.translated, name).toBe(true);
    expect(contents.zh.guides.get(name)?.translated, name).toBe(existsSync(join(root, files.zh)));
  }
});

describe('a Markdown file', () => {
  const inPage = (text: string) => pageOf(text, (href) => (href.startsWith('../') ? null : href)).blocks;

  test('becomes text and no markup', () => {
    expect(inPage('# T\n\na `<b>` &lt; c')).toEqual([
      { kind: 'paragraph', children: ['a ', { kind: 'code', text: '<b>' }, ' < c'] },
    ]);
    expect(() => inPage('# T\n\n<script>alert(1)</script>')).toThrow('html');
    expect(() => inPage('# T\n\n![a picture](x.png)')).toThrow('image');
  });

  test('names what only the repository has, without a link', () => {
    expect(inPage('# T\n\nsee [the example](../examples/x.ts).')).toEqual([
      { kind: 'paragraph', children: ['see ', 'the example', '.'] },
    ]);
  });

  test('gives headings of the same words fragments of their own, and drops its list of contents', () => {
    expect(inPage('# T\n\n- [A b](#a-b)\n\n## A b\n\n## A b')).toEqual([
      { kind: 'heading', level: 2, id: 'a-b', children: ['A b'] },
      { kind: 'heading', level: 2, id: 'a-b-1', children: ['A b'] },
    ]);
  });
});

test.each([
  ['1 启用 2 待审', ['1', '2'], '', ['启用', '待审']],
  ['付款方：0 个人，1 企业', ['0', '1'], '付款方', ['个人', '企业']],
  ['1: enterprise; 0: person', ['0', '1'], '', ['person', 'enterprise']],
  ['1: required', ['0', '1'], '', ['', 'required']],
  ['shape of the seal, round by default', ['round', 'oval'], 'shape of the seal, round by default', ['', '']],
])('the values of “%s” have their names', (text, values, meaning, names) => {
  const named = namedValues(text, values);
  expect(named.meaning).toBe(meaning);
  expect(named.values.map(({ name }) => name)).toEqual(names);
});

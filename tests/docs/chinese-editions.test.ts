/** Each Chinese edition has the structure, code, names, numbers and links of its English twin. */
import { readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { anchorsOf, root, sectionsOf, tablesIn, textOf } from '../support/documentation.js';

const twins: readonly (readonly [english: string, chinese: string])[] = [
  ['README.md', 'README.zh-CN.md'],
  ['packages/sdk/README.md', 'packages/sdk/README.zh-CN.md'],
  ...readdirSync(join(root, 'docs/zh-CN'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => [`docs/${name}`, `docs/zh-CN/${name}`] as const),
];

const CODE_BLOCK = /^```[^\n]*\n[\s\S]*?^```$/gm;
const CODE_SPAN = /`([^`]+)`/g;
const LINK = /\]\(([^)\s]+)\)/g;
/** A line that ends in Chinese, and the next one, which begins neither a list, a table nor a heading. */
const BROKEN_PARAGRAPH = /^(?![|#]).*[\p{Script=Han}，。、；：]\n *(?![-*] |[|#]|\d+\.)\S.*$/gmu;
const ADDRESS = /<(https?:[^>]+)>/g;

describe.each(twins)('%s and %s', (english, chinese) => {
  const pairs = sectionsOf(english).map(({ heading, body }, index) => ({
    heading,
    here: body,
    there: sectionsOf(chinese)[index]?.body ?? '',
  }));

  /** The same in every section; a difference is shown with the English heading. */
  function expectSame(find: (body: string) => unknown) {
    expect(pairs.map(({ heading, there }) => [heading, find(there)])).toEqual(
      pairs.map(({ heading, here }) => [heading, find(here)]),
    );
  }

  test('have the same headings, level by level', () => {
    const levels = (page: string) => sectionsOf(page).map(({ level }) => level);
    expect(levels(chinese)).toEqual(levels(english));
  });

  test('lead to each other from the introduction', () => {
    expect(linksIn(english, pairs[0]?.here ?? '')).toContain(chinese);
    expect(linksIn(chinese, pairs[0]?.there ?? '')).toContain(english);
  });

  test('have the same code, apart from comments, and the same names in drawings', () => {
    expectSame((body) => (body.match(CODE_BLOCK) ?? []).map(codeOf));
  });

  test('name the same settings, operations, fields and codes', () => {
    expectSame((body) => namesIn(proseOf(body)));
  });

  test('have the same tables, cell by cell', () => {
    expectSame((body) => tablesIn(body).map((table) => table.map((row) => row.map(proseOf).map(namesIn))));
  });

  test('give the same numbers: in Chinese there are digits for English words too', () => {
    expect(pairs.flatMap(({ here, there }) => lacking(here, there))).toEqual([]);
    const rows = pairs.flatMap(({ here, there }) => {
      const others = tablesIn(there).flat();
      return tablesIn(here)
        .flat()
        .map((row, index) => [row.join(' | '), others[index]?.join(' | ') ?? ''] as const);
    });
    expect(rows.flatMap(([here, there]) => lacking(here, there))).toEqual([]);
  });

  test('lead to the same pages and headings', () => {
    const found = (page: string, body: string) => linksIn(page, body).map(inEnglish).toSorted();
    expect(pairs.map(({ heading, there }) => [heading, found(chinese, there)])).toEqual(
      pairs.map(({ heading, here }) => [heading, found(english, here)]),
    );
  });

  test('the Chinese edition has no line break within a paragraph, which would be shown as a space', () => {
    expect(textOf(chinese).replace(CODE_BLOCK, '').match(BROKEN_PARAGRAPH) ?? []).toEqual([]);
  });

  test('the Chinese edition leads to Chinese editions, except where it names the English one', () => {
    const text = textOf(chinese).replace(/\[English\]\([^)]+\)/g, '');
    const pages = linksIn(chinese, text).flatMap((target) => target.split('#')[0] ?? []);
    expect(pages.filter((page) => twins.some(([other]) => other === page))).toEqual([]);
  });
});

/** A block without its comments; of a drawing, whose words are translated, the names and assignments. */
function codeOf(block: string): string | readonly string[] {
  if (block.startsWith('```text\n')) return block.match(/\b[A-Z]\w*(?:=\w+)?/g) ?? [];
  return block.replace(/(?:^| +)(?:#|\/\/) .*$/gm, '');
}

/** Without code blocks, the targets of links, and links that are called by their file. */
function proseOf(text: string): string {
  return text
    .replace(CODE_BLOCK, '')
    .replace(/\[[^\]]*\.md\]\([^)]*\)/g, '')
    .replace(LINK, ']')
    .replace(ADDRESS, '');
}

/** Code in backquotes, and names like `signWish`, `contract/list` and `FLOW_STATE` without them. */
function namesIn(prose: string): readonly string[] {
  const quoted = [...prose.matchAll(CODE_SPAN)].map(([, code = '']) => code.replaceAll('\n', ' '));
  const bare = prose
    .replace(CODE_SPAN, ' ')
    .match(/\b[a-z]\w*\/[a-zA-Z]\w*|\b[a-z]+[A-Z]\w*|\b[A-Z]+_[A-Z_]+\b/g);
  return [...new Set([...quoted, ...(bare ?? [])])].toSorted();
}

function lacking(here: string, there: string): readonly string[] {
  const given = numbersIn(there);
  return numbersIn(here)
    .filter((number) => !given.includes(number))
    .map((number) => `${number} of: ${here.trim().slice(0, 80)}`);
}

function numbersIn(text: string): readonly string[] {
  return (
    proseOf(text)
      .replace(CODE_SPAN, ' ')
      .match(/\d+(?:[.,]\d+)*/g) ?? []
  );
}

/** As paths from the top folder; a heading is given by its number, which is the same in both languages. */
function linksIn(page: string, text: string): readonly string[] {
  const targets = [...text.matchAll(LINK), ...text.matchAll(ADDRESS)].map(([, target = '']) => target);
  return targets.map((target) => {
    if (/^https?:/.test(target)) return target;
    const [file = '', anchor] = target.split('#');
    const path = file === '' ? page : normalize(join(dirname(page), file));
    return anchor === undefined ? path : `${path}#${anchorsOf(path).indexOf(anchor)}`;
  });
}

function inEnglish(target: string): string {
  return target.replace(/^docs\/zh-CN\//, 'docs/').replace(/(^|\/)README\.zh-CN\.md/, '$1README.md');
}

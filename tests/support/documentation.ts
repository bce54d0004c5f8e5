import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of the project. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

export function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

export interface Section {
  readonly level: number;
  readonly heading: string;
  readonly body: string;
}

/** The sections of a page: each heading with the text up to the next heading. */
export function sectionsOf(path: string): readonly Section[] {
  const sections: { level: number; heading: string; lines: string[] }[] = [];
  let code = false;
  for (const line of textOf(path).split('\n')) {
    if (line.startsWith('```')) code = !code;
    const [, marks = '', heading = ''] = (code ? null : /^(#+) (.+)$/.exec(line)) ?? [];
    if (marks !== '') sections.push({ level: marks.length, heading, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ level, heading, lines }) => ({ level, heading, body: lines.join('\n') }));
}

/** The anchors of headings on code hosting sites: lower case, spaces as hyphens, no punctuation. */
export function anchorsOf(path: string): readonly string[] {
  return sectionsOf(path).map(({ heading }) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** A row by column headers; code marks and spaces around a cell are removed. */
export type Row = Readonly<Record<string, string>>;

const separator = /^\|(?:\s*:?-+:?\s*\|)+$/;

/** The tables below a heading of any level, up to the next heading. Throws if there is none. */
export function tablesUnder(path: string, heading: string): readonly (readonly Row[])[] {
  const lines = textOf(path).split('\n');
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === heading);
  if (start === -1) throw new Error(`${path} has no heading "${heading}"`);
  const length = lines.slice(start + 1).findIndex((line) => /^#+ /.test(line));
  const section = lines.slice(start + 1, length === -1 ? undefined : start + 1 + length);
  const tables: Row[][] = [];
  for (const [index, line] of section.entries()) {
    if (!separator.test(line)) continue;
    const heads = cellsOf(section[index - 1] ?? '');
    const rows: Row[] = [];
    for (const row of section.slice(index + 1)) {
      if (!row.startsWith('|')) break;
      rows.push(Object.fromEntries(cellsOf(row).map((cell, column) => [heads[column] ?? '', cell])));
    }
    tables.push(rows);
  }
  if (tables.length === 0) throw new Error(`${path} has no table under "${heading}"`);
  return tables;
}

export function tableUnder(path: string, heading: string): readonly Row[] {
  const [table = []] = tablesUnder(path, heading);
  return table;
}

/** All cells of one column. */
export function column(rows: readonly Row[], head: string): readonly string[] {
  return rows.map((row) => row[head] ?? '');
}

/** All tables of a text: rows of cells, with the row of heads, without the separator. */
export function tablesIn(text: string): readonly (readonly (readonly string[])[])[] {
  const tables: (readonly string[])[][] = [];
  let before = '';
  for (const line of text.split('\n')) {
    const row = line.startsWith('|');
    if (row && !before.startsWith('|')) tables.push([]);
    if (row && !separator.test(line)) tables.at(-1)?.push(cellsOf(line));
    before = line;
  }
  return tables;
}

function cellsOf(line: string): readonly string[] {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => plain(cell.trim()));
}

function plain(cell: string): string {
  return /^`[^`]*`$/.test(cell) ? cell.slice(1, -1) : cell;
}

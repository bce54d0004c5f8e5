import type { PageLayout, Rule, TextCharacter, TextLine } from '@cinnabar/pdf/render/page-layout.js';
import { squaresOf } from './drawn-squares.js';
import type { Area } from './found-control.js';
import { cellsOf } from './table-cells.js';

/** A stretch of text, or a blank to write on. */
export type Piece = TextPiece | BlankPiece;

export interface TextPiece {
  readonly kind: 'text';
  /** Without spaces. */
  readonly text: string;
  readonly characters: readonly TextCharacter[];
  readonly left: number;
  readonly right: number;
}

export interface BlankPiece {
  readonly kind: 'blank';
  readonly by: 'underscores' | 'ruledLine' | 'gap';
  readonly left: number;
  readonly right: number;
}

/** Pieces that belong together: a line, or its part in one column or cell. */
export interface Segment {
  readonly pieces: readonly Piece[];
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly baseline: number;
  /** Height of its letters. */
  readonly em: number;
  readonly cell: Area | null;
}

/** A page as the rules see it. */
export interface PageView {
  /** From 1. */
  readonly page: number;
  readonly layout: PageLayout;
  readonly segments: readonly Segment[];
  readonly cells: readonly Area[];
  /** Lines to write on, from the top. */
  readonly written: readonly Rule[];
}

/** In ems: wider gaps are blanks; from COLUMN on, what follows is another column. */
const GAP = 0.8;
const DATE_GAP = 0.4;
const COLUMN = 3.2;
/** px below the baseline at which a line is written on. */
const RULE_BELOW = 14;
const RULE_ABOVE = 3;
/** Ems of text on a line to write on, such as a unit. */
const MAX_CARRIED = 2;

export function pageViewOf(layout: PageLayout, page: number): PageView {
  const cells = cellsOf(layout.rules);
  const squares = [...layout.squares, ...squaresOf(layout.rules)];
  const lines = layout.rules.filter(
    (rule) => rule.width > rule.height && !isBorder(rule, [...cells, ...squares]),
  );
  const written = joined(lines).filter((rule) => !layout.lines.some((line) => isUnderText(rule, line)));
  const segments = layout.lines.flatMap((line) => segmentsOf(line, written, cells));
  return { page, layout: { ...layout, squares }, segments, cells, written };
}

export function textOf({ pieces }: Pick<Segment, 'pieces'>): string {
  return pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('');
}

export function centreIn(cell: Area, x: number, y: number): boolean {
  return x > cell.x && x < cell.x + cell.width && y > cell.y && y < cell.y + cell.height;
}

/** A line that carries text is an underline or a border; a label may be underlined with the blank behind it. */
function isUnderText(rule: Rule, line: TextLine): boolean {
  const em = emOf(line);
  if (!isWrittenOn(rule, line.baseline, em)) return false;
  const on = line.characters.filter(
    ({ text, left, right }) =>
      !/^[_﹍﹎]+$/.test(text) && left > rule.x - 2 && right < rule.x + rule.width + 2,
  );
  const width = on.reduce((sum, { left, right }) => sum + right - left, 0);
  return width > MAX_CARRIED * em && on.at(-1)?.text !== ':';
}

export function isWrittenOn({ y }: Rule, baseline: number, em: number): boolean {
  return y >= baseline - RULE_ABOVE && y <= baseline + Math.min(RULE_BELOW, 0.8 * em);
}

function isBorder(rule: Rule, cells: readonly Area[]): boolean {
  const y = rule.y + rule.height / 2;
  return cells.some(
    (cell) =>
      (Math.abs(cell.y - y) <= 3 || Math.abs(cell.y + cell.height - y) <= 3) &&
      rule.x < cell.x + cell.width - 2 &&
      rule.x + rule.width > cell.x + 2,
  );
}

/** Underlined spaces are often drawn one by one. */
function joined(rules: readonly Rule[]): readonly Rule[] {
  const result: Rule[] = [];
  for (const rule of rules.toSorted((one, other) => one.y - other.y || one.x - other.x)) {
    const before = result.at(-1);
    const touches =
      before !== undefined && Math.abs(before.y - rule.y) <= 1 && rule.x - (before.x + before.width) <= 2;
    if (before === undefined || !touches) result.push(rule);
    else {
      const right = Math.max(before.x + before.width, rule.x + rule.width);
      result[result.length - 1] = { ...before, width: right - before.x };
    }
  }
  return result;
}

function segmentsOf(line: TextLine, rules: readonly Rule[], cells: readonly Area[]): readonly Segment[] {
  const em = emOf(line);
  const own = rules.filter((rule) => isWrittenOn(rule, line.baseline, em));
  const cellOf = (left: number, right: number): Area | null =>
    cells.find((cell) => centreIn(cell, (left + right) / 2, (line.top + line.bottom) / 2)) ?? null;
  const groups: { characters: TextCharacter[]; cell: Area | null }[] = [];
  for (const character of line.characters) {
    const group = groups.at(-1);
    const last = group?.characters.at(-1);
    const cell = cells.length === 0 ? null : cellOf(character.left, character.right);
    const gap = last === undefined ? 0 : character.left - last.right;
    const isRuled = last !== undefined && isRuledOver(own, last.right, character.left);
    const ends = gap > COLUMN * em && !isRuled && !continuesDate(last?.text, character.text, gap, em);
    if (group === undefined || group.cell !== cell || ends) groups.push({ characters: [character], cell });
    else group.characters.push(character);
  }
  return groups.map(({ characters, cell }, index) => {
    const next = groups[index + 1]?.characters[0]?.left ?? Number.POSITIVE_INFINITY;
    const before = groups[index - 1]?.characters.at(-1)?.right ?? Number.NEGATIVE_INFINITY;
    const pieces = withSpacedLabels(piecesOf(characters, own, em, { before, next }));
    return {
      pieces,
      left: pieces[0]?.left ?? 0,
      right: pieces.at(-1)?.right ?? 0,
      ...{ top: line.top, bottom: line.bottom, baseline: line.baseline, em, cell },
    };
  });
}

/** `    年    月    日`: the gaps belong to the date. */
function continuesDate(before: string | undefined, text: string, gap: number, em: number): boolean {
  return gap < 8 * em && isInDate(before, text) && text !== '年';
}

function isInDate(before: string | undefined, text: string): boolean {
  return text === '年' || (text === '月' && before === '年') || (text === '日' && before === '月');
}

function emOf({ characters, top, bottom }: TextLine): number {
  const wide = characters.filter(({ text }) => /\p{Script=Han}/u.test(text));
  const widths = wide.map(({ left, right }) => right - left).toSorted((one, other) => one - other);
  return widths[widths.length >> 1] ?? (bottom - top) * 0.9;
}

function isRuledOver(rules: readonly Rule[], from: number, to: number): boolean {
  return rules.some(({ x, width }) => Math.min(x + width, to) - Math.max(x, from) > 0.5 * (to - from));
}

function piecesOf(
  characters: readonly TextCharacter[],
  rules: readonly Rule[],
  em: number,
  around: { readonly before: number; readonly next: number },
): readonly Piece[] {
  const pieces: Piece[] = [];
  let run: TextCharacter[] = [];
  const endRun = (): void => {
    const [first, last] = [run[0], run.at(-1)];
    if (first !== undefined && last !== undefined) pieces.push(pieceOf(run, first.left, last.right));
    run = [];
  };
  const blankBetween = (from: number, to: number, least = GAP * em): void => {
    const ruled = rules
      .map(({ x, width }) => ({ left: Math.max(x, from - 1), right: Math.min(x + width, to + 1) }))
      .filter(({ left, right }) => right - left > 0.7 * em)
      .toSorted((one, other) => one.left - other.left);
    if (ruled.length === 0 && Number.isFinite(to - from) && to - from <= least) return;
    endRun();
    for (const { left, right } of ruled) pieces.push({ kind: 'blank', by: 'ruledLine', left, right });
    if (ruled.length === 0 && Number.isFinite(to - from))
      pieces.push({ kind: 'blank', by: 'gap', left: from, right: to });
  };
  const first = characters[0];
  if (first !== undefined) blankBetween(Math.max(around.before, first.left - 40 * em), first.left);
  if (pieces.every((piece) => piece.kind === 'blank' && piece.by === 'gap')) pieces.length = 0;
  let last: TextCharacter | null = null;
  for (const character of characters) {
    if (last !== null)
      blankBetween(
        last.right,
        character.left,
        isInDate(last.text, character.text) ? DATE_GAP * em : GAP * em,
      );
    const isUnderscore = /^[_﹍﹎]+$/.test(character.text);
    if (run.length > 0 && isUnderscore !== /^[_﹍﹎]+$/.test(run[0]?.text ?? '')) endRun();
    run.push(character);
    last = character;
  }
  endRun();
  if (last !== null) {
    const to = Math.min(around.next, last.right + 60 * em);
    for (const { x, width } of rules) {
      const [left, right] = [Math.max(x, last.right - 1), Math.min(x + width, to)];
      if (right - left > 0.7 * em && left < last.right + 2 * em)
        pieces.push({ kind: 'blank', by: 'ruledLine', left, right });
    }
  }
  return pieces;
}

/** `日    期:` is one word, spaced so that it is as long as the labels above it. */
function withSpacedLabels(pieces: readonly Piece[]): readonly Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const [first, gap] = [result.at(-2), result.at(-1)];
    const isSpaced =
      piece.kind === 'text' &&
      /^\p{Script=Han}:/u.test(piece.text) &&
      gap?.kind === 'blank' &&
      gap.by === 'gap' &&
      first?.kind === 'text' &&
      /^\p{Script=Han}$/u.test(first.text);
    if (isSpaced)
      result.splice(-2, 2, pieceOf([...first.characters, ...piece.characters], first.left, piece.right));
    else result.push(piece);
  }
  return result;
}

function pieceOf(run: readonly TextCharacter[], left: number, right: number): Piece {
  const text = run.map((character) => character.text).join('');
  return /^[_﹍﹎]+$/.test(text)
    ? { kind: 'blank', by: 'underscores', left, right }
    : { kind: 'text', text, characters: [...run], left, right };
}

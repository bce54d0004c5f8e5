/**
 * Formulas of controls: `=price*count`, `=sum(a,b)`, `=upper(total)`, `=round(total*0.06,2)`, or `=name`, which repeats a
 * value. A key that is no plain word is written in double quotes, with quotes inside it doubled.
 */
import { parseRational, type Rational } from './rational.js';
import type { Words } from './words.js';

export type Operator = '+' | '-' | '*' | '/';

export type Expression =
  | { readonly kind: 'number'; readonly value: Rational }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'negated'; readonly of: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: Operator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'sum'; readonly of: readonly Expression[] }
  | { readonly kind: 'round'; readonly of: Expression; readonly places: number };

/** A whole formula: a number, a value repeated as it is, or an amount in Chinese capital letters. */
export type Formula =
  | { readonly kind: 'copy'; readonly key: string }
  | { readonly kind: 'upper'; readonly of: Expression }
  | { readonly kind: 'arithmetic'; readonly of: Expression };

export type ParsedFormula =
  | { readonly formula: Formula }
  /** `at` counts characters of the text, from 0. */
  | { readonly problem: Words; readonly at: number };

/** Deeper nesting serves nobody and would exhaust the stack. */
const MAX_DEPTH = 50;
const MAX_ROUNDED_PLACES = 20;

const WORD = /^[\p{L}_][\p{L}\p{N}_.]*$/u;

/** A key as it is written in a formula. */
export function writtenKey(key: string): string {
  return WORD.test(key) ? key : `"${key.replaceAll('"', '""')}"`;
}

export function parseFormula(text: string): ParsedFormula {
  try {
    return { formula: new Parser(tokensOf(text)).formula() };
  } catch (error) {
    if (error instanceof FormulaProblem) return { problem: error.words, at: error.at };
    throw error;
  }
}

/** The keys that a formula reads, each once. */
export function keysOf(formula: Formula): readonly string[] {
  return formula.kind === 'copy' ? [formula.key] : [...new Set(keysIn(formula.of))];
}

/** The formula with keys renamed; one that cannot be read stays as it is. */
export function withKeys(text: string, renamed: ReadonlyMap<string, string>): string {
  if ('problem' in parseFormula(text)) return text;
  const tokens = tokensOf(text);
  let written = '';
  let copied = 0;
  for (const [index, token] of tokens.entries()) {
    const isKey = token.kind === 'quoted' || (token.kind === 'word' && !isSign(tokens[index + 1], '('));
    const name = isKey ? renamed.get(token.text) : undefined;
    if (name === undefined) continue;
    written += text.slice(copied, token.at) + writtenKey(name);
    copied = token.end;
  }
  return written + text.slice(copied);
}

function keysIn(expression: Expression): readonly string[] {
  switch (expression.kind) {
    case 'number':
      return [];
    case 'key':
      return [expression.key];
    case 'negated':
    case 'round':
      return keysIn(expression.of);
    case 'binary':
      return [...keysIn(expression.left), ...keysIn(expression.right)];
    case 'sum':
      return expression.of.flatMap(keysIn);
  }
}

class FormulaProblem extends Error {
  readonly words: Words;
  readonly at: number;

  constructor(at: number, words: Words) {
    super(words.en);
    this.at = at;
    this.words = words;
  }
}

type Token = { readonly at: number; readonly end: number } & (
  | { readonly kind: 'number'; readonly value: Rational }
  | { readonly kind: 'word' | 'quoted' | 'sign'; readonly text: string }
  | { readonly kind: 'end' }
);

/** Signs of Chinese input methods, and what they stand for. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ...['+', '-', '*', '/', '(', ')', ','].map((sign) => [sign, sign] as const),
  ['＋', '+'],
  ['－', '-'],
  ['−', '-'],
  ['×', '*'],
  ['＊', '*'],
  ['÷', '/'],
  ['／', '/'],
  ['（', '('],
  ['）', ')'],
  ['，', ','],
]);

const LEXEME =
  /(?<space>\s+)|(?<number>\d+(?:\.\d+)?|\.\d+)|(?<word>[\p{L}_][\p{L}\p{N}_.]*)|"(?<quoted>(?:[^"]|"")*)"|(?<sign>[-+*/(),＋－−×＊÷／（），])/uy;

function tokensOf(text: string): readonly Token[] {
  const lead = /^\s*[=＝]?/u.exec(text)?.[0].length ?? 0;
  const tokens: Token[] = [];
  LEXEME.lastIndex = lead;
  while (LEXEME.lastIndex < text.length) {
    const at = LEXEME.lastIndex;
    const found = LEXEME.exec(text)?.groups;
    if (found === undefined) throw unreadable(text, at);
    const span = { at, end: LEXEME.lastIndex };
    const { number, word, quoted, sign } = found;
    const value = number === undefined ? null : parseRational(number);
    if (value !== null) tokens.push({ kind: 'number', value, ...span });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word, ...span });
    else if (quoted !== undefined)
      tokens.push({ kind: 'quoted', text: quoted.replaceAll('""', '"'), ...span });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: SIGNS.get(sign) ?? sign, ...span });
  }
  return [...tokens, { kind: 'end', at: text.length, end: text.length }];
}

function unreadable(text: string, at: number): FormulaProblem {
  const [character = ''] = text.slice(at);
  if (character === '"') {
    return new FormulaProblem(at, { zh: '引号没有配对', en: 'the quote is not closed' });
  }
  return new FormulaProblem(at, {
    zh: `不能使用“${character}”；含特殊字符的控件键须写在双引号中`,
    en: `"${character}" has no meaning here; a key with such characters is written in double quotes`,
  });
}

class Parser {
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  formula(): Formula {
    const [first, second] = this.#tokens;
    if (first?.kind === 'word' && first.text.toLowerCase() === 'upper' && isSign(second, '(')) {
      this.#next = 2;
      const of = this.#expression();
      this.#expect(')');
      this.#expectEnd();
      return { kind: 'upper', of };
    }
    const of = this.#expression();
    this.#expectEnd();
    return of.kind === 'key' ? { kind: 'copy', key: of.key } : { kind: 'arithmetic', of };
  }

  #expression(): Expression {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) {
      throw this.#problem({ zh: `括号不能超过 ${MAX_DEPTH} 层`, en: `is nested deeper than ${MAX_DEPTH}` });
    }
    let left = this.#term();
    for (let sign = this.#sign('+', '-'); sign !== null; sign = this.#sign('+', '-')) {
      left = { kind: 'binary', operator: sign, left, right: this.#term() };
    }
    this.#depth -= 1;
    return left;
  }

  #term(): Expression {
    let left = this.#factor();
    for (let sign = this.#sign('*', '/'); sign !== null; sign = this.#sign('*', '/')) {
      left = { kind: 'binary', operator: sign, left, right: this.#factor() };
    }
    return left;
  }

  #factor(): Expression {
    let isNegated = false;
    while (this.#sign('-') !== null) isNegated = !isNegated;
    const of = this.#primary();
    return isNegated ? { kind: 'negated', of } : of;
  }

  #primary(): Expression {
    const token = this.#take();
    switch (token.kind) {
      case 'number':
        return { kind: 'number', value: token.value };
      case 'quoted':
        return { kind: 'key', key: token.text };
      case 'word':
        return isSign(this.#peek(), '(')
          ? this.#call(token.text, token.at)
          : { kind: 'key', key: token.text };
      case 'sign':
        if (token.text === '(') {
          const inner = this.#expression();
          this.#expect(')');
          return inner;
        }
        throw new FormulaProblem(token.at, {
          zh: `“${token.text}”前缺少数字或控件键`,
          en: `a number or a key is missing before "${token.text}"`,
        });
      case 'end':
        throw new FormulaProblem(token.at, { zh: '公式不完整', en: 'the formula is incomplete' });
    }
  }

  #call(name: string, at: number): Expression {
    this.#expect('(');
    switch (name.toLowerCase()) {
      case 'sum': {
        const of = [this.#expression()];
        while (this.#sign(',') !== null) of.push(this.#expression());
        this.#expect(')');
        return { kind: 'sum', of };
      }
      case 'round': {
        const of = this.#expression();
        this.#expect(',');
        const places = this.#places();
        this.#expect(')');
        return { kind: 'round', of, places };
      }
      case 'upper':
        throw new FormulaProblem(at, {
          zh: 'upper 只能用于整个公式，其结果是文字，不能参与计算',
          en: 'upper stands for the whole formula: its result is text, which nothing can be computed from',
        });
      default:
        throw new FormulaProblem(at, {
          zh: `没有函数 ${name}，可用 sum、round、upper`,
          en: `${name} is no function: use sum, round or upper`,
        });
    }
  }

  #places(): number {
    const token = this.#take();
    const places = token.kind === 'number' && token.value.denominator === 1n ? token.value.numerator : null;
    if (places !== null && places <= MAX_ROUNDED_PLACES) return Number(places);
    throw new FormulaProblem(token.at, {
      zh: `round 的小数位数须为 0 到 ${MAX_ROUNDED_PLACES} 的整数`,
      en: `the decimal places of round are an integer from 0 to ${MAX_ROUNDED_PLACES}`,
    });
  }

  #peek(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', at: 0, end: 0 };
  }

  #take(): Token {
    const token = this.#peek();
    this.#next += 1;
    return token;
  }

  #sign<const S extends string>(...signs: readonly S[]): S | null {
    const token = this.#peek();
    const found = signs.find((sign) => isSign(token, sign)) ?? null;
    if (found !== null) this.#next += 1;
    return found;
  }

  #expect(sign: string): void {
    const token = this.#take();
    if (isSign(token, sign)) return;
    throw new FormulaProblem(token.at, { zh: `此处应为“${sign}”`, en: `"${sign}" is expected here` });
  }

  #expectEnd(): void {
    if (this.#peek().kind === 'end') return;
    throw this.#problem({ zh: '此处缺少运算符', en: 'an operator is missing here' });
  }

  #problem(words: Words): FormulaProblem {
    return new FormulaProblem(this.#peek().at, words);
  }
}

function isSign(token: Token | undefined, sign: string): boolean {
  return token?.kind === 'sign' && token.text === sign;
}

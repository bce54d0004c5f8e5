export interface Piece {
  /** Null is plain. */
  readonly kind: 'comment' | 'text' | 'number' | 'word' | 'name' | null;
  readonly text: string;
}

const quoted = (mark: string, inner: string) => String.raw`${mark}(?:\\.|[^${mark}\\${inner}])*${mark}`;
const string = [quoted('"', '\\n'), quoted("'", '\\n'), quoted('`', '')].join('|');
const number = String.raw`\b\d[\d_.]*\b`;
const words = (list: string) => `\\b(?:${list.split(' ').join('|')})\\b`;

const javaScript = {
  comment: String.raw`//.*|/\*[\s\S]*?\*/`,
  text: string,
  number,
  word: words(
    'import from export const let function return await async new if else for of in throw try catch switch case typeof class interface type readonly true false null undefined',
  ),
};

/** Token patterns of each language, in order of precedence. */
const grammars: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  json: {
    name: String.raw`"(?:\\.|[^"\\])*"(?=\s*:)`,
    text: String.raw`"(?:\\.|[^"\\])*"`,
    number: String.raw`-?\b\d[\d.]*\b`,
    word: words('true false null'),
  },
  ts: javaScript,
  js: javaScript,
  python: {
    comment: '#.*',
    text: `"""[\\s\\S]*?"""|[fb]?(?:${string})`,
    number,
    word: words(
      'import from def return with as class if else elif for in not and or try except raise None True False',
    ),
  },
  java: {
    comment: String.raw`//.*|/\*[\s\S]*?\*/`,
    text: `"""[\\s\\S]*?"""|${string}`,
    number,
    word: words(
      'import package public private static final class new return throws throw void int long byte boolean for if else try catch null true false var',
    ),
  },
  sh: {
    comment: String.raw`(?:^|\s)#.*`,
    text: String.raw`'[^']*'|"(?:\\.|[^"\\])*"`,
    word: String.raw`\s--?[A-Za-z][\w-]*|^(?:curl|npm|npx|node|cinnabar)\b`,
    number: String.raw`\$\w+`,
  },
};
const aliases: Readonly<Record<string, string>> = {
  typescript: 'ts',
  javascript: 'js',
  html: 'js',
  bash: 'sh',
  shell: 'sh',
  curl: 'sh',
  py: 'python',
};

const kinds = ['comment', 'text', 'number', 'word', 'name'] as const;
const expressions = new Map<string, RegExp>();

function expressionOf(language: string): RegExp | null {
  const grammar = grammars[language];
  if (grammar === undefined) return null;
  const known = expressions.get(language);
  if (known !== undefined) return known;
  const source = Object.entries(grammar)
    .map(([kind, each]) => `(?<${kind}>${each})`)
    .join('|');
  const made = new RegExp(source, 'gm');
  expressions.set(language, made);
  return made;
}

/** Splits code into comments, strings, numbers and keywords by regular expressions; not a parser. */
export function highlight(code: string, language: string): readonly Piece[] {
  const expression = expressionOf(aliases[language] ?? language);
  if (expression === null) return [{ kind: null, text: code }];
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of code.matchAll(expression)) {
    if (match.index > at) pieces.push({ kind: null, text: code.slice(at, match.index) });
    const kind = kinds.find((each) => match.groups?.[each] !== undefined) ?? null;
    pieces.push({ kind, text: match[0] });
    at = match.index + match[0].length;
  }
  if (at < code.length) pieces.push({ kind: null, text: code.slice(at) });
  return pieces;
}

/** A keyword of the file structure, as readers that search a file for objects look for it. */
export interface StructureWord {
  readonly word: 'obj' | 'endobj' | 'endstream' | 'trailer' | 'xref' | 'startxref' | '%%EOF' | '%PDF-';
  readonly offset: number;
}

const NUL = 0x00;
const LESS = 0x3c;

/**
 * Finds a keyword that a reader could wrongly take for structure: readers that search a file for objects do not
 * recognise strings, comments and streams.
 * @param isOwn whether the keyword is part of the structure at that place
 */
export function strayWord(
  bytes: Buffer,
  start: number,
  end: number,
  isOwn: (word: StructureWord) => boolean,
): StructureWord | null {
  const range = bytes.subarray(start, end);
  for (const [text, look] of LOOKS) {
    for (let at = range.indexOf(text); at >= 0; at = range.indexOf(text, at + 1)) {
      const word = look(range, at);
      if (word === null) continue;
      const found = { word, offset: start + at };
      if (!isOwn(found)) return found;
    }
  }
  return null;
}

type Look = (range: Buffer, at: number) => StructureWord['word'] | null;

const LOOKS: readonly (readonly [text: string, look: Look])[] = [
  ['endobj', () => 'endobj'],
  ['endstream', () => 'endstream'],
  ['%%EOF', () => '%%EOF'],
  ['%PDF-', () => '%PDF-'],
  ['obj', (range, at) => (followsTwoNumbers(range, at) ? 'obj' : null)],
  [
    'trailer',
    (range, at) => {
      const next = afterBlanks(range, at + 'trailer'.length);
      return range[next] === LESS && range[next + 1] === LESS ? 'trailer' : null;
    },
  ],
  [
    'xref',
    (range, at) => {
      if (at >= 5 && range.toString('latin1', at - 5, at) === 'start') return 'startxref';
      const next = afterBlanks(range, at + 'xref'.length);
      return isDigit(range[next]) && !isRegular(range[at - 1]) ? 'xref' : null;
    },
  ],
];

/** Whether `obj` is preceded by two numbers, as in `4 0 obj`. */
function followsTwoNumbers(range: Buffer, at: number): boolean {
  const generation = beforeBlanks(range, at);
  if (generation === at || !isDigit(range[generation - 1])) return false;
  const between = beforeDigits(range, generation);
  const number = beforeBlanks(range, between);
  return number < between && isDigit(range[number - 1]);
}

function beforeBlanks(range: Buffer, at: number): number {
  let position = at;
  while (position > 0 && isBlankByte(range[position - 1])) position -= 1;
  return position;
}

function beforeDigits(range: Buffer, at: number): number {
  let position = at;
  while (position > 0 && isDigit(range[position - 1])) position -= 1;
  return position;
}

function afterBlanks(range: Buffer, at: number): number {
  let position = at;
  while (isBlankByte(range[position])) position += 1;
  return position;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** Includes NUL, as most readers do. */
function isBlankByte(byte: number | undefined): boolean {
  return byte === NUL || byte === 0x09 || byte === 0x0a || byte === 0x0c || byte === 0x0d || byte === 0x20;
}

function isRegular(byte: number | undefined): boolean {
  if (byte === undefined || isBlankByte(byte)) return false;
  return !'()<>[]{}/%'.includes(String.fromCharCode(byte));
}

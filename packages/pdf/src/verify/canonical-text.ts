import { INTEGER_KEYS } from '../syntax/value-reader.js';
import { fault, type StructureFault } from './structure-fault.js';

/** PDFium stops at 64. */
const MAX_DEPTH = 32;
/** ISO 32000-2, annex C; PDFium truncates longer strings. */
const MAX_NAME_LENGTH = 127;
const MAX_STRING_LENGTH = 32_767;
const MAX_INTEGER = 2_147_483_647;
const MAX_OBJECT_NUMBER = 8_388_607;

/**
 * Inheritable keys of pages and fields: for a null value, some readers stop searching the parents and others do not.
 */
const INHERITED: ReadonlySet<string> = new Set([
  ...['MediaBox', 'CropBox', 'Rotate', 'Resources'],
  ...['FT', 'Ff', 'DA', 'Q', 'MaxLen'],
]);

const BLANKS = /[\t\n\f\r ]+/y;
const NAME = /\/([^\0\t\n\f\r ()<>[\]{}/%]*)/y;
const HEX_STRING = /<[0-9A-Fa-f\t\n\f\r ]*>/y;
const REFERENCE = /(\d+)[\t\n\f\r ]+(\d+)[\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/y;
const WORD = /[^\0\t\n\f\r ()<>[\]{}/%]+/y;
const INTEGER = /^[+-]?\d+$/;
const REAL = /^[+-]?(?:\d{1,10}\.\d{0,40}|\.\d{1,40})$/;
const ESCAPES = /#(..)?/g;

/**
 * Checks that values use only tokens that all readers interpret alike. The values must have been parsed already: this
 * examines their tokens, not their syntax.
 * @param text one character per byte
 * @param at offset of the text in the file
 */
export function tokenFault(text: string, at: number): StructureFault | null {
  const levels: { readonly isArray: boolean; key: string | null }[] = [{ isArray: true, key: null }];
  let position = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = position;
    const found = pattern.exec(text);
    if (found !== null) position += found[0].length;
    return found;
  };
  while (position < text.length) {
    if (take(BLANKS) !== null) continue;
    const start = at + position;
    const level = levels.at(-1);
    if (level === undefined) return fault('TOKEN', start);
    const found = take(NAME);
    if (found !== null) {
      const name = found[1] ?? '';
      const isKey = !level.isArray && level.key === null;
      if (!isPlainName(name) || (isKey && name === '')) return fault('TOKEN', start);
      if (!level.isArray) level.key = isKey ? name : null;
      continue;
    }
    if (text.startsWith('<<', position) || text[position] === '[') {
      const isArray = text[position] === '[';
      // Elements of an array belong to the key of the array.
      levels.push({ isArray, key: isArray ? level.key : null });
      if (!level.isArray) level.key = null;
      if (levels.length > MAX_DEPTH) return fault('NESTING', start);
      position += isArray ? 1 : 2;
      continue;
    }
    if (text.startsWith('>>', position) || text[position] === ']') {
      levels.pop();
      position += text[position] === ']' ? 1 : 2;
      continue;
    }
    const { key } = level;
    if (!level.isArray) level.key = null;
    if (take(HEX_STRING) !== null) continue;
    if (text[position] === '(') {
      const end = endOfString(text, position);
      if (end === null || end - position > MAX_STRING_LENGTH) return fault('TOKEN', start);
      position = end;
      continue;
    }
    const reference = take(REFERENCE);
    if (reference !== null) {
      const number = Number(reference[1]);
      if (number < 1 || number > MAX_OBJECT_NUMBER || Number(reference[2]) > 65_535)
        return fault('TOKEN', start);
      continue;
    }
    const word = take(WORD)?.[0];
    if (word === undefined || !isPlainWord(word)) return fault('TOKEN', start);
    if (key !== null && word === 'null' && !level.isArray && INHERITED.has(key))
      return fault('NULL_ENTRY', start);
    if (key !== null && INTEGER_KEYS.has(key) && word.includes('.')) return fault('INTEGER', start);
  }
  return null;
}

/** Only characters that require it are escaped: an escaped letter hides a key from readers that do not decode `#`. */
function isPlainName(name: string): boolean {
  if (name.length > MAX_NAME_LENGTH) return false;
  for (const character of name) if (character < ' ' || character === '\x7f') return false;
  return [...name.matchAll(ESCAPES)].every(([, digits = '']) => {
    const isByte = /^[0-9A-Fa-f]{2}$/.test(digits) && digits !== '00';
    return isByte && !/[0-9A-Za-z]/.test(String.fromCharCode(Number.parseInt(digits, 16)));
  });
}

function isPlainWord(word: string): boolean {
  if (word === 'true' || word === 'false' || word === 'null') return true;
  if (INTEGER.test(word)) return Math.abs(Number(word)) <= MAX_INTEGER;
  return REAL.test(word);
}

/** Offset after the closing parenthesis; null if there is none. */
function endOfString(text: string, start: number): number | null {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '(') depth += 1;
    else if (character === ')') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return null;
}

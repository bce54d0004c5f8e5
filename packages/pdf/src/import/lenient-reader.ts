import { name, type PdfDictionary, type PdfString, type PdfValue, reference } from '../syntax/values.js';

const WHITESPACE = 1;
const DELIMITER = 2;
const CLASS = new Uint8Array(256);
for (const byte of [0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]) CLASS[byte] = WHITESPACE;
for (const character of '()<>[]{}/%') CLASS[character.charCodeAt(0)] = DELIMITER;

/** Deeper than the nesting of any document; deeper brackets are skipped, to prevent a stack overflow. */
const MAX_DEPTH = 100;
/** ISO 32000-2 annex C: no file has more objects. */
export const MAX_OBJECT_NUMBER = 8_388_607;
/** Beyond the limits of any PDF reader (annex C), and below numbers that would be written with an exponent. */
const MAX_NUMBER = 1e15;
const ESCAPES: Readonly<Record<number, number>> = { 110: 10, 114: 13, 116: 9, 98: 8, 102: 12 };

/** A keyword between values: `obj`, `endobj`, `stream`, `R`, an operator, or a stray delimiter. */
export interface Keyword {
  readonly kind: 'keyword';
  readonly word: string;
}

type Token = PdfValue | Keyword | undefined;

/**
 * Parses PDF objects from untrusted bytes: invalid input is skipped, as in PDF readers. Every token consumes at least
 * one byte, and nothing throws, so the cost is linear in the length of the file.
 */
export class LenientReader {
  readonly bytes: Buffer;
  position: number;
  /** Decrypts the strings of the object being read. */
  readonly #decipher: ((bytes: Uint8Array) => Uint8Array) | null;

  constructor(bytes: Uint8Array, position = 0, decipher: ((bytes: Uint8Array) => Uint8Array) | null = null) {
    this.bytes = Buffer.isBuffer(bytes)
      ? bytes
      : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.position = position;
    this.#decipher = decipher;
  }

  /** The next value; null if there is none. A keyword that is not a value is not consumed. */
  value(): PdfValue {
    const before = this.position;
    const token = this.#token(0);
    if (token === undefined) return null;
    if (!isKeyword(token)) return token;
    this.position = before;
    return null;
  }

  /** Consumes the keyword if it comes next. */
  skipKeyword(word: string): boolean {
    this.skipWhitespace();
    const end = this.position + word.length;
    if (this.bytes.toString('latin1', this.position, end) !== word) return false;
    this.position = end;
    return true;
  }

  /** The next sequence of regular characters, '' before a delimiter or at the end. */
  word(): string {
    this.skipWhitespace();
    return this.#regular();
  }

  /** `12 0 obj`; null, with the position unchanged, if it does not match. */
  objectHeader(): { readonly object: number; readonly generation: number } | null {
    const before = this.position;
    const object = this.word();
    const generation = this.word();
    if (/^\d{1,10}$/.test(object) && /^\d{1,5}$/.test(generation) && this.skipKeyword('obj')) {
      return { object: Number(object), generation: Number(generation) };
    }
    this.position = before;
    return null;
  }

  skipWhitespace(): void {
    const { bytes } = this;
    let position = this.position;
    while (position < bytes.length) {
      const byte = bytes[position] ?? 0;
      if (byte === 0x25) {
        while (position < bytes.length && bytes[position] !== 0x0a && bytes[position] !== 0x0d) position += 1;
      } else if (CLASS[byte] === WHITESPACE) position += 1;
      else break;
    }
    this.position = position;
  }

  #token(depth: number): Token {
    this.skipWhitespace();
    const byte = this.bytes[this.position];
    if (byte === undefined) return undefined;
    if (CLASS[byte] === 0) return this.#numberOrWord();
    this.position += 1;
    switch (byte) {
      case 0x2f:
        return name(this.#name());
      case 0x28:
        return this.#string(this.#literalString());
      case 0x5b:
        if (depth > MAX_DEPTH) break;
        return this.#array(depth);
      case 0x3c:
        if (this.bytes[this.position] !== 0x3c) return this.#string(this.#hexString());
        this.position += 1;
        if (depth > MAX_DEPTH) break;
        return this.#dictionary(depth);
      case 0x3e:
        if (this.bytes[this.position] === 0x3e) this.position += 1;
        return { kind: 'keyword', word: '>>' };
    }
    return { kind: 'keyword', word: String.fromCharCode(byte) };
  }

  #regular(): string {
    const start = this.position;
    let position = start;
    while (position < this.bytes.length && CLASS[this.bytes[position] ?? 0] === 0) position += 1;
    this.position = position;
    return this.bytes.toString('latin1', start, position);
  }

  /** Names are bytes: a name in GBK, with or without #-escapes, is preserved. */
  #name(): string {
    const raw = this.#regular();
    if (!raw.includes('#')) return raw;
    return raw
      .replace(/#00/g, '')
      .replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }

  #numberOrWord(): Token {
    const word = this.#regular();
    const first = word.charCodeAt(0);
    const numeric = (first >= 0x30 && first <= 0x39) || first === 0x2b || first === 0x2d || first === 0x2e;
    if (numeric) {
      if (!/^\d{1,10}$/.test(word)) return leniently(word);
      return this.#referenceAfter(Number(word)) ?? Number(word);
    }
    if (word === 'true') return true;
    if (word === 'false') return false;
    return word === 'null' ? null : { kind: 'keyword', word };
  }

  #referenceAfter(object: number): PdfValue | null {
    const back = this.position;
    this.skipWhitespace();
    const generation = this.#regular();
    if (/^\d{1,5}$/.test(generation)) {
      this.skipWhitespace();
      if (this.bytes[this.position] === 0x52 && CLASS[this.bytes[this.position + 1] ?? 0x20] !== 0) {
        this.position += 1;
        return object > MAX_OBJECT_NUMBER ? null : reference(object, Number(generation));
      }
    }
    this.position = back;
    return null;
  }

  #array(depth: number): PdfValue[] {
    const items: PdfValue[] = [];
    for (;;) {
      const before = this.position;
      const token = this.#token(depth + 1);
      if (token === undefined) break;
      if (!isKeyword(token)) items.push(token);
      else if (token.word === ']') break;
      else if (endsObject(token.word) || token.word === '>>') {
        this.position = before;
        break;
      }
    }
    return items;
  }

  #dictionary(depth: number): PdfDictionary {
    const entries = new Map<string, PdfValue>();
    let key: string | null = null;
    for (;;) {
      const before = this.position;
      const token = this.#token(depth + 1);
      if (token === undefined) break;
      if (isKeyword(token)) {
        if (token.word === '>>') break;
        if (endsObject(token.word)) {
          this.position = before;
          break;
        }
        continue;
      }
      if (key !== null) {
        entries.set(key, token);
        key = null;
      } else if (token !== null && typeof token === 'object' && 'kind' in token && token.kind === 'name') {
        key = token.name;
      }
    }
    return entries;
  }

  #string(bytes: Uint8Array): PdfString {
    return { kind: 'string', bytes: this.#decipher === null ? bytes : this.#decipher(bytes) };
  }

  #hexString(): Uint8Array {
    const found = this.bytes.indexOf(0x3e, this.position);
    const end = found < 0 ? this.bytes.length : found;
    const digits = this.bytes.toString('latin1', this.position, end).replace(/[^0-9A-Fa-f]/g, '');
    this.position = Math.min(end + 1, this.bytes.length);
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
  }

  #literalString(): Uint8Array {
    const { bytes } = this;
    const start = this.position;
    const end = endOfLiteral(bytes, start);
    this.position = Math.min(end + 1, bytes.length);
    const out = Buffer.allocUnsafe(end - start);
    let length = 0;
    for (let at = start; at < end; ) {
      const byte = bytes[at] ?? 0;
      at += 1;
      if (byte === 0x0d) {
        if (bytes[at] === 0x0a) at += 1;
        out[length++] = 0x0a;
        continue;
      }
      if (byte !== 0x5c) {
        out[length++] = byte;
        continue;
      }
      const escaped = bytes[at] ?? 0;
      at += 1;
      if (escaped === 0x0a) continue;
      if (escaped === 0x0d) {
        if (bytes[at] === 0x0a) at += 1;
        continue;
      }
      if (escaped < 0x30 || escaped > 0x37) {
        out[length++] = ESCAPES[escaped] ?? escaped;
        continue;
      }
      let code = escaped - 0x30;
      for (let digits = 1; digits < 3; digits += 1) {
        const digit = bytes[at] ?? 0;
        if (digit < 0x30 || digit > 0x37) break;
        code = code * 8 + digit - 0x30;
        at += 1;
      }
      out[length++] = code & 0xff;
    }
    return out.subarray(0, length);
  }
}

function isKeyword(token: PdfValue | Keyword): token is Keyword {
  return token !== null && typeof token === 'object' && 'kind' in token && token.kind === 'keyword';
}

/** An unclosed array or dictionary ends with its object. */
function endsObject(word: string): boolean {
  return word === 'endobj' || word === 'stream' || word === 'endstream' || word === 'obj' || word === 'xref';
}

/** Offset of the closing parenthesis, or the end of the bytes. */
function endOfLiteral(bytes: Uint8Array, start: number): number {
  let depth = 1;
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === 0x5c) at += 1;
    else if (byte === 0x28) depth += 1;
    else if (byte === 0x29) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return bytes.length;
}

/** `--5`, `4.2.1`, `.`, `12-3`, `1e5`: the number that the valid prefix denotes, 0 if there is none. */
function leniently(word: string): number {
  const found = /^([+-]*)(\d*\.?\d*)/.exec(word);
  const value = Math.min(Number.parseFloat(found?.[2] ?? '') || 0, MAX_NUMBER);
  return found?.[1]?.startsWith('-') === true ? -value : value;
}

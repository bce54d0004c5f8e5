import { isReference, name, type PdfObject, type PdfValue, reference, stream } from './values.js';

/** Thrown if bytes are not a PDF object where one is required. */
export class PdfSyntaxError extends Error {
  constructor(problem: string, offset: number) {
    super(`${problem} at byte ${offset}`);
    this.name = 'PdfSyntaxError';
  }
}

/** Thrown if an object has more values than any legitimate document. */
export class TooManyValues extends PdfSyntaxError {}

/** Thrown for a dictionary with a duplicate key, because readers differ in which of the values they use. */
export class RepeatedKey extends PdfSyntaxError {}

const WHITESPACE = 1;
const DELIMITER = 2;
const CLASS = new Uint8Array(256);
for (const byte of [0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]) CLASS[byte] = WHITESPACE;
for (const character of '()<>[]{}/%') CLASS[character.charCodeAt(0)] = DELIMITER;

/** Keys of structure, streams, pages, fields and fonts whose values are integers (ISO 32000-2). */
export const INTEGER_KEYS: ReadonlySet<string> = new Set([
  ...['Prev', 'XRefStm', 'Length', 'ByteRange'],
  ...['Columns', 'Colors', 'BitsPerComponent', 'Predictor', 'EarlyChange'],
  ...['Count', 'Rotate', 'StructParents', 'StructParent', 'SigFlags', 'F', 'Ff', 'Flags', 'MaxLen', 'Q'],
  ...['Width', 'Height', 'FirstChar', 'LastChar'],
  ...['PaintType', 'TilingType', 'PatternType', 'ShadingType', 'FunctionType', 'BitsPerSample'],
]);

/** Longest whole numbers that a double holds exactly whatever their digits. */
const MAX_EXACT_DIGITS = 15;
const MAX_GENERATION_DIGITS = 5;
/** Maximum nesting depth, more than any document has: a guard against stack exhaustion. */
const MAX_DEPTH = 200;
/** Maximum number of values. A page tree has a few thousand, the largest name trees some hundred thousand. */
const MAX_VALUES = 1_000_000;

/**
 * Strict parser, without repair, of PDF objects written by this engine or its importer. Files from elsewhere go through
 * importPdf first.
 */
export class ValueReader {
  readonly #bytes: Buffer;
  position: number;
  /** Whether a real was read where an integer is required; poppler treats it as a missing value. */
  hasMisplacedReals = false;
  #values = 0;
  #isReal = false;

  constructor(bytes: Uint8Array, position: number) {
    this.#bytes = Buffer.isBuffer(bytes)
      ? bytes
      : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.position = position;
  }

  /** Reads `number generation obj` and its value; `lengthOf` resolves an indirect /Length. */
  indirectObject(lengthOf: (object: number) => number): {
    object: number;
    generation: number;
    value: PdfObject;
  } {
    const object = this.#integer();
    const generation = this.#integer();
    this.keyword('obj');
    const value = this.value();
    if (!(value instanceof Map)) return { object, generation, value };
    this.#skipWhitespace();
    if (!this.#startsWith('stream')) return { object, generation, value };
    this.position += 6;
    if (this.#bytes[this.position] === 0x0d) this.position += 1;
    // Without it readers differ in where the data begins (ISO 32000-2, 7.3.8.1).
    if (this.#bytes[this.position] !== 0x0a) this.#fail('no end of line after `stream`');
    this.position += 1;
    const declared = value.get('Length');
    const length =
      typeof declared === 'number'
        ? declared
        : isReference(declared)
          ? lengthOf(declared.object)
          : this.#fail('a stream without /Length');
    const end = this.position + length;
    const data = this.#bytes.subarray(this.position, end);
    this.position = end;
    this.keyword('endstream');
    return { object, generation, value: stream(value, data) };
  }

  value(depth = 0): PdfValue {
    if (depth > MAX_DEPTH) return this.#fail('objects nested too deeply');
    this.#values += 1;
    if (this.#values > MAX_VALUES) throw new TooManyValues('too many values', this.position);
    this.#skipWhitespace();
    const byte = this.#bytes[this.position];
    switch (byte) {
      case 0x2f:
        return name(this.#name());
      case 0x28:
        return { kind: 'string', bytes: this.#literalString() };
      case 0x5b:
        return this.#array(depth);
      case 0x3c:
        return this.#bytes[this.position + 1] === 0x3c
          ? this.#dictionary(depth)
          : { kind: 'string', bytes: this.#hexString() };
      default:
        return this.#numberOrKeyword();
    }
  }

  keyword(word: string): void {
    this.#skipWhitespace();
    if (!this.#startsWith(word)) this.#fail(`expected ${word}`);
    this.position += word.length;
  }

  #fail(problem: string): never {
    throw new PdfSyntaxError(problem, this.position);
  }

  #startsWith(word: string): boolean {
    for (let index = 0; index < word.length; index += 1)
      if (this.#bytes[this.position + index] !== word.charCodeAt(index)) return false;
    return true;
  }

  #skipWhitespace(): void {
    const bytes = this.#bytes;
    let position = this.position;
    for (;;) {
      const byte = bytes[position];
      if (byte === undefined) break;
      if (CLASS[byte] === WHITESPACE) {
        position += 1;
      } else if (byte === 0x25) {
        while (position < bytes.length && bytes[position] !== 0x0a && bytes[position] !== 0x0d) position += 1;
      } else break;
    }
    this.position = position;
  }

  #regular(): string {
    const start = this.position;
    let position = start;
    while (position < this.#bytes.length && CLASS[this.#bytes[position] ?? 0] === 0) position += 1;
    this.position = position;
    return this.#bytes.toString('latin1', start, position);
  }

  #name(): string {
    this.position += 1;
    const raw = this.#regular();
    if (!raw.includes('#')) return raw;
    return raw.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }

  #integer(): number {
    this.#skipWhitespace();
    const start = this.position;
    let value = 0;
    for (
      let byte = this.#bytes[start] ?? 0;
      byte >= 0x30 && byte <= 0x39;
      byte = this.#bytes[this.position] ?? 0
    ) {
      value = value * 10 + byte - 0x30;
      this.position += 1;
    }
    const isWhole = this.position > start && CLASS[this.#bytes[this.position] ?? 0x20] !== 0;
    return isWhole ? value : this.#fail('expected an integer');
  }

  #numberOrKeyword(): PdfValue {
    const start = this.position;
    const whole = this.#digits(MAX_EXACT_DIGITS);
    if (whole !== null) {
      this.#isReal = false;
      return this.#referenceAfter(whole) ?? whole;
    }
    const word = this.#regular();
    if (word === '') return this.#fail('expected an object');
    if (word === 'true') return true;
    if (word === 'false') return false;
    if (word === 'null') return null;
    const number = Number(word);
    if (Number.isNaN(number) || !/^[+-]?[\d.]+$/.test(word)) {
      this.position = start;
      return this.#fail('unknown keyword');
    }
    this.#isReal = word.includes('.');
    if (!/^\d+$/.test(word)) return number;
    return this.#referenceAfter(number) ?? number;
  }

  /** A reference such as `12 0 R` needs two tokens of look-ahead; otherwise the position is restored. */
  #referenceAfter(object: number): PdfValue | null {
    const back = this.position;
    this.#skipWhitespace();
    const generation = this.#digits(MAX_GENERATION_DIGITS);
    if (generation !== null) {
      this.#skipWhitespace();
      if (this.#bytes[this.position] === 0x52 && CLASS[this.#bytes[this.position + 1] ?? 0x20] !== 0) {
        this.position += 1;
        return reference(object, generation);
      }
    }
    this.position = back;
    return null;
  }

  /**
   * A token of decimal digits only, read without a string, because most tokens of a file are such; null, at the same
   * position, for any other token and for one with more digits.
   */
  #digits(most: number): number | null {
    const bytes = this.#bytes;
    const start = this.position;
    let position = start;
    let value = 0;
    let byte = bytes[position] ?? 0x20;
    for (; byte >= 0x30 && byte <= 0x39; byte = bytes[position] ?? 0x20) {
      value = value * 10 + byte - 0x30;
      position += 1;
    }
    if (position === start || position - start > most || CLASS[byte] === 0) return null;
    this.position = position;
    return value;
  }

  #array(depth: number): PdfValue[] {
    this.position += 1;
    const items: PdfValue[] = [];
    for (;;) {
      this.#skipWhitespace();
      if (this.#bytes[this.position] === 0x5d) break;
      items.push(this.value(depth + 1));
    }
    this.position += 1;
    return items;
  }

  #dictionary(depth: number): ReadonlyMap<string, PdfValue> {
    this.position += 2;
    const entries = new Map<string, PdfValue>();
    for (;;) {
      this.#skipWhitespace();
      const byte = this.#bytes[this.position];
      if (byte === 0x3e && this.#bytes[this.position + 1] === 0x3e) break;
      if (byte !== 0x2f) this.#fail('expected a key');
      const key = this.#name();
      if (entries.has(key)) throw new RepeatedKey('a duplicate key', this.position);
      const value = this.value(depth + 1);
      if (typeof value === 'number' && this.#isReal && INTEGER_KEYS.has(key)) this.hasMisplacedReals = true;
      entries.set(key, value);
    }
    this.position += 2;
    return entries;
  }

  #hexString(): Uint8Array {
    const end = this.#bytes.indexOf(0x3e, this.position);
    if (end < 0) this.#fail('a hexadecimal string without end');
    const digits = this.#bytes.toString('latin1', this.position + 1, end).replace(/[^0-9A-Fa-f]/g, '');
    this.position = end + 1;
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
  }

  #literalString(): Uint8Array {
    const start = this.position + 1;
    const end = this.#endOfString(start);
    this.position = end + 1;
    const out = Buffer.allocUnsafe(end - start);
    let length = 0;
    for (let at = start; at < end; ) {
      const byte = this.#bytes[at] ?? 0;
      at += 1;
      if (byte === 0x5c) {
        const escaped = this.#escape(at);
        at = escaped.end;
        if (escaped.byte !== null) out[length++] = escaped.byte;
      } else if (byte === 0x0d) {
        if (this.#bytes[at] === 0x0a) at += 1;
        out[length++] = 0x0a;
      } else out[length++] = byte;
    }
    return out.subarray(0, length);
  }

  /** Offset of the closing parenthesis. */
  #endOfString(start: number): number {
    let depth = 1;
    for (let at = start; at < this.#bytes.length; at += 1) {
      const byte = this.#bytes[at];
      if (byte === 0x5c) at += 1;
      else if (byte === 0x28) depth += 1;
      else if (byte === 0x29) {
        depth -= 1;
        if (depth === 0) return at;
      }
    }
    return this.#fail('a string without end');
  }

  /** The byte that an escape sequence denotes (ISO 32000-2, table 3; null for none), and the position after it. */
  #escape(position: number): { readonly byte: number | null; readonly end: number } {
    const byte = this.#bytes[position] ?? 0;
    const simple = ESCAPES[byte];
    if (simple !== undefined) return { byte: simple, end: position + 1 };
    if (byte === 0x0d)
      return { byte: null, end: this.#bytes[position + 1] === 0x0a ? position + 2 : position + 1 };
    if (byte === 0x0a) return { byte: null, end: position + 1 };
    if (byte < 0x30 || byte > 0x37) return { byte, end: position + 1 };
    let code = 0;
    let end = position;
    while (end < position + 3) {
      const digit = this.#bytes[end] ?? 0;
      if (digit < 0x30 || digit > 0x37) break;
      code = code * 8 + digit - 0x30;
      end += 1;
    }
    return { byte: code & 0xff, end };
  }
}

const ESCAPES: Readonly<Record<number, number>> = {
  110: 0x0a,
  114: 0x0d,
  116: 0x09,
  98: 0x08,
  102: 0x0c,
};

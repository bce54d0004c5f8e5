/**
 * Strict parser of a PDF, revision by revision (ISO 32000-2 section 7.5.6): contiguous objects, a classic table that
 * lists exactly these, a trailer, the end. It is independent of the code that writes such files; whatever it does not
 * support is an error of the file.
 */

export type Value =
  | null
  | boolean
  | number
  | { readonly name: string }
  | { readonly ref: number; readonly generation: number }
  /** Hexadecimal digits of the bytes. */
  | { readonly string: string }
  | readonly Value[]
  | Dictionary;

export type Dictionary = ReadonlyMap<string, Value>;

export interface IndirectObject {
  readonly number: number;
  readonly generation: number;
  readonly start: number;
  readonly end: number;
  readonly value: Value;
  /** The bytes between `stream` and `endstream`; null for an object that is not a stream. */
  readonly stream: Buffer | null;
}

export interface Revision {
  readonly start: number;
  /** The offset after `%%EOF` and its end of line. */
  readonly end: number;
  readonly objects: ReadonlyMap<number, IndirectObject>;
  readonly startxref: number;
  readonly trailer: Dictionary;
}

export class NotStrict extends Error {}

/** All revisions, oldest first. @throws NotStrict at the first byte that belongs to none */
export function revisionsOf(pdf: Uint8Array): readonly Revision[] {
  const reader = new StrictReader(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
  reader.expect(/%PDF-[12]\.\d\n%[\x80-\xff]{4}\n/y, 'a header');
  const revisions: Revision[] = [];
  while (!reader.atEnd) {
    const revision = reader.revision(revisions.length === 0 ? 0 : reader.position);
    const previous = revision.trailer.get('Prev');
    if (previous !== revisions.at(-1)?.startxref)
      throw new NotStrict('/Prev does not name the revision before');
    revisions.push(revision);
  }
  return revisions;
}

class StrictReader {
  readonly #bytes: Buffer;
  readonly #text: string;
  position = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#text = bytes.toString('latin1');
  }

  get atEnd(): boolean {
    return this.position === this.#bytes.length;
  }

  /** Consumes the match of a sticky expression at this position. */
  expect(expression: RegExp, what: string): RegExpExecArray {
    const found = this.#take(expression);
    if (found === null) throw new NotStrict(`byte ${this.position}: expected ${what}`);
    return found;
  }

  revision(start: number): Revision {
    const objects = new Map<number, IndirectObject>();
    for (let object = this.#object(); object !== null; object = this.#object()) {
      if (objects.has(object.number)) throw new NotStrict(`object ${object.number} twice in one revision`);
      objects.set(object.number, object);
    }
    const startxref = this.position;
    this.#table(objects, start === 0);
    this.expect(/trailer\n/y, 'a trailer');
    const trailer = this.#value();
    if (!isDictionary(trailer)) throw new NotStrict('the trailer is not a dictionary');
    const [, offset] = this.expect(/\nstartxref\n(\d+)\n%%EOF\n/y, 'the end of the revision');
    if (Number(offset) !== startxref) throw new NotStrict('startxref does not name its table');
    return { start, end: this.position, objects, startxref, trailer };
  }

  #take(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.position;
    const found = expression.exec(this.#text);
    if (found !== null) this.position += found[0].length;
    return found;
  }

  #object(): IndirectObject | null {
    const start = this.position;
    const header = this.#take(/(\d+) (\d+) obj\n/y);
    if (header === null) return null;
    const value = this.#value();
    let stream: Buffer | null = null;
    if (this.#take(/\nstream\n/y) !== null) {
      const length = isDictionary(value) ? value.get('Length') : null;
      if (typeof length !== 'number')
        throw new NotStrict(`object ${header[1]}: a stream without a direct /Length`);
      stream = this.#bytes.subarray(this.position, this.position + length);
      this.position += length;
      this.expect(/\nendstream/y, 'endstream where /Length says');
    }
    this.expect(/\nendobj\n/y, 'endobj');
    return {
      number: Number(header[1]),
      generation: Number(header[2]),
      start,
      end: this.position,
      value,
      stream,
    };
  }

  #table(objects: ReadonlyMap<number, IndirectObject>, first: boolean): void {
    this.expect(/xref\n/y, 'a cross-reference table');
    const listed = new Set<number>();
    for (let header = this.#take(/(\d+) (\d+)\n/y); header !== null; header = this.#take(/(\d+) (\d+)\n/y)) {
      for (let index = 0; index < Number(header[2]); index += 1) {
        const number = Number(header[1]) + index;
        const [, offset, generation, kind] = this.expect(
          /(\d{10}) (\d{5}) ([nf]) \n/y,
          'an entry of 20 bytes',
        );
        if (number === 0 && first && kind === 'f' && generation === '65535') continue;
        const object = objects.get(number);
        if (kind !== 'n' || object === undefined)
          throw new NotStrict(`object ${number} is listed but not there`);
        if (object.start !== Number(offset) || object.generation !== Number(generation)) {
          throw new NotStrict(`object ${number} is not where the table says`);
        }
        listed.add(number);
      }
    }
    for (const number of objects.keys()) {
      if (!listed.has(number)) throw new NotStrict(`object ${number} is in no table`);
    }
  }

  #value(): Value {
    const array = this.#take(/\[ */y);
    if (array !== null) {
      const items: Value[] = [];
      while (this.#take(/ *\]/y) === null) {
        items.push(this.#value());
        this.#take(/ +/y);
      }
      return items;
    }
    if (this.#take(/<<[ \n]*/y) !== null) {
      const entries = new Map<string, Value>();
      while (this.#take(/[ \n]*>>/y) === null) {
        const key = this.#name();
        if (key === null) throw new NotStrict(`byte ${this.position}: expected a key`);
        if (entries.has(key)) throw new NotStrict(`byte ${this.position}: the key /${key} twice`);
        this.#take(/ */y);
        entries.set(key, this.#value());
        this.#take(/[ \n]*/y);
      }
      return entries;
    }
    const name = this.#name();
    if (name !== null) return { name };
    const hex = this.#take(/<([0-9A-Fa-f]*)>/y);
    if (hex !== null) return { string: (hex[1] ?? '').toLowerCase() };
    if (this.#text[this.position] === '(') return { string: this.#literal() };
    const reference = this.#take(/(\d+) (\d+) R(?![A-Za-z0-9])/y);
    if (reference !== null) return { ref: Number(reference[1]), generation: Number(reference[2]) };
    const number = this.#take(/[+-]?\d*\.?\d+(?![A-Za-z])/y);
    if (number !== null) return Number(number[0]);
    const word = this.expect(/true|false|null/y, 'a value')[0];
    return word === 'null' ? null : word === 'true';
  }

  #name(): string | null {
    const found = this.#take(/\/([^\0\t\n\f\r ()<>[\]{}/%]*)/y);
    if (found === null) return null;
    return (found[1] ?? '').replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }

  #literal(): string {
    const [, text = ''] = this.expect(/\(((?:[^\\()]|\\[()\\])*)\)/y, 'a string');
    return Buffer.from(text.replace(/\\([()\\])/g, '$1'), 'latin1').toString('hex');
  }
}

export function isDictionary(value: Value | undefined): value is Dictionary {
  return value instanceof Map;
}

export function isReference(
  value: Value | undefined,
): value is { readonly ref: number; readonly generation: number } {
  return typeof value === 'object' && value !== null && 'ref' in value;
}

export function isName(value: Value | undefined, name: string): boolean {
  return typeof value === 'object' && value !== null && 'name' in value && value.name === name;
}

/** The same text for the same value, whatever the order of its keys. */
export function canonical(value: Value | undefined): string {
  if (value === undefined) return 'nothing';
  if (isDictionary(value)) {
    const keys = [...value.keys()].sort();
    return `<<${keys.map((key) => `${JSON.stringify(key)} ${canonical(value.get(key))}`).join(' ')}>>`;
  }
  return Array.isArray(value) ? `[${value.map(canonical).join(' ')}]` : JSON.stringify(value);
}

/** All objects that a value refers to. */
export function referencesIn(value: Value): number[] {
  if (isReference(value)) return [value.ref];
  if (isDictionary(value)) return [...value.values()].flatMap(referencesIn);
  return Array.isArray(value) ? value.flatMap(referencesIn) : [];
}

import { ByteSink } from './byte-sink.js';
import { PdfSyntaxError, ValueReader } from './value-reader.js';
import {
  isArray,
  isDictionary,
  isReference,
  isStream,
  type PdfArrayValue,
  type PdfDictionary,
  type PdfObject,
  type PdfReference,
  type PdfValue,
} from './values.js';

/**
 * One subsection of a cross-reference table. Its entries have exactly 20 bytes each, so the offset of an entry is
 * computed.
 */
interface Subsection {
  readonly first: number;
  readonly count: number;
  /** Byte offset of the first entry. */
  readonly entries: number;
}

const ENTRY_LENGTH = 20;
/** Maximum number of revisions, more than any flow creates: a guard against an endless chain. */
const MAX_REVISIONS = 100_000;

/**
 * A PDF whose revisions all have classic cross-reference tables (ISO 32000-2, 7.5.4), as importPdf writes them. Opening
 * a file reads only its trailers; an object is parsed when it is requested, so that the cost of signing does not grow
 * with the number of pages. The bytes are kept in a sink, because a file grows while it is being signed.
 */
export class ClassicFile {
  readonly sink: ByteSink;
  /** Newest first. */
  readonly #subsections: Subsection[] = [];
  #trailer: PdfDictionary;
  #startxref: number;

  /** @param room number of bytes expected to be appended */
  constructor(bytes: Uint8Array, room = 0) {
    this.sink = new ByteSink(bytes.length + room);
    this.sink.append(bytes);
    this.#startxref = lastStartxref(this.sink);
    this.#trailer = this.#readChain(this.#startxref);
  }

  get trailer(): PdfDictionary {
    return this.#trailer;
  }

  /** Offset of the newest cross-reference table. */
  get startxref(): number {
    return this.#startxref;
  }

  /** Number of the next new object. */
  get size(): number {
    const size = this.#trailer.get('Size');
    if (typeof size !== 'number') throw new PdfSyntaxError('a trailer without /Size', this.#startxref);
    return size;
  }

  get root(): PdfReference {
    const root = this.#trailer.get('Root');
    if (!isReference(root)) throw new PdfSyntaxError('a trailer without /Root', this.#startxref);
    return root;
  }

  /** Reads the table that an update has just appended to the sink. */
  adopt(startxref: number): void {
    const newer: Subsection[] = [];
    this.#trailer = this.#readTable(startxref, newer);
    this.#subsections.unshift(...newer);
    this.#startxref = startxref;
  }

  /** Records the current state of the file; the returned function discards everything appended since. */
  checkpoint(): () => void {
    const length = this.sink.length;
    const subsections = [...this.#subsections];
    const trailer = this.#trailer;
    const startxref = this.#startxref;
    return () => {
      this.sink.truncate(length);
      this.#subsections.splice(0, this.#subsections.length, ...subsections);
      this.#trailer = trailer;
      this.#startxref = startxref;
    };
  }

  /** The object with that number; null if it is free or missing. */
  object(number: number): PdfObject {
    const offset = this.offsetOf(number);
    if (offset === null) return null;
    const reader = new ValueReader(this.sink.bytes(), offset);
    const read = reader.indirectObject((length) => {
      const value = this.object(length);
      if (typeof value !== 'number') throw new PdfSyntaxError('/Length is not a number', offset);
      return value;
    });
    if (read.object !== number)
      throw new PdfSyntaxError(`object ${number} is not where its table says`, offset);
    return read.value;
  }

  /** Resolves references to the value. */
  resolve(value: PdfValue | undefined): PdfObject {
    let current: PdfObject = value ?? null;
    for (let steps = 0; isReference(current); steps += 1) {
      if (steps > 32) return null;
      current = this.object(current.object);
    }
    return current;
  }

  dictionary(value: PdfValue | undefined): PdfDictionary | null {
    const resolved = this.resolve(value);
    if (isStream(resolved)) return resolved.dictionary;
    return isDictionary(resolved) ? resolved : null;
  }

  array(value: PdfValue | undefined): PdfArrayValue | null {
    const resolved = this.resolve(value);
    return isArray(resolved) ? resolved : null;
  }

  offsetOf(number: number): number | null {
    for (const subsection of this.#subsections) {
      const index = number - subsection.first;
      if (index < 0 || index >= subsection.count) continue;
      const start = subsection.entries + index * ENTRY_LENGTH;
      const entry = this.sink.bytes(start, start + ENTRY_LENGTH).toString('latin1');
      if (entry[17] !== 'n') return null;
      return Number(entry.slice(0, 10));
    }
    return null;
  }

  #readChain(newest: number): PdfDictionary {
    const trailer = this.#readTable(newest, this.#subsections);
    const seen = new Set([newest]);
    let previous = trailer.get('Prev');
    while (typeof previous === 'number') {
      if (seen.has(previous) || seen.size > MAX_REVISIONS)
        throw new PdfSyntaxError('a loop of tables', previous);
      seen.add(previous);
      previous = this.#readTable(previous, this.#subsections).get('Prev');
    }
    return trailer;
  }

  #readTable(offset: number, into: Subsection[]): PdfDictionary {
    const bytes = this.sink.bytes();
    const reader = new ValueReader(bytes, offset);
    reader.keyword('xref');
    for (;;) {
      const line = bytes.toString('latin1', reader.position, reader.position + 40);
      const header = /^\s*(\d+) (\d+)\s*?(?:\r\n|\n)/.exec(line);
      if (header === null) break;
      const count = Number(header[2]);
      const entries = reader.position + header[0].length;
      into.push({ first: Number(header[1]), count, entries });
      reader.position = entries + count * ENTRY_LENGTH;
    }
    reader.keyword('trailer');
    const trailer = reader.value();
    if (!isDictionary(trailer)) throw new PdfSyntaxError('the trailer is not a dictionary', offset);
    if (trailer.has('XRefStm')) throw new PdfSyntaxError('a hybrid cross-reference', offset);
    return trailer;
  }
}

function lastStartxref(sink: ByteSink): number {
  const start = Math.max(0, sink.length - 1024);
  const tail = sink.bytes(start).toString('latin1');
  const found = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail);
  if (found === null) throw new PdfSyntaxError('no startxref at the end', sink.length);
  return Number(found[1]);
}

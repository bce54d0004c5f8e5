import { createHash } from 'node:crypto';
import type { ClassicFile } from './classic-file.js';
import { isArray, isString, type PdfObject, type PdfReference, type PdfValue, reference } from './values.js';
import { printValue, writeIndirectObject } from './write-value.js';

/**
 * One incremental update (ISO 32000-2, 7.5.6): objects, a classic table of these objects, and a trailer with /Prev.
 * Existing bytes are never altered.
 */
export class IncrementalUpdate {
  readonly #file: ClassicFile;
  readonly #start: number;
  readonly #entries = new Map<number, { offset: number; generation: number }>();
  #nextObject: number;

  constructor(file: ClassicFile) {
    this.#file = file;
    if (file.sink.bytes(file.sink.length - 1)[0] !== 0x0a) file.sink.text('\n');
    this.#start = file.sink.length;
    this.#nextObject = file.size;
  }

  /** Allocates the number of a new object. */
  allocate(): PdfReference {
    const allocated = reference(this.#nextObject);
    this.#nextObject += 1;
    return allocated;
  }

  write(target: PdfReference, value: PdfObject): void {
    this.#register(target);
    writeIndirectObject(this.#file.sink, target.object, target.generation, value);
  }

  add(value: PdfObject): PdfReference {
    const target = this.allocate();
    this.write(target, value);
    return target;
  }

  /**
   * Adds an object that the caller has printed, and returns the offset of its text: the positions of /ByteRange and
   * /Contents in a signature dictionary must be known.
   */
  addPrinted(text: string): { reference: PdfReference; offset: number } {
    const target = this.allocate();
    this.#register(target);
    const { sink } = this.#file;
    sink.text(`${target.object} ${target.generation} obj\n`);
    const offset = sink.length;
    sink.text(text);
    sink.text('\nendobj\n');
    return { reference: target, offset };
  }

  /** Writes table and trailer; afterwards the file resolves objects through this update. */
  finish(): void {
    const { sink, trailer, startxref: previous } = this.#file;
    const startxref = sink.length;
    const entries: [string, PdfValue][] = [['Size', this.#nextObject]];
    for (const key of ['Root', 'Info']) {
      const value = trailer.get(key);
      if (value !== undefined) entries.push([key, value]);
    }
    const identifier = trailer.get('ID');
    if (isArray(identifier))
      entries.push(['ID', [identifier[0] ?? null, this.#changingIdentifier(identifier[1])]]);
    entries.push(['Prev', previous]);
    const table = printTable(this.#entries);
    sink.text(`xref\n${table}trailer\n${printValue(new Map(entries))}\nstartxref\n${startxref}\n%%EOF\n`);
    this.#file.adopt(startxref);
  }

  #register(target: PdfReference): void {
    if (this.#entries.has(target.object))
      throw new Error(`object ${target.object} written twice in one update`);
    this.#entries.set(target.object, { offset: this.#file.sink.length, generation: target.generation });
  }

  /**
   * The second identifier identifies this revision (14.4). It is derived from the previous one and the offset, so it is
   * reproducible.
   */
  #changingIdentifier(previous: PdfValue | undefined): PdfValue {
    const hash = createHash('sha256').update(`${this.#start} ${this.#file.sink.length} `);
    if (isString(previous)) hash.update(previous.bytes);
    return { kind: 'string', bytes: hash.digest().subarray(0, 16) };
  }
}

/** Subsections of consecutive numbers, entries of 20 bytes. */
export function printTable(entries: ReadonlyMap<number, { offset: number; generation: number }>): string {
  const numbers = [...entries.keys()].sort((a, b) => a - b);
  let table = '';
  for (let start = 0; start < numbers.length; ) {
    let end = start + 1;
    while (end < numbers.length && numbers[end] === (numbers[end - 1] ?? 0) + 1) end += 1;
    table += `${numbers[start]} ${end - start}\n`;
    for (const number of numbers.slice(start, end)) {
      const entry = entries.get(number);
      if (entry === undefined) continue;
      table += `${String(entry.offset).padStart(10, '0')} ${String(entry.generation).padStart(5, '0')} n \n`;
    }
    start = end;
  }
  return table;
}

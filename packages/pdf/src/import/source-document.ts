import { DocumentRefused } from '../model.js';
import {
  isArray,
  isDictionary,
  isName,
  isReference,
  isStream,
  isString,
  type PdfArrayValue,
  type PdfDictionary,
  type PdfObject,
  type PdfReference,
  type PdfStream,
  type PdfValue,
  stream,
} from '../syntax/values.js';
import { type CrossReferences, type Entry, readCrossReferences } from './cross-references.js';
import { decodeStream, UndecodableStream } from './decode-stream.js';
import { LenientReader } from './lenient-reader.js';
import { type FoundObjects, searchObjects } from './search-objects.js';
import { type DecryptionOf, type ObjectDecryption, openEncryption } from './standard-decryption.js';

type PackedObjects = readonly { readonly object: number; readonly value: PdfValue }[];

const MAX_CHAIN = 32;

/**
 * An untrusted file, parsed as leniently as PDF readers do, with look-ups that never throw for missing objects. Objects
 * are parsed on demand. If the cross-references prove wrong, the file is scanned once.
 */
export class SourceDocument {
  readonly #bytes: Buffer;
  readonly #objects = new Map<number, PdfObject>();
  readonly #packed = new Map<number, PackedObjects>();
  readonly #reading = new Set<number>();
  #references: CrossReferences = { entries: new Map(), trailer: new Map() };
  #found: FoundObjects | null = null;
  #recovered = false;
  #decryption: DecryptionOf | null = null;

  /** @throws DocumentRefused BROKEN or PASSWORD */
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#references =
      readCrossReferences(bytes, (offset) => this.#readAt(offset)?.value ?? null) ?? this.#search();
    this.#openEncryption();
    if (this.#pageTree() === null) this.recover();
    if (this.#pageTree() === null) throw new DocumentRefused('BROKEN', 'no page tree can be found');
  }

  get catalog(): PdfDictionary {
    return this.dictionary(this.#references.trailer.get('Root')) ?? new Map();
  }

  get info(): PdfDictionary | null {
    return this.dictionary(this.#references.trailer.get('Info'));
  }

  /** Follows references to the value itself. */
  readonly resolve = (value: PdfObject | undefined): PdfObject => {
    let current = value ?? null;
    for (let steps = 0; isReference(current); steps += 1) {
      if (steps > MAX_CHAIN) return null;
      current = this.#object(current.object);
    }
    return current;
  };

  /** A dictionary, or that of a stream. */
  dictionary(value: PdfObject | undefined): PdfDictionary | null {
    const found = this.resolve(value);
    if (isStream(found)) return found.dictionary;
    return isDictionary(found) ? found : null;
  }

  array(value: PdfObject | undefined): PdfArrayValue | null {
    const found = this.resolve(value);
    return isArray(found) ? found : null;
  }

  /** The name's bytes, one character each. */
  name(value: PdfObject | undefined): string | null {
    const found = this.resolve(value);
    return isName(found) ? found.name : null;
  }

  number(value: PdfObject | undefined): number | null {
    const found = this.resolve(value);
    return typeof found === 'number' ? found : null;
  }

  string(value: PdfObject | undefined): Uint8Array | null {
    const found = this.resolve(value);
    return isString(found) ? found.bytes : null;
  }

  /** All objects whose dictionary has that /Type, ordered by object number. */
  *ofType(type: string): Generator<PdfReference> {
    for (const object of [...this.#references.entries.keys()].sort((one, other) => one - other)) {
      const reference: PdfReference = { kind: 'reference', object, generation: 0 };
      if (this.name(this.dictionary(reference)?.get('Type')) === type) yield reference;
    }
  }

  #pageTree(): PdfDictionary | null {
    return this.dictionary(this.catalog.get('Pages'));
  }

  #object(number: number): PdfObject {
    const known = this.#objects.get(number);
    if (known !== undefined) return known;
    // An object that depends on itself: a /Length that refers to its own stream.
    if (this.#reading.has(number)) return null;
    this.#reading.add(number);
    const value = this.#read(number);
    this.#reading.delete(number);
    this.#objects.set(number, value);
    return value;
  }

  #read(number: number): PdfObject {
    const entry = this.#references.entries.get(number);
    if (entry === undefined || entry.kind === 'free') return null;
    if (entry.kind === 'packed') {
      const packed = this.#packedIn(entry.container);
      const expected = packed[entry.index];
      if (expected?.object === number) return expected.value;
      return packed.find(({ object }) => object === number)?.value ?? null;
    }
    const found = this.#readAt(entry.offset);
    if (found !== null && found.object === number) return found.value;
    // The tables are wrong about this object, so the file itself is scanned.
    const searched = this.#search().entries.get(number);
    return searched?.kind === 'offset' ? (this.#readAt(searched.offset)?.value ?? null) : null;
  }

  #packedIn(container: number): PackedObjects {
    const known = this.#packed.get(container);
    if (known !== undefined) return known;
    const packed = this.#unpack(this.#object(container));
    this.#packed.set(container, packed);
    return packed;
  }

  #unpack(container: PdfObject): PackedObjects {
    if (!isStream(container)) return [];
    const first = this.number(container.dictionary.get('First')) ?? 0;
    const count = this.number(container.dictionary.get('N')) ?? 0;
    const data = this.#decoded(container);
    const header = new LenientReader(data.subarray(0, first));
    const packed: { object: number; value: PdfValue }[] = [];
    for (let index = 0; index < count; index += 1) {
      const object = header.word();
      const offset = header.word();
      if (!/^\d+$/.test(object) || !/^\d+$/.test(offset)) break;
      packed.push({ object: Number(object), value: new LenientReader(data, first + Number(offset)).value() });
    }
    return packed;
  }

  /** Empty for an unknown filter: other objects may still contain the pages. */
  #decoded(container: PdfStream): Uint8Array {
    try {
      return decodeStream(container, this.resolve);
    } catch (error) {
      if (error instanceof UndecodableStream) return new Uint8Array();
      throw error;
    }
  }

  #readAt(offset: number): { readonly object: number; readonly value: PdfObject } | null {
    if (offset < 0 || offset >= this.#bytes.length) return null;
    const header = new LenientReader(this.#bytes, offset);
    const found = header.objectHeader();
    if (found === null) return null;
    const decryption = this.#decryption?.(found.object, found.generation) ?? null;
    const reader = new LenientReader(
      this.#bytes,
      header.position,
      decryption === null ? null : (bytes) => decryption.string(bytes),
    );
    const value = reader.value();
    if (!isDictionary(value) || !reader.skipKeyword('stream')) return { object: found.object, value };
    return { object: found.object, value: this.#stream(value, reader.position, decryption) };
  }

  #stream(entries: PdfDictionary, afterKeyword: number, decryption: ObjectDecryption | null): PdfObject {
    const bytes = this.#bytes;
    let start = afterKeyword;
    if (bytes[start] === 0x0d) start += 1;
    if (bytes[start] === 0x0a) start += 1;
    const length = this.number(entries.get('Length'));
    const data = bytes.subarray(start, this.#endOfStream(start, length));
    const found = stream(entries, data);
    return decryption === null ? found : stream(entries, decryption.stream(found));
  }

  /** /Length if `endstream` follows it, otherwise up to `endstream`, less the preceding end of line. */
  #endOfStream(start: number, length: number | null): number {
    const bytes = this.#bytes;
    if (length !== null && length >= 0 && start + length <= bytes.length) {
      const after = new LenientReader(bytes, start + length);
      if (after.skipKeyword('endstream') || after.skipKeyword('endobj')) return start + length;
    }
    const marked = bytes.indexOf('endstream', start);
    const found = marked >= 0 ? marked : bytes.indexOf('endobj', start);
    if (found < 0) return bytes.length;
    let end = found;
    if (end > start && bytes[end - 1] === 0x0a) end -= 1;
    if (end > start && bytes[end - 1] === 0x0d) end -= 1;
    return end;
  }

  #search(): FoundObjects {
    if (this.#found !== null) return this.#found;
    // The identifier from which the key is derived is not encrypted itself.
    const decryption = this.#decryption;
    this.#decryption = null;
    this.#found = searchObjects(this.#bytes, (offset) => this.#readAt(offset)?.value ?? null);
    this.#decryption = decryption;
    return this.#found;
  }

  /** Switches to scanning the file for objects; false if that was done before. */
  recover(): boolean {
    if (this.#recovered) return false;
    this.#recovered = true;
    this.#adoptSearched();
    return true;
  }

  #adoptSearched(): void {
    const found = this.#search();
    this.#forget();
    this.#references = found;
    this.#openEncryption();
    const entries = new Map<number, Entry>(found.entries);
    for (const container of found.containers) {
      this.#packedIn(container).forEach(({ object }, index) => {
        if (!found.entries.has(object)) entries.set(object, { kind: 'packed', container, index });
      });
    }
    this.#references = { entries, trailer: found.trailer };
    if (this.#pageTree() !== null) return;
    const root = this.ofType('Catalog').next().value ?? null;
    this.#references = { entries, trailer: new Map(found.trailer).set('Root', root) };
    if (this.#pageTree() !== null) return;
    // Without a catalog only the pages themselves are left.
    const kids = [...this.ofType('Page')];
    if (kids.length === 0) return;
    const tree = new Map<string, PdfValue>([['Kids', kids]]);
    this.#references = { entries, trailer: new Map(found.trailer).set('Root', new Map([['Pages', tree]])) };
  }

  #forget(): void {
    this.#objects.clear();
    this.#packed.clear();
  }

  /** @throws DocumentRefused PASSWORD */
  #openEncryption(): void {
    const { trailer } = this.#references;
    const encryption = trailer.get('Encrypt');
    if (encryption === undefined || encryption === null) return;
    this.#decryption = null;
    const entries = this.dictionary(encryption);
    const identifier = this.array(trailer.get('ID'))?.[0];
    const opened =
      entries === null
        ? null
        : openEncryption(entries, this.string(identifier) ?? new Uint8Array(), this.resolve);
    if (opened === null)
      throw new DocumentRefused('PASSWORD', 'the file can be opened only with a password or certificate');
    this.#forget();
    this.#decryption = opened;
  }
}

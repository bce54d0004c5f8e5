import { CONTRACT, filledIn, padesOf, type Signer, signatureBody } from '../support/pdf/signed-contract.js';

/** Rectangle of a field, in points from the lower left corner of its page. */
export interface FieldPlace {
  readonly page: number;
  readonly rectangle: readonly [left: number, bottom: number, right: number, top: number];
}

/** Deviations of the next save from the form written by a careful program. */
export interface Quirks {
  /** Bytes before the first object, and between two of them. */
  readonly before?: string;
  readonly between?: string;
  /** Bytes after the numbers of /Prev and /Size. */
  readonly afterPrevious?: string;
  readonly afterSize?: string;
  /** Replaces the offset of the previous section. */
  readonly previous?: string;
  /** Additional entries of the trailer. */
  readonly trailer?: string;
  /** Bytes between `startxref`, its number, and `%%EOF`; and after it. */
  readonly beforeOffset?: string;
  readonly afterOffset?: string;
  readonly rest?: string;
  /** Added to the offset of an object by its number, or to that of the section. */
  readonly shifts?: ReadonlyMap<number, number>;
  readonly sectionShift?: number;
  readonly references?: 'table' | 'stream' | 'hybrid' | 'packed';
  /** Line end of the table: by default a blank and a line feed. */
  readonly entryEnd?: string;
}

export type Change = (text: string, start: number) => string;

const HEADER = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';
const ID = '[<00112233445566778899aabbccddeeff><00112233445566778899aabbccddeeff>]';
const RECTANGLE = /\/Rect \[(\S+) (\S+) (\S+) (\S+)\]/;

/** A file under construction, with its present objects and its newest section. */
export class Workpiece {
  bytes: Buffer = Buffer.alloc(0);
  readonly bodies = new Map<number, string>(
    Object.entries(CONTRACT).map(([number, text]) => [Number(number), text]),
  );
  readonly places = new Map<string, FieldPlace>();
  /** Names of the applied modifications, in order. */
  readonly done: string[] = [];
  /** Signatures made, by field name. */
  readonly signatures: string[] = [];
  /** Where the first signed revision ends; 0 until it is signed. */
  signedEnd = 0;
  /** The first bytes of the file. */
  head = HEADER;
  root = 1;
  information = 14;
  /** Whether all modifications are made by legitimate programs too. */
  isSound = true;
  /** The best permitted verdict. */
  atBest: 'valid' | 'valid_with_remarks' | 'indeterminate' = 'valid';
  #section: number | null = null;
  #size = 19;
  quirks: Quirks = {};

  /** A copy, for continuing in another way. */
  copy(): Workpiece {
    const copy = new Workpiece();
    copy.bytes = this.bytes;
    copy.bodies.clear();
    for (const [number, text] of this.bodies) copy.bodies.set(number, text);
    for (const [name, place] of this.places) copy.places.set(name, place);
    copy.done.push(...this.done);
    copy.signatures.push(...this.signatures);
    copy.signedEnd = this.signedEnd;
    copy.head = this.head;
    copy.root = this.root;
    copy.information = this.information;
    copy.isSound = this.isSound;
    copy.atBest = this.atBest;
    copy.#section = this.#section;
    copy.#size = this.#size;
    return copy;
  }

  body(number: number): string {
    return this.bodies.get(number) ?? 'null';
  }

  /** An unused object number. */
  fresh(): number {
    this.#size += 1;
    return this.#size - 1;
  }

  /** Records the rectangles of visible fields. */
  noteFields(): void {
    for (const text of this.bodies.values()) {
      const name = /\/T \((\w[\w-]*)\)/.exec(text)?.[1];
      const [, left, bottom, right, top] = RECTANGLE.exec(text) ?? [];
      if (name === undefined || left === undefined || this.places.has(name)) continue;
      this.places.set(name, {
        page: 0,
        rectangle: [Number(left), Number(bottom), Number(right), Number(top)],
      });
    }
  }

  /** A file from elsewhere, whose objects are unknown. */
  adopt(bytes: Uint8Array): void {
    this.bodies.clear();
    this.bytes = Buffer.from(bytes);
    const text = this.bytes.toString('latin1');
    this.#section = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1]);
    const last = (pattern: RegExp): number => Number([...text.matchAll(pattern)].at(-1)?.[1] ?? 0);
    this.root = last(/\/Root (\d+) 0 R/g);
    this.information = last(/\/Info (\d+) 0 R/g);
    this.#size = Math.max(...[...text.matchAll(/\/Size (\d+)/g)].map(([, size]) => Number(size)));
    this.signedEnd = this.bytes.length;
  }

  /** Adds a revision, or the first one, with these objects. */
  save(objects: ReadonlyMap<number, string>, change: Change = (text) => text): void {
    const { quirks } = this;
    this.quirks = {};
    for (const [number, text] of objects) this.bodies.set(number, text);
    this.noteFields();
    const before = this.bytes.length === 0 ? Buffer.from(this.head, 'latin1') : this.bytes;
    const written = this.#written(before.length, objects, quirks);
    this.bytes = Buffer.concat([before, Buffer.from(change(written, before.length), 'latin1')]);
  }

  /** Signs the field of this number. */
  async sign(field: number, signer: Signer, others: ReadonlyMap<number, string> = new Map()): Promise<void> {
    const value = this.fresh();
    const text = others.get(field) ?? this.body(field);
    await this.signWith(
      new Map([...others, [field, withEntry(text, `/V ${value} 0 R`)], [value, signatureBody(CADES)]]),
      (covered) => padesOf(covered, signer),
    );
    this.signatures.push(/\/T \(([\w-]+)\)/.exec(text)?.[1] ?? '');
  }

  /** Objects that include a signature dictionary waiting for its value. */
  async signWith(
    objects: ReadonlyMap<number, string>,
    cms: (covered: Buffer) => Promise<Buffer>,
  ): Promise<void> {
    this.save(objects);
    this.bytes = await filledIn(this.bytes, cms);
    if (this.signedEnd === 0) this.signedEnd = this.bytes.length;
  }

  /** The first signed revision alone. */
  get signedRevision(): Buffer {
    return this.bytes.subarray(0, this.signedEnd);
  }

  #written(start: number, objects: ReadonlyMap<number, string>, quirks: Quirks): string {
    let text = quirks.before ?? '';
    const offsets = new Map<number, number>();
    const packed = quirks.references === 'packed' ? packable(objects) : new Map<number, string>();
    for (const [number, body] of objects) {
      if (packed.has(number)) continue;
      offsets.set(number, start + text.length + (quirks.shifts?.get(number) ?? 0));
      text += `${number} 0 obj\n${body}\nendobj\n${quirks.between ?? ''}`;
    }
    const places = new Map<number, readonly [container: number, index: number]>();
    if (packed.size > 0) {
      const container = this.fresh();
      offsets.set(container, start + text.length);
      text += `${container} 0 obj\n${objectStream(packed)}\nendobj\n`;
      for (const [index, number] of [...packed.keys()].entries()) places.set(number, [container, index]);
    }
    const section = this.#writtenSection(start + text.length, offsets, places, quirks);
    this.#section = start + text.length + section.ahead;
    const offset = this.#section + (quirks.sectionShift ?? 0);
    const { beforeOffset = '\n', afterOffset = '\n', rest = '\n' } = quirks;
    return `${text}${section.text}startxref${beforeOffset}${offset}${afterOffset}%%EOF${rest}`;
  }

  #writtenSection(
    at: number,
    offsets: Map<number, number>,
    packed: ReadonlyMap<number, readonly [number, number]>,
    quirks: Quirks,
  ): { readonly text: string; readonly ahead: number } {
    const own = this.#section === null ? '' : ` /Prev ${quirks.previous ?? this.#section}`;
    const previous = `${own}${own === '' ? '' : (quirks.afterPrevious ?? '')}`;
    const entries = `/Root ${this.root} 0 R /Info ${this.information} 0 R /ID ${ID}${previous}${quirks.trailer ?? ''}`;
    if (quirks.references === 'stream' || quirks.references === 'packed') {
      const number = this.fresh();
      const all = new Map([...offsets, [number, at]]);
      const size = `/Size ${this.#size}${quirks.afterSize ?? ''}`;
      return { text: sectionStream(number, all, packed, `${size} ${entries}`), ahead: 0 };
    }
    const head = this.#section === null;
    if (quirks.references === 'hybrid') {
      const number = this.fresh();
      const hidden = sectionStream(number, offsets, packed, `/Size ${this.#size}`);
      const trailer = `trailer\n<</Size ${this.#size} ${entries} /XRefStm ${at}>>\n`;
      return {
        text: `${hidden}xref\n0 1\n0000000000 65535 f \n${trailer}`,
        ahead: hidden.length,
      };
    }
    const size = `/Size ${this.#size}${quirks.afterSize ?? ''}`;
    const lines = [...offsets].map(
      ([number, offset]) =>
        `${number} 1\n${`${offset}`.padStart(10, '0')} 00000 n${quirks.entryEnd ?? ' \n'}`,
    );
    const first = head ? '0 1\n0000000000 65535 f \n' : '';
    return { text: `xref\n${first}${lines.join('')}trailer\n<<${size} ${entries}>>\n`, ahead: 0 };
  }
}

const CADES = 'ETSI.CAdES.detached';

export function withEntry(dictionary: string, entry: string): string {
  return dictionary.replace(/>>\s*$/, ` ${entry}>>`);
}

/** Objects that may be in an object stream: no streams, and no signature, whose bytes must be in the file itself. */
function packable(objects: ReadonlyMap<number, string>): Map<number, string> {
  return new Map([...objects].filter(([, text]) => !/\nstream\n|\/ByteRange/.test(text)));
}

function objectStream(objects: ReadonlyMap<number, string>): string {
  let head = '';
  let data = '';
  for (const [number, text] of objects) {
    head += `${number} ${data.length} `;
    data += `${text}\n`;
  }
  return `<</Type /ObjStm /N ${objects.size} /First ${head.length} /Length ${head.length + data.length}>>\nstream\n${head}${data}\nendstream`;
}

function sectionStream(
  number: number,
  offsets: ReadonlyMap<number, number>,
  packed: ReadonlyMap<number, readonly [number, number]>,
  entries: string,
): string {
  const hex = (value: number, width: number): string => value.toString(16).padStart(width, '0');
  const rows = [
    ...[...offsets].map(([, offset]) => `01${hex(offset, 8)}0000`),
    ...[...packed.values()].map(([container, index]) => `02${hex(container, 8)}${hex(index, 4)}`),
  ];
  const index = [...offsets.keys(), ...packed.keys()].map((each) => `${each} 1`).join(' ');
  const data = `${rows.join('')}>`;
  return `${number} 0 obj\n<</Type /XRef ${entries} /W [1 4 2] /Index [${index}] /Filter /ASCIIHexDecode /Length ${data.length}>>\nstream\n${data}\nendstream\nendobj\n`;
}

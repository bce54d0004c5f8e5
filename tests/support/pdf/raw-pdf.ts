/** Handwritten PDF files, byte by byte, so that attacks are exact. One character per byte. */

export type Objects = Readonly<Record<number, string>>;

const HEADER = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';

export interface Revision {
  /** Objects by number; generation 0. */
  readonly objects: Objects;
  /** Entries of the trailer besides /Size and /Prev. */
  readonly trailer?: string;
  /** Numbers listed as free in the table. */
  readonly free?: readonly number[];
  /** `table` by default. */
  readonly references?: 'table' | 'stream' | 'hybrid';
}

const TRAILER =
  '/Root 1 0 R /Info 14 0 R /ID [<00112233445566778899aabbccddeeff><00112233445566778899aabbccddeeff>]';

export function stream(data: string, entries = ''): string {
  return `<<${entries} /Length ${data.length}>>\nstream\n${data}\nendstream`;
}

export function newFile(objects: Objects, trailer = TRAILER): Buffer {
  return appended(HEADER, { objects, trailer }, null);
}

/** The file with another revision, whose section refers to the newest one before it. */
export function updated(file: Buffer, revision: Revision): Buffer {
  return appended(file.toString('latin1'), revision, startxrefOf(file));
}

export function startxrefOf(file: Buffer): number {
  return Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(file.toString('latin1'))?.[1]);
}

/** The offset of the newest definition of an object. */
export function offsetOf(file: Buffer, object: number): number {
  const found = [...file.toString('latin1').matchAll(new RegExp(`(?<!\\d)${object} 0 obj`, 'g'))];
  return found.at(-1)?.index ?? -1;
}

/** The newest definition of the first page: its number and body. */
export function firstPage(file: Buffer): { readonly number: number; readonly body: string } {
  const text = file.toString('latin1');
  const first = text.slice(0, text.search(/\/Type ?\/Page\b/));
  const number = Number(/(\d+) 0 obj\s*<<[^<]*$/.exec(first)?.[1]);
  const start = text.indexOf('<<', offsetOf(file, number));
  return { number, body: text.slice(start, text.indexOf('endobj', start)).trimEnd() };
}

function appended(before: string, revision: Revision, previous: number | null): Buffer {
  let text = before;
  const offsets = new Map<number, number>();
  for (const [number, body] of Object.entries(revision.objects)) {
    offsets.set(Number(number), text.length);
    text += `${number} 0 obj\n${body}\nendobj\n`;
  }
  const size = Math.max(sizeOf(before), ...[...offsets.keys()].map((number) => number + 1));
  const trailer = revision.trailer ?? TRAILER;
  const more = previous === null ? '' : ` /Prev ${previous}`;
  if (revision.references === 'stream') {
    text = withStream(text, offsets, size, `${trailer}${more}`);
  } else if (revision.references === 'hybrid') {
    const own = text.length;
    text = withStreamObject(text, offsets, size, '');
    const start = text.length;
    text += `xref\n0 1\n0000000000 65535 f \ntrailer\n<</Size ${size + 1} ${trailer}${more} /XRefStm ${own}>>\nstartxref\n${start}\n%%EOF\n`;
  } else {
    const start = text.length;
    text += `${table(offsets, revision.free ?? [], previous === null)}trailer\n<</Size ${size} ${trailer}${more}>>\nstartxref\n${start}\n%%EOF\n`;
  }
  return Buffer.from(text, 'latin1');
}

function sizeOf(text: string): number {
  return Math.max(0, ...[...text.matchAll(/\/Size (\d+)/g)].map((found) => Number(found[1])));
}

export function table(
  offsets: ReadonlyMap<number, number>,
  free: readonly number[] = [],
  withHead = false,
): string {
  const lines = [
    ...(withHead ? ['0 1\n0000000000 65535 f \n'] : []),
    ...free.map((number) => `${number} 1\n0000000000 00001 f \n`),
    ...[...offsets].map(([number, offset]) => `${number} 1\n${`${offset}`.padStart(10, '0')} 00000 n \n`),
  ];
  return `xref\n${lines.length === 0 ? '0 0\n' : lines.join('')}`;
}

function withStream(text: string, offsets: Map<number, number>, size: number, trailer: string): string {
  const start = text.length;
  return `${withStreamObject(text, offsets, size, trailer)}startxref\n${start}\n%%EOF\n`;
}

function withStreamObject(
  text: string,
  offsets: ReadonlyMap<number, number>,
  size: number,
  trailer: string,
): string {
  const all = new Map([...offsets, [size, text.length]]);
  const data = [...all.values()].map((offset) => `01${offset.toString(16).padStart(8, '0')}00`).join('');
  const index = [...all.keys()].map((number) => `${number} 1`).join(' ');
  const entries = `/Type /XRef /Size ${size + 1} /W [1 4 1] /Index [${index}] /Filter /ASCIIHexDecode ${trailer}`;
  return `${text}${size} 0 obj\n${stream(`${data}>`, entries)}\nendobj\n`;
}

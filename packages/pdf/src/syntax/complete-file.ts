import { createHash } from 'node:crypto';
import { ByteSink } from './byte-sink.js';
import { printTable } from './incremental-update.js';
import type { PdfObject, PdfReference } from './values.js';
import { printValue, writeIndirectObject } from './write-value.js';

/**
 * Writes a file of one revision with one classic table: PDF 1.7, objects numbered from 1 without gaps. /ID is the
 * digest of the objects, so the same content yields the same bytes.
 */
export function writeCompleteFile(
  objects: readonly PdfObject[],
  root: PdfReference,
  info: PdfReference | null,
): Buffer {
  const sink = new ByteSink(1 << 16);
  // A comment with four bytes above 127 marks the file as binary for transfer programs (7.5.2).
  sink.text('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n');
  const entries = new Map<number, { offset: number; generation: number }>();
  objects.forEach((value, index) => {
    entries.set(index + 1, { offset: sink.length, generation: 0 });
    writeIndirectObject(sink, index + 1, 0, value);
  });
  const identifier = {
    kind: 'string' as const,
    bytes: createHash('sha256').update(sink.bytes()).digest().subarray(0, 16),
  };
  const startxref = sink.length;
  // Object 0 is the head of the list of free objects and must be in the first subsection.
  const table = printTable(entries).replace(/^1 \d+\n/, `0 ${objects.length + 1}\n0000000000 65535 f \n`);
  const trailer = new Map<string, Parameters<typeof printValue>[0]>([
    ['Size', objects.length + 1],
    ['Root', root],
  ]);
  if (info !== null) trailer.set('Info', info);
  trailer.set('ID', [identifier, identifier]);
  sink.text(`xref\n${table}trailer\n${printValue(trailer)}\nstartxref\n${startxref}\n%%EOF\n`);
  return Buffer.from(sink.bytes());
}

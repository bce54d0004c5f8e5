/**
 * Long-term validation (ETSI EN 319 142-1, clause 5.4; levels: 6.3): the document security store with all validation
 * data (B-LT; ISO 32000-2, 12.8.4.3), and a document timestamp over it (B-LTA; 12.8.5). Both are incremental updates
 * after the last signature and never alter signed bytes.
 */
import { createHash } from 'node:crypto';
import { pageReferences } from '../layout/page-geometry.js';
import { ClassicFile } from '../syntax/classic-file.js';
import { IncrementalUpdate } from '../syntax/incremental-update.js';
import {
  dictionary,
  isReference,
  isStream,
  name,
  type PdfDictionary,
  type PdfReference,
  type PdfValue,
  stream,
} from '../syntax/values.js';
import { signaturesOf } from './embedded-signatures.js';
import { printDocumentTimestamp } from './signature-dictionary.js';
import { listField, signatureField } from './signature-field.js';

/** Validation data for a document, each item complete and in DER. */
export interface ValidationData {
  readonly certificates: readonly Uint8Array[];
  readonly revocationLists: readonly Uint8Array[];
  readonly ocspResponses: readonly Uint8Array[];
}

export interface Archiving {
  readonly validation: ValidationData;
  /** Space reserved for the token; null: no document timestamp is requested. */
  readonly timestampLength: number | null;
}

const ROOM = 256 * 1024;

/**
 * Appends validation data and, if `timestamp` supplies a token, a document timestamp. The given bytes are a strict
 * prefix of the result. Items that the store already contains are not written again; if nothing is new, no update is
 * appended.
 *
 * @param timestamp returns a token over a SHA-256 digest, or null if none is available
 * @example
 * ```ts
 * import { archiveDocument, type ValidationData } from '@cinnabar/pdf';
 * import type { TimestampSource } from '@cinnabar/pki';
 *
 * const archived = (signed: Uint8Array, validation: ValidationData, source: TimestampSource) =>
 *   archiveDocument(signed, { validation, timestampLength: source.expectedLength }, async (digest) => {
 *     const { token } = await source.stamp(digest, new Date());
 *     return token;
 *   });
 * ```
 */
export async function archiveDocument(
  bytes: Uint8Array,
  { validation, timestampLength }: Archiving,
  timestamp: (digest: Uint8Array) => Promise<Uint8Array | null>,
): Promise<Uint8Array> {
  const file = new ClassicFile(bytes, ROOM);
  addValidationData(file, validation);
  if (timestampLength !== null) await addDocumentTimestamp(file, timestampLength, timestamp);
  return new Uint8Array(file.sink.bytes());
}

/**
 * Writes the document security store (ISO 32000-2, table 261). /VRI is optional (EN 319 142-1, 5.4.2.3) and not used
 * here.
 */
function addValidationData(file: ClassicFile, validation: ValidationData): void {
  const catalog = file.dictionary(file.root);
  if (catalog === null) throw new Error('a document without a catalog');
  const present = catalog.get('DSS');
  const entries = new Map(file.dictionary(present) ?? dictionary({ Type: name('DSS') }));
  const lists: readonly (readonly [string, readonly Uint8Array[]])[] = [
    ['Certs', validation.certificates],
    ['CRLs', validation.revocationLists],
    ['OCSPs', validation.ocspResponses],
  ];
  const missing = lists.map(([key, items]) => [key, withoutPresent(file, entries, key, items)] as const);
  if (missing.every(([, items]) => items.length === 0)) return;
  const update = new IncrementalUpdate(file);
  for (const [key, items] of missing) {
    if (items.length === 0) continue;
    const added = items.map((item): PdfReference => update.add(stream(new Map(), item)));
    const before: readonly PdfValue[] = file.array(entries.get(key)) ?? [];
    entries.set(key, [...before, ...added]);
  }
  if (isReference(present)) update.write(present, entries);
  else update.write(file.root, new Map(catalog).set('DSS', update.add(entries)));
  update.finish();
}

function withoutPresent(
  file: ClassicFile,
  store: PdfDictionary,
  key: string,
  items: readonly Uint8Array[],
): readonly Uint8Array[] {
  const known = new Set<string>();
  for (const each of file.array(store.get(key)) ?? []) {
    const found = file.resolve(each);
    if (isStream(found)) known.add(digestText(found.data));
  }
  return items.filter((item) => {
    const digest = digestText(item);
    if (known.has(digest)) return false;
    known.add(digest);
    return true;
  });
}

function digestText(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** If a token exceeds the reserved space, a new one is requested with enough space, as for a signature. */
async function addDocumentTimestamp(
  file: ClassicFile,
  expectedLength: number,
  timestamp: (digest: Uint8Array) => Promise<Uint8Array | null>,
): Promise<void> {
  const [firstPage] = pageReferences(file);
  if (firstPage === undefined) throw new Error('a document without pages');
  const number = signaturesOf(file).filter(({ kind }) => kind === 'timestamp').length + 1;
  const restore = file.checkpoint();
  let reserve = expectedLength;
  for (;;) {
    const { contents, end } = writeRevision(file, `archive-${number}`, firstPage, reserve);
    const hash = createHash('sha256').update(file.sink.bytes(0, contents));
    const token = await timestamp(hash.update(file.sink.bytes(end)).digest());
    if (token !== null && token.length <= reserve) {
      file.sink.overwrite(contents + 1, Buffer.from(token).toString('hex'));
      return;
    }
    restore();
    if (token === null) return;
    reserve = token.length;
  }
}

/** Writes the revision with /Contents filled with zeros; returns where its hexadecimal string begins and ends. */
function writeRevision(
  file: ClassicFile,
  fieldName: string,
  page: PdfReference,
  reserve: number,
): { readonly contents: number; readonly end: number } {
  const update = new IncrementalUpdate(file);
  const printed = printDocumentTimestamp(reserve);
  const { reference: value, offset } = update.addPrinted(printed.text);
  listField(file, update, update.add(signatureField(fieldName, page, null, value)), 1);
  update.finish();
  const contents = offset + printed.contentsStart;
  const end = offset + printed.contentsEnd;
  const byteRange = `0 ${contents} ${end} ${file.sink.length - end}`;
  if (byteRange.length > printed.byteRangeLength) throw new RangeError('a file too long for its /ByteRange');
  file.sink.overwrite(offset + printed.byteRangeStart, byteRange);
  return { contents, end };
}

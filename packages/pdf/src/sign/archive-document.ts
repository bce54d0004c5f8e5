/**
 * Long-term validation (ETSI EN 319 142-1, clause 5.4; levels: 6.3): the document security store with all validation
 * data (B-LT; ISO 32000-2, 12.8.4.3), and a document timestamp over it (B-LTA; 12.8.5). Both are incremental updates
 * after the last signature and never alter signed bytes.
 */
import { createHash } from 'node:crypto';
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
import { addInvisibleSignature, type InvisibleSignature } from './invisible-signature.js';
import { printDocumentTimestamp } from './signature-dictionary.js';

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

async function addDocumentTimestamp(
  file: ClassicFile,
  expectedLength: number,
  timestamp: (digest: Uint8Array) => Promise<Uint8Array | null>,
): Promise<void> {
  const number = signaturesOf(file).filter(({ kind }) => kind === 'timestamp').length + 1;
  const signature: InvisibleSignature = {
    fieldName: `archive-${number}`,
    print: printDocumentTimestamp,
    digest: 'sha256',
    reserve: expectedLength,
  };
  await addInvisibleSignature(file, signature, timestamp);
}

import { createHash } from 'node:crypto';
import { pageReferences } from '../layout/page-geometry.js';
import type { ClassicFile } from '../syntax/classic-file.js';
import { IncrementalUpdate } from '../syntax/incremental-update.js';
import type { PdfReference } from '../syntax/values.js';
import type { PrintedSignatureDictionary } from './signature-dictionary.js';
import { listField, signatureField } from './signature-field.js';

/** A signature in a new field without a place on a page. */
export interface InvisibleSignature {
  readonly fieldName: string;
  /** The signature dictionary with so many bytes reserved for the value. */
  readonly print: (reserve: number) => PrintedSignatureDictionary;
  /** Digest of the covered bytes. */
  readonly digest: 'sha256' | 'sm3';
  /** Bytes reserved at first. */
  readonly reserve: number;
}

/**
 * Appends one incremental update with the signature. If the value exceeds the reserved space, the update is written again
 * with enough space, and another value is requested.
 * @param produce returns /Contents for the digest of all other bytes, or null, with which nothing is appended
 */
export async function addInvisibleSignature(
  file: ClassicFile,
  { fieldName, print, digest, reserve: first }: InvisibleSignature,
  produce: (digest: Uint8Array) => Promise<Uint8Array | null>,
): Promise<void> {
  const [page] = pageReferences(file);
  if (page === undefined) throw new Error('a document without pages');
  const restore = file.checkpoint();
  let reserve = first;
  for (;;) {
    const { contents, end } = writeRevision(file, fieldName, page, print(reserve));
    const hash = createHash(digest).update(file.sink.bytes(0, contents));
    const value = await produce(hash.update(file.sink.bytes(end)).digest());
    if (value !== null && value.length <= reserve) {
      file.sink.overwrite(contents + 1, Buffer.from(value).toString('hex'));
      return;
    }
    restore();
    if (value === null) return;
    reserve = value.length;
  }
}

/** Writes the revision with /Contents filled with zeros; returns where its hexadecimal string begins and ends. */
function writeRevision(
  file: ClassicFile,
  fieldName: string,
  page: PdfReference,
  printed: PrintedSignatureDictionary,
): { readonly contents: number; readonly end: number } {
  const update = new IncrementalUpdate(file);
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

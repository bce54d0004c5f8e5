import { readFirstElement } from '@cinnabar/pki/asn1/der-reader.js';
import { ClassicFile } from '../syntax/classic-file.js';
import { isArray, isNamed, isString, textOf } from '../syntax/values.js';

/** A signature or document timestamp as a document carries it. */
export interface EmbeddedSignature {
  readonly fieldName: string;
  readonly kind: 'signature' | 'timestamp';
  /** The CMS, or the timestamp token: DER, without the zeros that fill its room. */
  readonly contents: Uint8Array;
  /** Bytes of the file up to the end of what is covered. */
  readonly end: number;
}

/**
 * Every signature of a document that this engine has signed, in the order in which they were made. Nothing is verified.
 * @throws PdfSyntaxError, DerError
 */
export function embeddedSignatures(bytes: Uint8Array): readonly EmbeddedSignature[] {
  return signaturesOf(new ClassicFile(bytes));
}

/** The same of an open file. */
export function signaturesOf(file: ClassicFile): readonly EmbeddedSignature[] {
  const form = file.dictionary(file.dictionary(file.root)?.get('AcroForm'));
  const found: EmbeddedSignature[] = [];
  for (const reference of file.array(form?.get('Fields')) ?? []) {
    const field = file.dictionary(reference);
    const title = field?.get('T');
    const value = isNamed(field?.get('FT'), 'Sig') ? file.dictionary(field?.get('V')) : null;
    const contents = value?.get('Contents');
    const range = value?.get('ByteRange');
    if (value === null || !isString(title) || !isString(contents) || !isArray(range)) continue;
    const [, , start, length] = range;
    if (typeof start !== 'number' || typeof length !== 'number') continue;
    found.push({
      fieldName: textOf(title),
      kind: isNamed(value.get('Type'), 'DocTimeStamp') ? 'timestamp' : 'signature',
      contents: new Uint8Array(readFirstElement(contents.bytes).bytes),
      end: start + length,
    });
  }
  return found.sort((a, b) => a.end - b.end);
}

import { readFirstElement } from '@cinnabar/pki/asn1/der-reader.js';
import { ClassicFile } from '../syntax/classic-file.js';
import { isArray, isNamed, isString, textOf } from '../syntax/values.js';

/** A signature or document timestamp as embedded in a document. */
export interface EmbeddedSignature {
  readonly fieldName: string;
  readonly kind: 'signature' | 'timestamp';
  /** The CMS, timestamp token or signature with an electronic seal, DER, without padding zeros. */
  readonly contents: Uint8Array;
  /** Certificates beside it, in /Cert, DER. */
  readonly certificates: readonly Uint8Array[];
  /** End offset of the covered bytes. */
  readonly end: number;
}

/**
 * Every signature of a document signed by this engine, in the order of signing. Nothing is verified.
 * @throws PdfSyntaxError, DerError
 */
export function embeddedSignatures(bytes: Uint8Array): readonly EmbeddedSignature[] {
  return signaturesOf(new ClassicFile(bytes));
}

/** Every signature of an open file, in the order of signing. */
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
      certificates: (file.array(value.get('Cert')) ?? [])
        .filter((each) => isString(each))
        .map((each) => new Uint8Array(each.bytes)),
      end: start + length,
    });
  }
  return found.sort((a, b) => a.end - b.end);
}

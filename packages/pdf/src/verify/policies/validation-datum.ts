import { DerError, TAG } from '@cinnabar/pki/asn1/der.js';
import { children, readFirstElement } from '@cinnabar/pki/asn1/der-reader.js';

/** Kinds of data in a document security store (ISO 32000-2, table 261). */
export type Datum = 'certificate' | 'revocationList' | 'ocspResponse';

/** Some writers include the end of line before `endstream` in the data. */
const MAX_TRAILING = 2;
const SIGNED: readonly number[] = [TAG.sequence, TAG.sequence, TAG.bitString];

/**
 * Whether bytes have the outer form of that kind of data: signed data as in X.509, or an OCSP response around it (RFC
 * 6960). Their value as evidence is judged elsewhere; here it suffices that no reader would draw them.
 */
export function isValidationDatum(bytes: Uint8Array, datum: Datum): boolean {
  try {
    const element = readFirstElement(bytes);
    const rest = bytes.subarray(element.bytes.length);
    if (element.tag !== TAG.sequence || rest.length > MAX_TRAILING || rest.some((byte) => byte > 0x20))
      return false;
    const parts = children(element);
    const isSigned = SIGNED.every((tag, index) => parts[index]?.tag === tag);
    // Some stores hold the BasicOCSPResponse without its envelope.
    return isSigned || (datum === 'ocspResponse' && parts[0]?.tag === TAG.enumerated);
  } catch (error) {
    if (error instanceof DerError) return false;
    throw error;
  }
}

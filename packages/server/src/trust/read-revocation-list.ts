/** Certificate lists of anybody (RFC 5280, section 5), as far as it takes to keep one with a document. */
import { DerError, TAG } from './der.js';
import { children, expectTag, readElement, readTime } from './der-reader.js';
import { bitsOf, type ParsedCertificate } from './parsed-certificate.js';
import { signatureHolds } from './signature-algorithm.js';

/**
 * Whether a list is the issuer's own and says what holds at a time.
 * @throws DerError
 */
export function listHolds(bytes: Uint8Array, issuer: ParsedCertificate, at: Date): boolean {
  const [body, algorithm, signature] = children(expectTag(readElement(bytes), TAG.sequence));
  const fields = children(expectTag(body, TAG.sequence));
  if (fields[0]?.tag === TAG.integer) fields.shift();
  const [inner, name, thisUpdate, nextUpdate] = fields;
  // RFC 5280, 5.1.1.2, as with certificates.
  if (Buffer.compare(expectTag(inner, TAG.sequence).bytes, expectTag(algorithm, TAG.sequence).bytes) !== 0)
    throw new DerError('OUT_OF_RANGE', 'a list that names two signature algorithms');
  if (Buffer.compare(expectTag(name, TAG.sequence).bytes, issuer.subject) !== 0) return false;
  if (readTime(thisUpdate) > at || readTime(nextUpdate) < at) return false;
  return signatureHolds(algorithm, issuer.publicKey, expectTag(body, TAG.sequence).bytes, bitsOf(signature));
}

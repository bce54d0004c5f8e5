/** Certificate lists of anybody (RFC 5280, section 5), as far as keeping and checking evidence takes. */
import { DerError, TAG } from './der.js';
import { children, expectTag, readElement, readInteger, readTime } from './der-reader.js';
import { bitsOf, type ParsedCertificate } from './parsed-certificate.js';
import { signatureHolds } from './signature-algorithm.js';

export interface ReadRevocationList {
  readonly thisUpdate: Date;
  readonly nextUpdate: Date;
  /** Numbers of certificates, with when each was revoked. */
  readonly revoked: ReadonlyMap<bigint, Date>;
}

/**
 * A revocation list (RFC 5280, 5.1), provided that this issuer has signed it.
 * @returns null where it is another's, or its signature does not hold
 * @throws DerError
 */
export function readRevocationList(bytes: Uint8Array, issuer: ParsedCertificate): ReadRevocationList | null {
  const [toBeSigned, algorithm, signature] = children(expectTag(readElement(bytes), TAG.sequence));
  const body = expectTag(toBeSigned, TAG.sequence);
  const parts = children(body);
  if (parts[0]?.tag === TAG.integer) parts.shift();
  const [inner, name, thisUpdate, nextUpdate, ...rest] = parts;
  // RFC 5280, 5.1.1.2, as with certificates.
  if (Buffer.compare(expectTag(inner, TAG.sequence).bytes, expectTag(algorithm, TAG.sequence).bytes) !== 0)
    throw new DerError('OUT_OF_RANGE', 'a list that names two signature algorithms');
  if (Buffer.compare(expectTag(name, TAG.sequence).bytes, issuer.subject) !== 0) return null;
  if (!signatureHolds(algorithm, issuer.publicKey, body.bytes, bitsOf(signature))) return null;
  const entries = rest.find(({ tag }) => tag === TAG.sequence);
  const revoked = new Map(
    (entries === undefined ? [] : children(entries)).map((entry) => {
      const [serialNumber, time] = children(expectTag(entry, TAG.sequence));
      return [readInteger(serialNumber), readTime(time)] as const;
    }),
  );
  return { thisUpdate: readTime(thisUpdate), nextUpdate: readTime(nextUpdate), revoked };
}

/**
 * Whether a list is the issuer's own and says what holds at a time.
 * @throws DerError
 */
export function listHolds(bytes: Uint8Array, issuer: ParsedCertificate, at: Date): boolean {
  const list = readRevocationList(bytes, issuer);
  return list !== null && list.thisUpdate <= at && at <= list.nextUpdate;
}

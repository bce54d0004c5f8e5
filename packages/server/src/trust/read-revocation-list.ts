import { TAG } from './der.js';
import { children, expectTag, readElement, readInteger, readTime } from './der-reader.js';
import { bitsOf, type ParsedCertificate } from './parsed-certificate.js';
import { signatureHolds } from './signature-algorithm.js';

export interface ReadRevocationList {
  readonly thisUpdate: Date;
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
  const parts = children(expectTag(toBeSigned, TAG.sequence));
  if (parts[0]?.tag === TAG.integer) parts.shift();
  const [, name, thisUpdate, ...rest] = parts;
  if (Buffer.compare(expectTag(name, TAG.sequence).bytes, issuer.subject) !== 0) return null;
  const body = expectTag(toBeSigned, TAG.sequence).bytes;
  if (!signatureHolds(expectTag(algorithm, TAG.sequence), issuer.publicKey, body, bitsOf(signature)))
    return null;
  const entries = rest.find(({ tag }) => tag === TAG.sequence);
  const revoked = new Map(
    (entries === undefined ? [] : children(entries)).map((entry) => {
      const [serialNumber, time] = children(expectTag(entry, TAG.sequence));
      return [readInteger(serialNumber), readTime(time)] as const;
    }),
  );
  return { thisUpdate: readTime(thisUpdate), revoked };
}

import { DerError, TAG } from '../../trust/der.js';
import { children, expectTag, readElement, readTime } from '../../trust/der-reader.js';
import { bitsOf, type Certificate, readExtensions, sameBytes } from './certificate-reader.js';
import type { RevocationStatement } from './revocation.js';
import { checkValue, readAlgorithm } from './signature-algorithms.js';

const ISSUING_DISTRIBUTION_POINT = '2.5.29.28';
const UNDERSTOOD: ReadonlySet<string> = new Set([ISSUING_DISTRIBUTION_POINT]);

/**
 * What a CRL (RFC 5280 section 5) says of a certificate; null when it is of another issuer, not signed by it, or limited
 * to other certificates (indirect lists, deltas, lists by reason).
 */
export function statementOfList(
  bytes: Uint8Array,
  certificate: Certificate,
  issuer: Certificate,
): RevocationStatement | null {
  try {
    return read(bytes, certificate, issuer);
  } catch (error) {
    if (error instanceof DerError) return null;
    throw error;
  }
}

function read(bytes: Uint8Array, certificate: Certificate, issuer: Certificate): RevocationStatement | null {
  const [toBeSigned, algorithm, signature] = children(expectTag(readElement(bytes), TAG.sequence));
  const parts = children(expectTag(toBeSigned, TAG.sequence));
  const first = parts[0]?.tag === TAG.integer ? 1 : 0;
  const [, name, thisUpdate] = parts.slice(first);
  if (!sameBytes(expectTag(name, TAG.sequence).bytes, issuer.subject) || issuer.publicKey === null)
    return null;
  let next = first + 3;
  const hasNext = parts[next]?.tag === TAG.utcTime || parts[next]?.tag === TAG.generalizedTime;
  const nextUpdate = hasNext ? readTime(parts[next]) : null;
  if (hasNext) next += 1;
  const revoked = parts[next]?.tag === TAG.sequence ? parts[next] : undefined;
  const extensions = parts.find(({ tag }) => tag === 0xa0);
  if (extensions !== undefined && !appliesTo(children(extensions)[0]?.bytes)) return null;
  const value = checkValue(
    readAlgorithm(algorithm),
    null,
    issuer.publicKey,
    expectTag(toBeSigned, TAG.sequence).bytes,
    bitsOf(signature),
  );
  if (value !== 'RIGHT' && value !== 'WEAK') return null;
  let revokedAt: Date | null = null;
  for (const entry of revoked === undefined ? [] : children(revoked)) {
    const [serial, date] = children(expectTag(entry, TAG.sequence));
    const number = Buffer.from(expectTag(serial, TAG.integer).content).toString('hex');
    if (number === certificate.serialNumber) revokedAt = readTime(date);
  }
  return { thisUpdate: readTime(thisUpdate), nextUpdate, revokedAt };
}

/** A distribution point may be named; whatever else narrows the list makes it say nothing here. @throws DerError */
function appliesTo(extensions: Uint8Array | undefined): boolean {
  if (extensions === undefined) return true;
  const found = readExtensions(readElement(extensions));
  if ([...found].some(([type, { critical }]) => critical && !UNDERSTOOD.has(type))) return false;
  const point = found.get(ISSUING_DISTRIBUTION_POINT);
  return point === undefined || children(readElement(point.value)).every(({ tag }) => tag === 0xa0);
}

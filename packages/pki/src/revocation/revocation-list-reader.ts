/**
 * Reads certificate revocation lists of any issuer (RFC 5280, section 5), as far as required for archiving and
 * verifying evidence.
 */
import { DerError, TAG } from '../asn1/der.js';
import {
  children,
  type DerElement,
  expectTag,
  readElement,
  readEnumerated,
  readInteger,
  readTime,
} from '../asn1/der-reader.js';
import { OID } from '../asn1/object-identifiers.js';
import { sameBytes } from '../asn1/same-bytes.js';
import {
  allowsUsage,
  bitsOf,
  extensionsIn,
  type ParsedCertificate,
  readExtensions,
} from '../certificates/parsed-certificate.js';
import { checkValue, readAlgorithm } from '../certificates/signature-algorithm.js';
import type { Revocation, RevocationStatement } from './revocation-statement.js';

export interface ReadRevocationList {
  readonly thisUpdate: Date;
  /** Null: not stated. */
  readonly nextUpdate: Date | null;
  /** Revoked certificates by serial number. */
  readonly revoked: ReadonlyMap<bigint, Revocation>;
}

const CRL_SIGN = 6;

/**
 * Reads a CRL (RFC 5280, 5.1) if this issuer signed it and it covers all certificates of the issuer.
 * @returns null if it is from another issuer, its signature is invalid, or its scope is limited (indirect CRLs, delta
 * CRLs, CRLs by reason)
 *   lists, deltas, lists by reason)
 * @throws DerError
 */
export function readRevocationList(bytes: Uint8Array, issuer: ParsedCertificate): ReadRevocationList | null {
  const [toBeSigned, algorithm, signature] = children(expectTag(readElement(bytes), TAG.sequence));
  const body = expectTag(toBeSigned, TAG.sequence);
  const parts = children(body);
  if (parts[0]?.tag === TAG.integer) parts.shift();
  const [inner, name, thisUpdate, ...rest] = parts;
  // Both must be equal, as in certificates (RFC 5280, 5.1.1.2).
  if (!sameBytes(expectTag(inner, TAG.sequence).bytes, expectTag(algorithm, TAG.sequence).bytes))
    throw new DerError('OUT_OF_RANGE', 'the CRL states two different signature algorithms');
  if (!sameBytes(expectTag(name, TAG.sequence).bytes, issuer.subject) || !allowsUsage(issuer, CRL_SIGN))
    return null;
  const hasNext = rest[0]?.tag === TAG.utcTime || rest[0]?.tag === TAG.generalizedTime;
  const nextUpdate = hasNext ? readTime(rest.shift()) : null;
  if (!isForAll(rest.find(({ tag }) => tag === 0xa0))) return null;
  const verdict = checkValue(readAlgorithm(algorithm), issuer.publicKey, body.bytes, bitsOf(signature));
  // A weak digest is accepted, as in certificates: it was chosen by the authority.
  if (verdict !== 'RIGHT' && verdict !== 'WEAK') return null;
  const entries = rest[0]?.tag === TAG.sequence ? children(rest[0]) : [];
  const revoked = new Map<bigint, Revocation>();
  for (const entry of entries) {
    const [serialNumber, time, details] = children(expectTag(entry, TAG.sequence));
    const number = readInteger(serialNumber);
    const since = readTime(time);
    const known = revoked.get(number);
    if (known === undefined || since < known.since)
      revoked.set(number, { since, reason: details === undefined ? null : reasonOf(details) });
  }
  return { thisUpdate: readTime(thisUpdate), nextUpdate, revoked };
}

/** Whether the scope of a CRL is unlimited; only a distribution point may be named. @throws DerError */
function isForAll(extensions: DerElement | undefined): boolean {
  const found = readExtensions(extensions);
  const point = found.get(OID.issuingDistributionPoint);
  const isUnknown = ([type, { critical }]: [string, { critical: boolean }]): boolean =>
    critical && type !== OID.issuingDistributionPoint;
  if ([...found].some(isUnknown)) return false;
  return point === undefined || children(readElement(point.value)).every(({ tag }) => tag === 0xa0);
}

/** reasonCode of an entry. @throws DerError */
function reasonOf(extensions: DerElement): number | null {
  const reason = extensionsIn(extensions).get(OID.crlReason);
  return reason === undefined ? null : readEnumerated(readElement(reason.value));
}

/** The statement of a CRL about a certificate; null if readRevocationList rejects the CRL. @throws DerError */
export function statementOfList(
  bytes: Uint8Array,
  certificate: ParsedCertificate,
  issuer: ParsedCertificate,
): RevocationStatement | null {
  const list = readRevocationList(bytes, issuer);
  if (list === null) return null;
  const { thisUpdate, nextUpdate, revoked } = list;
  return {
    thisUpdate,
    nextUpdate,
    revocation: revoked.get(certificate.serialNumber) ?? null,
    responder: null,
  };
}

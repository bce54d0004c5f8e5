/** Certification paths (RFC 5280, section 6), as far as required to determine whose signature can be trusted. */

import { TAG } from '../asn1/der.js';
import { children, expectTag, readElement } from '../asn1/der-reader.js';
import { OID } from '../asn1/object-identifiers.js';
import { sameBytes } from '../asn1/same-bytes.js';
import { policyFault } from './certificate-policies.js';
import { mayName } from './name-constraints.js';
import {
  allowsUsage,
  extendedKeyPurposes,
  orNull,
  type ParsedCertificate,
  pathLengthOf,
} from './parsed-certificate.js';
import { checkValue, isForgeable, type ValueVerdict } from './signature-algorithm.js';

export interface CertificatePath {
  /** From the certificate to the trust anchor, or as far as the path could be built. */
  readonly certificates: readonly ParsedCertificate[];
  readonly trusted: boolean;
}

/**
 * Defects of a path. CONSTRAINT: a certificate forbids its present use or contains a critical extension that is not
 * understood. FORGEABLE: someone other than its issuer could have created it, by a collision of its digest or with a
 * recoverable key.
 */
export interface PathFault {
  readonly fault: 'NOT_YET_VALID' | 'EXPIRED' | 'CONSTRAINT' | 'FORGEABLE';
  readonly certificate: ParsedCertificate;
}

export interface PathRules {
  /** Trust anchors, one of which must end the path. */
  readonly anchors: readonly ParsedCertificate[];
  /** Candidate intermediate certificates, none of which is trusted. */
  readonly intermediates: readonly ParsedCertificate[];
  /** Time at which the whole path must be valid. */
  readonly at: Date;
  /** Extended key purpose that no authority in the path may exclude. */
  readonly purpose: string;
}

const KEY_CERT_SIGN = 5;
const MAX_PATH_LENGTH = 10;
/** Maximum number of verified signatures: certificates that sign each other in cycles must not cause more work. */
const MAX_TRIES = 200;

/** Extensions that are understood; any other critical extension makes the certificate unusable (RFC 5280, 4.2). */
const UNDERSTOOD: ReadonlySet<string> = new Set([
  OID.basicConstraints,
  OID.keyUsage,
  OID.extendedKeyUsage,
  OID.nameConstraints,
  OID.subjectKeyIdentifier,
  OID.authorityKeyIdentifier,
  OID.crlDistributionPoints,
  OID.authorityInformationAccess,
  OID.certificatePolicies,
  OID.policyMappings,
  OID.policyConstraints,
  OID.inhibitAnyPolicy,
  // These restrict nothing that is checked here.
  OID.subjectAltName,
  OID.issuerAltName,
  OID.qualifiedStatements,
]);

/**
 * Builds a path from a certificate to an anchor from the given certificates, by names and signatures only; pathFaults
 * reports its defects. Many authorities have a certificate with SHA-1 and a newer one for the same key: paths that
 * cannot be forged are preferred.
 * @example
 * ```ts
 * import { readFileSync } from 'node:fs';
 * import { certificatesInPem, findPath, pathFaults } from '@cinnabar/pki';
 *
 * const certificates = (path: string) => certificatesInPem(readFileSync(path, 'utf8'));
 * const [leaf, ...intermediates] = certificates('chain.pem');
 * if (leaf !== undefined) {
 *   const path = findPath(leaf, intermediates, certificates('roots.pem'));
 *   console.log(path.trusted, pathFaults(path, new Date()).map(({ fault }) => fault));
 * }
 * ```
 */
export function findPath(
  certificate: ParsedCertificate,
  intermediates: readonly ParsedCertificate[],
  anchors: readonly ParsedCertificate[],
): CertificatePath {
  let metForgeable = false;
  const sound = search(certificate, intermediates, anchors, (last, issuer) => {
    if (!isForgeable(last.signatureAlgorithm, issuer.publicKey)) return isIssuedBy(last, issuer);
    metForgeable = true;
    return false;
  });
  if (sound.trusted || !metForgeable) return sound;
  return search(certificate, intermediates, anchors, (last, issuer) => isIssuedBy(last, issuer));
}

/** Defects of a path at a given time. The validity period of a trust anchor is not checked. */
export function pathFaults({ certificates, trusted }: CertificatePath, at: Date): readonly PathFault[] {
  const againstPolicies = policyFault(certificates.slice(0, -1));
  return certificates.flatMap((certificate, index) => {
    const faults: PathFault[] = [];
    const isAnchor = trusted && index > 0 && index === certificates.length - 1;
    if (!isAnchor && at < certificate.notBefore) faults.push({ fault: 'NOT_YET_VALID', certificate });
    if (!isAnchor && at > certificate.notAfter) faults.push({ fault: 'EXPIRED', certificate });
    const below = certificates.slice(0, index);
    // A trust anchor is a name and a key; its other content is ignored (RFC 5280, 6.1.1).
    const understood = isAnchor || isUnderstood(certificate);
    const issues = index === 0 || mayIssue(certificate, index - 1) || (isAnchor && isOldRoot(certificate));
    if (!understood || !issues || !mayNameAll(certificate, below) || certificate === againstPolicies)
      faults.push({ fault: 'CONSTRAINT', certificate });
    const issuer = certificates[index + 1];
    if (issuer !== undefined && isForgeable(certificate.signatureAlgorithm, issuer.publicKey))
      faults.push({ fault: 'FORGEABLE', certificate });
    return faults;
  });
}

/**
 * The path from a certificate (first) to an anchor (last) without weak, expired or misused certificates; null if there
 * is none.
 */
export function certificatePath(
  certificate: ParsedCertificate,
  { anchors, intermediates, at, purpose }: PathRules,
): readonly ParsedCertificate[] | null {
  const isUsable = (each: ParsedCertificate): boolean =>
    each.notBefore <= at && at <= each.notAfter && isUnderstood(each);
  if (!isUsable(certificate)) return null;
  const { certificates, trusted } = search(
    certificate,
    intermediates,
    anchors,
    (last, issuer, below) =>
      isUsable(issuer) &&
      mayIssue(issuer, below) &&
      !excludes(issuer, purpose) &&
      issuedVerdict(last, issuer) === 'RIGHT',
  );
  const named = certificates.every((each, index) => mayNameAll(each, certificates.slice(0, index)));
  return trusted && named && policyFault(certificates.slice(0, -1)) === null ? certificates : null;
}

/** Whether the certificate was signed with the issuer's key, by any algorithm. */
export function isIssuedBy(certificate: ParsedCertificate, issuer: ParsedCertificate): boolean {
  const verdict = issuedVerdict(certificate, issuer);
  return verdict === 'RIGHT' || verdict === 'WEAK';
}

function issuedVerdict(certificate: ParsedCertificate, issuer: ParsedCertificate): ValueVerdict {
  const { signatureAlgorithm, toBeSigned, signature } = certificate;
  return checkValue(signatureAlgorithm, issuer.publicKey, toBeSigned, signature);
}

/**
 * @param admits whether an issuer of that name may come next; `below` is the number of authorities between it and the
 * first certificate
 */
function search(
  certificate: ParsedCertificate,
  intermediates: readonly ParsedCertificate[],
  anchors: readonly ParsedCertificate[],
  admits: (last: ParsedCertificate, issuer: ParsedCertificate, below: number) => boolean,
): CertificatePath {
  let longest: readonly ParsedCertificate[] = [certificate];
  let tries = 0;
  const extend = (path: readonly ParsedCertificate[]): readonly ParsedCertificate[] | null => {
    const last = path.at(-1) ?? certificate;
    if (anchors.some((anchor) => sameBytes(anchor.bytes, last.bytes))) return path;
    if (path.length > longest.length) longest = path;
    if (path.length >= MAX_PATH_LENGTH) return null;
    for (const issuer of [...anchors, ...intermediates]) {
      if (!isNamedIssuer(issuer, last) || path.some((known) => sameBytes(known.bytes, issuer.bytes)))
        continue;
      tries += 1;
      if (tries > MAX_TRIES) return null;
      if (!admits(last, issuer, path.length - 1)) continue;
      const found = extend([...path, issuer]);
      if (found !== null) return found;
    }
    return null;
  };
  const found = extend([certificate]);
  return { certificates: found ?? longest, trusted: found !== null };
}

/** Matches by name and, if both have one, by key identifier (RFC 5280, 4.2.1.1). */
function isNamedIssuer(issuer: ParsedCertificate, subject: ParsedCertificate): boolean {
  if (!sameBytes(issuer.subject, subject.issuer)) return false;
  const wanted = subject.extensions.get(OID.authorityKeyIdentifier)?.value;
  const own = issuer.extensions.get(OID.subjectKeyIdentifier)?.value;
  if (wanted === undefined || own === undefined) return true;
  const differs = orNull(() => {
    const identifier = children(expectTag(readElement(wanted), TAG.sequence)).find(({ tag }) => tag === 0x80);
    return identifier !== undefined && !sameBytes(identifier.content, readElement(own).content);
  });
  return differs !== true;
}

/** A version 1 root has no extension that identifies it as an authority. */
function isOldRoot({ extensions, subject, issuer }: ParsedCertificate): boolean {
  return extensions.size === 0 && sameBytes(subject, issuer);
}

function mayNameAll(authority: ParsedCertificate, below: readonly ParsedCertificate[]): boolean {
  return orNull(() => below.every((certificate) => mayName(authority, certificate))) === true;
}

/** @param below number of authorities between it and the end entity */
function mayIssue(issuer: ParsedCertificate, below: number): boolean {
  const allowed = orNull(() => {
    const length = pathLengthOf(issuer);
    return length !== null && below <= length && allowsUsage(issuer, KEY_CERT_SIGN);
  });
  return allowed === true;
}

function excludes(issuer: ParsedCertificate, purpose: string): boolean {
  const allowed = orNull(() => {
    const purposes = extendedKeyPurposes(issuer);
    return purposes === null || purposes.includes(purpose) || purposes.includes(OID.anyExtendedKeyUsage);
  });
  return allowed !== true;
}

function isUnderstood({ extensions }: ParsedCertificate): boolean {
  return [...extensions].every(([type, { critical }]) => !critical || UNDERSTOOD.has(type));
}

/** Certification paths (RFC 5280, section 6), as far as they are needed to say whom a signature is trusted to be of. */
import { OID } from './object-identifiers.js';
import {
  allowsUsage,
  extendedKeyPurposes,
  type ParsedCertificate,
  pathLengthOf,
} from './parsed-certificate.js';
import { signatureHolds } from './signature-algorithm.js';

export interface PathRules {
  /** Trusted without a reason: what the path must end in. */
  readonly anchors: readonly ParsedCertificate[];
  /** May stand in between; nothing in them is trusted. */
  readonly intermediates: readonly ParsedCertificate[];
  /** When all of the path must be valid. */
  readonly at: Date;
  /** An extended key purpose that no authority on the way may exclude. */
  readonly purpose: string;
}

const KEY_CERT_SIGN = 5;
const LONGEST_PATH = 6;
/** Signatures that are verified at most: certificates that sign each other in circles must not cost more. */
const MOST_TRIES = 60;

/** What this reader understands; a critical extension outside of it forbids the certificate (RFC 5280, 4.2). */
const UNDERSTOOD: ReadonlySet<string> = new Set([
  OID.basicConstraints,
  OID.keyUsage,
  OID.extendedKeyUsage,
  OID.certificatePolicies,
  OID.crlDistributionPoints,
  OID.subjectAltName,
]);

/**
 * The path from a certificate up to an anchor, itself first and the anchor last; null where there is none.
 * @throws DerError where an extension is malformed
 */
export function certificatePath(
  certificate: ParsedCertificate,
  rules: PathRules,
): readonly ParsedCertificate[] | null {
  const budget = { tries: MOST_TRIES };
  if (!usable(certificate, rules.at)) return null;
  return extend([certificate], rules, budget);
}

function extend(
  path: readonly ParsedCertificate[],
  rules: PathRules,
  budget: { tries: number },
): readonly ParsedCertificate[] | null {
  const last = path.at(-1);
  if (last === undefined || path.length > LONGEST_PATH) return null;
  if (rules.anchors.some((anchor) => same(anchor.bytes, last.bytes))) return path;
  for (const issuer of [...rules.anchors, ...rules.intermediates]) {
    if (!same(issuer.subject, last.issuer) || path.some((each) => same(each.bytes, issuer.bytes))) continue;
    if (!mayIssue(issuer, path.length - 1, rules)) continue;
    if (budget.tries-- <= 0) return null;
    if (!signedBy(last, issuer)) continue;
    const found = extend([...path, issuer], rules, budget);
    if (found !== null) return found;
  }
  return null;
}

/** Whether the issuer's key made the certificate's signature. @throws DerError */
export function signedBy(certificate: ParsedCertificate, issuer: ParsedCertificate): boolean {
  const { signatureAlgorithm, toBeSigned, signature } = certificate;
  return signatureHolds(signatureAlgorithm, issuer.publicKey, toBeSigned, signature);
}

/** @param below authorities that stand between it and the end entity */
function mayIssue(issuer: ParsedCertificate, below: number, { at, purpose }: PathRules): boolean {
  const length = pathLengthOf(issuer);
  if (length === null || length < below || !allowsUsage(issuer, KEY_CERT_SIGN)) return false;
  const purposes = extendedKeyPurposes(issuer);
  const excluded =
    purposes !== null && !purposes.includes(purpose) && !purposes.includes(OID.anyExtendedKeyUsage);
  return !excluded && usable(issuer, at);
}

function usable(certificate: ParsedCertificate, at: Date): boolean {
  if (at < certificate.notBefore || at > certificate.notAfter) return false;
  return [...certificate.extensions].every(([type, { critical }]) => !critical || UNDERSTOOD.has(type));
}

function same(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

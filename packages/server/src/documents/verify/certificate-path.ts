import { children, readElement } from '../../trust/der-reader.js';
import {
  authorityOf,
  type Certificate,
  EXTENSION,
  keyUsageOf,
  readExtension,
  sameBytes,
} from './certificate-reader.js';
import { nameText } from './name-text.js';
import { type Problem, problem } from './reasons.js';
import { checkValue } from './signature-algorithms.js';

export interface CertificatePath {
  /** From the certificate itself to the trusted one; without trust as far as it leads. */
  readonly certificates: readonly Certificate[];
  readonly trusted: boolean;
}

const LONGEST_PATH = 10;
/** Signatures checked while looking for a path, so that a pool of many equal names costs little. */
const MOST_STEPS = 200;
const KEY_CERT_SIGN = 5;
const DELEGATED: ReadonlySet<string> = new Set<string>([
  EXTENSION.keyUsage,
  EXTENSION.basicConstraints,
  EXTENSION.extendedKeyUsage,
  EXTENSION.subjectKeyIdentifier,
  EXTENSION.authorityKeyIdentifier,
  EXTENSION.crlDistributionPoints,
  EXTENSION.authorityInformation,
  // Policies and alternative names restrict nothing that is decided here.
  '2.5.29.32',
  '2.5.29.17',
  '2.5.29.18',
  // Statements of qualified certificates (EN 319 412-5).
  '1.3.6.1.5.5.7.1.3',
]);

/** A path from a certificate to one of the trusted ones through the certificates that are at hand (RFC 5280, 6). */
export function findPath(
  certificate: Certificate,
  pool: readonly Certificate[],
  trusted: readonly Certificate[],
): CertificatePath {
  let longest: readonly Certificate[] = [certificate];
  let steps = 0;
  const search = (path: readonly Certificate[]): readonly Certificate[] | null => {
    const last = path.at(-1) ?? certificate;
    if (trusted.some((anchor) => sameBytes(anchor.bytes, last.bytes))) return path;
    if (path.length > longest.length) longest = path;
    if (path.length >= LONGEST_PATH) return null;
    for (const issuer of [...trusted, ...pool]) {
      if (path.some((known) => sameBytes(known.bytes, issuer.bytes)) || !mayIssue(issuer, last)) continue;
      steps += 1;
      if (steps > MOST_STEPS) return null;
      if (!isIssuedBy(last, issuer)) continue;
      const found = search([...path, issuer]);
      if (found !== null) return found;
    }
    return null;
  };
  const found = search([certificate]);
  return { certificates: found ?? longest, trusted: found !== null };
}

function mayIssue(issuer: Certificate, subject: Certificate): boolean {
  if (!sameBytes(issuer.subject, subject.issuer)) return false;
  const wanted = readExtension(subject, EXTENSION.authorityKeyIdentifier, (value) =>
    children(value).find(({ tag }) => tag === 0x80),
  );
  const own = issuer.extensions.get(EXTENSION.subjectKeyIdentifier);
  if (wanted === null || wanted === undefined || own === undefined) return true;
  return sameBytes(readElement(own.value).content, wanted.content);
}

/** Whether the issuer's key signed the certificate; a weak digest in a certificate is the authority's choice. */
export function isIssuedBy(certificate: Certificate, issuer: Certificate): boolean {
  if (issuer.publicKey === null) return false;
  const { signatureAlgorithm, toBeSigned, signature } = certificate;
  const verdict = checkValue(signatureAlgorithm, null, issuer.publicKey, toBeSigned, signature);
  return verdict === 'RIGHT' || verdict === 'WEAK';
}

/** What the certificates of a path forbid, and whether each but the trusted one is within its time. */
export function pathProblems({ certificates, trusted }: CertificatePath, at: Date): readonly Problem[] {
  const problems: Problem[] = trusted ? [] : [problem('CHAIN_UNTRUSTED')];
  certificates.forEach((certificate, index) => {
    const isAnchor = trusted && index === certificates.length - 1;
    const name = nameText(certificate.subject);
    if (!isAnchor || index === 0) {
      if (at < certificate.notBefore) problems.push(problem('CERTIFICATE_NOT_YET_VALID', name));
      if (at > certificate.notAfter) problems.push(problem('CERTIFICATE_EXPIRED', name));
    }
    const unknown = [...certificate.extensions].some(
      ([type, { critical }]) => critical && !DELEGATED.has(type),
    );
    const mayNotIssue = index > 0 && !mayHaveBelow(certificate, index - 1);
    if (unknown || mayNotIssue) problems.push(problem('CHAIN_CONSTRAINT', name));
  });
  return problems;
}

/** @param below the authorities between it and the signer's certificate */
function mayHaveBelow(certificate: Certificate, below: number): boolean {
  const authority = authorityOf(certificate);
  if (authority === null) return false;
  if (authority.pathLength !== null && below > authority.pathLength) return false;
  const usage = keyUsageOf(certificate);
  return usage === null || usage.has(KEY_CERT_SIGN);
}

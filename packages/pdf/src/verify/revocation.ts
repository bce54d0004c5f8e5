import { OID } from '@cinnabar/pki/asn1/object-identifiers.js';
import type { CertificatePath } from '@cinnabar/pki/certificates/certificate-path.js';
import { orNull, type ParsedCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { statementOfAnswer } from '@cinnabar/pki/revocation/ocsp-response-reader.js';
import { statementOfList } from '@cinnabar/pki/revocation/revocation-list-reader.js';
import {
  covers,
  leavesTimestamps,
  type Revocation,
  type RevocationData,
  type RevocationStatement,
} from '@cinnabar/pki/revocation/revocation-statement.js';
import { nameText } from './name-text.js';
import { type Problem, problem } from './reasons.js';

export interface RevocationCheck {
  readonly problems: readonly Problem[];
  /** Whether every certificate below the trust anchor is proven not to be revoked, as B-LT requires. */
  readonly complete: boolean;
}

/**
 * Checks the revocation of a path at the proven time of a signature. A later revocation does not affect the signature.
 * Missing revocation data is a remark if the certificate names a source.
 * @param stampedAt the time of a timestamp
 */
export function checkRevocation(
  path: CertificatePath,
  data: RevocationData,
  at: Date,
  stampedAt: Date | null = null,
): RevocationCheck {
  const problems: Problem[] = [];
  let complete = path.trusted;
  path.certificates.slice(0, -1).forEach((certificate, index) => {
    const issuer = path.certificates[index + 1];
    if (issuer === undefined) return;
    const statements = statementsOn(certificate, issuer, data);
    const name = nameText(certificate.subject);
    const revoked = statements.map(({ revocation }) => revocation).filter((found) => found !== null);
    const reaches = (found: Revocation): boolean =>
      found.since <= (stampedAt !== null && leavesTimestamps(found) ? stampedAt : at);
    if (revoked.some(reaches)) problems.push(problem('CERTIFICATE_REVOKED', name));
    else if (revoked.length > 0) problems.push(problem('CERTIFICATE_REVOKED_LATER', name));
    const isProven = statements.some(
      (statement) => covers(statement, at) && mayBelieve(statement, issuer, data),
    );
    if (isProven) return;
    complete = false;
    const saysWhere =
      certificate.extensions.has(OID.crlDistributionPoints) ||
      certificate.extensions.has(OID.authorityInformationAccess);
    if (saysWhere && path.trusted) problems.push(problem('REVOCATION_UNKNOWN', name));
  });
  return { problems, complete };
}

/**
 * A responder whose own certificate may be revoked is accepted only if a CRL shows that it is not (RFC 6960,
 * 4.2.2.2.1); its statement that a certificate was revoked is accepted in any case.
 */
function mayBelieve(
  { responder, thisUpdate }: RevocationStatement,
  issuer: ParsedCertificate,
  { revocationLists }: RevocationData,
): boolean {
  if (responder === null) return true;
  return revocationLists
    .map((list) => orNull(() => statementOfList(list, responder, issuer)))
    .some((said) => said !== null && said.revocation === null && covers(said, thisUpdate));
}

function statementsOn(
  certificate: ParsedCertificate,
  issuer: ParsedCertificate,
  { revocationLists, ocspResponses }: RevocationData,
): readonly RevocationStatement[] {
  return [
    ...ocspResponses.map((answer) => orNull(() => statementOfAnswer(answer, certificate, issuer))),
    ...revocationLists.map((list) => orNull(() => statementOfList(list, certificate, issuer))),
  ].filter((statement) => statement !== null);
}

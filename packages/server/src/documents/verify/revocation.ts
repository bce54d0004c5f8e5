import type { CertificatePath } from './certificate-path.js';
import { type Certificate, EXTENSION } from './certificate-reader.js';
import { nameText } from './name-text.js';
import { type Problem, problem } from './reasons.js';
import { statementOfAnswer } from './revocation-answer.js';
import { statementOfList } from './revocation-list.js';

/** What an authority says of one certificate. */
export interface RevocationStatement {
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | null;
  /** Null: not revoked. */
  readonly revokedAt: Date | null;
}

/** Everything that a file holds about revocation, DER. */
export interface RevocationData {
  readonly lists: readonly Uint8Array[];
  readonly answers: readonly Uint8Array[];
}

export interface RevocationCheck {
  readonly problems: readonly Problem[];
  /** Whether every certificate below the trusted one is proven not to be revoked, as B-LT wants. */
  readonly complete: boolean;
}

/**
 * The revocation of a path at the time that is proven for a signature. Revoked later leaves the signature good; without
 * any statement that is said as a remark, when the certificate names a place where one could have been had.
 */
export function checkRevocation(path: CertificatePath, data: RevocationData, at: Date): RevocationCheck {
  const problems: Problem[] = [];
  let complete = path.trusted;
  path.certificates.slice(0, -1).forEach((certificate, index) => {
    const issuer = path.certificates[index + 1];
    if (issuer === undefined) return;
    const statements = statementsOn(certificate, issuer, data);
    const name = nameText(certificate.subject);
    const revoked = statements.map(({ revokedAt }) => revokedAt).filter((time) => time !== null);
    if (revoked.some((time) => time <= at)) problems.push(problem('CERTIFICATE_REVOKED', name));
    else if (revoked.length > 0) problems.push(problem('CERTIFICATE_REVOKED_LATER', name));
    const isFresh = statements.some(
      ({ thisUpdate, nextUpdate }) => thisUpdate >= at || (nextUpdate !== null && nextUpdate >= at),
    );
    if (isFresh) return;
    complete = false;
    const saysWhere =
      certificate.extensions.has(EXTENSION.crlDistributionPoints) ||
      certificate.extensions.has(EXTENSION.authorityInformation);
    if (saysWhere && path.trusted) problems.push(problem('REVOCATION_UNKNOWN', name));
  });
  return { problems, complete };
}

function statementsOn(
  certificate: Certificate,
  issuer: Certificate,
  { lists, answers }: RevocationData,
): readonly RevocationStatement[] {
  return [
    ...answers.map((answer) => statementOfAnswer(answer, certificate, issuer)),
    ...lists.map((list) => statementOfList(list, certificate, issuer)),
  ].filter((statement) => statement !== null);
}

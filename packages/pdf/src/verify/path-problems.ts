import {
  type CertificatePath,
  type PathFault,
  pathFaults,
} from '@cinnabar/pki/certificates/certificate-path.js';
import { nameText } from './name-text.js';
import { type Problem, problem, type ReasonCode } from './reasons.js';

const CODES: Readonly<Record<PathFault['fault'], ReasonCode>> = Object.freeze({
  NOT_YET_VALID: 'CERTIFICATE_NOT_YET_VALID',
  EXPIRED: 'CERTIFICATE_EXPIRED',
  CONSTRAINT: 'CHAIN_CONSTRAINT',
  FORGEABLE: 'ALGORITHM_WEAK',
});

/** What the certificates of a path forbid, and whether each but the trusted one is within its time. */
export function pathProblems(path: CertificatePath, at: Date): readonly Problem[] {
  const untrusted = path.trusted ? [] : [problem('CHAIN_UNTRUSTED')];
  const faults = pathFaults(path, at);
  return [
    ...untrusted,
    ...faults.map(({ fault, certificate }) => problem(CODES[fault], nameText(certificate.subject))),
  ];
}

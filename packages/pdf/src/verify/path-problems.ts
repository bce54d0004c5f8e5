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

/** Constraints of the certificates of a path, and their validity except that of the trust anchor. */
export function pathProblems(path: CertificatePath, at: Date): readonly Problem[] {
  const untrusted = path.trusted ? [] : [problem('CHAIN_UNTRUSTED')];
  const faults = pathFaults(path, at);
  return [
    ...untrusted,
    ...faults.map(({ fault, certificate }) => problem(CODES[fault], nameText(certificate.subject))),
  ];
}

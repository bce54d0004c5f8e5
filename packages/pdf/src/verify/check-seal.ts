/** Signatures with an electronic seal (GB/T 38540): the same checks as verifySealSignature, each with its own reason. */
import { DerError } from '@cinnabar/pki/asn1/der.js';
import { findPath } from '@cinnabar/pki/certificates/certificate-path.js';
import { digestOf } from '@cinnabar/pki/certificates/digest-algorithm.js';
import { certificateOrNull, type ParsedCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { SealVersionError } from '@cinnabar/pki/electronic-seals/seal-fields.js';
import {
  readSealSignature,
  type SealSignature,
  sealSignatureIn,
} from '@cinnabar/pki/electronic-seals/seal-signature-reader.js';
import { type SealFault, sealFaults } from '@cinnabar/pki/electronic-seals/verify-seal-signature.js';
import { SEAL_SUB_FILTER } from '../seal-sub-filter.js';
import type { Coverage } from './byte-range.js';
import { checkTimestamp } from './check-timestamp.js';
import { commonName } from './name-text.js';
import { pathProblems } from './path-problems.js';
import { type Problem, problem } from './reasons.js';
import { type Anchors, isForDocuments, NO_VALUE, type ValueCheck } from './value-check.js';

/**
 * Checks a signature with an electronic seal over the SM3 digest of the covered bytes.
 *
 * The /SubFilter of a vendor does not say what is digested, so a mismatch under it proves nothing; a value that holds
 * does.
 */
export function checkSeal(
  coverage: Coverage,
  subFilter: string,
  pool: readonly ParsedCertificate[],
  anchors: Anchors,
): ValueCheck {
  const check = checked(coverage, pool, anchors);
  const isWrong = check.problems.some(({ effect }) => effect === 'invalid');
  if (subFilter === SEAL_SUB_FILTER || !isWrong) return check;
  return { ...NO_VALUE, problems: [problem('SUBFILTER_UNSUPPORTED', subFilter)] };
}

function checked(coverage: Coverage, pool: readonly ParsedCertificate[], anchors: Anchors): ValueCheck {
  try {
    const signature = readSealSignature(sealSignatureIn(coverage.value) ?? coverage.value);
    return checkReadable(signature, coverage, pool, anchors);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    const reason =
      error instanceof SealVersionError
        ? problem('SEAL_VERSION', `${error.version}`)
        : problem('SEAL_UNREADABLE', error.reason);
    return { ...NO_VALUE, problems: [reason] };
  }
}

function checkReadable(
  signature: SealSignature,
  coverage: Coverage,
  pool: readonly ParsedCertificate[],
  anchors: Anchors,
): ValueCheck {
  const { seal, timestamp } = signature;
  const problems = sealFaults(signature, digestOf('sm3', ...coverage.parts)).map((fault) =>
    problemOf(fault, signature),
  );
  const certificate = certificateOrNull(signature.certificate);
  if (certificate === null) problems.push(problem('CERTIFICATE_MISSING'));
  else if (!isForDocuments(certificate)) problems.push(problem('KEY_USAGE'));
  const maker = certificateOrNull(seal.makerCertificate);
  const makerPath = maker === null ? null : findPath(maker, pool, anchors.signatures);
  // The maker has signed when the seal was made; later, its certificate need not be valid any more.
  const aboutMaker = makerPath === null ? [] : pathProblems(makerPath, seal.created);
  const isMaker = maker !== null && isForDocuments(maker);
  if (!isMaker || aboutMaker.some(({ effect }) => effect !== 'remark'))
    problems.push(problem('SEAL_MAKER_UNTRUSTED', maker === null ? '' : commonName(maker.subject)));
  return {
    ...NO_VALUE,
    problems,
    certificate,
    path: certificate === null ? null : findPath(certificate, pool, anchors.signatures),
    timestamps:
      timestamp === null ? [] : [checkTimestamp(timestamp, [signature.signature], pool, anchors.timestamps)],
    sealed: { signature, makerPath },
  };
}

function problemOf({ check, value }: SealFault, { signatureAlgorithm, seal }: SealSignature): Problem {
  switch (check) {
    case 'SIGNATURE':
      return valueProblem(value, 'SIGNATURE_VALUE_WRONG', signatureAlgorithm);
    case 'SIGNER_LISTED':
      return problem('SEAL_SIGNER_NOT_LISTED');
    case 'SEAL_SIGNATURE':
      return valueProblem(value, 'SEAL_ALTERED', seal.signatureAlgorithm);
    case 'SEAL_VALIDITY':
      return problem('SEAL_NOT_VALID_THEN');
    case 'DATA_HASH':
      return problem('DIGEST_MISMATCH');
  }
}

function valueProblem(
  value: SealFault['value'],
  wrong: 'SIGNATURE_VALUE_WRONG' | 'SEAL_ALTERED',
  algorithm: string,
): Problem {
  switch (value) {
    case 'WEAK':
      return problem('ALGORITHM_WEAK', algorithm);
    case 'UNSUPPORTED':
      return problem('ALGORITHM_UNSUPPORTED', algorithm);
    default:
      return problem(wrong);
  }
}

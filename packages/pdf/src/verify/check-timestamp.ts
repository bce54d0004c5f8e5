import { DerError } from '@cinnabar/pki/asn1/der.js';
import { children, readElement } from '@cinnabar/pki/asn1/der-reader.js';
import { OID } from '@cinnabar/pki/asn1/object-identifiers.js';
import { sameBytes } from '@cinnabar/pki/asn1/same-bytes.js';
import { type CertificatePath, findPath } from '@cinnabar/pki/certificates/certificate-path.js';
import { type DigestAlgorithm, digestOf, isWeakDigest } from '@cinnabar/pki/certificates/digest-algorithm.js';
import type { ParsedCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { readAlgorithm } from '@cinnabar/pki/certificates/signature-algorithm.js';
import { readFirstSignedData, type SignedData } from '@cinnabar/pki/cms/signed-data.js';
import { TimestampError, type TimestampProblem } from '@cinnabar/pki/timestamps/timestamp-error.js';
import { readTimestampInfo } from '@cinnabar/pki/timestamps/timestamp-info.js';
import type { MessageImprint } from '@cinnabar/pki/timestamps/timestamp-request.js';
import { verifyTimestamp } from '@cinnabar/pki/timestamps/verify-timestamp.js';
import { checkSignedData } from './check-signed-data.js';
import { pathProblems } from './path-problems.js';
import { type Problem, problem } from './reasons.js';

export interface TimestampCheck {
  /** The token without trailing bytes. */
  readonly token: Uint8Array;
  /** Null if the token is unreadable. */
  readonly time: Date | null;
  readonly signedData: SignedData | null;
  readonly certificate: ParsedCertificate | null;
  readonly path: CertificatePath | null;
  /**
   * Whether the token matches the data and its signature is correct, even if with algorithms that are no longer secure.
   */
  readonly intact: boolean;
  /** Whether it is also issued by an authority trusted for this purpose at that time. */
  readonly trusted: boolean;
  readonly problems: readonly Problem[];
}

/**
 * Checks a timestamp token (RFC 3161, 2.4.2) over `data`, in DER or BER: whether it is intact and, by the rules of
 * verifyTimestamp, whether it is trusted.
 */
export function checkTimestamp(
  token: Uint8Array,
  data: readonly Uint8Array[],
  elsewhere: readonly ParsedCertificate[],
  trusted: readonly ParsedCertificate[],
): TimestampCheck {
  try {
    return check(token, data, elsewhere, trusted);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    const problems = [problem('CMS_UNREADABLE', error.reason)];
    return {
      token,
      time: null,
      signedData: null,
      certificate: null,
      path: null,
      intact: false,
      trusted: false,
      problems,
    };
  }
}

function check(
  token: Uint8Array,
  data: readonly Uint8Array[],
  elsewhere: readonly ParsedCertificate[],
  trusted: readonly ParsedCertificate[],
): TimestampCheck {
  const signedData = readFirstSignedData(token);
  if (signedData.contentType !== OID.tstInfo || signedData.content === null)
    throw new DerError('UNEXPECTED_TAG', 'not a timestamp token');
  const { imprint, time } = readTimestampInfo(signedData.content);
  const checked = checkSignedData(signedData, [signedData.content], OID.tstInfo, elsewhere);
  const problems: Problem[] = [...checked.problems];
  problems.push(...imprintProblems(imprint, data));
  if (!checked.namesCertificate && checked.certificate !== null)
    problems.push(problem('SIGNING_CERTIFICATE_ABSENT'));
  const intact = problems.every(({ code, effect }) => effect === 'remark' || code === 'ALGORITHM_WEAK');
  const isWeak = problems.some(({ code }) => code === 'ALGORITHM_WEAK');

  const { certificate } = checked;
  const everything = [...signedData.certificates, ...elsewhere];
  const path = certificate === null ? null : findPath(certificate, everything, trusted);
  const exact = token.subarray(0, signedData.length);
  const doubt = intact && !isWeak ? distrustReason(exact, data, everything, trusted) : null;
  const aboutTrust: Problem[] = [];
  if ((isWeak || doubt !== null) && path !== null) aboutTrust.push(...pathProblems(path, time));
  if (doubt === 'NOT_FOR_TIMESTAMPING') aboutTrust.push(problem('KEY_USAGE'));
  else if (doubt !== null && aboutTrust.length === 0) aboutTrust.push(problem('CHAIN_CONSTRAINT', doubt));
  return {
    token: exact,
    time,
    signedData,
    certificate,
    path,
    intact,
    trusted: intact && !isWeak && doubt === null,
    problems: [...problems, ...aboutTrust],
  };
}

function imprintProblems(
  { algorithm, digest, bytes }: MessageImprint,
  data: readonly Uint8Array[],
): readonly Problem[] {
  if (algorithm === null) {
    const [identifier] = children(readElement(bytes));
    return [problem('ALGORITHM_UNSUPPORTED', readAlgorithm(identifier).algorithm)];
  }
  if (!sameBytes(digestOf(algorithm, ...data), digest)) return [problem('DIGEST_MISMATCH')];
  return isWeakDigest(algorithm) ? [problem('ALGORITHM_WEAK', algorithm)] : [];
}

/** Why an intact timestamp is not trusted; null if it is. */
function distrustReason(
  token: Uint8Array,
  data: readonly Uint8Array[],
  intermediates: readonly ParsedCertificate[],
  anchors: readonly ParsedCertificate[],
): TimestampProblem | null {
  try {
    const imprint = (algorithm: DigestAlgorithm): Uint8Array => digestOf(algorithm, ...data);
    verifyTimestamp(token, { imprint, anchors, intermediates });
    return null;
  } catch (error) {
    if (error instanceof TimestampError) return error.reason;
    throw error;
  }
}

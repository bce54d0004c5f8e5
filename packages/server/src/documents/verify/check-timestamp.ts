import { DerError, TAG } from '../../trust/der.js';
import { children, expectTag, readElement } from '../../trust/der-reader.js';
import { type ParsedCertificate, parseCertificate } from '../../trust/parsed-certificate.js';
import { TimestampError, type TimestampProblem } from '../../trust/timestamp-error.js';
import { verifyTimestamp } from '../../trust/verify-timestamp.js';
import { readBer } from './ber.js';
import { type CertificatePath, findPath, pathProblems } from './certificate-path.js';
import { type Certificate, sameBytes } from './certificate-reader.js';
import { checkSignedData } from './check-signed-data.js';
import { type Problem, problem } from './reasons.js';
import { digestNamed, digestOf, isWeakDigest, readAlgorithm } from './signature-algorithms.js';
import { readSignedData, type SignedData } from './signed-data.js';

export interface TimestampCheck {
  /** Null for a token that cannot be read. */
  readonly time: Date | null;
  readonly signedData: SignedData | null;
  readonly certificate: Certificate | null;
  readonly path: CertificatePath | null;
  /** The token is over these bytes and signed as it says. */
  readonly intact: boolean;
  /** And by an authority that is trusted, for this purpose, at that time. */
  readonly trusted: boolean;
  readonly problems: readonly Problem[];
}

const TST_INFO = '1.2.840.113549.1.9.16.1.4';

/**
 * A timestamp token (RFC 3161, 2.4.2) over `data`, in DER or BER: whether it is intact, and, by the rules of
 * verifyTimestamp, whether it is to be believed.
 */
export function checkTimestamp(
  token: Uint8Array,
  data: readonly Uint8Array[],
  elsewhere: readonly Certificate[],
  trusted: readonly Certificate[],
): TimestampCheck {
  try {
    // A token that was encoded anew in DER is the same to who verifies it; what is signed in it is DER already.
    return check(readBer(token).der, data, elsewhere, trusted);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    const problems = [problem('CMS_UNREADABLE', error.reason)];
    return {
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
  elsewhere: readonly Certificate[],
  trusted: readonly Certificate[],
): TimestampCheck {
  const signedData = readSignedData(token);
  if (signedData.contentType !== TST_INFO || signedData.content === null)
    throw new DerError('UNEXPECTED_TAG', 'no timestamp token');
  const { imprint, algorithm, time } = readInformation(signedData.content);
  const checked = checkSignedData(signedData, [signedData.content], TST_INFO, elsewhere);
  const problems: Problem[] = [...checked.problems];
  const digest = digestNamed(algorithm);
  if (digest === null) problems.push(problem('ALGORITHM_UNSUPPORTED', algorithm));
  else if (!sameBytes(digestOf(digest, ...data), imprint)) problems.push(problem('DIGEST_MISMATCH'));
  else if (isWeakDigest(digest)) problems.push(problem('ALGORITHM_WEAK', digest));
  if (!checked.namesCertificate && checked.certificate !== null)
    problems.push(problem('SIGNING_CERTIFICATE_ABSENT'));
  const intact = problems.length === 0;

  const { certificate } = checked;
  const everything = [...signedData.certificates, ...elsewhere];
  const path = certificate === null ? null : findPath(certificate, everything, trusted);
  const doubt = intact ? doubtOf(token, data, everything, trusted) : null;
  const aboutTrust: Problem[] = [];
  if (doubt !== null && path !== null) aboutTrust.push(...pathProblems(path, time));
  if (doubt === 'NOT_FOR_TIMESTAMPING') aboutTrust.push(problem('KEY_USAGE'));
  else if (doubt !== null && aboutTrust.length === 0) aboutTrust.push(problem('CHAIN_CONSTRAINT', doubt));
  return {
    time,
    signedData,
    certificate,
    path,
    intact,
    trusted: intact && doubt === null,
    problems: [...problems, ...aboutTrust],
  };
}

/** Why a timestamp that is intact is not to be believed; null where it is. */
function doubtOf(
  token: Uint8Array,
  data: readonly Uint8Array[],
  intermediates: readonly Certificate[],
  trusted: readonly Certificate[],
): TimestampProblem | null {
  const parsed = (certificates: readonly Certificate[]): readonly ParsedCertificate[] =>
    certificates.map(({ bytes }) => parsedOrNull(bytes)).filter((certificate) => certificate !== null);
  try {
    verifyTimestamp(token, {
      imprint: (algorithm) => digestOf(algorithm, ...data),
      anchors: parsed(trusted),
      intermediates: parsed(intermediates),
    });
    return null;
  } catch (error) {
    if (error instanceof TimestampError) return error.reason;
    throw error;
  }
}

function parsedOrNull(bytes: Uint8Array): ParsedCertificate | null {
  try {
    return parseCertificate(bytes);
  } catch (error) {
    if (error instanceof DerError) return null;
    throw error;
  }
}

/** TSTInfo; a genTime may have a fraction of a second, which readTime does not know. @throws DerError */
function readInformation(content: Uint8Array): {
  readonly imprint: Uint8Array;
  readonly algorithm: string;
  readonly time: Date;
} {
  const [, , imprint, , generated] = children(expectTag(readElement(content), TAG.sequence));
  const [algorithm, hash] = children(expectTag(imprint, TAG.sequence));
  const text = Buffer.from(expectTag(generated, TAG.generalizedTime).content).toString('latin1');
  const found = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\.\d+)?Z$/.exec(text);
  if (found === null) throw new DerError('NOT_DER', 'time in another form');
  const [, year, month, day, hour, minute, second, fraction = ''] = found;
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}Z`);
  if (Number.isNaN(time.getTime())) throw new DerError('OUT_OF_RANGE', 'no such time');
  return {
    imprint: expectTag(hash, TAG.octetString).content,
    algorithm: readAlgorithm(algorithm).algorithm,
    time,
  };
}

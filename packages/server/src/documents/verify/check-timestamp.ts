import { DerError, TAG } from '../../trust/der.js';
import { children, expectTag, readElement } from '../../trust/der-reader.js';
import { type CertificatePath, findPath, pathProblems } from './certificate-path.js';
import { type Certificate, purposesOf, sameBytes } from './certificate-reader.js';
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
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const EXTENDED_KEY_USAGE = '2.5.29.37';

/**
 * A timestamp token (RFC 3161, 2.4.2) over `data`: what it says it is over, who signed it, and whether they may. The
 * certificate must be meant for timestamps alone, and say so critically (2.3).
 */
export function checkTimestamp(
  token: Uint8Array,
  data: readonly Uint8Array[],
  elsewhere: readonly Certificate[],
  trusted: readonly Certificate[],
): TimestampCheck {
  try {
    return check(readSignedData(token), data, elsewhere, trusted);
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
  signedData: SignedData,
  data: readonly Uint8Array[],
  elsewhere: readonly Certificate[],
  trusted: readonly Certificate[],
): TimestampCheck {
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
  const path =
    certificate === null ? null : findPath(certificate, [...signedData.certificates, ...elsewhere], trusted);
  const aboutTrust: Problem[] = [];
  if (certificate !== null && path !== null) {
    if (!isForTimestamps(certificate)) aboutTrust.push(problem('KEY_USAGE'));
    aboutTrust.push(...pathProblems(path, time));
  }
  return {
    time,
    signedData,
    certificate,
    path,
    intact,
    trusted: intact && certificate !== null && aboutTrust.length === 0,
    problems: [...problems, ...aboutTrust],
  };
}

function isForTimestamps(certificate: Certificate): boolean {
  const purposes = purposesOf(certificate);
  const isAlone = purposes?.length === 1 && purposes[0] === TIME_STAMPING;
  return isAlone && certificate.extensions.get(EXTENDED_KEY_USAGE)?.critical === true;
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

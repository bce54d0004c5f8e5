import { DerError } from '../../trust/der.js';
import type { Coverage } from './byte-range.js';
import { type CertificatePath, findPath, pathProblems } from './certificate-path.js';
import { type Certificate, keyUsageOf, purposesOf } from './certificate-reader.js';
import { checkSignedData } from './check-signed-data.js';
import { checkTimestamp, type TimestampCheck } from './check-timestamp.js';
import { type Problem, problem } from './reasons.js';
import { digestOf } from './signature-algorithms.js';
import { ATTRIBUTE, readSignedData, type SignedData, type SignerInfo } from './signed-data.js';

/** What a signature value says by itself, before times and revocation are known. */
export interface ValueCheck {
  readonly problems: readonly Problem[];
  readonly certificate: Certificate | null;
  readonly signer: SignerInfo | null;
  readonly signedData: SignedData | null;
  readonly path: CertificatePath | null;
  /** The trusted timestamp over the signature value, or the first that there is. */
  readonly timestamp: TimestampCheck | null;
  /** It is as ETSI EN 319 142-1 wants a baseline signature, as far as the CMS goes. */
  readonly isBaseline: boolean;
}

const DATA = '1.2.840.113549.1.7.1';
const DIGITAL_SIGNATURE = 0;
const CONTENT_COMMITMENT = 1;
/** Purposes of people who sign: RFC 9336, e-mail protection, any, and those of Microsoft and Adobe from before. */
const PURPOSES: ReadonlySet<string> = new Set([
  '1.3.6.1.5.5.7.3.36',
  '1.3.6.1.5.5.7.3.4',
  '2.5.29.37.0',
  '1.3.6.1.4.1.311.10.3.12',
  '1.2.840.113583.1.1.5',
]);

const NOTHING: ValueCheck = Object.freeze({
  problems: [],
  certificate: null,
  signer: null,
  signedData: null,
  path: null,
  timestamp: null,
  isBaseline: false,
});

/** A signature of a person or an enterprise: /adbe.pkcs7.detached, /adbe.pkcs7.sha1 or /ETSI.CAdES.detached. */
export function checkSignature(
  coverage: Coverage,
  subFilter: string,
  pool: readonly Certificate[],
  trusted: readonly Certificate[],
): ValueCheck {
  const isCades = subFilter === 'ETSI.CAdES.detached';
  if (!isCades && subFilter !== 'adbe.pkcs7.detached' && subFilter !== 'adbe.pkcs7.sha1')
    return { ...NOTHING, problems: [problem('SUBFILTER_UNSUPPORTED', subFilter)] };
  try {
    const signedData = readSignedData(coverage.value);
    return checkReadable(signedData, coverage, subFilter, pool, trusted);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return { ...NOTHING, problems: [problem('CMS_UNREADABLE', error.reason)] };
  }
}

function checkReadable(
  signedData: SignedData,
  coverage: Coverage,
  subFilter: string,
  pool: readonly Certificate[],
  trusted: readonly Certificate[],
): ValueCheck {
  const problems: Problem[] = [];
  let content = coverage.parts;
  if (subFilter === 'adbe.pkcs7.sha1') {
    // The CMS holds the SHA-1 of the bytes and signs that.
    const stated = signedData.content;
    problems.push(problem('ALGORITHM_WEAK', 'sha1'));
    if (stated === null || Buffer.compare(stated, digestOf('sha1', ...content)) !== 0)
      problems.push(problem('DIGEST_MISMATCH'));
    content = stated === null ? [] : [stated];
  } else if (signedData.content !== null) problems.push(problem('CMS_CONTENT'));
  const checked = checkSignedData(signedData, content, DATA, pool);
  problems.push(...checked.problems);
  const { certificate, signer } = checked;
  const everything = [...signedData.certificates, ...pool];
  const path = certificate === null ? null : findPath(certificate, everything, trusted);
  if (certificate !== null && !isForDocuments(certificate)) problems.push(problem('KEY_USAGE'));

  const isCades = subFilter === 'ETSI.CAdES.detached';
  const hasSigningTime = signer?.attributes.has(ATTRIBUTE.signingTime) === true;
  if (isCades && certificate !== null && !checked.namesCertificate)
    problems.push(problem('SIGNING_CERTIFICATE_ABSENT'));
  if (isCades && hasSigningTime) problems.push(problem('SIGNING_TIME_ATTRIBUTE'));
  return {
    problems,
    certificate,
    signer,
    signedData,
    path,
    timestamp: signer === null ? null : timestampOf(signer, everything, trusted),
    isBaseline: isCades && checked.namesCertificate && !hasSigningTime,
  };
}

function timestampOf(
  signer: SignerInfo,
  pool: readonly Certificate[],
  trusted: readonly Certificate[],
): TimestampCheck | null {
  const tokens = signer.unsignedAttributes.get(ATTRIBUTE.signatureTimestamp) ?? [];
  const checks = tokens
    .slice(0, 4)
    .map(({ bytes }) => checkTimestamp(bytes, [signer.signature], pool, trusted));
  return checks.find((found) => found.trusted) ?? checks[0] ?? null;
}

function isForDocuments(certificate: Certificate): boolean {
  const usage = keyUsageOf(certificate);
  if (usage !== null && !usage.has(DIGITAL_SIGNATURE) && !usage.has(CONTENT_COMMITMENT)) return false;
  const purposes = purposesOf(certificate);
  return purposes === null || purposes.some((purpose) => PURPOSES.has(purpose));
}

/** A document timestamp (ISO 32000-2 12.8.5), which is its own certificate, path and time. */
export function checkDocumentTimestamp(
  coverage: Coverage,
  pool: readonly Certificate[],
  trusted: readonly Certificate[],
): ValueCheck {
  const timestamp = checkTimestamp(coverage.value, coverage.parts, pool, trusted);
  const { certificate, path, signedData } = timestamp;
  return {
    problems: timestamp.problems,
    certificate,
    path,
    signedData,
    signer: signedData?.signers[0] ?? null,
    timestamp,
    isBaseline: false,
  };
}

/** The problems of a path at a time; none where there is no certificate, which is a problem of its own. */
export function trustProblems(path: CertificatePath | null, at: Date): readonly Problem[] {
  return path === null ? [] : pathProblems(path, at);
}

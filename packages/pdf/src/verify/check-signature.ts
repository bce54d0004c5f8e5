import { DerError } from '@cinnabar/pki/asn1/der.js';
import { OID } from '@cinnabar/pki/asn1/object-identifiers.js';
import { sameBytes } from '@cinnabar/pki/asn1/same-bytes.js';
import { findPath } from '@cinnabar/pki/certificates/certificate-path.js';
import { digestOf } from '@cinnabar/pki/certificates/digest-algorithm.js';
import { orNull, type ParsedCertificate } from '@cinnabar/pki/certificates/parsed-certificate.js';
import { readFirstSignedData, type SignedData, type SignerInfo } from '@cinnabar/pki/cms/signed-data.js';
import { sealSignatureIn } from '@cinnabar/pki/electronic-seals/seal-signature-reader.js';
import { SEAL_SUB_FILTER } from '../seal-sub-filter.js';
import type { Coverage } from './byte-range.js';
import { checkSeal } from './check-seal.js';
import { checkSignedData } from './check-signed-data.js';
import { checkTimestamp, type TimestampCheck } from './check-timestamp.js';
import { type Problem, problem } from './reasons.js';
import { type Anchors, isForDocuments, NO_VALUE, type ValueCheck } from './value-check.js';

/** /SubFilter values with a specified format (ISO 32000-2, 12.8.3.3; EN 319 142-1, 5.3). */
const SPECIFIED: ReadonlySet<string> = new Set([
  'adbe.pkcs7.detached',
  'adbe.pkcs7.sha1',
  'ETSI.CAdES.detached',
  'ETSI.RFC3161',
]);
/** Maximum number of tokens examined per signature. */
const MAX_TOKENS = 8;

/**
 * Checks a signature that is not a document timestamp. With a vendor's own /SubFilter its content is examined: a
 * signature with an electronic seal, or usually a detached CMS, with which it remains unsupported.
 */
export function checkSignature(
  coverage: Coverage,
  subFilter: string,
  pool: readonly ParsedCertificate[],
  anchors: Anchors,
): ValueCheck {
  const isSeal = !SPECIFIED.has(subFilter) && sealSignatureIn(coverage.value) !== null;
  if (isSeal || subFilter === SEAL_SUB_FILTER) return checkSeal(coverage, subFilter, pool, anchors);
  try {
    const signedData = readFirstSignedData(coverage.value);
    return unsupportedFormat(checkReadable(signedData, coverage, subFilter, pool, anchors), subFilter);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    if (!SPECIFIED.has(subFilter)) return unsupportedFormat(NO_VALUE, subFilter);
    return { ...NO_VALUE, problems: [problem('CMS_UNREADABLE', error.reason)] };
  }
}

/** Whether a value with a vendor's /SubFilter is a timestamp token. */
export function isVendorTimestamp(value: Uint8Array, subFilter: string): boolean {
  if (SPECIFIED.has(subFilter)) return false;
  const signedData = orNull(() => readFirstSignedData(value));
  return signedData?.contentType === OID.tstInfo;
}

/** A signature in an unspecified format cannot be proven wrong, so mismatches are ignored. */
function unsupportedFormat(check: ValueCheck, subFilter: string): ValueCheck {
  if (SPECIFIED.has(subFilter)) return check;
  const holds = !check.problems.some(({ effect }) => effect === 'invalid');
  const read = holds ? check : NO_VALUE;
  return { ...read, problems: [problem('SUBFILTER_UNSUPPORTED', subFilter), ...read.problems] };
}

function checkReadable(
  signedData: SignedData,
  coverage: Coverage,
  subFilter: string,
  pool: readonly ParsedCertificate[],
  anchors: Anchors,
): ValueCheck {
  const problems: Problem[] = [];
  let content = coverage.parts;
  if (subFilter === 'adbe.pkcs7.sha1') {
    // The content of the CMS is the SHA-1 digest of the covered bytes, and the CMS signs that digest.
    const stated = signedData.content;
    problems.push(problem('ALGORITHM_WEAK', 'sha1'));
    if (stated === null || !sameBytes(stated, digestOf('sha1', ...content)))
      problems.push(problem('DIGEST_MISMATCH'));
    content = stated === null ? [] : [stated];
  } else if (signedData.content !== null) problems.push(problem('CMS_CONTENT'));
  // With SM2 the type of the content has a name of its own too.
  const contentType = signedData.contentType === OID.gmData ? OID.gmData : OID.data;
  const checked = checkSignedData(signedData, content, contentType, pool);
  problems.push(...checked.problems);
  const { certificate, signer } = checked;
  const everything = [...signedData.certificates, ...pool];
  const path = certificate === null ? null : findPath(certificate, everything, anchors.signatures);
  if (certificate !== null && !isForDocuments(certificate)) problems.push(problem('KEY_USAGE'));

  const isCades = subFilter === 'ETSI.CAdES.detached';
  const hasSigningTime = signer?.attributes.has(OID.signingTime) === true;
  if (isCades && certificate !== null && !checked.namesCertificate)
    problems.push(problem('SIGNING_CERTIFICATE_ABSENT'));
  if (isCades && hasSigningTime) problems.push(problem('SIGNING_TIME_ATTRIBUTE'));
  return {
    ...NO_VALUE,
    problems,
    certificate,
    signer,
    signedData,
    path,
    timestamps: signer === null ? [] : timestampsOf(signer, everything, anchors.timestamps),
    isBaseline: isCades && checked.namesCertificate && !hasSigningTime,
  };
}

function timestampsOf(
  signer: SignerInfo,
  pool: readonly ParsedCertificate[],
  trusted: readonly ParsedCertificate[],
): readonly TimestampCheck[] {
  const tokens = signer.unsignedAttributes.get(OID.signatureTimeStamp) ?? [];
  return tokens
    .slice(0, MAX_TOKENS)
    .map(({ bytes }) => checkTimestamp(bytes, [signer.signature], pool, trusted));
}

/** Checks a document timestamp (ISO 32000-2, 12.8.5), whose token supplies certificate, path and time. */
export function checkDocumentTimestamp(
  coverage: Coverage,
  subFilter: string,
  pool: readonly ParsedCertificate[],
  anchors: Anchors,
): ValueCheck {
  const timestamp = checkTimestamp(coverage.value, coverage.parts, pool, anchors.timestamps);
  const { certificate, path, signedData } = timestamp;
  const check: ValueCheck = {
    ...NO_VALUE,
    problems: timestamp.problems,
    certificate,
    path,
    signedData,
    signer: signedData?.signers[0] ?? null,
    timestamps: [timestamp],
  };
  return unsupportedFormat(check, subFilter);
}

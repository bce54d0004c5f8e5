/**
 * ASN.1, X.509 certificates and certification paths, revocation, CMS, timestamps and electronic seals: formats and
 * verification.
 *
 * The package holds no keys. Data to be signed is returned as bytes (`toBeSigned…`), and a function assembles the
 * result from the signature value, so that a key may be in memory, in a PKCS#11 token or in a KMS. Bytes are
 * `Uint8Array` with complete DER elements unless stated otherwise; times are `Date`; serial numbers are `bigint`.
 * Reading untrusted bytes throws only `DerError`, for malformed input, and takes time and memory bounded by their
 * length.
 *
 * This module is the public interface. Other module paths may change in any version.
 * @module
 */

// ASN.1 (ITU-T X.690).
export { readBer } from './asn1/ber.js';
export * as der from './asn1/der.js';
export { DerError, type DerProblem } from './asn1/der.js';
export type { DerElement } from './asn1/der-reader.js';
export * as derReader from './asn1/der-reader.js';
export { OID } from './asn1/object-identifiers.js';
export { certificatesInPem, pemBlock, pemOf } from './asn1/pem.js';
export { sameBytes } from './asn1/same-bytes.js';
// Certificates (RFC 5280).
export {
  assembleCertificate,
  type CertificateContent,
  type CertificatePointers,
  type CertificateProfile,
  keyIdentifier,
  publicKeyOf,
  type SignatureAlgorithm,
  toBeSignedCertificate,
} from './certificates/certificate.js';
export {
  type CertificatePath,
  certificatePath,
  findPath,
  isIssuedBy,
  type PathFault,
  type PathRules,
  pathFaults,
} from './certificates/certificate-path.js';
export {
  type CertificationRequest,
  certificationRequest,
} from './certificates/certification-request.js';
export {
  type DigestAlgorithm,
  digestNamed,
  digestOf,
  isWeakDigest,
} from './certificates/digest-algorithm.js';
export {
  type DistinguishedName,
  distinguishedName,
  type NameAttribute,
  nameAttributes,
  readCommonName,
  UnusableName,
} from './certificates/distinguished-name.js';
export {
  allowsUsage,
  certificateOrNull,
  type Extension,
  extendedKeyPurposes,
  orNull,
  type ParsedCertificate,
  parseCertificate,
  serialNumberText,
} from './certificates/parsed-certificate.js';
export {
  type AlgorithmIdentifier,
  checkValue,
  hasSmallExponent,
  isForgeable,
  provesNothing,
  readAlgorithm,
  type ValueVerdict,
} from './certificates/signature-algorithm.js';
export { isSm2Key, isSm2Sound, signSm2 } from './certificates/sm2.js';
// CMS (RFC 5652) as CAdES and PAdES use it (EN 319 122-1, EN 319 142-1).
export {
  attributesAreInOrder,
  checkSignerValue,
  namedCertificate,
  namesContentType,
  namesDigest,
} from './cms/check-signer.js';
export {
  type CmsSigner,
  cmsSigner,
  MAX_SIGNATURE_LENGTH,
  signatureTimestamp,
  signedAttributes,
  signedData,
  signedDataLength,
} from './cms/cms.js';
export {
  certificateOf,
  only,
  readFirstSignedData,
  readSignedData,
  type SignedData,
  type SignerInfo,
} from './cms/signed-data.js';
export type { SignerCertificate } from './cms/signer-certificate.js';
// Electronic seals (GB/T 38540).
export {
  makeElectronicSeal,
  SEAL_LIMITS,
  type SealContent,
  type SealExtension,
  type SealPicture,
  type SealSigner,
  type SealUsers,
} from './electronic-seals/electronic-seal.js';
export { type ElectronicSeal, readElectronicSeal } from './electronic-seals/electronic-seal-reader.js';
export { SealVersionError } from './electronic-seals/seal-fields.js';
export {
  makeSealSignature,
  type SealingContent,
  sealSignatureLength,
} from './electronic-seals/seal-signature.js';
export {
  readSealSignature,
  type SealSignature,
  sealSignatureIn,
} from './electronic-seals/seal-signature-reader.js';
export {
  type SealCheck,
  type SealExpectation,
  type SealFault,
  type SealVerdict,
  sealFaults,
  verifySealSignature,
} from './electronic-seals/verify-seal-signature.js';
// Revocation (RFC 5280 section 5, RFC 6960).
export {
  type CertificateId,
  isAbout,
  type OcspRequest,
  ocspRequest,
  readOcspRequest,
} from './revocation/ocsp-request.js';
export {
  assembleOcspResponse,
  type CertificateStatus,
  failedOcspResponse,
  type OcspResponseContent,
  type SingleResponse,
  toBeSignedOcspResponse,
} from './revocation/ocsp-response.js';
export { statementOfAnswer } from './revocation/ocsp-response-reader.js';
export {
  type FetchPublished,
  type PublishedRequest,
  PublishedRevocation,
} from './revocation/published-revocation.js';
export {
  assembleRevocationList,
  type RevocationListContent,
  type RevokedCertificate,
  toBeSignedRevocationList,
} from './revocation/revocation-list.js';
export {
  type ReadRevocationList,
  readRevocationList,
  statementOfList,
} from './revocation/revocation-list-reader.js';
export type { RevocationSource } from './revocation/revocation-source.js';
export {
  covers,
  isCurrent,
  leavesTimestamps,
  type Revocation,
  type RevocationData,
  type RevocationStatement,
} from './revocation/revocation-statement.js';
export {
  type GatheredValidation,
  gatherValidation,
  signerPaths,
  timestampTokenOf,
  type ValidationTrust,
} from './revocation/validation-data.js';
// Timestamps (RFC 3161, RFC 5816).
export { TimestampClient, type TimestampClientOptions } from './timestamps/timestamp-client.js';
export { TimestampError, type TimestampProblem } from './timestamps/timestamp-error.js';
export { TimestampFailover } from './timestamps/timestamp-failover.js';
export {
  readTimestampInfo,
  type TimestampContent,
  type TimestampInfo,
  timestampInfo,
} from './timestamps/timestamp-info.js';
export {
  type MessageImprint,
  messageImprint,
  readTimestampRequest,
  type TimestampRequest,
  timestampRequest,
} from './timestamps/timestamp-request.js';
export {
  type Failure,
  grantedResponse,
  readTimestampResponse,
  rejectedResponse,
  type TimestampResponse,
} from './timestamps/timestamp-response.js';
export type { Timestamp, TimestampSource } from './timestamps/timestamp-source.js';
export {
  type TokenSigner,
  timestampToken,
  tokenAttributes,
  tokenSigner,
} from './timestamps/timestamp-token.js';
export {
  readTimestampToken,
  type TimestampExpectation,
  type TimestampToken,
  type VerifiedTimestamp,
  verifyTimestamp,
} from './timestamps/verify-timestamp.js';

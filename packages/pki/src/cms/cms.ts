/**
 * CAdES signatures as PAdES uses them: CMS SignedData (RFC 5652) without content, the signed attributes of ETSI EN 319
 * 122-1 (content-type, message-digest, ESS signing-certificate-v2 of RFC 5035). There is no signing-time attribute: EN
 * 319 142-1 requires the claimed time in /M of the signature dictionary only.
 *
 * With SM2 they differ in algorithms and digests alone. The content types stay those of RFC 5652, not those that GM/T 0010
 * has for data and signedData: readers of PDF expect them (ISO 32000-2, 12.8.3.3), and take any other for no signature.
 */
import {
  element,
  explicit,
  implicit,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  set,
  TAG,
} from '../asn1/der.js';
import { children, expectTag, readElement } from '../asn1/der-reader.js';
import { SIGNATURE_ALGORITHMS } from '../certificates/certificate.js';
import { digestAlgorithmIdentifier, digestBeside, digestOf } from '../certificates/digest-algorithm.js';
import type { SignerCertificate } from './signer-certificate.js';

const ID_DATA = objectIdentifier('1.2.840.113549.1.7.1');
const ID_SIGNED_DATA = objectIdentifier('1.2.840.113549.1.7.2');
const ID_CONTENT_TYPE = objectIdentifier('1.2.840.113549.1.9.3');
const ID_MESSAGE_DIGEST = objectIdentifier('1.2.840.113549.1.9.4');
const ID_SIGNING_CERTIFICATE_V2 = objectIdentifier('1.2.840.113549.1.9.16.2.47');
const ID_SIGNATURE_TIME_STAMP = objectIdentifier('1.2.840.113549.1.9.16.2.14');
const VERSION_1 = integer(1);
const CONTENT_TYPE_ATTRIBUTE = sequence(ID_CONTENT_TYPE, set(ID_DATA));

/** Constant part of all signatures of one signer, created once per act. */
export interface CmsSigner {
  readonly algorithm: SignerCertificate['algorithm'];
  /** Of the byte ranges: as in node:crypto. */
  readonly digest: 'sha256' | 'sm3';
  /** IssuerAndSerialNumber, with the issuer's name copied from the certificate. */
  readonly identifier: Uint8Array;
  readonly signingCertificateAttribute: Uint8Array;
  /** [0] certificates: the signer's, then its chain without the root, which verifiers must have. */
  readonly certificates: Uint8Array;
}

/** @throws DerError if the certificate is not an X.509 certificate in DER */
export function cmsSigner(signer: SignerCertificate): CmsSigner {
  const { serial, issuer } = namesOf(signer.certificate);
  const digest = digestBeside(signer.algorithm);
  const certificateId = signingCertificateId(digest, signer.certificate, issuer, serial);
  return {
    algorithm: signer.algorithm,
    digest,
    identifier: sequence(issuer, serial),
    signingCertificateAttribute: sequence(ID_SIGNING_CERTIFICATE_V2, set(sequence(sequence(certificateId)))),
    certificates: element(0xa0, signer.certificate, ...signer.chain.filter((each) => !isSelfIssued(each))),
  };
}

/** ESSCertIDv2 (RFC 5035), whose hash algorithm is omitted if it is SHA-256, the default. */
export function signingCertificateId(
  digest: CmsSigner['digest'],
  certificate: Uint8Array,
  issuer: Uint8Array,
  serial: Uint8Array,
): Uint8Array {
  const algorithm = digest === 'sha256' ? [] : [digestAlgorithmIdentifier(digest)];
  // GeneralNames { directoryName }
  const issuerSerial = sequence(sequence(explicit(4, issuer)), serial);
  return sequence(...algorithm, octetString(digestOf(digest, certificate)), issuerSerial);
}

function isSelfIssued(certificate: Uint8Array): boolean {
  const { issuer, subject } = namesOf(certificate);
  return Buffer.compare(issuer, subject) === 0;
}

/** DER of serial number, issuer and subject (RFC 5280, 4.1). */
function namesOf(certificate: Uint8Array) {
  const toBeSigned = children(expectTag(children(readElement(certificate))[0], TAG.sequence));
  const versioned = toBeSigned[0]?.tag === 0xa0 ? 1 : 0;
  return {
    serial: expectTag(toBeSigned[versioned], TAG.integer).bytes,
    issuer: expectTag(toBeSigned[versioned + 2], TAG.sequence).bytes,
    subject: expectTag(toBeSigned[versioned + 4], TAG.sequence).bytes,
  };
}

/** The signed attributes in their signed form: DER of a SET. `digest` is that of the byte ranges. */
export function signedAttributes(signer: CmsSigner, digest: Uint8Array): Uint8Array {
  return set(
    CONTENT_TYPE_ATTRIBUTE,
    sequence(ID_MESSAGE_DIGEST, set(octetString(digest))),
    signer.signingCertificateAttribute,
  );
}

/**
 * The ContentInfo for /Contents. `unsignedAttributes` are complete Attribute elements, such as a signature timestamp
 * (EN 319 122-1, section 5.3), which covers `signature` and can only be added afterwards.
 */
export function signedData(
  signer: CmsSigner,
  attributes: Uint8Array,
  signature: Uint8Array,
  unsignedAttributes: readonly Uint8Array[] = [],
): Uint8Array {
  const digest = digestAlgorithmIdentifier(signer.digest);
  const signerInfo = sequence(
    VERSION_1,
    signer.identifier,
    digest,
    implicit(0, attributes),
    SIGNATURE_ALGORITHMS[signer.algorithm],
    octetString(signature),
    ...(unsignedAttributes.length === 0 ? [] : [implicit(1, set(...unsignedAttributes))]),
  );
  const content = sequence(VERSION_1, set(digest), sequence(ID_DATA), signer.certificates, set(signerInfo));
  return sequence(ID_SIGNED_DATA, explicit(0, content));
}

/**
 * signature-time-stamp (EN 319 122-1 clause 5.3): a token over the octets of the signature value. It is unsigned
 * because it can only be created afterwards.
 * @param token ContentInfo, DER
 */
export function signatureTimestamp(token: Uint8Array): Uint8Array {
  return sequence(ID_SIGNATURE_TIME_STAMP, set(token));
}

/**
 * Length of a CMS of this signer with a signature value of that length.
 * @param timestampLength length of the timestamp token, if there will be one
 */
export function signedDataLength(
  signer: CmsSigner,
  signatureLength: number,
  timestampLength?: number,
): number {
  const attributes = signedAttributes(signer, new Uint8Array(32));
  const unsigned = timestampLength === undefined ? [] : [signatureTimestamp(new Uint8Array(timestampLength))];
  return signedData(signer, attributes, new Uint8Array(signatureLength), unsigned).length;
}

/** Maximum length of a signature value: two integers of 33 bytes in DER for P-256 and SM2; a modulus of 2048 bits for RSA. */
export const MAX_SIGNATURE_LENGTH: Readonly<Record<SignerCertificate['algorithm'], number>> = {
  'ecdsa-p256-sha256': 72,
  'rsa-sha256': 256,
  'sm2-sm3': 72,
};

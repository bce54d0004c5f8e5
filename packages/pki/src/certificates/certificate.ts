/** Creates X.509 version 3 certificates (RFC 5280). Pure: the caller supplies keys, times and serial numbers. */
import { createHash } from 'node:crypto';
import {
  bitString,
  boolean,
  certificateTime,
  explicit,
  ia5String,
  implicit,
  integer,
  namedBits,
  nullValue,
  objectIdentifier,
  octetString,
  sequence,
  TAG,
} from '../asn1/der.js';
import { children, expectTag, readElement } from '../asn1/der-reader.js';
import { OID } from '../asn1/object-identifiers.js';

export type CertificateProfile = 'root' | 'issuing' | 'signer' | 'timestamp' | 'ocsp';

export type SignatureAlgorithm = 'ecdsa-p256-sha256' | 'rsa-sha256' | 'sm2-sm3';

export interface CertificateContent {
  readonly profile: CertificateProfile;
  /** Unsigned, at most 20 bytes, not zero. */
  readonly serialNumber: Uint8Array;
  /** DER of the issuer's Name. */
  readonly issuer: Uint8Array;
  /** SubjectPublicKeyInfo of the issuer, DER. */
  readonly issuerPublicKey: Uint8Array;
  /** DER of the subject's Name. */
  readonly subject: Uint8Array;
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Uint8Array;
  /** Whole seconds; fractions are truncated. */
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** Algorithm with which the issuer signs. */
  readonly signatureAlgorithm: SignatureAlgorithm;
  /** If omitted, the certificate does not state where its issuer publishes. */
  readonly pointers?: CertificatePointers;
}

/** URLs published by the issuer: plain HTTP, which requires no certificate. */
export interface CertificatePointers {
  readonly crl: string;
  /** URL of the issuer's certificate, DER. */
  readonly issuer: string;
  /** null: there is no responder for this issuer's certificates. */
  readonly ocsp: string | null;
}

/** AlgorithmIdentifiers of signatures. */
export const SIGNATURE_ALGORITHMS: Readonly<Record<SignatureAlgorithm, Uint8Array>> = Object.freeze({
  'ecdsa-p256-sha256': sequence(objectIdentifier(OID.ecdsaWithSha256)),
  // RFC 4055 section 5: the parameters are NULL, not absent.
  'rsa-sha256': sequence(objectIdentifier(OID.sha256WithRsaEncryption), nullValue()),
  // GM/T 0015: without parameters.
  'sm2-sm3': sequence(objectIdentifier(OID.sm2WithSm3)),
});

const VERSION_3 = explicit(0, integer(2));

// Bits of KeyUsage (RFC 5280, 4.2.1.3).
const DIGITAL_SIGNATURE = 0;
const NON_REPUDIATION = 1;
const KEY_CERT_SIGN = 5;
const CRL_SIGN = 6;

/**
 * Extensions of each profile, in the order of the certificate. There are no certificate policies: they would claim a
 * published practice statement, which a self-hosted service does not have.
 */
const PROFILE_EXTENSIONS: Readonly<Record<CertificateProfile, readonly Uint8Array[]>> = Object.freeze({
  root: [
    extension(OID.basicConstraints, sequence(boolean(true)), 'critical'),
    extension(OID.keyUsage, namedBits(KEY_CERT_SIGN, CRL_SIGN), 'critical'),
  ],
  issuing: [
    // Path length 0: certificates issued by it cannot issue others.
    extension(OID.basicConstraints, sequence(boolean(true), integer(0)), 'critical'),
    extension(OID.keyUsage, namedBits(KEY_CERT_SIGN, CRL_SIGN), 'critical'),
  ],
  signer: [
    extension(OID.basicConstraints, sequence(), 'critical'),
    extension(OID.keyUsage, namedBits(DIGITAL_SIGNATURE, NON_REPUDIATION), 'critical'),
    // Their purpose is document signing (RFC 9336). OpenSSL and NSS check every CMS for the S/MIME purpose and reject a
    // certificate that lists purposes without it.
    extension(
      OID.extendedKeyUsage,
      sequence(objectIdentifier(OID.documentSigning), objectIdentifier(OID.emailProtection)),
    ),
  ],
  timestamp: [
    extension(OID.basicConstraints, sequence(), 'critical'),
    extension(OID.keyUsage, namedBits(DIGITAL_SIGNATURE, NON_REPUDIATION), 'critical'),
    // RFC 3161, 2.3: only this purpose, and critical.
    extension(OID.extendedKeyUsage, sequence(objectIdentifier(OID.timeStamping)), 'critical'),
  ],
  ocsp: [
    extension(OID.basicConstraints, sequence(), 'critical'),
    extension(OID.keyUsage, namedBits(DIGITAL_SIGNATURE), 'critical'),
    extension(OID.extendedKeyUsage, sequence(objectIdentifier(OID.ocspSigning))),
    // RFC 6960, 4.2.2.2.1: revocation of the responder itself is not checked; its certificate is short-lived instead.
    extension(OID.ocspNoCheck, nullValue()),
  ],
});

/** The Extensions that a request for a signer's certificate asks for: what its key may be used for, and nothing else. */
export const SIGNER_REQUEST_EXTENSIONS: Uint8Array = sequence(
  extension(OID.keyUsage, namedBits(DIGITAL_SIGNATURE, NON_REPUDIATION), 'critical'),
);

/** The TBSCertificate: the bytes that the issuer signs. */
export function toBeSignedCertificate(content: CertificateContent): Uint8Array {
  return sequence(
    VERSION_3,
    integer(content.serialNumber),
    SIGNATURE_ALGORITHMS[content.signatureAlgorithm],
    content.issuer,
    sequence(certificateTime(content.notBefore), certificateTime(content.notAfter)),
    content.subject,
    content.publicKey,
    explicit(3, sequence(...extensionsOf(content))),
  );
}

/** @param signature over `toBeSigned`, as KeyStore.sign returns it */
export function assembleCertificate(
  toBeSigned: Uint8Array,
  algorithm: SignatureAlgorithm,
  signature: Uint8Array,
): Uint8Array {
  return sequence(toBeSigned, SIGNATURE_ALGORITHMS[algorithm], bitString(signature));
}

/**
 * Key identifier: the first 160 bits of the SHA-256 digest of the public key bits (RFC 7093, method 1), because new
 * designs should not depend on SHA-1.
 * @param publicKey SubjectPublicKeyInfo, DER
 */
export function keyIdentifier(publicKey: Uint8Array): Uint8Array {
  const [, bits] = children(expectTag(readElement(publicKey), TAG.sequence));
  const key = expectTag(bits, TAG.bitString).content.subarray(1);
  return createHash('sha256').update(key).digest().subarray(0, 20);
}

/** SubjectPublicKeyInfo of a certificate, DER. @throws DerError if it is not a certificate */
export function publicKeyOf(certificate: Uint8Array): Uint8Array {
  const [toBeSigned] = children(expectTag(readElement(certificate), TAG.sequence));
  // version, serialNumber, signature, issuer, validity, subject, subjectPublicKeyInfo
  return expectTag(children(expectTag(toBeSigned, TAG.sequence))[6], TAG.sequence).bytes;
}

function extensionsOf(content: CertificateContent): readonly Uint8Array[] {
  const subjectKey = extension(OID.subjectKeyIdentifier, octetString(keyIdentifier(content.publicKey)));
  const fixed = PROFILE_EXTENSIONS[content.profile];
  if (content.profile === 'root') return [...fixed, subjectKey];
  const issuerKey = implicit(0, octetString(keyIdentifier(content.issuerPublicKey)));
  const authorityKey = extension(OID.authorityKeyIdentifier, sequence(issuerKey));
  return [...fixed, subjectKey, authorityKey, ...pointersOf(content)];
}

/** CRLDistributionPoints and AuthorityInformationAccess (RFC 5280, 4.2.1.13 and 4.2.2.1). */
function pointersOf({ profile, pointers }: CertificateContent): readonly Uint8Array[] {
  if (pointers === undefined || profile === 'ocsp') return [];
  const { crl, issuer, ocsp } = pointers;
  const point = sequence(explicit(0, explicit(0, address(crl))));
  const access = [
    ...(ocsp === null ? [] : [sequence(objectIdentifier(OID.accessOcsp), address(ocsp))]),
    sequence(objectIdentifier(OID.accessCaIssuers), address(issuer)),
  ];
  return [
    extension(OID.crlDistributionPoints, sequence(point)),
    extension(OID.authorityInformationAccess, sequence(...access)),
  ];
}

/** GeneralName: uniformResourceIdentifier. */
function address(text: string): Uint8Array {
  return implicit(6, ia5String(text));
}

/** An Extension; `value` is its DER. */
export function extension(type: string, value: Uint8Array, critical?: 'critical'): Uint8Array {
  const flag = critical === undefined ? [] : [boolean(true)];
  return sequence(objectIdentifier(type), ...flag, octetString(value));
}

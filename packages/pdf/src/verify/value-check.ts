import { OID } from '@cinnabar/pki/asn1/object-identifiers.js';
import type { CertificatePath } from '@cinnabar/pki/certificates/certificate-path.js';
import {
  allowsUsage,
  extendedKeyPurposes,
  orNull,
  type ParsedCertificate,
} from '@cinnabar/pki/certificates/parsed-certificate.js';
import type { SignedData, SignerInfo } from '@cinnabar/pki/cms/signed-data.js';
import type { SealSignature } from '@cinnabar/pki/electronic-seals/seal-signature-reader.js';
import type { TimestampCheck } from './check-timestamp.js';
import type { Problem } from './reasons.js';

/** Verdict on a signature value alone, before times and revocation are known. */
export interface ValueCheck {
  readonly problems: readonly Problem[];
  readonly certificate: ParsedCertificate | null;
  readonly signer: SignerInfo | null;
  readonly signedData: SignedData | null;
  readonly path: CertificatePath | null;
  /** Timestamps in the value over the signature value; for a document timestamp, the timestamp itself. */
  readonly timestamps: readonly TimestampCheck[];
  /** Whether the CMS meets the requirements of ETSI EN 319 142-1 for a baseline signature. */
  readonly isBaseline: boolean;
  /** A signature with an electronic seal in place of a CMS, and the path of the seal's maker. */
  readonly sealed: { readonly signature: SealSignature; readonly makerPath: CertificatePath | null } | null;
}

export const NO_VALUE: ValueCheck = Object.freeze({
  problems: [],
  certificate: null,
  signer: null,
  signedData: null,
  path: null,
  timestamps: [],
  isBaseline: false,
  sealed: null,
});

/** Trust anchors by purpose. */
export interface Anchors {
  readonly signatures: readonly ParsedCertificate[];
  /** Anchors for timestamps, including those for signatures. */
  readonly timestamps: readonly ParsedCertificate[];
}

const DIGITAL_SIGNATURE = 0;
const CONTENT_COMMITMENT = 1;
/**
 * Extended key usages of document signers: RFC 9336, e-mail protection, any, and the older ones of Microsoft and Adobe.
 */
const PURPOSES: ReadonlySet<string> = new Set<string>([
  OID.documentSigning,
  OID.emailProtection,
  OID.anyExtendedKeyUsage,
  '1.3.6.1.4.1.311.10.3.12',
  '1.2.840.113583.1.1.5',
]);

/** Whether a certificate is for signing documents. An unreadable extension permits nothing. */
export function isForDocuments(certificate: ParsedCertificate): boolean {
  const allowed = orNull(() => {
    const purposes = extendedKeyPurposes(certificate);
    const signs = allowsUsage(certificate, DIGITAL_SIGNATURE) || allowsUsage(certificate, CONTENT_COMMITMENT);
    return signs && (purposes === null || purposes.some((purpose) => PURPOSES.has(purpose)));
  });
  return allowed === true;
}

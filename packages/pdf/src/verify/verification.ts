import type { ChangeKind } from './document-change.js';
import type { PolicyName } from './policies/difference-policy.js';
import type { Problem, Verdict } from './reasons.js';
import type { SecondOpinion } from './second-opinion/second-opinion.js';

/** Times are ISO 8601 in UTC. */
export interface Verification {
  /** `unsigned` without any signature; otherwise the worst of all signatures and of the document itself. */
  readonly verdict: Verdict | 'unsigned';
  /** At least one signature, and every one valid, with or without remarks. */
  readonly valid: boolean;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly size: number;
  /** Policy by which the changes after each signature were judged. */
  readonly policy: PolicyName;
  readonly revisions: number;
  /** In the order in which they were made. */
  readonly signatures: readonly SignatureVerification[];
  /** Of the document as a whole. */
  readonly problems: readonly Problem[];
  /**
   * Whether what is shown is still what was signed; while it is `wanted`, the verdict is that of the structure alone.
   */
  readonly secondOpinion: SecondOpinion;
  /** Content of the newest security store of the file. */
  readonly validationObjects: readonly ValidationObject[];
}

/** A certificate, or a list or an answer about revocation. */
export interface ValidationObject {
  readonly kind: 'certificate' | 'CRL' | 'OCSPResponse';
  /** Hexadecimal. */
  readonly sha256: string;
  /** Time at which a reliable document timestamp proves its presence; null without one. */
  readonly provenTime: string | null;
}

export type PadesLevel = 'B-B' | 'B-T' | 'B-LT' | 'B-LTA';

export interface SignatureVerification {
  readonly fieldName: string;
  readonly kind: 'signature' | 'timestamp';
  readonly subFilter: string;
  readonly verdict: Verdict;
  /** Common name of the certificate, otherwise /Name. */
  readonly signerName: string;
  readonly reason: string | null;
  readonly location: string | null;
  /** Signing time claimed in /M. */
  readonly claimedTime: string | null;
  /** The earliest time that a trusted timestamp proves. */
  readonly provenTime: string | null;
  /** Coverage, digest and signature value are right, and nothing forbidden came after. */
  readonly intact: boolean;
  readonly trusted: boolean;
  readonly coversWholeDocument: boolean;
  /** The revision that it was made with, counted from 1. */
  readonly revision: number;
  readonly byteRange: readonly number[];
  /** Null for what is not a PAdES baseline signature. */
  readonly level: PadesLevel | null;
  /** /P of a certification. */
  readonly certification: 1 | 2 | 3 | null;
  readonly certificate: CertificateSummary | null;
  /** From the signer's certificate to the trust anchor, or as far as the path can be built. */
  readonly chain: readonly CertificateSummary[];
  /** The first of `timestamps`. */
  readonly timestamp: TimestampSummary | null;
  /** All over the signature value, those that are relied on first; of a document timestamp itself. */
  readonly timestamps: readonly TimestampSummary[];
  /** Null where no signer can be read. */
  readonly value: SignatureValueSummary | null;
  readonly changesAfter: readonly LaterChange[];
  readonly problems: readonly Problem[];
}

export interface CertificateSummary {
  readonly subject: string;
  readonly issuer: string;
  /** Hexadecimal. */
  readonly serialNumber: string;
  readonly notBefore: string;
  readonly notAfter: string;
  /** Type of its key: `rsa 2048`, `ec prime256v1`. */
  readonly algorithm: string;
  /** SHA-256 of the certificate, hexadecimal. */
  readonly fingerprint: string;
}

/** What the signer put into the CMS; algorithms are object identifiers. */
export interface SignatureValueSummary {
  readonly digestAlgorithm: string;
  /** Digest of the signed content according to the signed attributes, hexadecimal; null without them. */
  readonly messageDigest: string | null;
  /** Digest of the signed attributes, which the signature value covers, hexadecimal; null without them. */
  readonly signedDigest: string | null;
  readonly signatureAlgorithm: string;
  /** Base64. */
  readonly signature: string;
}

export interface TimestampSummary {
  readonly time: string | null;
  readonly authority: string;
  readonly intact: boolean;
  readonly trusted: boolean;
  /** Of the token, hexadecimal. */
  readonly sha256: string;
  /** Of the authority. */
  readonly certificate: CertificateSummary | null;
}

export interface LaterChange {
  readonly kind: ChangeKind;
  /** It leaves the signature whole. */
  readonly allowed: boolean;
  /** Whether it does cannot be told; then it is not allowed either. */
  readonly unclear: boolean;
  readonly detail: string;
  /** The revision that made it, counted from 1. */
  readonly revision: number;
}

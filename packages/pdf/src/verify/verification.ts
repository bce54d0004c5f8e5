import type { ChangeKind } from './document-change.js';
import type { PolicyName } from './policies/difference-policy.js';
import type { Problem, Verdict } from './reasons.js';
import type { SecondOpinion } from './second-opinion/second-opinion.js';

/** Times are ISO 8601 in UTC. */
export interface Verification {
  /** `unsigned` without any signature; otherwise the worst of all signatures and of the document itself. */
  readonly verdict: Verdict | 'unsigned';
  /** Whether there is at least one signature and all are valid, with or without remarks. */
  readonly valid: boolean;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly size: number;
  /** Policy applied to changes after each signature. */
  readonly policy: PolicyName;
  readonly revisions: number;
  /** In order of signing. */
  readonly signatures: readonly SignatureVerification[];
  /** Problems of the document as a whole. */
  readonly problems: readonly Problem[];
  /**
   * Whether the displayed content is still that which was signed; while it is `wanted`, the verdict rests on structure
   * alone.
   */
  readonly secondOpinion: SecondOpinion;
  /** Content of the newest document security store of the file. */
  readonly validationObjects: readonly ValidationObject[];
}

/** A certificate, a CRL or an OCSP response. */
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
  /** The earliest time proven by a trusted timestamp. */
  readonly provenTime: string | null;
  /** Whether coverage, digest and signature value are correct and no forbidden change follows. */
  readonly intact: boolean;
  readonly trusted: boolean;
  readonly coversWholeDocument: boolean;
  /** Revision in which it was added, counted from 1. */
  readonly revision: number;
  readonly byteRange: readonly number[];
  /** Null if it is not a PAdES baseline signature. */
  readonly level: PadesLevel | null;
  /** /P of a certification. */
  readonly certification: 1 | 2 | 3 | null;
  readonly certificate: CertificateSummary | null;
  /** From the signer's certificate to the trust anchor, as far as the path could be built. */
  readonly chain: readonly CertificateSummary[];
  /** The first of `timestamps`. */
  readonly timestamp: TimestampSummary | null;
  /** All timestamps over the signature value, trusted ones first; for a document timestamp, the timestamp itself. */
  readonly timestamps: readonly TimestampSummary[];
  /** The electronic seal with which it was made (GB/T 38540); null without one. */
  readonly seal: SealSummary | null;
  /** Null if no signer can be read. */
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

/** An electronic seal as its maker has signed it. */
export interface SealSummary {
  readonly name: string;
  /** Its number in the maker's own records. */
  readonly sealCode: string;
  /** Common name of the maker's certificate. */
  readonly maker: string;
  readonly validFrom: string;
  readonly validUntil: string;
}

/** Content of the CMS or of the signature with a seal; algorithms are object identifiers. */
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
  /** Digest of the token, hexadecimal. */
  readonly sha256: string;
  /** Certificate of the authority. */
  readonly certificate: CertificateSummary | null;
}

export interface LaterChange {
  readonly kind: ChangeKind;
  /** Whether the signature permits the change. */
  readonly allowed: boolean;
  /** Whether that cannot be determined; `allowed` is then false. */
  readonly unclear: boolean;
  readonly detail: string;
  /** Revision that made it, counted from 1. */
  readonly revision: number;
}

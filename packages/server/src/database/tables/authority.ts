import type { ColumnType } from 'kysely';

/**
 * Certificates whose keys are held by the service: those of the authority itself and its services (corp_id 0), and
 * those of enterprises. A renewal is the next generation; the highest one counts.
 */
export interface CertificatesTable {
  corp_id: number;
  purpose: 'root' | 'issuing' | 'enterprise' | 'timestamp' | 'ocsp' | 'evidence' | 'seal-maker';
  generation: number;
  key_id: string;
  algorithm: 'P-256' | 'RSA-2048' | 'RSA-3072' | 'SM2';
  /** DER of the subject's Name: a change of name or code requires a new certificate. */
  subject: Uint8Array;
  /** Lower-case hexadecimal digits; openssl prints the same in upper case. */
  serial_number: string;
  certificate: Uint8Array;
  /** Generation of the authority's certificate that issued it; null if it is self-signed or of another authority. */
  issuer_generation: number | null;
  not_before: ColumnType<Date, Date, never>;
  not_after: ColumnType<Date, Date, never>;
  key_destroyed_at: ColumnType<Date | null, never, Date>;
  revoked_at: ColumnType<Date | null, never, Date>;
  /** CRLReason (RFC 5280, 5.3.1). */
  revocation_reason: ColumnType<number | null, never, number>;
  /** Who issued it: this service, or how it came from another authority, such as `file`. */
  source: ColumnType<string, string | undefined, never>;
  /** Of another authority: its path without the certificate itself, DER one after the other, the root last. */
  chain: ColumnType<Uint8Array | null, Uint8Array | null | undefined, never>;
  /** Of another authority: since when the enterprise uses those of this service again. */
  withdrawn_at: ColumnType<Date | null, never, Date>;
}

/** Requests for certificates of other authorities; one of an enterprise at a time is pending. */
export interface CertificateRequestsTable {
  request_id: string;
  corp_id: number;
  source: string;
  key_id: string;
  algorithm: 'P-256' | 'RSA-2048' | 'RSA-3072' | 'SM2';
  /** SubjectPublicKeyInfo, DER. */
  public_key: Uint8Array;
  /** DER of the requested Name. */
  subject: Uint8Array;
  /** CertificationRequest, DER. */
  request: Uint8Array;
  created_at: Date;
  /** null: pending. */
  ended_at: Date | null;
  outcome: 'imported' | 'replaced' | 'withdrawn' | null;
  /** Whether it replaces a certificate with the same subject. */
  is_renewal: boolean;
  /** Since when the authority has been working on it; null: it has not said so. */
  accepted_at: Date | null;
  /** When it is asked for next; null: by file. */
  next_attempt_at: Date | null;
  /** Failed ones since the last success. */
  attempts: number;
  /** Why the last one failed: a code without personal data. */
  problem: string | null;
}

/** Roots of other authorities that certificates of enterprises lead to: trusted for as long as documents exist. */
export interface ExternalRootsTable {
  /** SHA-256, lower-case hexadecimal digits. */
  fingerprint: string;
  certificate: Uint8Array;
  added_at: Date;
}

/** The current CRL of every certificate with which the authority issues others. */
export interface RevocationListsTable {
  purpose: 'root' | 'issuing';
  generation: number;
  /** CRLNumber, incremented with every CRL. */
  number: number;
  this_update: Date;
  next_update: Date;
  /** Number of entries. */
  entries: number;
  crl: Uint8Array;
}

/**
 * Revoked certificates of persons. The others are not listed: each is used for one act, which records its serial number
 * (flow_signatures).
 */
export interface RevokedActCertificatesTable {
  /** As in the certificates table. */
  serial_number: string;
  /** Time of the act, taken from the certificate. */
  signed_at: Date;
  revoked_at: Date;
  /** CRLReason (RFC 5280, 5.3.1). */
  revocation_reason: number;
}

export interface AuthorityTables {
  certificates: CertificatesTable;
  certificate_requests: CertificateRequestsTable;
  external_roots: ExternalRootsTable;
  revocation_lists: RevocationListsTable;
  revoked_act_certificates: RevokedActCertificatesTable;
}

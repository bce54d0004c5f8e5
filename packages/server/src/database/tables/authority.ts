import type { ColumnType } from 'kysely';

/**
 * Certificates whose key stays with the service: the authority's own, those of its services (corp_id 0) and those of
 * enterprises. A renewal is the next generation; the highest one counts.
 */
export interface CertificatesTable {
  corp_id: number;
  purpose: 'root' | 'issuing' | 'enterprise' | 'timestamp' | 'ocsp' | 'evidence';
  generation: number;
  key_id: string;
  algorithm: 'P-256' | 'RSA-2048' | 'RSA-3072';
  /** DER of the subject's Name: a change of name or code asks for a new certificate. */
  subject: Uint8Array;
  /** Lower-case hexadecimal digits, as openssl prints it but for the case. */
  serial_number: string;
  certificate: Uint8Array;
  /** Generation of the authority's certificate that issued it; null where it signed itself. */
  issuer_generation: number | null;
  not_before: ColumnType<Date, Date, never>;
  not_after: ColumnType<Date, Date, never>;
  key_destroyed_at: ColumnType<Date | null, never, Date>;
  revoked_at: ColumnType<Date | null, never, Date>;
  /** CRLReason (RFC 5280, 5.3.1). */
  revocation_reason: ColumnType<number | null, never, number>;
}

/** The list in force of every certificate that the authority issues with. */
export interface RevocationListsTable {
  purpose: 'root' | 'issuing';
  generation: number;
  /** CRLNumber: one more with every list. */
  number: number;
  this_update: Date;
  next_update: Date;
  /** How many it names. */
  entries: number;
  crl: Uint8Array;
}

/**
 * Certificates of persons that were revoked. Of the others no list is kept: each is good for one act, which records its
 * number (flow_signatures).
 */
export interface RevokedActCertificatesTable {
  /** As in the certificates table. */
  serial_number: string;
  /** When the act was: the certificate's own time. */
  signed_at: Date;
  revoked_at: Date;
  /** CRLReason (RFC 5280, 5.3.1). */
  revocation_reason: number;
}

export interface AuthorityTables {
  certificates: CertificatesTable;
  revocation_lists: RevocationListsTable;
  revoked_act_certificates: RevokedActCertificatesTable;
}

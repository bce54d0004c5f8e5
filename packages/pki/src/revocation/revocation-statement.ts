import type { ParsedCertificate } from '../certificates/parsed-certificate.js';

export interface Revocation {
  readonly since: Date;
  /** CRLReason (RFC 5280, 5.3.1); null: not stated. */
  readonly reason: number | null;
}

/** Statement of an authority about one certificate. */
export interface RevocationStatement {
  readonly thisUpdate: Date;
  /** Null: valid until the next one. */
  readonly nextUpdate: Date | null;
  /** Null: not revoked. */
  readonly revocation: Revocation | null;
  /**
   * The responder's certificate if it may be revoked itself; null if the authority signed the statement, or a responder
   * that the authority trusts for its whole validity (RFC 6960, 4.2.2.2.1).
   */
  readonly responder: ParsedCertificate | null;
}

/** All available published data about certificates, DER. */
export interface RevocationData {
  readonly revocationLists: readonly Uint8Array[];
  readonly ocspResponses: readonly Uint8Array[];
}

/**
 * unspecified, affiliationChanged, superseded, cessationOfOperation: reasons that do not indicate a compromised key.
 */
const KEY_IS_SAFE: ReadonlySet<number | null> = new Set([0, 3, 4, 5]);

/**
 * Whether timestamps made before the revocation remain valid (RFC 3161, section 4, 1): without a reason, or with
 * another one, someone with the key may have made them afterwards.
 */
export function leavesTimestamps({ reason }: Revocation): boolean {
  return KEY_IS_SAFE.has(reason);
}

/** Whether a statement covers a given time; a later statement does too. */
export function covers({ thisUpdate, nextUpdate }: RevocationStatement, at: Date): boolean {
  return thisUpdate >= at || (nextUpdate !== null && nextUpdate >= at);
}

/** Tolerated clock skew of other authorities. */
const SKEW_MS = 5 * 60_000;
/** Validity of a statement without nextUpdate: newer information may exist at any time. */
const DEFAULT_VALIDITY_MS = 24 * 3_600_000;

/** Whether a statement is in force at a given time. */
export function isCurrent({ thisUpdate, nextUpdate }: RevocationStatement, at: Date): boolean {
  const until = nextUpdate?.getTime() ?? thisUpdate.getTime() + DEFAULT_VALIDITY_MS;
  return thisUpdate.getTime() <= at.getTime() + SKEW_MS && at.getTime() <= until;
}

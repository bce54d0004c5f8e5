import type { ParsedCertificate } from '../certificates/parsed-certificate.js';

export interface Revocation {
  readonly since: Date;
  /** CRLReason (RFC 5280, 5.3.1); null: it does not say. */
  readonly reason: number | null;
}

/** Statement of an authority about one certificate. */
export interface RevocationStatement {
  readonly thisUpdate: Date;
  /** Null: until the next one. */
  readonly nextUpdate: Date | null;
  /** Null: not revoked. */
  readonly revocation: Revocation | null;
  /**
   * The responder's certificate where it may itself have been revoked; null for what the authority has signed itself,
   * or by a responder that it has declared good for its whole life (RFC 6960, 4.2.2.2.1).
   */
  readonly responder: ParsedCertificate | null;
}

/** Everything that was published about certificates and is at hand, each item in DER. */
export interface RevocationData {
  readonly revocationLists: readonly Uint8Array[];
  readonly ocspResponses: readonly Uint8Array[];
}

/**
 * unspecified, affiliationChanged, superseded, cessationOfOperation: said of a key that nobody else has got hold of.
 */
const KEY_IS_SAFE: ReadonlySet<number | null> = new Set([0, 3, 4, 5]);

/**
 * Whether timestamps of before the revocation stay what they were (RFC 3161, section 4, 1): without a reason, or with
 * another one, whoever has the key may have made them afterwards.
 */
export function leavesTimestamps({ reason }: Revocation): boolean {
  return KEY_IS_SAFE.has(reason);
}

/** Whether a statement says what holds at a time; one that was made later covers it too. */
export function covers({ thisUpdate, nextUpdate }: RevocationStatement, at: Date): boolean {
  return thisUpdate >= at || (nextUpdate !== null && nextUpdate >= at);
}

/** Tolerated clock skew of other authorities. */
const SKEW_MS = 5 * 60_000;
/** Validity of a statement without nextUpdate: newer information may exist at any time. */
const DEFAULT_VALIDITY_MS = 24 * 3_600_000;

/** Whether a statement is the one that is in force at a time. */
export function isCurrent({ thisUpdate, nextUpdate }: RevocationStatement, at: Date): boolean {
  const until = nextUpdate?.getTime() ?? thisUpdate.getTime() + DEFAULT_VALIDITY_MS;
  return thisUpdate.getTime() <= at.getTime() + SKEW_MS && at.getTime() <= until;
}

import type { CertificateRecord } from '../certificate-store.js';
import { renewalHorizon } from '../lifetimes.js';

/** What is to be done about a certificate of another authority, which nothing replaces by itself. */
export type Standing = 'valid' | 'renewalDue' | 'ended' | 'revoked';

/** Pure. */
export function standingOf(
  { revoked_at, not_after }: Pick<CertificateRecord, 'revoked_at' | 'not_after'>,
  now: Date,
): Standing {
  if (revoked_at !== null) return 'revoked';
  if (not_after <= now) return 'ended';
  return not_after < renewalHorizon(now) ? 'renewalDue' : 'valid';
}

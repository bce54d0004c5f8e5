import type { CertificateRecord } from '../certificate-store.js';
import { RENEWAL_DAYS } from '../lifetimes.js';

/** What is to be done about a certificate of another authority. */
export type Standing = 'valid' | 'renewalDue' | 'ended' | 'revoked';

const DAY = 24 * 3_600_000;
/** Of the lifetime: a certificate for 90 days is renewed in its last 30. */
const RENEWAL_SHARE = 1 / 3;

/** When its renewal is due: in the last third of its lifetime, at most 60 days before its end. Pure. */
export function renewalBegins({
  not_before: start,
  not_after: end,
}: Pick<CertificateRecord, 'not_before' | 'not_after'>): Date {
  const window = Math.min(RENEWAL_DAYS * DAY, (end.getTime() - start.getTime()) * RENEWAL_SHARE);
  return new Date(end.getTime() - window);
}

/** Some authorities give a renewal the end of its predecessor: it is not renewed again at once. Pure. */
export function isTooSoon(
  record: Pick<CertificateRecord, 'not_before' | 'not_after'>,
  lastRequest: Date | null,
  now: Date,
): boolean {
  if (lastRequest === null) return false;
  const window = record.not_after.getTime() - renewalBegins(record).getTime();
  return now.getTime() - lastRequest.getTime() < Math.min(7 * DAY, window / 4);
}

/** Pure. */
export function standingOf(
  record: Pick<CertificateRecord, 'revoked_at' | 'not_before' | 'not_after'>,
  now: Date,
): Standing {
  if (record.revoked_at !== null) return 'revoked';
  if (record.not_after <= now) return 'ended';
  return now >= renewalBegins(record) ? 'renewalDue' : 'valid';
}

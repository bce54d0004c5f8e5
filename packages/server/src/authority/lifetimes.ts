/** Validity periods of certificates, by the service's clock. Pure. */

const YEARS = Object.freeze({
  root: 20,
  issuing: 10,
  timestamp: 5,
  enterprise: 2,
  evidence: 2,
  'seal-maker': 2,
});
/** Short, because a responder's certificate declares that its own revocation need not be checked. */
const RESPONDER_DAYS = 90;
const RESPONDER_RENEWAL_DAYS = 30;
/** So that every token can be verified by its certificate for at least four years. */
const TIMESTAMP_RENEWAL_YEARS = 4;
const EVENT_HOURS = 24;
export const RENEWAL_DAYS = 60;
const BACKDATING_MINUTES = 5;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export interface Validity {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/**
 * Valid from five minutes ago, so that the certificate is not in the future for a verifier with a slow clock. Whole
 * seconds, because certificates contain no fractions.
 */
export function validityFrom(now: Date, kind: keyof typeof YEARS | 'event' | 'ocsp'): Validity {
  const start = Math.floor(now.getTime() / 1000) * 1000;
  return { notBefore: new Date(start - BACKDATING_MINUTES * MINUTE), notAfter: endOf(start, kind) };
}

function endOf(start: number, kind: keyof typeof YEARS | 'event' | 'ocsp'): Date {
  if (kind === 'event') return new Date(start + EVENT_HOURS * 60 * MINUTE);
  if (kind === 'ocsp') return new Date(start + RESPONDER_DAYS * DAY);
  return yearsLater(new Date(start), YEARS[kind]);
}

/** Minimum remaining validity of a certificate of the service itself that is not due for renewal. */
export function serviceRenewalHorizon(
  now: Date,
  kind: 'timestamp' | 'ocsp' | 'evidence' | 'seal-maker',
): Date {
  if (kind === 'evidence' || kind === 'seal-maker') return renewalHorizon(now);
  if (kind === 'ocsp') return new Date(now.getTime() + RESPONDER_RENEWAL_DAYS * DAY);
  return yearsLater(now, TIMESTAMP_RENEWAL_YEARS);
}

/** Minimum remaining validity of an enterprise's certificate that is not due for renewal. */
export function renewalHorizon(now: Date): Date {
  return new Date(now.getTime() + RENEWAL_DAYS * DAY);
}

function yearsLater(time: Date, years: number): Date {
  const later = new Date(time);
  later.setUTCFullYear(time.getUTCFullYear() + years);
  return later;
}

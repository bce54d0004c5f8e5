/** How long certificates live, by the service's clock. Pure. */

const YEARS = Object.freeze({ root: 20, issuing: 10, enterprise: 2 });
const EVENT_HOURS = 24;
const RENEWAL_DAYS = 60;
const BACKDATING_MINUTES = 5;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export interface Validity {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/**
 * Valid from five minutes ago, so that a reader whose clock is slow does not see a certificate of the future. Whole
 * seconds, since a certificate holds no fractions.
 */
export function validityFrom(now: Date, kind: 'root' | 'issuing' | 'enterprise' | 'event'): Validity {
  const start = Math.floor(now.getTime() / 1000) * 1000;
  return {
    notBefore: new Date(start - BACKDATING_MINUTES * MINUTE),
    notAfter:
      kind === 'event'
        ? new Date(start + EVENT_HOURS * 60 * MINUTE)
        : yearsLater(new Date(start), YEARS[kind]),
  };
}

/** Until when an enterprise's certificate must hold so that it is not yet due for renewal. */
export function renewalHorizon(now: Date): Date {
  return new Date(now.getTime() + RENEWAL_DAYS * DAY);
}

function yearsLater(time: Date, years: number): Date {
  const later = new Date(time);
  later.setUTCFullYear(time.getUTCFullYear() + years);
  return later;
}

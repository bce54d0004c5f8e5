/** How the service appears to the browser, compared with what it believes itself. */
import type { SetupState } from '@cinnabar/api/pages/setup.js';

type SiteFact = 'address' | 'encryption' | 'zone' | 'clock';

export interface SiteFinding {
  readonly fact: SiteFact;
  readonly isFine: boolean;
  /** What the browser sees. */
  readonly seen: string;
  /** What the service says, where it differs. */
  readonly said: string | null;
  /** The line that would make them agree; null: there is none, or nothing to do. */
  readonly line: string | null;
}

interface SeenByBrowser {
  readonly origin: string;
  readonly timeZone: string;
  /** Milliseconds since 1970, when the answer came. */
  readonly now: number;
}

/** Signatures carry the time of the service; beyond this, one of the two clocks is wrong. */
const MAX_SKEW_MS = 60_000;

export function siteFindings(
  { baseUrl, timeZone, time }: Pick<SetupState, 'baseUrl' | 'timeZone'> & { readonly time: string },
  browser: SeenByBrowser,
): readonly SiteFinding[] {
  const { origin, protocol, hostname } = new URL(browser.origin);
  const isSameAddress = new URL(baseUrl).origin === origin;
  const isEncrypted = protocol === 'https:' || hostname === 'localhost';
  const isSameZone = timeZone === browser.timeZone;
  const skew = Math.round((Date.parse(time) - browser.now) / 1000);
  const isRight = Math.abs(skew) * 1000 <= MAX_SKEW_MS;
  return [
    {
      ...{ fact: 'address', isFine: isSameAddress, seen: origin },
      ...(isSameAddress ? { said: null, line: null } : { said: baseUrl, line: `BASE_URL=${origin}` }),
    },
    {
      ...{ fact: 'encryption', isFine: isEncrypted, seen: protocol.replace(':', ''), said: null },
      line: isEncrypted ? null : `BASE_URL=https://${hostname}`,
    },
    {
      ...{ fact: 'zone', isFine: isSameZone, seen: browser.timeZone },
      ...(isSameZone
        ? { said: null, line: null }
        : { said: timeZone, line: `TIME_ZONE=${browser.timeZone}` }),
    },
    {
      ...{ fact: 'clock', isFine: isRight, seen: String(Math.abs(skew)), line: null },
      said: isRight ? null : time,
    },
  ];
}

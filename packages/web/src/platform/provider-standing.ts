import type { PlatformProvider } from '@cinnabar/api/pages/platform-providers.js';
import type { SetupFinding } from '@cinnabar/api/pages/setup.js';

export type Standing = SetupFinding['status'] | 'unknown';

/** The worst of what checks and requests have found; `unknown`: nothing was checked. */
export function standingOf({
  findings,
}: {
  readonly findings: readonly Pick<SetupFinding, 'status'>[];
}): Standing {
  const worst = (['error', 'warn', 'ok'] as const).find((each) =>
    findings.some(({ status }) => status === each),
  );
  return worst ?? 'unknown';
}

/** How many requests there were, and the share that succeeded in percent; null: none yet. */
export function rateOf(
  requests: PlatformProvider['requests'],
): { readonly all: number; readonly percent: string } | null {
  if (requests === null) return null;
  const { succeeded, refused, failed } = requests;
  const all = succeeded + refused + failed;
  if (all === 0) return null;
  // 99.96 % is not all of them.
  const tenths = Math.floor((succeeded * 1000) / all);
  return { all, percent: tenths % 10 === 0 ? String(tenths / 10) : (tenths / 10).toFixed(1) };
}

/** Full minutes since a check. */
export function minutesSince(checkedAt: string, time: string): number {
  return Math.max(0, Math.floor((Date.parse(time) - Date.parse(checkedAt)) / 60_000));
}

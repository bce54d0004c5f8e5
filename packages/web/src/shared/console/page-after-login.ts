import type { Entered } from './console-door.js';

/**
 * The page to which a log-in leads: the one that was asked for, the only enterprise, or the choice between several. Who
 * needs a second factor first sets it up.
 */
export function pageAfterLogin({ corps }: Pick<Entered, 'corps'>, next: string | null): string {
  const asked = corps.find(({ corpId }) => next !== null && isWithin(next, corpId));
  const only = corps.length === 1 ? corps[0] : undefined;
  const corp = asked ?? only;
  if (corp?.standing === 'enrol') return `/security?next=${encodeURIComponent(`/console/${corp.corpId}`)}`;
  if (next !== null) return next;
  // An operator of the platform who works in no enterprise.
  if (corps.length === 0) return '/security';
  return only === undefined ? '/console' : `/console/${only.corpId}`;
}

function isWithin(address: string, corpId: number): boolean {
  const [path = ''] = address.split(/[?#]/, 1);
  return path === `/console/${corpId}` || path.startsWith(`/console/${corpId}/`);
}

/** Acts reserved to the person: neither an application nor a person admitted by an application may do them. */
import type { Context } from './context.js';
import { refuseFor } from './refusal.js';

/**
 * Whether the person is present: on a link that required a code sent to their own mobile, on their own page, or in the
 * console after they have logged in. An access session does not count, because an application issues it and no code is
 * required.
 */
export function actsInOwnSession({ link, isOwnConsole }: Pick<Context, 'link' | 'isOwnConsole'>): boolean {
  return isOwnConsole === true || (link !== undefined && link.kind !== 'access');
}

/** @throws Refusal OWN_SESSION_REQUIRED */
export function requireOwnSession(ctx: Pick<Context, 'link' | 'isOwnConsole'>): void {
  if (!actsInOwnSession(ctx)) throw refuseFor('OWN_SESSION_REQUIRED');
}

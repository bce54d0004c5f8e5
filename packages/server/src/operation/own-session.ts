/**
 * Acts reserved to the person themselves: neither an application nor somebody whom an application admitted may do them.
 */
import type { Context } from './context.js';
import { refuseFor } from './refusal.js';

/**
 * Whether the person is present in person: by a link that required a code sent to their own mobile, or on their own
 * page. An access session does not count, because an application issues it and no code is required.
 */
export function actsInOwnSession({ link }: Pick<Context, 'link'>): boolean {
  return link !== undefined && link.kind !== 'access';
}

/** @throws Refusal OWN_SESSION_REQUIRED */
export function requireOwnSession(ctx: Pick<Context, 'link'>): void {
  if (!actsInOwnSession(ctx)) throw refuseFor('OWN_SESSION_REQUIRED');
}

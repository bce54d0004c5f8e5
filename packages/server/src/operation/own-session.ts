/** Acts that are a person's alone: nobody else's application does them, and nobody whom an application let in. */
import type { Context } from './context.js';
import { refuseFor } from './refusal.js';

/**
 * Whether the person themselves is there: by a link that took a code of their own mobile, or whatever their own page
 * asks for. An access session is not theirs: an application hands it out, and no code is asked for.
 */
export function actsInOwnSession({ link }: Pick<Context, 'link'>): boolean {
  return link !== undefined && link.kind !== 'access';
}

/** @throws Refusal OWN_SESSION_REQUIRED */
export function requireOwnSession(ctx: Pick<Context, 'link'>): void {
  if (!actsInOwnSession(ctx)) throw refuseFor('OWN_SESSION_REQUIRED');
}

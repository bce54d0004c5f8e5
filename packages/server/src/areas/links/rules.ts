import type { Link, LinkKind } from './link.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Lifetime of a session after a link was entered. */
export const SESSION_LIFE_MS = 30 * MINUTE_MS;

interface KindRule {
  /** Lifetime of the link. */
  readonly lifeMs: number;
  /**
   * `code`: a code sent to the person's mobile proves the person each time they open the link.
   * `once`: whoever was given the link may enter once.
   */
  readonly entry: 'code' | 'once';
}

/** Links to a part in a flow end with that part or the flow; the time only determines when they are deleted. */
export const kindRules: Readonly<Record<LinkKind, KindRule>> = {
  sign: { lifeMs: 365 * DAY_MS, entry: 'code' },
  fill: { lifeMs: 365 * DAY_MS, entry: 'code' },
  copy: { lifeMs: 365 * DAY_MS, entry: 'code' },
  draft: { lifeMs: 30 * DAY_MS, entry: 'code' },
  approval: { lifeMs: 7 * DAY_MS, entry: 'code' },
  personalAuth: { lifeMs: 30 * MINUTE_MS, entry: 'code' },
  invitation: { lifeMs: 7 * DAY_MS, entry: 'code' },
  access: { lifeMs: 5 * MINUTE_MS, entry: 'once' },
  registration: { lifeMs: 7 * DAY_MS, entry: 'code' },
  // Consent can be withdrawn as long as the authorisation lasts.
  autoSign: { lifeMs: 3650 * DAY_MS, entry: 'code' },
  seals: { lifeMs: 30 * MINUTE_MS, entry: 'code' },
  templates: { lifeMs: 30 * MINUTE_MS, entry: 'code' },
};

/** Whether the link itself can still be entered; its subject may have ended all the same. */
export function canBeEntered(link: Link, now: Date): boolean {
  if (link.endedAt !== null || now >= link.expireTime) return false;
  return kindRules[link.kind].entry === 'code' || link.enteredAt === null;
}

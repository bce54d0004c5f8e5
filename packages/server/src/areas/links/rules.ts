import type { Link, LinkKind } from './link.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** How long a session lasts once somebody has entered a link. */
export const SESSION_LIFE_MS = 30 * MINUTE_MS;

interface KindRule {
  /** How long the link can be entered. */
  readonly lifeMs: number;
  /**
   * `code`: a text message to the person's mobile proves that it is they who open it, as often as they like.
   * `once`: whoever was given the link may enter, one time.
   */
  readonly entry: 'code' | 'once';
}

/** Links to a part in a flow end with that part or the flow, so that their time only bounds what is forgotten. */
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
  // Consent can be taken back as long as the authorisation lasts.
  autoSign: { lifeMs: 3650 * DAY_MS, entry: 'code' },
  seals: { lifeMs: 30 * MINUTE_MS, entry: 'code' },
  templates: { lifeMs: 30 * MINUTE_MS, entry: 'code' },
};

/** Whether the link as such can still be entered; what it is about may be over all the same. */
export function canBeEntered(link: Link, now: Date): boolean {
  if (link.endedAt !== null || now >= link.expireTime) return false;
  return kindRules[link.kind].entry === 'code' || link.enteredAt === null;
}

import type { Membership } from '../members/index.js';
import type { JoinRequest } from './store.js';

const DAY_MS = 24 * 3_600_000;

/** How long the legal representative has to confirm a registration. */
export const REGISTRATION_LIFE_MS = 7 * DAY_MS;

/** How a person stands to the enterprise of their part. */
export type Standing = 'member' | 'invited' | 'asked' | 'rejected' | 'stranger';

/** What a newcomer does next; null: nothing is in their way. */
export type NextStep = 'verify' | 'register' | 'join' | 'wait' | null;

export function standingOf(
  membership: Pick<Membership, 'state'> | null,
  request: Pick<JoinRequest, 'state'> | null,
): Standing {
  if (membership?.state === 'valid') return 'member';
  if (membership?.state === 'invited') return 'invited';
  if (request?.state === 'open') return 'asked';
  return request?.state === 'rejected' ? 'rejected' : 'stranger';
}

export interface Situation {
  readonly verified: boolean;
  readonly ofEnterprise: boolean;
  /** null: the enterprise is not here. */
  readonly standing: Standing | null;
  /** The part is in the enterprise's name already. */
  readonly bound: boolean;
  /** It has been registered, and waits for its legal representative. */
  readonly waits: boolean;
}

export function nextStep({ verified, ofEnterprise, standing, bound, waits }: Situation): NextStep {
  if (!verified) return 'verify';
  if (!ofEnterprise) return null;
  if (standing === null) return waits ? 'wait' : 'register';
  if (standing === 'asked') return 'wait';
  return standing === 'member' && bound ? null : 'join';
}

/** After a no nobody is asked again at once. */
const ASK_AGAIN_AFTER_MS = DAY_MS;

export function mayAskAgain(request: JoinRequest | null, now: Date): boolean {
  if (request?.state !== 'rejected' || request.decidedAt === null) return true;
  return now.getTime() - request.decidedAt.getTime() >= ASK_AGAIN_AFTER_MS;
}

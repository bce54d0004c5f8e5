import type { Membership } from '../members/index.js';
import type { JoinRequest } from './store.js';

const DAY_MS = 24 * 3_600_000;

/** Time limit for the legal representative to confirm a registration. */
export const REGISTRATION_LIFE_MS = 7 * DAY_MS;

/** A person's relation to the enterprise of their part. */
export type Standing = 'member' | 'invited' | 'asked' | 'rejected' | 'stranger';

/** A newcomer's next step; null: they can act. */
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
  /** null: the enterprise is not registered. */
  readonly standing: Standing | null;
  /** Whether the part is bound to the enterprise already. */
  readonly bound: boolean;
  /** Whether it is being registered, and waits for its legal representative. */
  readonly waits: boolean;
}

export function nextStep({ verified, ofEnterprise, standing, bound, waits }: Situation): NextStep {
  if (!verified) return 'verify';
  if (!ofEnterprise) return null;
  if (standing === null) return waits ? 'wait' : 'register';
  if (standing === 'asked') return 'wait';
  return standing === 'member' && bound ? null : 'join';
}

/** Delay after a refusal before the person can ask again. */
const ASK_AGAIN_AFTER_MS = DAY_MS;

export function mayAskAgain(request: JoinRequest | null, now: Date): boolean {
  if (request?.state !== 'rejected' || request.decidedAt === null) return true;
  return now.getTime() - request.decidedAt.getTime() >= ASK_AGAIN_AFTER_MS;
}

import { type Identity, verifyOneself } from '../members/index.js';
import { limitAttempts } from './limit-attempts.js';
import type { Part, Step } from './part.js';

/**
 * The person of a part says who they are; the name must be the one that the contract has for them. Each check costs
 * something and tells something, so nobody tries many names for one number.
 * @throws Refusal USER_ALREADY_AUTHENTICATED, AUTH_INFO_INVALID, NAME_MISMATCH, 429, 503
 */
export async function verifyPerson(
  step: Step,
  { userId, participant }: Part,
  given: Identity,
): Promise<void> {
  await limitAttempts(step, `verify:${userId}`);
  return verifyOneself(step, userId, given, participant.psnName);
}

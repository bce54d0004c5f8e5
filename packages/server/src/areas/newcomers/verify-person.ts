import { type Identity, verifyOneself } from '../members/index.js';
import { limitAttempts } from './limit-attempts.js';
import type { Part, Step } from './part.js';

/**
 * Verifies the identity that the person of a part states; the name must match the contract. Attempts are limited,
 * because each has a price and discloses whether name and number match.
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

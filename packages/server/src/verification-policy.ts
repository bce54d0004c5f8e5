import type { VerificationPolicy } from './documents/verify/verify-document.js';
import type { Services } from './services.js';

/** By what this service verifies files of anybody: its own authority, with all that this has revoked until now. */
export async function verificationPolicy(
  { authority, revocationLists }: Pick<Services, 'authority' | 'revocationLists'>,
  now: Date,
): Promise<VerificationPolicy> {
  return {
    trusted: await authority.trustAnchors(),
    revocationLists: await revocationLists.all(now),
    now,
  };
}

import type { IdentityProvider, PersonIdentity } from '../providers/identity.js';

/** Stands in for the registry of persons: everybody is who they say, save for numbers that end in 000000. */
export const sandboxIdentity: IdentityProvider = Object.freeze({
  async checkPerson({ identNum }: PersonIdentity) {
    return !identNum.endsWith('000000');
  },
});

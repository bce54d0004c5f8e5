import type { CorpIdentity, IdentityProvider, PersonIdentity } from '../providers/identity.js';

/**
 * Stands in for the registries of persons and enterprises: everybody is who they say, save for numbers that end in
 * 000000, a legal representative's too.
 */
export const sandboxIdentity: IdentityProvider = Object.freeze({
  async checkPerson({ identNum }: PersonIdentity) {
    return !identNum.endsWith('000000');
  },
  async checkCorp({ legalRepIdentNo }: CorpIdentity) {
    return !legalRepIdentNo.endsWith('000000');
  },
});

import type { CorpIdentity, IdentityProvider, PersonIdentity } from './port.js';

/**
 * Simulates the registries of persons and enterprises, in the sandbox and in production without a provider: every
 * identity is confirmed, except numbers ending in 000000, including a legal representative's.
 */
export const uncheckedIdentity: IdentityProvider = {
  async checkPerson({ identNum }: PersonIdentity) {
    return !identNum.endsWith('000000');
  },
  async checkCorp({ legalRepIdentNo }: CorpIdentity) {
    return !legalRepIdentNo.endsWith('000000');
  },
};

import type { CorpIdentity, IdentityProvider, PersonIdentity } from './port.js';

/**
 * Stands in for the registries of persons and enterprises, in the sandbox and where production is told to do without:
 * everybody is who they say, except for numbers that end in 000000, a legal representative's too.
 */
export const uncheckedIdentity: IdentityProvider = {
  async checkPerson({ identNum }: PersonIdentity) {
    return !identNum.endsWith('000000');
  },
  async checkCorp({ legalRepIdentNo }: CorpIdentity) {
    return !legalRepIdentNo.endsWith('000000');
  },
};

import type { CorpIdentity, IdentityProvider, IdentityVerdict, PersonIdentity } from './port.js';

/**
 * Simulates the registries of persons and enterprises, in the sandbox and in production without a provider: every
 * identity is confirmed, except numbers ending in 000000, including a legal representative's.
 */
export const uncheckedIdentity: IdentityProvider = {
  async checkPerson({ identNum }: PersonIdentity) {
    return verdictOn(identNum);
  },
  async checkCorp({ legalRepIdentNo }: CorpIdentity) {
    return verdictOn(legalRepIdentNo);
  },
};

function verdictOn(number: string): IdentityVerdict {
  return number.endsWith('000000') ? 'mismatch' : 'match';
}

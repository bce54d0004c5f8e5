import { causedBy, refuse } from '../../operation/refusal.js';
import type { Services } from '../../operation/services.js';
import {
  type CorpIdentity,
  IdentityUnavailable,
  type IdentityVerdict,
} from '../../providers/identity/port.js';
import type { Identity } from './rules.js';

type Registry = Pick<Services, 'identity'>;

/** @throws Refusal AUTH_INFO_INVALID if name and number do not match, 503 if no provider can answer */
export function askAboutPerson({ identity }: Registry, person: Identity, mobile: string): Promise<void> {
  const { realName, identNum } = person;
  return ask(() => identity.checkPerson({ realName, identNum, mobile }));
}

/** @throws Refusal AUTH_INFO_INVALID if there is no such enterprise, 503 if no provider can answer */
export function askAboutCorp({ identity }: Registry, corp: CorpIdentity): Promise<void> {
  return ask(() => identity.checkCorp(corp));
}

async function ask(question: () => Promise<IdentityVerdict>): Promise<void> {
  try {
    // An unknown number is refused in the same words: whether a registry knows it is nobody's business.
    if ((await question()) === 'match') return;
  } catch (error) {
    if (!(error instanceof IdentityUnavailable)) throw error;
    throw causedBy(
      error,
      refuse('503', { zh: '身份核验服务暂不可用', en: 'the identity provider does not answer' }),
    );
  }
  throw refuse('AUTH_INFO_INVALID');
}

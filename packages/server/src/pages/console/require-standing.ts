import type { Role } from '@cinnabar/api/permissions.js';
import { findCorp } from '../../areas/enterprise/index.js';
import {
  type FoundSession,
  type LoginPolicy,
  loginPolicyOf,
  standingIn,
} from '../../areas/sessions/index.js';
import type { Db } from '../../database/schema.js';
import type { CorpId } from '../../operation/context.js';
import { refuseFor } from '../../operation/refusal.js';
import type { Services } from '../../operation/services.js';

/** The rules of the enterprise for sessions of the console. */
export async function policyIn(
  db: Db,
  { config }: Pick<Services, 'config'>,
  corpId: CorpId,
): Promise<LoginPolicy> {
  const corp = await findCorp(db, corpId);
  return loginPolicyOf(corp?.settings ?? {}, config.loginMethods);
}

interface Entering {
  readonly session: FoundSession;
  readonly policy: LoginPolicy;
  /** Of the person in this enterprise. */
  readonly roles: readonly Role[];
  readonly address: string;
}

/**
 * Refuses a session that the rules of the enterprise do not let in.
 * @throws Refusal SECOND_FACTOR_REQUIRED, LOGIN_METHOD_NOT_ALLOWED, NETWORK_NOT_ALLOWED
 */
export function requireStanding({ config }: Pick<Services, 'config'>, entering: Entering): void {
  const { session, ...facts } = entering;
  const isProduction = config.mode === 'production';
  switch (standingIn(session, { ...facts, hasFactor: session.hasFactor, isProduction })) {
    case 'open':
      return;
    case 'method':
      throw refuseFor('LOGIN_METHOD_NOT_ALLOWED');
    case 'network':
      throw refuseFor('NETWORK_NOT_ALLOWED');
    case 'enrol':
    case 'secondFactor':
      throw refuseFor('SECOND_FACTOR_REQUIRED');
  }
}

import type { Role } from '@cinnabar/api/permissions.js';
import type { LoginMethod } from '../../../database/tables/console-sessions.js';
import { AddressRanges } from '../../../outbound/address-ranges.js';
import type { LoginPolicy } from './login-policy.js';

/** Roles whose holders need a second factor in production. */
const NEEDS_SECOND_FACTOR: readonly Role[] = ['OWNER', 'ADMIN', 'SEAL_ADMIN', 'AUDITOR'];

/**
 * What a session may do in an enterprise. `open`: everything that the member's roles permit. `secondFactor`: nothing
 * before the person has given the second factor that they have. `enrol`: nothing before they have one. `method`:
 * nothing, because the enterprise does not allow the way in which they have logged in. `network`: nothing from where
 * they are.
 */
export type Standing = 'open' | 'secondFactor' | 'enrol' | 'method' | 'network';

interface Login {
  readonly method: LoginMethod;
  readonly isStrong: boolean;
}

interface Facts {
  readonly roles: readonly Role[];
  readonly policy: LoginPolicy;
  /** Whether the person has a second factor. */
  readonly hasFactor: boolean;
  readonly isProduction: boolean;
  /** Where the request comes from. */
  readonly address: string;
}

/** An access link is the responsibility of the application that issued it, which has identified the member. */
export function standingIn({ method, isStrong }: Login, facts: Facts): Standing {
  const { networks } = facts.policy;
  if (networks.length > 0 && !new AddressRanges(networks).has(facts.address)) return 'network';
  if (method === 'access') return 'open';
  if (method !== 'demo' && !facts.policy.methods.includes(method)) return 'method';
  if (isStrong) return 'open';
  if (facts.hasFactor) return 'secondFactor';
  const needsFactor = facts.isProduction && facts.roles.some((role) => NEEDS_SECOND_FACTOR.includes(role));
  return needsFactor ? 'enrol' : 'open';
}

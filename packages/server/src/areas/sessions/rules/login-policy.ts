import { type LoginMethod, readLoginMethods } from '@cinnabar/api/login-methods.js';
import { consoleNetworksOf } from '../../enterprise/index.js';
import { IDLE_MINUTES } from './session-times.js';

/** Rules of an enterprise for the sessions of its members. */
export interface LoginPolicy {
  /** Those that both the platform and the enterprise allow. */
  readonly methods: readonly LoginMethod[];
  /** Minutes without a request after which a session ends; null: by the member's roles. */
  readonly idleMinutes: number | null;
  /** Addresses and ranges from which the console may be used; none: from everywhere. */
  readonly networks: readonly string[];
}

/** The settings of an enterprise in which its rules are stored. */
export const POLICY_SETTINGS = {
  methods: 'loginMethods',
  idleMinutes: 'loginIdleMinutes',
  networks: 'consoleNetworks',
} as const;

/**
 * The rules as stored; missing and unknown values take their defaults.
 * @param allowed the methods that the platform allows
 */
export function loginPolicyOf(
  settings: Readonly<Record<string, unknown>>,
  allowed: readonly LoginMethod[],
): LoginPolicy {
  const stored = settings[POLICY_SETTINGS.methods];
  const own = typeof stored === 'string' ? readLoginMethods(stored) : null;
  return {
    methods: allowed.filter((method) => own === null || own.includes(method)),
    idleMinutes: idleIn(settings[POLICY_SETTINGS.idleMinutes]),
    networks: consoleNetworksOf({ settings }),
  };
}

/** null unless it is a number of minutes that an enterprise may set. */
export function readIdleMinutes(text: string): number | null {
  const minutes = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return minutes >= IDLE_MINUTES.min && minutes <= IDLE_MINUTES.max ? minutes : null;
}

function idleIn(stored: unknown): number | null {
  return typeof stored === 'string' ? readIdleMinutes(stored) : null;
}

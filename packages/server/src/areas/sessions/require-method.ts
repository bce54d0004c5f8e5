import type { LoginMethod } from '@cinnabar/api/login-methods.js';
import { refuseFor } from '../../operation/refusal.js';
import type { Services } from '../../operation/services.js';

/** Checked before anything else of a log-in. @throws Refusal LOGIN_METHOD_NOT_ALLOWED */
export function requireMethod({ config }: Pick<Services, 'config'>, method: LoginMethod): void {
  if (!config.loginMethods.includes(method)) throw refuseFor('LOGIN_METHOD_NOT_ALLOWED');
}

/** Log-in to the console, its sessions, and the factors by which people log in: the area’s public interface. */
import * as members from '@cinnabar/api/operations/members.js';
import { routesOf } from '../../operation/handler.js';
import * as handlers from './handlers.js';

export { beginFaceProof, proveByFace, stateOfFaceProof } from './face-proof.js';
export {
  checkFactors,
  offerAuthenticator,
  saveFirstFactors,
  sealFactors,
} from './first-factors.js';
export { proveByCode, proveByFactor, requireFactor, requireFactorOf, sendProofCode } from './fresh-proof.js';
export { browserOf, type LoggedIn, type Login, logIn } from './log-in.js';
export { loginCodeJob, requestLoginCode, requireLoginCode } from './login-code.js';
export { requireLoginPassword, requireOperatorPassword } from './login-password.js';
export { actingMemberships } from './may-log-in.js';
export { beginOidc, finishOidc, tryLoginProvider } from './oidc.js';
export {
  beginTotp,
  confirmTotp,
  endUnusedRecovery,
  newRecoveryCodes,
  type RecordChange,
  removeTotp,
  resetFactors,
  setLoginPassword,
} from './own-factors.js';
export {
  addPasskey,
  newPasskeyOptions,
  passkeyOptions,
  relyingParty,
  requireOwnPasskey,
  requirePasskeyLogin,
} from './passkeys.js';
export { type FactorChange, recordFactorChange } from './record-factor-change.js';
export { recordLoginAct } from './record-login.js';
export { refusedLoginJob } from './refused-logins.js';
export { requireMethod } from './require-method.js';
export {
  type LoginPolicy,
  loginPolicyOf,
  POLICY_SETTINGS,
  readIdleMinutes,
} from './rules/login-policy.js';
export { IDLE_MINUTES, idleLimit, isFresh, SESSION_LIFE_MS } from './rules/session-times.js';
export { standingIn } from './rules/standing.js';
export { hasSecondFactor } from './second-factor.js';
export type { ConsoleSession } from './session.js';
export { type ProviderSettings, setLoginProvider } from './set-login-provider.js';
export { findLoginProvider, hasLoginProviders, listLoginProviders } from './store/login-providers.js';
export { removeOldDevices, removeOldLogins } from './store/old-logins.js';
export { hasOperators, insertOperator } from './store/operators.js';
export { passkeysOf, removePasskey } from './store/passkeys.js';
export { findLoginPassword, removeLoginPassword } from './store/passwords.js';
export { countRecoveryCodes } from './store/recovery-codes.js';
export {
  consoleSessionsOf,
  endConsoleSession,
  endOtherSessions,
  endSessionByHash,
  type FoundSession,
  findConsoleSession,
  noteFreshProof,
  noteUse,
  strengthenSession,
} from './store/sessions.js';
export { findTotpFactor } from './store/totp-factors.js';

export const sessionRoutes = routesOf(members, handlers);

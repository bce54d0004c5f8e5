/** Applications and their access tokens: what other parts may use. */
import type { AnyRoute } from '../../operation/handler.js';
import { getAccessToken } from './get-access-token.js';

export { createApplication, type NewCredentials, rotateSecret } from './applications.js';
export { addressAllowed, isAllowListEntry } from './rules.js';
export { findToken, setApplicationStatus, type Token } from './store.js';

export const credentialRoutes: readonly AnyRoute[] = [getAccessToken];

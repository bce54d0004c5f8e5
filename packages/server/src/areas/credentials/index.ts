/** Applications and their access tokens: what other parts may use. */
import * as credentials from '@cinnabar/api/operations/credentials.js';
import { routesOf } from '../../operation/handler.js';
import { getAccessToken } from './get-access-token.js';

export { createApplication, type NewCredentials, rotateSecret } from './applications.js';
export { addressAllowed, isAllowListEntry } from './rules.js';
export { findToken, setApplicationStatus } from './store.js';

export const credentialRoutes = routesOf(credentials, { getAccessToken });

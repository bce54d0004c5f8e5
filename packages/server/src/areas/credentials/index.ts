/** Applications and their access tokens: the area's public interface. */
import * as applications from '@cinnabar/api/operations/applications.js';
import * as credentials from '@cinnabar/api/operations/credentials.js';
import { routesOf } from '../../operation/handler.js';
import * as handlers from './handlers.js';

export { createApplication, type NewCredentials, rotateSecret } from './applications.js';
export { type ListedApplication, listApplications } from './list-applications.js';
export { addressAllowed, isAllowListEntry } from './rules.js';
export { findToken, setApplicationStatus } from './store.js';

export const credentialRoutes = routesOf({ ...credentials, ...applications }, handlers);

/** The handlers of the area's operations; a new one is one line. */
export { applicationCreate } from './application-create.js';
export { applicationList } from './application-list.js';
export { applicationModify } from './application-modify.js';
export { applicationRotateSecret } from './application-rotate-secret.js';
export { applicationTest } from './application-test.js';
export { applicationUpdateStatus } from './application-update-status.js';
export { getAccessToken } from './get-access-token.js';

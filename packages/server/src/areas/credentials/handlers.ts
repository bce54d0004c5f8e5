/** The handlers of the area's operations; a new one is one line. */
export { getAccessToken } from './get-access-token.js';

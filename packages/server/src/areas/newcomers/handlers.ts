/** The handlers of the area's operations; a new one is one line. */
export { acceptJoin } from './accept-join.js';
export { joinRequests } from './join-requests.js';

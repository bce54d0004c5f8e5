/** The handlers of the area's operations; a new one is one line. */
export { memberEndSessions } from './member-end-sessions.js';
export { memberSessions } from './member-sessions.js';

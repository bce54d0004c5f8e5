/** The handlers of the area's operations; a new one is one line. */
export { memberDelete } from './member-delete.js';

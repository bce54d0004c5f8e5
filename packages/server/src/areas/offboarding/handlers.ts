/** The handlers of the area's operations; a new one is one line. */
export { memberDelete } from './member-delete.js';
export { memberDuties } from './member-duties.js';
export { memberHandOver } from './member-hand-over.js';

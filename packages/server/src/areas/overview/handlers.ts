/** The handlers of the area's operations; a new one is one line. */
export { signTaskOverview } from './sign-task-overview.js';
export { templateOverview } from './template-overview.js';

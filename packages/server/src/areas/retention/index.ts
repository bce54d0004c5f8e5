/** Reports of what was removed when its period had ended. The periods are in database/retention.ts. */
export { countRemovals, listRemovals, recordRemoval } from './store.js';

/** Requests and responses of the operations under /signTask. */
export * from './flow-commands.js';
export * from './flow-filters.js';
export * from './flow-start.js';
export * from './flow-values.js';
export * from './flow-view.js';

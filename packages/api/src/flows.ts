/** Sign flows: all their operations. */
export * from './flow-acts.js';
export * from './flow-queries.js';
export * from './flow-starts.js';

/** All operations of sign flows. */
export * from './evidence.js';
export * from './flow-batches.js';
export * from './flow-control.js';
export * from './flow-download.js';
export * from './flow-links.js';
export * from './flow-lists.js';
export * from './flow-read.js';
export * from './flow-sign.js';
export * from './flow-start.js';

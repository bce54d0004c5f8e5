/** The handlers of the area's operations; a new one is one line. */
export { auditChainState } from './audit-chain-state.js';
export { auditExport } from './audit-export.js';
export { auditList } from './audit-list.js';
export { auditRemovalList } from './audit-removal-list.js';

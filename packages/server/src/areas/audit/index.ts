/**
 * The audit: what no flow's history records, such as administration, log-ins, exports, and contracts read by right. Every
 * act is an entry, written in the act's own transaction, whatever its source.
 */
export { type AuditedAct, type AuditOrigin, commandOrigin, originOf } from './audited-act.js';
export { isAdministrative, operationActs, selfRecorded, unrecorded } from './operation-acts.js';
export { recordAct, recordReading } from './record-act.js';
export { recordOperation } from './record-operation.js';

/**
 * The audit: what no flow's history records, such as administration, log-ins, exports, and contracts read by right. Every
 * act is an entry, written in the act's own transaction, whatever its source. A job chains the entries of each enterprise.
 */
import * as audit from '@cinnabar/api/operations/audit.js';
import { routesOf } from '../../operation/handler.js';
import * as handlers from './handlers.js';

export { type AuditedAct, type AuditOrigin, commandOrigin, originOf } from './audited-act.js';
export { checkAllChains } from './check-chains.js';
export { auditJobs, auditSweeps } from './jobs.js';
export { isAdministrative, operationActs, selfRecorded, unrecorded } from './operation-acts.js';
export { AUDIT_RETENTION_DAYS, auditDays } from './own-retention.js';
export { recordAct, recordOnce } from './record-act.js';
export { recordOperation } from './record-operation.js';
export { lastChanges } from './store/last-changes.js';
export { removeOldPersonalData } from './store/personal-data.js';

export const auditRoutes = routesOf(audit, handlers);

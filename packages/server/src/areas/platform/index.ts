/** The console of the platform's operators: names, numbers and states, never contents. */
export { listActs } from './acts.js';
export { listCertificates } from './certificates.js';
export { corpOptionOf, corpOptions, corpOptionsOf } from './corp-options.js';
export { corpFacts } from './corps.js';
export { jobQueues, listJobs, retryJob } from './jobs.js';
export { addOperator, type ListedOperator, listOperators, removeOperator, setDuties } from './operators.js';
export { maskedError } from './rules.js';
export { PLATFORM_SESSION_LIFE_MS } from './session-times.js';
export {
  beginPlatformSession,
  endPlatformSession,
  noteOperatorUse,
  operatorOfSession,
} from './sessions.js';
export { databaseSize, filesByKind, removedFiles } from './storage.js';
export { queueSizes } from './store.js';

/** The end of an enterprise on the platform: what it takes along, how it is closed, reopened, and removed. */
export { type ClosingView, closeCorp, reopenCorp, viewClosing } from './close-corp.js';
export { exportCorp } from './export-corp.js';
export { corpFates } from './inventory.js';
export { closingJobs, closingSweeps } from './jobs.js';

/** The end of an enterprise on the platform: what it takes along. */
export { exportCorp } from './export-corp.js';

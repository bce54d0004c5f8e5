/** Certificates of other authorities that are asked for over the network: the area's public interface. */
export { certificateJobs, certificateSweeps } from './jobs.js';

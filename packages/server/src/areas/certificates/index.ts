/** Certificates of other authorities that are asked for over the network, for enterprises and for persons: the area's public interface. */
export { certifyPersons } from './certify-persons.js';
export { certificateJobs, certificateSweeps } from './jobs.js';

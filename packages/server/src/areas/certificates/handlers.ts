/** The handlers of the area's operations; a new one is one line. */
export { certificateList } from './certificate-list.js';
export { certificateStatus } from './certificate-status.js';
export { importCertificate } from './import-certificate.js';
export { requestCertificate } from './request-certificate.js';

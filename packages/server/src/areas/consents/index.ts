/** What people agree to on the pages: by name, by version, and kept. */
export { acceptAgreements } from './accept-agreements.js';
export { agreementHash } from './rules.js';
export { hasConsented } from './store.js';

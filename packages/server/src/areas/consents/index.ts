/** What people agree to on the pages: by name, by version, and kept. */
export { type AcceptanceRequest, acceptAgreements } from './accept-agreements.js';
export { agreementHash } from './rules.js';
export { hasConsented } from './store.js';

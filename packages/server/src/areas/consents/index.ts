/** Records the agreements that people accept on the pages, by name and version. */
export { acceptAgreements } from './accept-agreements.js';
export { agreementHash } from './rules.js';
export { hasConsented } from './store.js';
export { viewConsents } from './view-consents.js';
export { withdrawConsent } from './withdraw-consent.js';

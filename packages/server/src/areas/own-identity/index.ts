/** What people change about themselves under “my contracts”: their mobile, whose it is, and how their name is written. */
export { beginOwnCheck, type OwnCheck } from './begin-own-check.js';
export { changeMobileByCodes, sendCodeForChange } from './change-mobile.js';
export { finishOwnCheck } from './finish-own-check.js';

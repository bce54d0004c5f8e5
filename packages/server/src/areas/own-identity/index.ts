/** What people change about themselves under “my contracts”: their mobile, whose it is, and how their name is written. */
export { beginOwnCheck, type OwnCheck, type OwnSession } from './begin-own-check.js';
export { type ChangeByCodes, changeMobileByCodes, sendCodeForChange } from './change-mobile.js';
export { finishOwnCheck, type OwnCheckOutcome } from './finish-own-check.js';

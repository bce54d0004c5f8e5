/** Changes that people make themselves under “my contracts”: mobile, its holder, and spelling of the name. */
export { beginOwnCheck, type OwnCheck } from './begin-own-check.js';
export { changeMobileByCodes, sendCodeForChange } from './change-mobile.js';
export { finishOwnCheck } from './finish-own-check.js';

/** How a new service comes into somebody's hands: its first operator, and its first enterprise. */
export { finishSetup } from './finish-setup.js';
export { type OpenedCorp, openCorp } from './open-corp.js';
export { isSetupOpen, openSetup, requireSetupCode } from './setup-code.js';

import type { SmsSender } from './port.js';

/**
 * Used where production is told to do without a provider: every message is dropped. Nothing keeps it, because codes
 * and links that work must not lie readable anywhere.
 */
export const discardingSms: SmsSender = { send: () => Promise.resolve() };

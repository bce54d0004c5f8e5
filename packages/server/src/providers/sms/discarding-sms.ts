import type { SmsSender } from './port.js';

/**
 * Used in production without a provider: every message is discarded. Nothing stores it, because working codes and links
 * must not be readable anywhere.
 */
export const discardingSms: SmsSender = { send: () => Promise.resolve() };

import { randomBytes } from 'node:crypto';
import { base32 } from '../../../custody/secrets.js';

/** 80 bits: sixteen characters in groups of four. */
const BYTES = 10;

/** Wrong tries after which a code opens nothing; the next start makes a new one. */
export const SETUP_TRIES = 10;

/** A code in the form in which the log shows it: `abcd-efgh-ijkl-mnop`. */
export function newSetupCode(): string {
  return (base32(randomBytes(BYTES)).match(/.{4}/g) ?? []).join('-');
}

/** The code as a person typed it. */
export function plainSetupCode(given: string): string {
  return given.toLowerCase().replace(/[\s-]/g, '');
}

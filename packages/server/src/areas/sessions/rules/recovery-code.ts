import { randomBytes } from 'node:crypto';
import { base32 } from '../../../custody/secrets.js';

export const RECOVERY_CODES = 10;
/** 50 bits: ten characters. */
const LENGTH = 10;

/** A code in the form in which it is shown: `abcde-fghij`. */
export function newRecoveryCode(): string {
  const text = base32(randomBytes(8)).slice(0, LENGTH);
  return `${text.slice(0, LENGTH / 2)}-${text.slice(LENGTH / 2)}`;
}

/** The characters of a code as a person typed it; null if it cannot be one. */
export function readRecoveryCode(given: string): string | null {
  const text = given.toLowerCase().replace(/[\s-]/g, '');
  return /^[a-z2-7]{10}$/.test(text) ? text : null;
}

import { CustodyError } from './custody-error.js';
import {
  makePasswordVerifier,
  matchesPasswordVerifier,
  PASSWORD_COST,
  type PasswordCost,
  type Pepper,
} from './password-verifier.js';

/** The membership of a password. It is part of the hash: a verifier moved to another row matches nothing. */
export interface PasswordOwner {
  readonly corpId: number;
  readonly userId: number;
}

/**
 * Stored form of a signing password.
 * @param password six digits
 * @param salt 16 random bytes, new for every password
 * @throws CustodyError SIGNING_PASSWORD_FORM
 */
export async function hashSigningPassword(
  password: string,
  owner: PasswordOwner,
  pepper: Pepper,
  salt: Uint8Array,
  cost: PasswordCost = PASSWORD_COST,
): Promise<string> {
  if (!/^\d{6}$/.test(password))
    throw new CustodyError('SIGNING_PASSWORD_FORM', 'a signing password is six digits');
  return makePasswordVerifier(bound(password, owner), pepper, salt, cost);
}

/**
 * Whether the password matches. Input other than six digits fails after the same time.
 * @param peppers the present one and any whose verifiers are still stored
 * @throws CustodyError VERIFIER_MALFORMED, UNKNOWN_PEPPER
 */
export function verifySigningPassword(
  password: string,
  owner: PasswordOwner,
  verifier: string,
  peppers: readonly Pepper[],
): Promise<boolean> {
  return matchesPasswordVerifier(bound(password, owner), verifier, peppers);
}

function bound(password: string, { corpId, userId }: PasswordOwner): string {
  return `signing password|v1|${corpId}|${userId}|${password}`;
}

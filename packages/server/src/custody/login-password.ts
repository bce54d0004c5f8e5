import { randomBytes } from 'node:crypto';
import {
  makePasswordVerifier,
  matchesPasswordVerifier,
  type PasswordCost,
  type Pepper,
} from './password-verifier.js';

/** Stored form of the password by which a person logs in to the console. */
export function hashLoginPassword(
  password: string,
  userId: number,
  pepper: Pepper,
  cost: PasswordCost,
): Promise<string> {
  return makePasswordVerifier(bound(password, userId), pepper, randomBytes(16), cost);
}

/** Whether the password matches. */
export function verifyLoginPassword(
  password: string,
  userId: number,
  verifier: string,
  peppers: readonly Pepper[],
): Promise<boolean> {
  return matchesPasswordVerifier(bound(password, userId), verifier, peppers);
}

/** The same characters in composed and decomposed form, as different systems type them, are the same password. */
function bound(password: string, userId: number): string {
  return `login password|v1|${userId}|${password.normalize('NFKC')}`;
}

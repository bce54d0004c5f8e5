import { Refused } from '../../api/refused.js';

/** What a person has to do before a refused request can be repeated. */
export type Needed = 'login' | 'factor' | 'proof';

const needs: Readonly<Record<string, Needed>> = {
  TOKEN_INVALID: 'login',
  SECOND_FACTOR_REQUIRED: 'factor',
  FRESH_PROOF_REQUIRED: 'proof',
};

/** null if repeating the request would not help. */
export function neededOf(error: unknown): Needed | null {
  return error instanceof Refused && error.reason !== null ? (needs[error.reason] ?? null) : null;
}

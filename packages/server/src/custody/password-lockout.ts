/** Consecutive failed attempts at the signing password of one membership, as stored. */
export interface PasswordAttempts {
  readonly wrongInARow: number;
  /** No attempt counts before this moment; null or past: not locked. */
  readonly lockedUntil: Date | null;
}

export type AttemptAdmission =
  | { readonly admitted: true; readonly attempts: PasswordAttempts }
  | { readonly admitted: false; readonly lockedUntil: Date };

/** `unset`: there is no password to match. */
export type PasswordVerdict = 'ok' | 'wrong' | 'locked' | 'unset';

const WRONG_PASSWORDS_ALLOWED = 5;
const LOCK_MINUTES = 30;
/**
 * A lock that ends later than one beginning now, by more than this, was set before the clock was set back. Attempts at the same
 * time differ by less, and their times do not follow the order in which they are counted.
 */
const SET_BACK_MINUTES = 5;

/** The initial state, which is also stored after a correct password. */
export const NO_ATTEMPTS: PasswordAttempts = Object.freeze({ wrongInARow: 0, lockedUntil: null });

/**
 * Decides whether a password may be tried now. An admitted attempt counts as failed from the start: the caller stores
 * `attempts` under the row's lock, then compares (slowly, without the lock), then stores NO_ATTEMPTS if the password
 * was correct. Counting afterwards would admit any number of concurrent guesses.
 *
 * The fifth consecutive failure locks for 30 minutes. Attempts while locked are not compared and do not extend the
 * lock; after it the count restarts.
 */
export function admitAttempt(attempts: PasswordAttempts, now: Date): AttemptAdmission {
  const { lockedUntil } = attempts;
  const after = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);
  const isLocked = lockedUntil !== null && now < lockedUntil;
  if (isLocked && lockedUntil <= after(LOCK_MINUTES + SET_BACK_MINUTES))
    return { admitted: false, lockedUntil };
  const wrongInARow = (lockedUntil === null ? attempts.wrongInARow : 0) + 1;
  const locks = wrongInARow >= WRONG_PASSWORDS_ALLOWED;
  return {
    admitted: true,
    attempts: {
      wrongInARow,
      lockedUntil: locks ? after(LOCK_MINUTES) : null,
    },
  };
}

import type { ErrorReason } from '@cinnabar/api/errors.js';
import type { Words } from '../../../../operation/refusal.js';

/** A problem in a part of a request, as data: rules return it, and operations turn it into a refusal. */
export interface Problem {
  /** Path of the invalid field: `participantList[0].psnName`. */
  readonly path: string;
  readonly words: Words;
  /** Set if the cause has a code of its own. */
  readonly reason?: ErrorReason;
}

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem };

/** Like Outcome, for the elements of a list: every problem of theirs. */
export type ListOutcome<T> =
  | { readonly ok: true; readonly value: readonly T[] }
  | { readonly ok: false; readonly problems: readonly [Problem, ...Problem[]] };

export function listOutcome<T>(value: readonly T[], problems: readonly Problem[]): ListOutcome<T> {
  const [first, ...more] = problems;
  return first === undefined ? { ok: true, value } : { ok: false, problems: [first, ...more] };
}

export const fine = <T>(value: T): Outcome<T> => ({ ok: true, value });

export const wrong = (path: string, zh: string, en: string, reason?: ErrorReason): Outcome<never> => ({
  ok: false,
  problem: { path, words: { zh, en }, ...(reason === undefined ? {} : { reason }) },
});

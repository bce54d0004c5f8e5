/** Everything that a call can throw beside the reason of its own signal. `kind` tells them apart. */
import type { ErrorCode, ErrorReason } from '@cinnabar/api/errors.js';

/** A code of this version, or one of a newer service. */
export type Code = ErrorCode | (string & NonNullable<unknown>);
/** A reason of this version, or one of a newer service. */
export type Reason = ErrorReason | (string & NonNullable<unknown>);

/** Which call failed. */
export interface Attempted {
  readonly path: string;
  /** Stands in the service's log, if the request reached it. */
  readonly requestId: string;
  /** Number of attempts. */
  readonly attempts: number;
  /** The key that all attempts were sent under: repeated with it, the call is carried out once. */
  readonly idempotencyKey: string;
}

abstract class Failed extends Error implements Attempted {
  readonly path: string;
  readonly requestId: string;
  readonly attempts: number;
  readonly idempotencyKey: string;

  constructor(what: string, attempted: Attempted, cause?: unknown) {
    super(`${attempted.path}: ${what}`, cause === undefined ? {} : { cause });
    this.path = attempted.path;
    this.requestId = attempted.requestId;
    this.attempts = attempted.attempts;
    this.idempotencyKey = attempted.idempotencyKey;
  }
}

/** Content of a refusal. */
export interface Refusal {
  readonly status: number;
  readonly code: Code;
  readonly msg: string;
  readonly reason: Reason | null;
  readonly field: string | null;
  readonly problems: readonly FieldProblem[];
  readonly retryAfterMs: number | null;
}

/** A problem in one field. */
export interface FieldProblem {
  /** As it is written in JSON: `participantList[0].psnName`. */
  readonly field: string;
  /** Human-readable, in the language of the call. */
  readonly msg: string;
}

/** The service said no, and why. */
export class Refused extends Failed implements Refusal {
  override readonly name = 'Refused';
  readonly kind = 'refused';
  readonly status: number;
  readonly code: Code;
  /** Distinguishes several causes of one code. */
  readonly reason: Reason | null;
  /** Human-readable, in the language of the call. */
  readonly msg: string;
  /** The field at fault, as it is written in JSON: `participantList[0].psnName`. Null where it is not about one. */
  readonly field: string | null;
  /** Every field at fault, `field` first. Empty where it is not about fields. */
  readonly problems: readonly FieldProblem[];
  /** When a retry may succeed; null if the service does not say. */
  readonly retryAfterMs: number | null;

  constructor(refusal: Refusal, attempted: Attempted) {
    const { status, code, reason, msg, field, problems, retryAfterMs } = refusal;
    super(`${code}${reason === null ? '' : ` ${reason}`} ${msg}`, attempted);
    this.status = status;
    this.code = code;
    this.reason = reason;
    this.msg = msg;
    this.field = field;
    this.problems = problems;
    this.retryAfterMs = retryAfterMs;
  }
}

/** No answer came: the connection could not be made, or broke. Whether a write was carried out is not known. */
export class Unreachable extends Failed {
  override readonly name = 'Unreachable';
  readonly kind = 'unreachable';

  constructor(attempted: Attempted, cause: unknown) {
    super(`no answer: ${messageOf(cause)}`, attempted, cause);
  }
}

/** The time of the call was over before an answer came. Whether a write was carried out is not known. */
export class TimedOut extends Failed {
  override readonly name = 'TimedOut';
  readonly kind = 'timed-out';

  constructor(
    attempted: Attempted,
    readonly timeoutMs: number,
  ) {
    super(`no answer within ${timeoutMs} ms`, attempted);
  }
}

/**
 * The time of the call was over while the service was still carrying the request out, or waited for a process that died
 * doing so. The act may be done: repeat the call with `idempotencyKey` to get its answer. With a new key it could be done
 * twice.
 */
export class StillRunning extends Failed {
  override readonly name = 'StillRunning';
  readonly kind = 'still-running';

  constructor(
    attempted: Attempted,
    readonly timeoutMs: number,
  ) {
    super(`still running after ${timeoutMs} ms: repeat with the key ${attempted.idempotencyKey}`, attempted);
  }
}

/** Something answered that is not the service: a proxy, or a wrong baseUrl. */
export class NotUnderstood extends Failed {
  override readonly name = 'NotUnderstood';
  readonly kind = 'not-understood';

  constructor(
    attempted: Attempted,
    readonly status: number,
    /** Beginning of the answer. */
    readonly text: string,
  ) {
    super(`HTTP ${status}, and no answer of the interface: ${text}`, attempted);
  }
}

/** Errors that a call can throw. */
export type CinnabarError = Refused | Unreachable | TimedOut | StillRunning | NotUnderstood;

/** Whether something that was caught is one of ours; `kind` then says which. */
export function isCinnabarError(error: unknown): error is CinnabarError {
  return error instanceof Failed;
}

/** fetch hides what happened in the cause of its own error. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}

/** Errors that a call can throw, apart from the abort reason of its own signal. `kind` distinguishes them. */
import type { ErrorCode, ErrorReason } from './generated/codes.js';

/** A code known to this version, or one of a newer service. */
export type Code = ErrorCode | (string & NonNullable<unknown>);
/** A reason known to this version, or one of a newer service. */
export type Reason = ErrorReason | (string & NonNullable<unknown>);

/** The call that failed. */
export interface Attempted {
  /** Path of the operation. */
  readonly path: string;
  /** Appears in the service's log if the request reached it. */
  readonly requestId: string;
  /** Number of attempts. */
  readonly attempts: number;
  /** The Idempotency-Key of all attempts: repeated with the same key, the call is carried out once. */
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
  /** HTTP status. */
  readonly status: number;
  /** Code of the failure, such as `SEAL_NOT_FOUND` or `403`. */
  readonly code: Code;
  /** Human-readable, in the language of the call. */
  readonly msg: string;
  /** Distinguishes several causes of one code. */
  readonly reason: Reason | null;
  /** The field at fault, as a path in the JSON body: `participantList[0].psnName`. null if no field is at fault. */
  readonly field: string | null;
  /** All fields at fault, `field` first; empty if none is. */
  readonly problems: readonly FieldProblem[];
  /** When a retry may succeed; null if the service does not say. */
  readonly retryAfterMs: number | null;
}

/** A problem in one field. */
export interface FieldProblem {
  /** Path in the JSON body: `participantList[0].psnName`. */
  readonly field: string;
  /** Human-readable, in the language of the call. */
  readonly msg: string;
}

/** The service refused the request. */
export class Refused extends Failed implements Refusal {
  override readonly name = 'Refused';
  readonly kind = 'refused';
  readonly status: number;
  readonly code: Code;
  readonly reason: Reason | null;
  readonly msg: string;
  readonly field: string | null;
  readonly problems: readonly FieldProblem[];
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

/** No response: the connection failed or broke. Whether the service carried out a write is unknown. */
export class Unreachable extends Failed {
  override readonly name = 'Unreachable';
  readonly kind = 'unreachable';

  constructor(attempted: Attempted, cause: unknown) {
    super(`no response: ${messageOf(cause)}`, attempted, cause);
  }
}

/** The timeout expired before a response arrived. Whether the service carried out a write is unknown. */
export class TimedOut extends Failed {
  override readonly name = 'TimedOut';
  readonly kind = 'timed-out';

  constructor(
    attempted: Attempted,
    /** The time limit of the call. */
    readonly timeoutMs: number,
  ) {
    super(`no response within ${timeoutMs} ms`, attempted);
  }
}

/**
 * The timeout expired while the service was still processing the request, or held its key for a process that died. The
 * act may have been carried out: repeat the call with `idempotencyKey` to get its response. With a new key it could be
 * carried out twice.
 */
export class StillRunning extends Failed {
  override readonly name = 'StillRunning';
  readonly kind = 'still-running';

  constructor(
    attempted: Attempted,
    /** The time limit of the call. */
    readonly timeoutMs: number,
  ) {
    super(`still running after ${timeoutMs} ms: repeat with the key ${attempted.idempotencyKey}`, attempted);
  }
}

/** The response did not come from the service, but from a proxy or because baseUrl is wrong. */
export class NotUnderstood extends Failed {
  override readonly name = 'NotUnderstood';
  readonly kind = 'not-understood';

  constructor(
    attempted: Attempted,
    /** HTTP status. */
    readonly status: number,
    /** Beginning of the response. */
    readonly text: string,
  ) {
    super(`HTTP ${status}, not a response of the service: ${text}`, attempted);
  }
}

/** Errors that a call can throw. */
export type CinnabarError = Refused | Unreachable | TimedOut | StillRunning | NotUnderstood;

/** Whether a caught value is an error of this SDK; `kind` then says which. */
export function isCinnabarError(error: unknown): error is CinnabarError {
  return error instanceof Failed;
}

/** fetch reports the reason in the `cause` of its error. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}

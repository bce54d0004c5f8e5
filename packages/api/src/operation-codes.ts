import { type ErrorCode, type ErrorReason, errorReasons } from './errors.js';
import type { AnyOperation } from './operation.js';

/** A code that an operation can return, and its known reasons. */
export interface OperationCode {
  readonly code: ErrorCode;
  readonly reasons: readonly ErrorReason[];
}

/**
 * The codes that an operation declares, followed by those that result from its caller and from whether it writes, with
 * their reasons. Any operation can also return `generalCodes`.
 */
export function codesOf(operation: AnyOperation): readonly OperationCode[] {
  const { caller, errors, invalidBody } = operation;
  const reasons = [...followingReasons(operation), ...operation.reasons];
  const codes = new Set([...(invalidBody === '400' ? [] : [invalidBody]), ...errors]);
  // A link can expire or be withdrawn at any time.
  if (caller === 'link') codes.add('410');
  for (const reason of reasons) codes.add(errorReasons[reason].code);
  return [...codes].map((code) => ({
    code,
    reasons: [...new Set(reasons.filter((reason) => errorReasons[reason].code === code))],
  }));
}

/** Reasons that result from the session of the console by which an operation is called. */
const consoleReasons: readonly ErrorReason[] = [
  'SECOND_FACTOR_REQUIRED',
  'FRESH_PROOF_REQUIRED',
  'OWN_SESSION_REQUIRED',
];

/** Reasons that result from an operation's input, caller, required right, and whether it writes. */
function followingReasons({
  caller,
  right,
  ownPart,
  writes,
  answer,
  errors,
}: AnyOperation): readonly ErrorReason[] {
  const reasons: ErrorReason[] = ['INVALID_FIELD', 'INVALID_HEADER', 'INVALID_BODY'];
  switch (caller) {
    case 'visitor':
      return reasons;
    case 'link':
      return [...reasons, 'TOKEN_INVALID', 'PERMISSION_DENIED'];
    case 'person':
      return [...reasons, 'TOKEN_INVALID', 'FACE_REQUIRED'];
    case 'platform':
      return [...reasons, 'TOKEN_INVALID', 'PERMISSION_DENIED'];
    case 'console':
      return [...reasons, 'TOKEN_INVALID', 'PERMISSION_DENIED', ...consoleReasons];
    default:
  }
  if (caller === 'none') return [...reasons, 'CREDENTIALS_WRONG', 'ADDRESS_NOT_ALLOWED'];
  // If the request names an acting member, it must be a member, even where none is required.
  reasons.push('TOKEN_INVALID', 'ADDRESS_NOT_ALLOWED', 'NOT_MEMBER');
  // An operation that declares the code PERMISSION_DENIED returns it instead of 403 with that reason.
  const isRestricted = right !== null || (writes && !ownPart);
  if (isRestricted && !errors.includes('PERMISSION_DENIED')) reasons.push('PERMISSION_DENIED');
  if (writes && answer.kind !== 'file') reasons.push('IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_RUNNING');
  return reasons;
}

/** Codes that any operation can return: missing object, too many requests, service unavailable and the like. */
export const generalCodes: readonly ErrorCode[] = ['404', '413', '415', '429', '500', '503'];

/** Whether an operation's documentation lists this refusal. */
export function declares(operation: AnyOperation, code: ErrorCode, reason: ErrorReason | null): boolean {
  if (generalCodes.includes(code)) return true;
  const declared = codesOf(operation).find((each) => each.code === code);
  return declared !== undefined && (reason === null || declared.reasons.includes(reason));
}

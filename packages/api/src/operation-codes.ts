import { type ErrorCode, type ErrorReason, errorReasons } from './errors.js';
import type { AnyOperation } from './operation.js';

/** A code that an operation can answer with, and the reasons that are known beforehand. */
export interface OperationCode {
  readonly code: ErrorCode;
  readonly reasons: readonly ErrorReason[];
}

/**
 * The codes that an operation names itself, then those that follow from who calls and whether it writes, each with the
 * reasons that can be beside it. Beyond these any operation can answer with the codes of `generalCodes`.
 */
export function codesOf(operation: AnyOperation): readonly OperationCode[] {
  const { caller, errors, invalidBody } = operation;
  const reasons = [...followingReasons(operation), ...operation.reasons];
  const codes = new Set([...(invalidBody === '400' ? [] : [invalidBody]), ...errors]);
  // A link can end at any time.
  if (caller === 'link') codes.add('410');
  for (const reason of reasons) codes.add(errorReasons[reason].code);
  return [...codes].map((code) => ({
    code,
    reasons: [...new Set(reasons.filter((reason) => errorReasons[reason].code === code))],
  }));
}

/** The reasons that follow from what an operation reads, who calls it, the right it asks for and whether it writes. */
function followingReasons({ caller, right, writes, answer, errors }: AnyOperation): readonly ErrorReason[] {
  const reasons: ErrorReason[] = ['INVALID_FIELD', 'INVALID_HEADER', 'INVALID_BODY'];
  switch (caller) {
    case 'visitor':
      return reasons;
    case 'link':
      return [...reasons, 'TOKEN_INVALID', 'PERMISSION_DENIED'];
    case 'person':
      return [...reasons, 'TOKEN_INVALID', 'FACE_REQUIRED'];
    default:
  }
  if (caller === 'none') return [...reasons, 'CREDENTIALS_WRONG', 'ADDRESS_NOT_ALLOWED'];
  // Anyone who is named as the acting member must be one, also where nobody needs to be named.
  reasons.push('TOKEN_INVALID', 'ADDRESS_NOT_ALLOWED', 'NOT_MEMBER');
  // If an operation names the code PERMISSION_DENIED, that code replaces 403 with this reason.
  if (right !== null && !errors.includes('PERMISSION_DENIED')) reasons.push('PERMISSION_DENIED');
  if (writes && answer.kind !== 'file') reasons.push('IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_RUNNING');
  return reasons;
}

/** Codes that any operation can answer with: missing object, too many requests, unavailable service. */
export const generalCodes: readonly ErrorCode[] = ['404', '413', '415', '429', '500', '503'];

/** Whether the documentation of an operation names this refusal. */
export function declares(operation: AnyOperation, code: ErrorCode, reason: ErrorReason | null): boolean {
  if (generalCodes.includes(code)) return true;
  const declared = codesOf(operation).find((each) => each.code === code);
  return declared !== undefined && (reason === null || declared.reasons.includes(reason));
}

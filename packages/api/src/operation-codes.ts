import type { ErrorCode, ErrorReason } from './errors.js';
import type { Operation } from './operation.js';

/** A code that an operation can answer with, and the reasons that are known beforehand. */
export interface OperationCode {
  readonly code: ErrorCode;
  readonly reasons: readonly ErrorReason[];
}

/**
 * The codes that an operation names itself, then those that follow from who calls and whether it writes. Beyond these
 * any operation can answer with the codes of `generalCodes`.
 */
export function codesOf(operation: Operation): readonly OperationCode[] {
  const { errors, invalidBody, caller, right, writes, answer } = operation;
  const named = new Set([...(invalidBody === '400' ? [] : [invalidBody]), ...errors]);
  const codes: OperationCode[] = [...named].map((code) => ({ code, reasons: [] }));
  codes.push({ code: '400', reasons: ['INVALID_FIELD', 'INVALID_HEADER', 'INVALID_BODY'] });
  codes.push({ code: '401', reasons: caller === 'none' ? ['CREDENTIALS_WRONG'] : ['TOKEN_INVALID'] });
  if (caller === 'operator' || caller === 'target') {
    codes.push({
      code: '403',
      reasons: right === null ? ['NOT_MEMBER'] : ['NOT_MEMBER', 'PERMISSION_DENIED'],
    });
  }
  if (writes && caller !== 'none' && answer.kind !== 'file') {
    codes.push({ code: '409', reasons: ['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_RUNNING'] });
  }
  return codes;
}

/** What any operation can answer with: an object that is not there, too much at once, a service that is not well. */
export const generalCodes: readonly ErrorCode[] = ['404', '413', '415', '429', '500', '503'];

import type { AnyOperation } from '@cinnabar/api/operation.js';
import { declares } from '@cinnabar/api/operation-codes.js';
import { AnswerMismatch } from './envelope.js';
import { refusalOf } from './unexpected-error.js';

/**
 * For tests: every refusal of an operation must be documented, and the documentation is derived from its declaration.
 * @returns the error, or a description of the violation
 */
export function requireDeclared(operation: AnyOperation, error: unknown): unknown {
  const refusal = refusalOf(error);
  if (refusal === null || declares(operation, refusal.code, refusal.reason)) return error;
  const { code, reason } = refusal;
  return new AnswerMismatch('code', `declared by ${operation.path}: ${code} ${reason ?? 'without a reason'}`);
}

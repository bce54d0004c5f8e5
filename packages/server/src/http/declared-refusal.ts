import type { AnyOperation } from '@cinnabar/api/operation.js';
import { declares } from '@cinnabar/api/operation-codes.js';
import type { HttpAnswer } from './answer.js';
import { AnswerMismatch } from './envelope.js';
import type { Exchange } from './exchange.js';
import { refusalOf } from './unexpected-error.js';

type Answering = (exchange: Exchange) => Promise<HttpAnswer>;

/** For tests: every refusal of an operation must be in its documentation, which is derived from its declaration. */
export function withDeclaredRefusals(operation: AnyOperation, answer: Answering): Answering {
  return async (exchange) => {
    try {
      return await answer(exchange);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === null || declares(operation, refusal.code, refusal.reason)) throw error;
      const { code, reason } = refusal;
      throw new AnswerMismatch(
        'code',
        `declared by ${operation.path}: ${code} ${reason ?? 'without a reason'}`,
      );
    }
  };
}

import type { ErrorCode } from '@cinnabar/api/errors.js';
import { DatabaseError } from './database/database-error.js';
import { EngineBusy } from './documents/engine.js';
import { Refusal, refuse } from './refusal.js';

/**
 * Runs a step whose failure has a code of its own (QUERY_ERROR, PREVIEW_GEN_ERROR): the input was right and the step
 * still went wrong. What says more passes unchanged: refusals, and overload, which a repeat cures. The cause stays on
 * the refusal for the log.
 */
export async function orFailAs<T>(code: ErrorCode, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof Refusal || error instanceof EngineBusy || error instanceof DatabaseError)
      throw error;
    const refusal = refuse(code);
    refusal.cause = error;
    throw refusal;
  }
}

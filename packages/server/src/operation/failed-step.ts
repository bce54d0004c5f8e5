import type { ErrorCode } from '@cinnabar/api/errors.js';
import { EngineBusy } from '@cinnabar/pdf/engine/engine.js';
import { isDatabaseAway } from '../database/database-away.js';
import { DatabaseError } from '../database/database-error.js';
import { Refusal, refuse } from './refusal.js';

/**
 * Runs a step whose failure has a code of its own (QUERY_ERROR, PREVIEW_GEN_ERROR): the input was right and the step
 * still went wrong. What says more passes unchanged: refusals, and overload or an absent database, which a repeat
 * cures. The cause stays on the refusal: for the log, and to tell a failure of ours from one of the caller's.
 */
export async function orFailAs<T>(code: ErrorCode, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof Refusal || passesUnchanged(error)) throw error;
    const refusal = refuse(code);
    refusal.cause = error;
    throw refusal;
  }
}

function passesUnchanged(error: unknown): boolean {
  return error instanceof EngineBusy || error instanceof DatabaseError || isDatabaseAway(error);
}

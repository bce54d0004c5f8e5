import type { ErrorCode } from '@cinnabar/api/errors.js';
import { EngineBusy, isLate } from '@cinnabar/pdf/engine/engine.js';
import { isDatabaseAway } from '../database/database-away.js';
import { DatabaseError } from '../database/database-error.js';
import { StoreFailure } from '../storage/store-failure.js';
import { causedBy, Refusal, refuse } from './refusal.js';

/**
 * Runs a step whose failure has a code of its own (QUERY_ERROR, PREVIEW_GEN_ERROR): the input was valid and the step
 * still failed. More specific errors pass unchanged: refusals, and overload or an unavailable database or store, which
 * a retry resolves. The cause stays on the refusal, for the log and to distinguish internal errors from the caller's.
 */
export async function orFailAs<T>(code: ErrorCode, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof Refusal || passesUnchanged(error)) throw error;
    throw causedBy(error, refuse(code));
  }
}

function passesUnchanged(error: unknown): boolean {
  const isPassing = error instanceof EngineBusy || isLate(error) || error instanceof StoreFailure;
  return isPassing || error instanceof DatabaseError || isDatabaseAway(error);
}

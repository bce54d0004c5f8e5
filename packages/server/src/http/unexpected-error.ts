import { EngineBusy, isLate } from '@cinnabar/pdf/engine/engine.js';
import { errorCodes } from 'fastify';
import { CustodyError } from '../custody/custody-error.js';
import { isDatabaseAway } from '../database/database-away.js';
import { DatabaseError } from '../database/database-error.js';
import { Refusal, refuse, refuseFor } from '../operation/refusal.js';
import { StoreFailure } from '../storage/store-failure.js';
import { BodyTooLarge } from './body.js';

/** Answer for an error that no area has translated into a refusal; null for an internal error. */
export function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (error instanceof BodyTooLarge) return refuse('413');
  if (error instanceof errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE) return refuse('415');
  if (error instanceof EngineBusy) return refuseFor('ENGINE_BUSY', undefined, 1);
  if (isLate(error)) return busy();
  if (error instanceof DatabaseError && error.reason === 'contention') return busy();
  if (isDatabaseAway(error)) return busy();
  if (error instanceof CustodyError && error.reason === 'KEY_STORE_UNAVAILABLE') return busy();
  if (error instanceof StoreFailure && error.reason === 'unavailable') return busy();
  return null;
}

function busy(): Refusal {
  const { code, words } = refuse('503');
  return new Refusal(code, words, null, 1);
}

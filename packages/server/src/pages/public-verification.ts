/**
 * Public verification without an account: returns what can be determined about a PDF, without storing it, and the state
 * and hashes of a contract for the code of its print copy.
 */
import { setTimeout } from 'node:timers/promises';
import type { AnyOperation, InputOf } from '@cinnabar/api/operation.js';
import * as declared from '@cinnabar/api/pages/verify.js';
import { EngineBusy } from '@cinnabar/pdf/engine/engine.js';
import { checkedContract, verifyForAnybody } from '../areas/flows/index.js';
import { BodyTooLarge, RequestAborted } from '../http/body.js';
import { ByteRate } from '../http/byte-rate.js';
import type { Door } from '../http/door.js';
import { boundaryOf, FORM_OVERHEAD_BYTES, fileTooLarge, readForm } from '../http/multipart.js';
import { Places } from '../http/places.js';
import { RequestBudget } from '../http/request-budget.js';
import type { Uploads } from '../http/uploads.js';
import { noPlace, withinPlaces } from '../http/within-places.js';
import type { VisitorContext } from '../operation/context.js';
import { type AnyRoute, route } from '../operation/handler.js';
import { Refusal, refuse } from '../operation/refusal.js';
import type { Services } from '../operation/services.js';
import type { SpooledFile } from '../storage/spooled-file.js';

/** Limit of untrusted files being received while others are queued or processed by the engine. */
const MAX_ARRIVING = 8;
/** 128 bits cannot be guessed; the limit is sufficient for people who type a code. */
const CODES_PER_MINUTE = 30;
/** Limit of concurrent code look-ups: anonymous clients must not exhaust the database connections. */
const CODES_AT_ONCE = 4;
/** Burst after a quiet period, bytes: most contracts are smaller. */
const FILE_RESERVE = 4 * 1024 * 1024;
/** Retry-After, seconds, if no place is free. */
const RETRY_AFTER = 5;

/** Delay of the refusal, ms: slows down clients that ignore Retry-After. */
const REFUSAL_DELAY = 1_000;

/** Public operations and their admission. */
interface PublicVerification {
  readonly routes: readonly AnyRoute[];
  readonly doors: ReadonlyMap<AnyOperation, Door>;
}

/**
 * Anonymous clients have separate places: one for each address, and in total the length of the engine's queue for
 * untrusted files, the file being processed, and a few that are being received. They compete only with each other.
 */
export function publicVerification(services: Services, uploads: Uploads): PublicVerification {
  const limits = services.config.limits.publicVerify;
  const files = new RequestBudget(limits.perMinute);
  const rate = new ByteRate(limits.bytesPerSecond, FILE_RESERVE);
  const filePlaces = new Places({ most: limits.queue + 1 + MAX_ARRIVING, perAddress: 1 });
  const codes = new RequestBudget(CODES_PER_MINUTE);
  const codePlaces = new Places({ most: CODES_AT_ONCE, perAddress: CODES_AT_ONCE });

  const admitFile: Door = (exchange, answer) => {
    if (!files.take(exchange.address)) return delayRefusals(Promise.reject(refuse('429')));
    const boundary = boundaryOf(exchange.request.headers['content-type']);
    return delayRefusals(
      withinPlaces(filePlaces, exchange, RETRY_AFTER, async () => {
        // Refused before the file is sent instead of after.
        if (services.documents.isFullForStrangers) throw noPlace('503', RETRY_AFTER);
        const answerSpooled = (file: SpooledFile) =>
          answer(async () => {
            // The client has disconnected.
            if (exchange.request.socket.destroyed) throw new RequestAborted();
            return readForm(boundary, await file.read(), limits.maxBytes).upload.bytes;
          });
        const limit = limits.maxBytes + FORM_OVERHEAD_BYTES;
        return uploads.spool(exchange.request, limit, answerSpooled, rate).catch((error: unknown) => {
          if (error instanceof EngineBusy) throw noPlace('503', RETRY_AFTER);
          throw error instanceof BodyTooLarge ? fileTooLarge(limits.maxBytes) : error;
        });
      }),
    );
  };

  const admitCode: Door = async (exchange, answer) => {
    if (!codes.take(exchange.address)) throw refuse('429');
    return answer(null);
  };

  async function verifyFile({ db, now, file }: VisitorContext): Promise<declared.VerifyPageView> {
    return verifyForAnybody(db, services, file, now);
  }

  async function checkCode(
    { db, address }: VisitorContext,
    { code }: InputOf<typeof declared.checkCode>,
  ): Promise<declared.CheckedContract> {
    return withinPlaces(codePlaces, { address }, 1, async () => {
      const found = await checkedContract(db, services, code);
      if (found === null) throw refuse('404', { zh: '核验码', en: 'check code' });
      return found;
    });
  }

  return {
    routes: [
      route('visitor', declared.verifyFile, verifyFile),
      route('visitor', declared.checkCode, checkCode),
    ],
    doors: new Map<AnyOperation, Door>([
      [declared.verifyFile, admitFile],
      [declared.checkCode, admitCode],
    ]),
  };
}

/** Delays refused clients of a flood by a second. */
async function delayRefusals<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const isRefusedPlace = error instanceof Refusal && ['429', '503'].includes(error.code);
    if (isRefusedPlace) await setTimeout(REFUSAL_DELAY, undefined, { ref: false });
    throw error;
  }
}

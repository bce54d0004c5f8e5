/**
 * What the page for verifying calls, without an account: a PDF in, what can be said of it out, nothing kept; the code of
 * a print copy in, the state and the hashes of its contract out.
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

/** Files of strangers that arrive while others wait in the engine or are read by it. */
const MAX_ARRIVING = 8;
/** Nobody guesses 128 bits; but nobody types more of them either. */
const CODES_PER_MINUTE = 30;
/** Codes that are looked up at once: strangers must not take all connections to the database. */
const CODES_AT_ONCE = 4;
/** Bytes that come through at once after a quiet time: most contracts are smaller. */
const FILE_RESERVE = 4 * 1024 * 1024;
/** Seconds after which a stranger may come back when there is no place. */
const RETRY_AFTER = 5;

/** ms before a stranger hears that there is no place: who does not wait as told is made to wait. */
const REFUSAL_DELAY = 1_000;

/** Operations for anybody, and how those are let in. */
interface PublicVerification {
  readonly routes: readonly AnyRoute[];
  readonly doors: ReadonlyMap<AnyOperation, Door>;
}

/**
 * Strangers have places of their own: one for each address, and in all as many as the engine's queue for strangers
 * holds, the one that is read, and a few that arrive. They wait for each other and for nobody else, and nobody for them.
 */
export function publicVerification(services: Services, uploads: Uploads): PublicVerification {
  const limits = services.config.limits.publicVerify;
  const files = new RequestBudget(limits.perMinute);
  const rate = new ByteRate(limits.bytesPerSecond, FILE_RESERVE);
  const filePlaces = new Places({ most: limits.queue + 1 + MAX_ARRIVING, perAddress: 1 });
  const codes = new RequestBudget(CODES_PER_MINUTE);
  const codePlaces = new Places({ most: CODES_AT_ONCE, perAddress: CODES_AT_ONCE });

  const admitFile: Door = (exchange, answer) => {
    if (!files.take(exchange.address)) return unhurried(Promise.reject(refuse('429')));
    const boundary = boundaryOf(exchange.request.headers['content-type']);
    return unhurried(
      withinPlaces(filePlaces, exchange, RETRY_AFTER, async () => {
        // Rather now than after the whole file was sent.
        if (services.documents.isFullForStrangers) throw noPlace('503', RETRY_AFTER);
        const answerSpooled = (file: SpooledFile) =>
          answer(async () => {
            // Nobody waits for it any more.
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

/** Lets a flood that is refused come back no sooner than a second later. */
async function unhurried<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const isRefusedPlace = error instanceof Refusal && ['429', '503'].includes(error.code);
    if (isRefusedPlace) await setTimeout(REFUSAL_DELAY, undefined, { ref: false });
    throw error;
  }
}

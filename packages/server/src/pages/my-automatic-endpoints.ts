/** What is signed in a person's name without asking them each time: the list, and the end of each at once. */
import type { MyAutomaticSeals } from '@cinnabar/api/pages/mine.js';
import { id, object } from '@cinnabar/api/schema.js';
import { myAutomaticSeals, stopMyAutomaticSeal } from '../areas/seals/index.js';
import type { Db } from '../database/schema.js';
import type { HttpAnswer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import type { ExtraRoute } from '../http/server.js';
import type { Services } from '../operation/services.js';
import { pageAnswer, readPageRequest } from './page-request.js';
import { personOf } from './person-session.js';
import { visitorOf } from './visitor.js';

const nothing = object({});
const one = object({ id: id<'SealAuthorisation'>() });

export function myAutomaticEndpoints(services: Services, db: Db): readonly ExtraRoute[] {
  async function signedIn(exchange: Exchange) {
    const now = services.clock.now();
    const userId = await personOf(db, services, exchange.request.headers, now);
    exchange.userId = userId;
    return { userId, step: { db, services, now } };
  }

  async function list(exchange: Exchange): Promise<HttpAnswer> {
    const { userId, step } = await signedIn(exchange);
    await readPageRequest(exchange, nothing);
    const view: MyAutomaticSeals = { seals: await myAutomaticSeals(step, userId) };
    return pageAnswer(exchange, view);
  }

  async function stop(exchange: Exchange): Promise<HttpAnswer> {
    const { userId, step } = await signedIn(exchange);
    const { id: authorisationId } = await readPageRequest(exchange, one);
    const by = { userId, channel: 'page', now: step.now, ...visitorOf(exchange) } as const;
    await stopMyAutomaticSeal(step, authorisationId, by);
    return pageAnswer(exchange, {});
  }

  return [
    { method: 'POST', path: '/pages/mine/automaticSeals', answer: list },
    { method: 'POST', path: '/pages/mine/automaticSeals/stop', answer: stop },
  ];
}

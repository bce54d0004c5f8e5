/** The page that a face check runs on: what it is for, and the way back. */
import { object, text } from '@cinnabar/api/schema.js';
import { findCorp } from '../areas/enterprise/index.js';
import { finishFaceCheck } from '../areas/face-auth/index.js';
import { findOrder, stateOf } from '../areas/faces/index.js';
import type { Db } from '../database/schema.js';
import type { HttpAnswer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import type { ExtraRoute } from '../http/server.js';
import { refuse } from '../refusal.js';
import type { Services } from '../services.js';
import { pageAnswer, readPageRequest } from './page-request.js';

const orderOnly = object({ orderNo: text(1, 200) });

export function faceEndpoints(services: Services, db: Db): readonly ExtraRoute[] {
  const { clock } = services;

  async function describe(exchange: Exchange, orderNo: string): Promise<HttpAnswer> {
    const order = await findOrder(db, orderNo);
    if (order === null) throw refuse('404');
    const corp = await findCorp(db, order.corpId);
    const { purpose, channel } = order;
    const state = stateOf(order, clock.now());
    return pageAnswer(exchange, { purpose, channel, state, corpName: corp?.corpName ?? null });
  }

  async function finish(exchange: Exchange): Promise<HttpAnswer> {
    const { orderNo } = await readPageRequest(exchange, orderOnly);
    return pageAnswer(exchange, {
      redirect: await finishFaceCheck({ db, services, now: clock.now() }, orderNo),
    });
  }

  return [
    {
      method: 'GET',
      path: '/face',
      answer: (exchange) => {
        const { searchParams } = new URL(exchange.request.url ?? '/', services.config.baseUrl);
        return describe(exchange, searchParams.get('orderNo') ?? '');
      },
    },
    {
      method: 'POST',
      path: '/pages/face/open',
      answer: async (exchange) => describe(exchange, (await readPageRequest(exchange, orderOnly)).orderNo),
    },
    { method: 'POST', path: '/pages/face/finish', answer: finish },
  ];
}

/** What the cashier shows before there is an order. */
import { object } from '@cinnabar/api/schema.js';
import { findSigningPart } from '../areas/flows/index.js';
import { dueOfPart } from '../areas/payments/index.js';
import type { Db } from '../database/schema.js';
import type { HttpAnswer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import type { ExtraRoute } from '../http/server.js';
import { refuse, refuseFor } from '../operation/refusal.js';
import type { Services } from '../operation/services.js';
import { lookingSessionOf } from './identify-session.js';
import { pageAnswer, readPageRequest } from './page-request.js';

const nothing = object({});

export function payEndpoints(services: Services, db: Db): readonly ExtraRoute[] {
  async function due(exchange: Exchange): Promise<HttpAnswer> {
    const now = services.clock.now();
    const { link } = await lookingSessionOf(db, services, exchange.request.headers, now);
    exchange.userId = link.userId;
    await readPageRequest(exchange, nothing);
    if (link.kind !== 'sign') throw refuseFor('PERMISSION_DENIED');
    const { corpId, userId, subject } = link;
    const { flowId, participantId } = subject;
    if (flowId === undefined || participantId === undefined) throw refuse('404');
    const found = await findSigningPart(db, { corpId, flowId, participantId, userId }, now);
    if (found === null) throw refuse('410');
    return pageAnswer(exchange, await dueOfPart({ db, services }, found.flow, found.signer));
  }

  return [{ method: 'POST', path: '/pages/pay/due', answer: due }];
}

/** What somebody sees who got a copy of a contract. */
import { object } from '@cinnabar/api/schema.js';
import { copyingPage } from '../areas/flows/index.js';
import type { Db } from '../database/schema.js';
import type { HttpAnswer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import type { ExtraRoute } from '../http/server.js';
import { refuse, refuseFor } from '../refusal.js';
import type { Services } from '../services.js';
import { lookingSessionOf } from './identify-session.js';
import { pageAnswer, readPageRequest } from './page-request.js';

const nothing = object({});

export function copyEndpoints(services: Services, db: Db): readonly ExtraRoute[] {
  async function view(exchange: Exchange): Promise<HttpAnswer> {
    await readPageRequest(exchange, nothing);
    const now = services.clock.now();
    const { link } = await lookingSessionOf(db, services, exchange.request.headers, now);
    if (link.kind !== 'copy') throw refuseFor('PERMISSION_DENIED');
    const { flowId, copierId } = link.subject;
    if (flowId === undefined || copierId === undefined) throw refuse('404');
    const { corpId, userId } = link;
    const shown = await copyingPage({ db, services, now }, { corpId, flowId, copierId, userId });
    if (shown === null) throw refuse('410');
    return pageAnswer(exchange, shown);
  }

  return [{ method: 'POST', path: '/pages/copy/view', answer: view }];
}

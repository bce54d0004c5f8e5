/** What the approval page shows: what waits for its person, each with its contract. */
import { id, object } from '@cinnabar/api/schema.js';
import { type ApprovingRequest, approvalsToDecide, approvingPage } from '../areas/flows/index.js';
import { findActingMember } from '../areas/members/index.js';
import type { Db } from '../database/schema.js';
import type { HttpAnswer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import type { ExtraRoute } from '../http/server.js';
import { refuseFor } from '../operation/refusal.js';
import type { Services } from '../operation/services.js';
import { lookingSessionOf } from './identify-session.js';
import { pageAnswer, readPageRequest } from './page-request.js';

const nothing = object({});
const one = object({ approvalId: id<'Approval'>() });
export function approvalEndpoints(services: Services, db: Db): readonly ExtraRoute[] {
  async function requestOf(exchange: Exchange): Promise<ApprovingRequest> {
    const now = services.clock.now();
    const { link } = await lookingSessionOf(db, services, exchange.request.headers, now);
    if (link.kind !== 'approval') throw refuseFor('PERMISSION_DENIED');
    const { corpId, userId } = link;
    exchange.userId = userId;
    const actingMember = await findActingMember(db, corpId, userId);
    if (actingMember === null) throw refuseFor('NOT_MEMBER');
    return { db, services, now, corpId, actingMember };
  }

  async function waiting(exchange: Exchange): Promise<HttpAnswer> {
    await readPageRequest(exchange, nothing);
    return pageAnswer(exchange, await approvalsToDecide(await requestOf(exchange)));
  }

  async function view(exchange: Exchange): Promise<HttpAnswer> {
    const { approvalId } = await readPageRequest(exchange, one);
    return pageAnswer(exchange, await approvingPage(await requestOf(exchange), approvalId));
  }

  return [
    { method: 'POST', path: '/pages/approval/list', answer: waiting },
    { method: 'POST', path: '/pages/approval/view', answer: view },
  ];
}

/** What the approval page shows: what waits for its person, each with its contract, and one proof for several. */
import { boolean, choice, id, list, object, optional, text } from '@cinnabar/api/schema.js';
import {
  type ApprovingRequest,
  approvalsToDecide,
  approvingPage,
  proveForApprovals,
} from '../areas/flows/index.js';
import { findOperator } from '../areas/members/index.js';
import type { Db } from '../database/schema.js';
import type { HttpAnswer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import type { ExtraRoute } from '../http/server.js';
import { refuseFor } from '../refusal.js';
import type { Services } from '../services.js';
import { lookingSessionOf, sessionOf } from './identify-session.js';
import { pageAnswer, readPageRequest } from './page-request.js';

const nothing = object({});
const one = object({ approvalId: id<'Approval'>() });
const proof = object({
  approvalIds: list(id<'Approval'>(), { min: 1, max: 100 }),
  authType: choice(['sms', 'pwd', 'face']),
  verifyCode: optional(text(1, 20)),
  signPwd: optional(text(1, 20)),
  newPwd: optional(boolean()),
  code: optional(text(0, 500)),
  orderNo: optional(text(0, 200)),
  h5faceId: optional(text(0, 200)),
  newSign: optional(text(0, 500)),
});

export function approvalEndpoints(services: Services, db: Db): readonly ExtraRoute[] {
  /** @param find whether it is enough to look */
  async function requestOf(exchange: Exchange, find: typeof sessionOf): Promise<ApprovingRequest> {
    const now = services.clock.now();
    const { link } = await find(db, services, exchange.request.headers, now);
    if (link.kind !== 'approval') throw refuseFor('PERMISSION_DENIED');
    const { corpId, linkId, userId } = link;
    exchange.userId = userId;
    const operator = await findOperator(db, corpId, userId);
    if (operator === null) throw refuseFor('NOT_MEMBER');
    return { db, services, now, corpId, operator, appId: `link-${linkId}` };
  }

  async function waiting(exchange: Exchange): Promise<HttpAnswer> {
    await readPageRequest(exchange, nothing);
    return pageAnswer(exchange, await approvalsToDecide(await requestOf(exchange, lookingSessionOf)));
  }

  async function view(exchange: Exchange): Promise<HttpAnswer> {
    const { approvalId } = await readPageRequest(exchange, one);
    return pageAnswer(exchange, await approvingPage(await requestOf(exchange, lookingSessionOf), approvalId));
  }

  async function prove(exchange: Exchange): Promise<HttpAnswer> {
    const { approvalIds, ...given } = await readPageRequest(exchange, proof);
    await proveForApprovals(await requestOf(exchange, sessionOf), approvalIds, given);
    return pageAnswer(exchange, {});
  }

  return [
    { method: 'POST', path: '/pages/approval/list', answer: waiting },
    { method: 'POST', path: '/pages/approval/view', answer: view },
    { method: 'POST', path: '/pages/approval/prove', answer: prove },
  ];
}

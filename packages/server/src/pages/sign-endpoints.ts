/** What the sign page shows: all of it at once, and whether something has changed since. */
import type { SignPageState } from '@cinnabar/api/pages/sign.js';
import { object } from '@cinnabar/api/schema.js';
import { findSigningPart, signingPage } from '../areas/flows/index.js';
import { findOperator } from '../areas/members/index.js';
import type { Db } from '../database/schema.js';
import type { HttpAnswer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import type { ExtraRoute } from '../http/server.js';
import { refuse, refuseFor } from '../refusal.js';
import type { Services } from '../services.js';
import { type LinkSession, lookingSessionOf } from './identify-session.js';
import { pageAnswer, readPageRequest } from './page-request.js';

const nothing = object({});

export function signEndpoints(services: Services, db: Db): readonly ExtraRoute[] {
  const { clock } = services;

  async function sessionFor(exchange: Exchange): Promise<LinkSession> {
    const session = await lookingSessionOf(db, services, exchange.request.headers, clock.now());
    await readPageRequest(exchange, nothing);
    if (session.link.kind !== 'sign') throw refuseFor('PERMISSION_DENIED');
    return session;
  }

  async function partOf({ link }: LinkSession) {
    const { flowId, participantId } = link.subject;
    if (flowId === undefined || participantId === undefined) throw refuse('404');
    const { corpId, userId } = link;
    const found = await findSigningPart(db, { corpId, flowId, participantId, userId }, clock.now());
    if (found === null) throw refuse('410');
    return found;
  }

  async function view(exchange: Exchange): Promise<HttpAnswer> {
    const session = await sessionFor(exchange);
    const found = await partOf(session);
    const { actingCorpId } = session.standing;
    const operator = actingCorpId === null ? null : await findOperator(db, actingCorpId, session.link.userId);
    return pageAnswer(exchange, await signingPage({ db, services, now: clock.now(), operator }, found));
  }

  async function state(exchange: Exchange): Promise<HttpAnswer> {
    const { flow, obstacle } = await partOf(await sessionFor(exchange));
    const answer: SignPageState = { revision: flow.revision, obstacle };
    return pageAnswer(exchange, answer);
  }

  return [
    { method: 'POST', path: '/pages/sign/view', answer: view },
    { method: 'POST', path: '/pages/sign/state', answer: state },
  ];
}

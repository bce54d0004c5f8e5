/** A seal that the platform places by itself: what a manager of it and the member are shown, and what they want. */

import { holdsRight } from '@cinnabar/api/permissions.js';
import { boolean, type Infer, id, nullable, object, optional, text } from '@cinnabar/api/schema.js';
import { automaticPlacement, decideAutomaticPlacement } from '../areas/seals/index.js';
import type { Db } from '../database/schema.js';
import type { HttpAnswer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import type { ExtraRoute } from '../http/server.js';
import { refuse, refuseFor } from '../operation/refusal.js';
import type { Services } from '../operation/services.js';
import { actingMemberOfSession, type LinkSession, sessionOf } from './identify-session.js';
import { pageAnswer, readPageRequest } from './page-request.js';
import { visitorOf } from './visitor.js';

const which = object({ id: optional(id<'SealAuthorisation'>()) });
const decision = object({
  id: optional(id<'SealAuthorisation'>()),
  wanted: boolean(),
  /** Of the view; where something is taken back it need not be said. */
  shown: optional(nullable(text(1, 100))),
});

export function automaticEndpoints(services: Services, db: Db): readonly ExtraRoute[] {
  /** The member by the link to one record, or a manager of seals by theirs, who names the record. */
  async function visit(exchange: Exchange) {
    const now = services.clock.now();
    const session = await sessionOf(db, services, exchange.request.headers, now);
    exchange.userId = session.link.userId;
    return { session, step: { db, services, now } };
  }

  async function sideOf(session: LinkSession): Promise<'manager' | 'member'> {
    if (session.link.kind === 'autoSign') return 'member';
    const { roles } = await actingMemberOfSession(db, session);
    if (session.link.kind !== 'seals' || !holdsRight(roles, 'manageSeals'))
      throw refuseFor('PERMISSION_DENIED');
    return 'manager';
  }

  function recordOf({ link }: LinkSession, named: Infer<typeof which>) {
    const authorisationId = link.kind === 'autoSign' ? link.subject.authorisationId : named.id;
    if (authorisationId === undefined) throw refuse('404');
    return authorisationId;
  }

  async function view(exchange: Exchange): Promise<HttpAnswer> {
    const { session, step } = await visit(exchange);
    const given = await readPageRequest(exchange, which);
    await sideOf(session);
    return pageAnswer(
      exchange,
      await automaticPlacement(step, session.link.corpId, recordOf(session, given)),
    );
  }

  async function decide(exchange: Exchange): Promise<HttpAnswer> {
    const { session, step } = await visit(exchange);
    const given = await readPageRequest(exchange, decision);
    const side = await sideOf(session);
    const { corpId, userId } = session.link;
    const authorisationId = recordOf(session, given);
    const { wanted, shown = null } = given;
    const by = { side, userId, channel: 'page', now: step.now, ...visitorOf(exchange) } as const;
    await decideAutomaticPlacement(step, { corpId, authorisationId, wanted, shown, by });
    return pageAnswer(exchange, await automaticPlacement(step, corpId, authorisationId));
  }

  return [
    { method: 'POST', path: '/pages/automatic/view', answer: view },
    { method: 'POST', path: '/pages/automatic/decide', answer: decide },
  ];
}

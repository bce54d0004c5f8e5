/** What somebody with a link agrees to before an operation of the interface that needs it. */
import { object } from '@cinnabar/api/schema.js';
import { acceptAgreements, acceptances } from '../areas/consents/index.js';
import type { Db } from '../database/schema.js';
import type { HttpAnswer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import type { ExtraRoute } from '../http/server.js';
import type { Services } from '../operation/services.js';
import { sessionOf } from './identify-session.js';
import { pageAnswer, readPageRequest } from './page-request.js';
import { visitorOf } from './visitor.js';

const consent = object({ accepted: acceptances });

export function consentEndpoints(services: Services, db: Db): readonly ExtraRoute[] {
  async function accept(exchange: Exchange): Promise<HttpAnswer> {
    const now = services.clock.now();
    const { link, standing } = await sessionOf(db, services, exchange.request.headers, now);
    exchange.userId = link.userId;
    const { accepted } = await readPageRequest(exchange, consent);
    const { flowId, participantId } = link.subject;
    const isPart = flowId !== undefined && participantId !== undefined;
    await acceptAgreements(
      { db, now },
      {
        userId: link.userId,
        needed: [],
        accepted,
        corpId: standing.actingCorpId,
        part: isPart ? { corpId: link.corpId, flowId, participantId } : null,
        ...visitorOf(exchange),
      },
    );
    return pageAnswer(exchange, {});
  }

  return [{ method: 'POST', path: '/pages/consents/accept', answer: accept }];
}

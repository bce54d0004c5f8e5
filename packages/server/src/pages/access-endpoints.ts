/** What a member opens whom an application has let in: everything that they act in still asks who they are. */
import { id, object } from '@cinnabar/api/schema.js';
import { myLink, partsOfMember } from '../areas/flows/index.js';
import { findLink, issueLink } from '../areas/links/index.js';
import { hashToken } from '../custody/secrets.js';
import type { Db } from '../database/schema.js';
import { transact } from '../database/transact.js';
import type { HttpAnswer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import type { ExtraRoute } from '../http/server.js';
import { refuse, refuseFor } from '../operation/refusal.js';
import type { Services } from '../operation/services.js';
import { isFramed } from './framing.js';
import { sessionOf } from './identify-session.js';
import { pageAnswer, readPageRequest } from './page-request.js';
import { pageOfLink } from './rules/page-of-link.js';
import { tokenCookie } from './session-secrets.js';

const one = object({ flowId: id<'Flow'>() });

export function accessEndpoints(services: Services, db: Db): readonly ExtraRoute[] {
  /** Whoever handed out the access cannot read texts to the member's mobile: the contract's own link asks for a code. */
  async function open(exchange: Exchange): Promise<HttpAnswer> {
    const now = services.clock.now();
    const { link } = await sessionOf(db, services, exchange.request.headers, now);
    exchange.userId = link.userId;
    const { flowId } = await readPageRequest(exchange, one);
    if (link.kind !== 'access') throw refuseFor('PERMISSION_DENIED');
    const { userId, corpId } = link;
    const [part] = await partsOfMember(db, { userId, corpId }, flowId);
    const mine = { flowId, participantId: part?.participantId ?? null, approvalId: null, copierId: null };
    const wish = await myLink(db, userId, mine, now);
    if (wish === null) throw refuse('404');
    const { made, token } = await transact(db, async (tx) => {
      const address = await issueLink(tx, services, { ...wish, userId, now });
      const token = address.slice(address.lastIndexOf('/') + 1);
      return { made: await findLink(tx, hashToken(token)), token };
    });
    if (made === null) throw new Error('the link that was just made is not there');
    const answer = pageAnswer(exchange, { address: pageOfLink(made) });
    const cookie = tokenCookie(services, made.linkId, token, isFramed(exchange.request.headers));
    return { ...answer, headers: { ...answer.headers, 'set-cookie': cookie } };
  }

  return [{ method: 'POST', path: '/pages/access/open', answer: open }];
}

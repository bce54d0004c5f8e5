/** What the page shows on which an initiator places fields on a draft, and what it keeps until that is sent. */
import { formatDateTime } from '@cinnabar/api/date-time.js';
import type { KeptPlaceDraft, PlacePageState } from '@cinnabar/api/pages/place.js';
import { object, text } from '@cinnabar/api/schema.js';
import { findPlacingDraft, keepPlacingDraft, type PlacingDraft, placingPage } from '../areas/flows/index.js';
import { findActingMember } from '../areas/members/index.js';
import type { Db } from '../database/schema.js';
import type { HttpAnswer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import type { ExtraRoute } from '../http/server.js';
import type { ActingMember } from '../operation/context.js';
import { refuse, refuseFor } from '../operation/refusal.js';
import type { Services } from '../operation/services.js';
import { lookingSessionOf, sessionOf } from './identify-session.js';
import { pageAnswer, readPageRequest } from './page-request.js';

const nothing = object({});
/** A thousand fields, each with its choices. */
const draftText = object({ draft: text(0, 700_000) });

interface Visit {
  readonly flow: PlacingDraft;
  readonly actingMember: ActingMember;
  readonly now: Date;
}

export function placeEndpoints(services: Services, db: Db): readonly ExtraRoute[] {
  const { clock, config } = services;

  /** @param acts whether the draft must still be one; else its person sees what has become of it */
  async function visit(exchange: Exchange, acts: boolean): Promise<Visit> {
    const now = clock.now();
    const find = acts ? sessionOf : lookingSessionOf;
    const { link } = await find(db, services, exchange.request.headers, now);
    const { kind, corpId, userId, subject } = link;
    exchange.userId = userId;
    if (kind !== 'draft') throw refuseFor('PERMISSION_DENIED');
    const { flowId } = subject;
    if (flowId === undefined) throw refuse('404');
    // What the initiator may see here they see as a member of the enterprise.
    const actingMember = await findActingMember(db, corpId, userId);
    if (actingMember === null) throw refuseFor('NOT_MEMBER');
    const flow = await findPlacingDraft(db, { corpId, flowId, userId });
    if (flow === null) throw refuse('410');
    return { flow, actingMember, now };
  }

  async function view(exchange: Exchange): Promise<HttpAnswer> {
    const { flow, actingMember, now } = await visit(exchange, false);
    await readPageRequest(exchange, nothing);
    return pageAnswer(exchange, await placingPage({ db, services, now, actingMember }, flow));
  }

  async function state(exchange: Exchange): Promise<HttpAnswer> {
    const { flow } = await visit(exchange, false);
    await readPageRequest(exchange, nothing);
    const answer: PlacePageState = { revision: flow.revision, status: flow.status };
    return pageAnswer(exchange, answer);
  }

  async function keep(exchange: Exchange): Promise<HttpAnswer> {
    const { flow, now } = await visit(exchange, true);
    const { draft } = await readPageRequest(exchange, draftText);
    await keepPlacingDraft(db, flow, draft, now);
    const answer: KeptPlaceDraft = { savedTime: formatDateTime(now, config.timeZone) };
    return pageAnswer(exchange, answer);
  }

  return [
    { method: 'POST', path: '/pages/place/view', answer: view },
    { method: 'POST', path: '/pages/place/state', answer: state },
    { method: 'POST', path: '/pages/place/draft', answer: keep },
  ];
}

/** What the fill page shows, what has changed since, and what its person has typed so far. */
import { formatDateTime } from '@cinnabar/api/date-time.js';
import type { FillPageState, KeptFillDraft } from '@cinnabar/api/pages/fill.js';
import { object } from '@cinnabar/api/schema.js';
import {
  draftValues,
  type FillingPart,
  fillingPage,
  findFillingPart,
  keepFillDraft,
} from '../areas/flows/index.js';
import type { Db } from '../database/schema.js';
import type { HttpAnswer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import type { ExtraRoute } from '../http/server.js';
import { refuse, refuseFor } from '../operation/refusal.js';
import type { Services } from '../operation/services.js';
import { lookingSessionOf } from './identify-session.js';
import { pageAnswer, readPageRequest } from './page-request.js';

const nothing = object({});
const draft = object({ values: draftValues });

export function fillEndpoints(services: Services, db: Db): readonly ExtraRoute[] {
  const { clock, config } = services;

  async function partFor({ request }: Exchange): Promise<FillingPart> {
    const { link } = await lookingSessionOf(db, services, request.headers, clock.now());
    if (link.kind !== 'fill') throw refuseFor('PERMISSION_DENIED');
    const { flowId, participantId } = link.subject;
    if (flowId === undefined || participantId === undefined) throw refuse('404');
    const { corpId, userId } = link;
    const found = await findFillingPart(db, { corpId, flowId, participantId, userId }, clock.now());
    if (found === null) throw refuse('410');
    return found;
  }

  async function view(exchange: Exchange): Promise<HttpAnswer> {
    await readPageRequest(exchange, nothing);
    const found = await partFor(exchange);
    return pageAnswer(exchange, await fillingPage({ db, services, now: clock.now() }, found));
  }

  async function state(exchange: Exchange): Promise<HttpAnswer> {
    await readPageRequest(exchange, nothing);
    const { flow, obstacle } = await partFor(exchange);
    const answer: FillPageState = { revision: flow.revision, obstacle };
    return pageAnswer(exchange, answer);
  }

  async function keep(exchange: Exchange): Promise<HttpAnswer> {
    const { values } = await readPageRequest(exchange, draft);
    const found = await partFor(exchange);
    const now = clock.now();
    const problems = await keepFillDraft({ db, services, now }, found, values);
    const answer: KeptFillDraft = {
      savedTime: formatDateTime(now, config.timeZone),
      problems: problems.map(({ componentId, words }) => ({
        componentId,
        message: words[exchange.language],
      })),
    };
    return pageAnswer(exchange, answer);
  }

  return [
    { method: 'POST', path: '/pages/fill/view', answer: view },
    { method: 'POST', path: '/pages/fill/state', answer: state },
    { method: 'POST', path: '/pages/fill/draft', answer: keep },
  ];
}

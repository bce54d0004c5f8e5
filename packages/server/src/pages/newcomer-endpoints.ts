/**
 * What stands between a newcomer and the contract of their link: proving who they are, and registering or joining the
 * enterprise that they act for. No application can do any of it in their place.
 */
import { type Acceptance, type AgreementName, agreementsFor } from '@cinnabar/api/pages/agreements.js';
import { object, optional, text } from '@cinnabar/api/schema.js';
import { mobile, name } from '@cinnabar/api/schemas/fields.js';
import { acceptAgreements, acceptances } from '../areas/consents/index.js';
import {
  joinCorp,
  type Part,
  partOfLink,
  partyOf,
  registerCorp,
  verifyPerson,
} from '../areas/newcomers/index.js';
import type { Db } from '../database/schema.js';
import type { HttpAnswer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import type { ExtraRoute } from '../http/server.js';
import { refuseFor } from '../operation/refusal.js';
import type { Services } from '../operation/services.js';
import { sessionOf } from './identify-session.js';
import { pageAnswer, readPageRequest } from './page-request.js';
import { visitorOf } from './visitor.js';

const nothing = object({});
const accepted = optional(acceptances);
const person = object({ realName: text(1, 2000), identNum: text(1, 2000), accepted });
const registration = object({
  corpName: name(),
  corpCode: text(1, 100),
  legalRepName: text(1, 2000),
  legalRepIdentNo: text(1, 2000),
  sealName: optional(name()),
  /** Of whoever is not the legal representative: who is asked. */
  legalRepMobile: optional(mobile()),
  accepted,
});
const joining = object({ corpName: optional(name()), accepted });

interface Visit {
  readonly part: Part;
  readonly step: { readonly db: Db; readonly services: Services; readonly now: Date };
}

export function newcomerEndpoints(services: Services, db: Db): readonly ExtraRoute[] {
  /** @throws Refusal PERMISSION_DENIED for links that are for anything but a part in a flow */
  async function visit(exchange: Exchange): Promise<Visit> {
    const now = services.clock.now();
    const { link } = await sessionOf(db, services, exchange.request.headers, now);
    exchange.userId = link.userId;
    const part = await partOfLink(db, link);
    if (part === null) throw refuseFor('PERMISSION_DENIED');
    return { part, step: { db, services, now } };
  }

  /** @throws Refusal 400 naming `accepted` */
  function agree(
    exchange: Exchange,
    { part, step }: Visit,
    needed: readonly AgreementName[],
    accepted: readonly Acceptance[] = [],
  ): Promise<void> {
    const { flow, participant, participantId, userId } = part;
    const { corpId, flowId } = flow;
    return acceptAgreements(step, {
      userId,
      needed,
      accepted,
      corpId: participant.corpId,
      part: { corpId, flowId, participantId },
      ...visitorOf(exchange),
    });
  }

  async function party(exchange: Exchange): Promise<HttpAnswer> {
    const { part, step } = await visit(exchange);
    await readPageRequest(exchange, nothing);
    return pageAnswer(exchange, await partyOf(step, part));
  }

  async function verify(exchange: Exchange): Promise<HttpAnswer> {
    const { part, step } = await visit(exchange);
    const given = await readPageRequest(exchange, person);
    await agree(exchange, { part, step }, agreementsFor.verifyPerson, given.accepted);
    await verifyPerson(step, part, given);
    return pageAnswer(exchange, {});
  }

  async function register(exchange: Exchange): Promise<HttpAnswer> {
    const { part, step } = await visit(exchange);
    const given = await readPageRequest(exchange, registration);
    await agree(exchange, { part, step }, agreementsFor.registerCorp, given.accepted);
    const registered = await registerCorp(step, part, { ...given, sealName: given.sealName ?? null });
    const answer = registered === 'waiting' ? { corpId: null, waits: true } : { ...registered, waits: false };
    return pageAnswer(exchange, answer);
  }

  async function join(exchange: Exchange): Promise<HttpAnswer> {
    const { part, step } = await visit(exchange);
    const { corpName, accepted } = await readPageRequest(exchange, joining);
    await agree(exchange, { part, step }, agreementsFor.joinCorp, accepted);
    return pageAnswer(exchange, { standing: await joinCorp(step, part, corpName) });
  }

  return [
    { method: 'POST', path: '/pages/party', answer: party },
    { method: 'POST', path: '/pages/person/verify', answer: verify },
    { method: 'POST', path: '/pages/corp/register', answer: register },
    { method: 'POST', path: '/pages/corp/join', answer: join },
  ];
}

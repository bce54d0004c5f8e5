/**
 * What stands between a newcomer and the contract of their link: proving who they are, and registering or joining the
 * enterprise that they act for. No application can do any of it in their place.
 */
import { object, optional, text } from '@cinnabar/api/schema.js';
import { name } from '@cinnabar/api/schemas/fields.js';
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
import { refuseFor } from '../refusal.js';
import type { Services } from '../services.js';
import { sessionOf } from './identify-session.js';
import { pageAnswer, readPageRequest } from './page-request.js';

const nothing = object({});
const person = object({ realName: text(1, 2000), identNum: text(1, 2000) });
const registration = object({
  corpName: name(),
  corpCode: text(1, 100),
  legalRepName: text(1, 2000),
  legalRepIdentNo: text(1, 2000),
  sealName: optional(name()),
});
const joining = object({ corpName: optional(name()) });

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

  async function party(exchange: Exchange): Promise<HttpAnswer> {
    const { part, step } = await visit(exchange);
    await readPageRequest(exchange, nothing);
    return pageAnswer(exchange, await partyOf(step, part));
  }

  async function verify(exchange: Exchange): Promise<HttpAnswer> {
    const { part, step } = await visit(exchange);
    await verifyPerson(step, part, await readPageRequest(exchange, person));
    return pageAnswer(exchange, {});
  }

  async function register(exchange: Exchange): Promise<HttpAnswer> {
    const { part, step } = await visit(exchange);
    const given = await readPageRequest(exchange, registration);
    const corpId = await registerCorp(step, part, { ...given, sealName: given.sealName ?? null });
    return pageAnswer(exchange, { corpId });
  }

  async function join(exchange: Exchange): Promise<HttpAnswer> {
    const { part, step } = await visit(exchange);
    const { corpName } = await readPageRequest(exchange, joining);
    return pageAnswer(exchange, { standing: await joinCorp(step, part, corpName) });
  }

  return [
    { method: 'POST', path: '/pages/party', answer: party },
    { method: 'POST', path: '/pages/person/verify', answer: verify },
    { method: 'POST', path: '/pages/corp/register', answer: register },
    { method: 'POST', path: '/pages/corp/join', answer: join },
  ];
}

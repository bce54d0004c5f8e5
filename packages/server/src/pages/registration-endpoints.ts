/** A legal representative decides on the registration of their enterprise by somebody else: with their face, or no. */
import { object } from '@cinnabar/api/schema.js';
import { beginFaceCheck, FACE_LIFE_MS, facePage, insertOrder } from '../areas/faces/index.js';
import {
  legalRepOfRegistration,
  type RegistrationId,
  registrationView,
  rejectRegistration,
} from '../areas/newcomers/index.js';
import type { Db } from '../database/schema.js';
import { transact } from '../database/transact.js';
import type { HttpAnswer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import type { ExtraRoute } from '../http/server.js';
import { refuse, refuseFor } from '../operation/refusal.js';
import type { Services } from '../operation/services.js';
import { sessionOf } from './identify-session.js';
import { pageAnswer, readPageRequest } from './page-request.js';

const nothing = object({});

export function registrationEndpoints(services: Services, db: Db): readonly ExtraRoute[] {
  async function visit(exchange: Exchange) {
    const now = services.clock.now();
    const { link } = await sessionOf(db, services, exchange.request.headers, now);
    exchange.userId = link.userId;
    const registrationId: RegistrationId | undefined = link.subject.registrationId;
    if (link.kind !== 'registration' || registrationId === undefined) throw refuseFor('PERMISSION_DENIED');
    await readPageRequest(exchange, nothing);
    return { link, registrationId, step: { db, services, now } };
  }

  async function view(exchange: Exchange): Promise<HttpAnswer> {
    const { registrationId, step } = await visit(exchange);
    return pageAnswer(exchange, await registrationView(step, registrationId));
  }

  /** Name and number are those that the registry has confirmed: no other face passes. */
  async function confirm(exchange: Exchange): Promise<HttpAnswer> {
    const { link, registrationId, step } = await visit(exchange);
    const order = await beginFaceCheck(services, {
      corpId: link.corpId,
      userId: link.userId,
      purpose: 'registerCorp',
      businessIds: [registrationId],
      channel: 'channelA',
      asker: `link-${link.linkId}`,
      covered: [],
      callbackUrl: null,
      subject: await legalRepOfRegistration(step, registrationId),
      lifeMs: FACE_LIFE_MS,
      now: step.now,
    });
    await transact(db, (tx) => insertOrder(tx, order));
    return pageAnswer(exchange, { url: facePage(services, order) });
  }

  async function reject(exchange: Exchange): Promise<HttpAnswer> {
    const { registrationId, step } = await visit(exchange);
    if (!(await transact(db, (tx) => rejectRegistration(tx, registrationId, null, step.now)))) {
      throw refuse('404');
    }
    return pageAnswer(exchange, {});
  }

  return [
    { method: 'POST', path: '/pages/registration/view', answer: view },
    { method: 'POST', path: '/pages/registration/confirm', answer: confirm },
    { method: 'POST', path: '/pages/registration/reject', answer: reject },
  ];
}

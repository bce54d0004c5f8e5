/** The page that a face check runs on: what it is for, what is agreed to, and the way back. */
import { agreementsFor } from '@cinnabar/api/pages/agreements.js';
import type { FacePageView } from '@cinnabar/api/pages/face.js';
import type { RegistrationView } from '@cinnabar/api/pages/registration.js';
import { id, object, text } from '@cinnabar/api/schema.js';
import { acceptAgreements, acceptances } from '../areas/consents/index.js';
import { findCorp } from '../areas/enterprise/index.js';
import { finishFaceCheck } from '../areas/face-auth/index.js';
import { type FaceOrder, findOrder, findOwnCheck, stateOf } from '../areas/faces/index.js';
import { partsOfPerson } from '../areas/flows/index.js';
import { findUser } from '../areas/members/index.js';
import { registrationView } from '../areas/newcomers/index.js';
import { maskMobile } from '../custody/masking.js';
import type { Db } from '../database/schema.js';
import type { HttpAnswer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import type { ExtraRoute } from '../http/server.js';
import { Refusal, refuse } from '../operation/refusal.js';
import type { Services } from '../operation/services.js';
import { wantsHtml } from './html-endpoints.js';
import { pageAnswer, readPageRequest } from './page-request.js';
import { visitorOf } from './visitor.js';

const registrationIds = id<'CorpRegistration'>();
const orderOnly = object({ orderNo: text(1, 200) });
const agreement = object({ orderNo: text(1, 200), accepted: acceptances });

export function faceEndpoints(services: Services, db: Db): readonly ExtraRoute[] {
  const { clock } = services;

  async function orderNamed(orderNo: string): Promise<FaceOrder> {
    const order = await findOrder(db, orderNo);
    if (order === null) throw refuse('404');
    return order;
  }

  /** The enterprise that passing brings in, and who would own it; null where it is here, or nothing waits any more. */
  async function foundedBy({ purpose, businessIds }: FaceOrder): Promise<RegistrationView | null> {
    if (purpose !== 'registerCorp') return null;
    const registrationId = registrationIds.read(businessIds[0], 'id', { zone: 'UTC' });
    return registrationView({ db, now: clock.now() }, registrationId).catch((error: unknown) => {
      if (error instanceof Refusal) return null;
      throw error;
    });
  }

  async function describe(exchange: Exchange, orderNo: string): Promise<HttpAnswer> {
    const order = await orderNamed(orderNo);
    const corp = order.corpId === null ? null : await findCorp(db, order.corpId);
    const person = await findUser(db, order.userId);
    const own = order.corpId === null ? await findOwnCheck(db, orderNo) : null;
    const { purpose, channel } = order;
    const founded = await foundedBy(order);
    const view: FacePageView = {
      purpose,
      channel,
      state: stateOf(order, clock.now()),
      corpName: founded?.corpName ?? corp?.corpName ?? null,
      newOwner: purpose === 'receiveCorp' ? (person?.realName ?? null) : (founded?.ownerName ?? null),
      ownMobile: own === null ? null : maskMobile(person?.mobile ?? ''),
      newName: own !== null && purpose === 'ownName' ? own.realName : null,
      count: order.businessIds.length,
      asksWho: purpose === 'person' && person?.realName === null,
      cancelUrl: order.callbackUrl,
    };
    return pageAnswer(exchange, view);
  }

  /** A browser gets the page, at an address of its own; what is asked for by programs is JSON. */
  async function look(exchange: Exchange): Promise<HttpAnswer> {
    const { searchParams } = new URL(exchange.request.url ?? '/', services.config.baseUrl);
    const orderNo = searchParams.get('orderNo') ?? '';
    if (!wantsHtml(exchange)) return describe(exchange, orderNo);
    const location = `/face/${encodeURIComponent(orderNo)}`;
    return { status: 303, code: '303', headers: { location }, body: '' };
  }

  /** Before any picture is taken. Of a signature it stands in the history of each contract. */
  async function agree(exchange: Exchange): Promise<HttpAnswer> {
    const { orderNo, accepted } = await readPageRequest(exchange, agreement);
    const { userId, corpId, purpose, businessIds } = await orderNamed(orderNo);
    exchange.userId = userId;
    const step = { db, now: clock.now() };
    const needed = agreementsFor.checkFace;
    const wish = { userId, needed, accepted, corpId, ...visitorOf(exchange) };
    const isSigning = purpose === 'signContract' && corpId !== null;
    const parts = isSigning ? await partsOfPerson(db, { userId, corpId }, businessIds) : [];
    for (const part of parts) await acceptAgreements(step, { ...wish, part });
    if (parts.length === 0) await acceptAgreements(step, { ...wish, part: null });
    return pageAnswer(exchange, {});
  }

  async function finish(exchange: Exchange): Promise<HttpAnswer> {
    const { orderNo } = await readPageRequest(exchange, orderOnly);
    return pageAnswer(exchange, {
      redirect: await finishFaceCheck({ db, services, now: clock.now() }, orderNo),
    });
  }

  return [
    { method: 'GET', path: '/face', answer: look },
    {
      method: 'POST',
      path: '/pages/face/open',
      answer: async (exchange) => describe(exchange, (await readPageRequest(exchange, orderOnly)).orderNo),
    },
    { method: 'POST', path: '/pages/face/agree', answer: agree },
    { method: 'POST', path: '/pages/face/finish', answer: finish },
  ];
}

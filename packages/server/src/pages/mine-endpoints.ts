/** A person's own contracts over all enterprises: signing in by mobile, the list, and opening one of it. */
import { id, int32, nullable, object, text } from '@cinnabar/api/schema.js';
import { mobile } from '@cinnabar/api/schemas/fields.js';
import { myContracts, myLink } from '../areas/flows/index.js';
import {
  endPersonSession,
  findLink,
  findPersonSession,
  insertSession,
  issueLink,
  SESSION_LIFE_MS,
} from '../areas/links/index.js';
import { ensureUser, isIdle, noteProof } from '../areas/members/index.js';
import { type CodeBinding, mineUse, requireCode, sendCode, visitorAsker } from '../areas/sms/index.js';
import { hashToken, randomToken } from '../custody/secrets.js';
import type { Db } from '../database/schema.js';
import { transact } from '../database/transact.js';
import type { HttpAnswer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import type { ExtraRoute } from '../http/server.js';
import type { UserId } from '../operation/context.js';
import { refuse, refuseCode } from '../operation/refusal.js';
import type { Services } from '../operation/services.js';
import { askedAnew, askedCookie, askedField, askedIn } from './asked.js';
import { pageAnswer, readPageRequest } from './page-request.js';
import { beginSession, enteredView, keptPersonSecret, personCookie, personOf } from './person-session.js';
import { pageOfLink } from './rules/page-of-link.js';
import { sessionCookie, tokenCookie } from './session-secrets.js';

const nothing = object({});
const asking = object({ mobile: mobile(), asked: askedField });
const entrance = object({ mobile: mobile(), asked: askedField, code: text(1, 20) });
const which = object({ page: int32(1, 1000) });
const one = object({
  flowId: id<'Flow'>(),
  participantId: nullable(id<'Participant'>()),
  approvalId: nullable(id<'Approval'>()),
  copierId: nullable(id<'Copier'>()),
});

export function mineEndpoints(services: Services, db: Db): readonly ExtraRoute[] {
  const { clock } = services;

  async function signedIn(exchange: Exchange): Promise<{ readonly userId: UserId; readonly now: Date }> {
    const now = clock.now();
    const userId = await personOf(db, services, exchange.request.headers, now);
    exchange.userId = userId;
    return { userId, now };
  }

  /** To whoever asks: that nobody has heard of a mobile must not show. */
  async function sendMineCode(exchange: Exchange): Promise<HttpAnswer> {
    const given = await readPageRequest(exchange, asking);
    const ctx = { db, services, now: clock.now(), address: exchange.address };
    const asked = askedAnew(services, exchange.request.headers, 'mine', given.asked);
    await sendCode(ctx, { ...bindingOf(given.mobile, asked), use: mineUse(), share: 'bare' });
    const answer = pageAnswer(exchange, { asked });
    const cookie = askedCookie(services, 'mine', asked, false);
    return { ...answer, headers: { ...answer.headers, 'set-cookie': cookie } };
  }

  async function enter(exchange: Exchange): Promise<HttpAnswer> {
    const given = await readPageRequest(exchange, entrance);
    const now = clock.now();
    const asked = askedIn(services, exchange.request.headers, 'mine', given.asked);
    if (asked === null) throw refuseCode('CODE_ENDED', 0);
    const { mobile, code } = given;
    await requireCode({ db, services }, { ...bindingOf(mobile, asked), code, now });
    const { secret, session } = await transact(db, async (tx) => {
      const userId = await ensureUser(tx, services.ids, given.mobile, now);
      exchange.userId = userId;
      const session = { userId, needsFace: services.faces !== null && (await isIdle(tx, userId, now)) };
      await noteProof(tx, userId, now);
      return { session, secret: await beginSession(tx, session, now) };
    });
    const entered = await enteredView(db, services, secret, session);
    const answer = pageAnswer(exchange, entered);
    return { ...answer, headers: { ...answer.headers, 'set-cookie': personCookie(services, secret) } };
  }

  /** After a reload; null where the person has to sign in. */
  async function resume(exchange: Exchange): Promise<HttpAnswer> {
    await readPageRequest(exchange, nothing);
    const secret = keptPersonSecret(services, exchange.request.headers);
    const session = secret === null ? null : await findPersonSession(db, hashToken(secret), clock.now());
    if (secret === null || session === null) return pageAnswer(exchange, { entered: null });
    return pageAnswer(exchange, { entered: await enteredView(db, services, secret, session) });
  }

  async function list(exchange: Exchange): Promise<HttpAnswer> {
    const { userId, now } = await signedIn(exchange);
    const { page } = await readPageRequest(exchange, which);
    return pageAnswer(exchange, await myContracts({ db, services, now }, userId, page));
  }

  /** The mobile is proved already: the contract opens without another code, by a link and session of its own. */
  async function open(exchange: Exchange): Promise<HttpAnswer> {
    const { userId, now } = await signedIn(exchange);
    const wish = await myLink(db, userId, await readPageRequest(exchange, one), now);
    if (wish === null) throw refuse('404');
    const secret = randomToken();
    const expireTime = new Date(now.getTime() + SESSION_LIFE_MS);
    const { link, token } = await transact(db, async (tx) => {
      const returnUrl = `${services.config.baseUrl}/contracts`;
      const address = await issueLink(tx, services, { ...wish, userId, returnUrl, now });
      const token = address.slice(address.lastIndexOf('/') + 1);
      const link = await findLink(tx, hashToken(token));
      if (link === null) throw new Error('the link that was just made is not there');
      await insertSession(tx, link.linkId, { sessionHash: hashToken(secret), createdAt: now, expireTime });
      return { link, token };
    });
    const answer = pageAnswer(exchange, { address: pageOfLink(link) });
    const cookies = [
      tokenCookie(services, link.linkId, token, false),
      sessionCookie(services, link.linkId, secret, false),
    ];
    return { ...answer, headers: { ...answer.headers, 'set-cookie': cookies } };
  }

  async function leave(exchange: Exchange): Promise<HttpAnswer> {
    await readPageRequest(exchange, nothing);
    const secret = keptPersonSecret(services, exchange.request.headers);
    if (secret !== null) await endPersonSession(db, hashToken(secret));
    const answer = pageAnswer(exchange, {});
    return { ...answer, headers: { ...answer.headers, 'set-cookie': personCookie(services, '') } };
  }

  return [
    { method: 'POST', path: '/pages/mine/sendCode', answer: sendMineCode },
    { method: 'POST', path: '/pages/mine/enter', answer: enter },
    { method: 'POST', path: '/pages/mine/resume', answer: resume },
    { method: 'POST', path: '/pages/mine/contracts', answer: list },
    { method: 'POST', path: '/pages/mine/open', answer: open },
    { method: 'POST', path: '/pages/mine/leave', answer: leave },
  ];
}

/** Of all contracts of whoever has the mobile, and of nothing else. */
function bindingOf(mobile: string, asked: string): CodeBinding {
  return { mobile, asker: visitorAsker(asked), purpose: 'mine', subject: [] };
}

/** Opening a link: what it is about, the code that proves whose it is, and the session that this gives. */
import { formatDateTime } from '@cinnabar/api/date-time.js';
import { object, optional, text } from '@cinnabar/api/schema.js';
import { findCorp } from '../areas/enterprise/index.js';
import {
  canBeEntered,
  findLink,
  insertSession,
  kindRules,
  type Link,
  lockLink,
  SESSION_LIFE_MS,
} from '../areas/links/index.js';
import { confirmInvitation, findUser } from '../areas/members/index.js';
import { checkCode, sendCode } from '../areas/sms/index.js';
import type { Db } from '../database/schema.js';
import { transact } from '../database/transact.js';
import type { HttpAnswer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import type { ExtraRoute } from '../http/server.js';
import { invalidField, refuse, refuseFor } from '../refusal.js';
import type { Services } from '../services.js';
import { maskMobile } from '../trust/masking.js';
import { hashToken, randomToken } from '../trust/secrets.js';
import { sessionOf } from './identify-session.js';
import { type LinkStanding, standingOf } from './link-standing.js';
import { pageAnswer, readPageRequest } from './page-request.js';
import { sessionCookie, sessionKey } from './session-secrets.js';

const tokenOnly = object({ token: text(1, 200) });
const entrance = object({ token: text(1, 200), code: optional(text(1, 20)) });
const nothing = object({});

interface OpenedLink {
  readonly link: Link;
  readonly standing: LinkStanding;
  readonly mobile: string;
  readonly now: Date;
}

export function linkEndpoints(services: Services, db: Db): readonly ExtraRoute[] {
  const { clock, config } = services;

  /** Unknown tokens are all alike; they are far too long to be found by trying. */
  async function opened(token: string): Promise<OpenedLink> {
    const now = clock.now();
    const link = await findLink(db, hashToken(token));
    const person = link === null ? null : await findUser(db, link.userId);
    if (link === null || person === null) throw refuse('404');
    return { link, standing: await standingOf(db, link, now), mobile: person.mobile, now };
  }

  async function enterable(token: string): Promise<OpenedLink> {
    const found = await opened(token);
    if (stateOf(found) !== 'open') throw refuse('410');
    return found;
  }

  async function describe(exchange: Exchange, token: string): Promise<HttpAnswer> {
    const found = await opened(token);
    const { link, standing, mobile } = found;
    const corp = await findCorp(db, link.corpId);
    const { kind, returnUrl } = link;
    const entry = kindRules[kind].entry;
    const corpName = corp?.corpName ?? null;
    const { title } = standing;
    const state = stateOf(found);
    return pageAnswer(exchange, {
      kind,
      state,
      entry,
      corpName,
      title,
      mobile: maskMobile(mobile),
      returnUrl,
    });
  }

  async function sendLinkCode(exchange: Exchange): Promise<HttpAnswer> {
    const { token } = await readPageRequest(exchange, tokenOnly);
    const { link, mobile, now } = await enterable(token);
    if (kindRules[link.kind].entry !== 'code') throw refuseFor('PERMISSION_DENIED');
    await sendCode({ db, services, now, address: exchange.address }, mobile, 'commSms');
    return pageAnswer(exchange, {});
  }

  async function enter(exchange: Exchange): Promise<HttpAnswer> {
    const { token, code } = await readPageRequest(exchange, entrance);
    const { link, standing, mobile, now } = await enterable(token);
    if (kindRules[link.kind].entry === 'code') await proveMobile(mobile, code, now);
    const secret = randomToken();
    const expireTime = new Date(now.getTime() + SESSION_LIFE_MS);
    await transact(db, async (tx) => {
      // Of two who come at once with a link for one use, the second finds it used.
      if (!canBeEntered(await lockLink(tx, link.linkId), now)) throw refuse('410');
      await insertSession(tx, link.linkId, { sessionHash: hashToken(secret), createdAt: now, expireTime });
    });
    const answer = pageAnswer(exchange, {
      session: sessionKey(services, link.linkId, secret),
      expireTime: formatDateTime(expireTime, config.timeZone),
      kind: link.kind,
      corpId: standing.actingCorpId,
      userId: link.userId,
      // To the person's own page, so that it can ask for codes of the act.
      mobile,
      flowId: link.subject.flowId ?? null,
      participantId: link.subject.participantId ?? null,
      templateId: link.subject.templateId ?? null,
      returnUrl: link.returnUrl,
    });
    const cookie = sessionCookie(services, link.linkId, secret);
    return { ...answer, headers: { ...answer.headers, 'set-cookie': cookie } };
  }

  async function proveMobile(mobile: string, code: string | undefined, now: Date): Promise<void> {
    if (code === undefined) throw invalidField('code', { zh: '必填', en: 'is required' });
    const verdict = await checkCode({ db, services }, { mobile, smsType: 'commSms', code, now });
    if (verdict === 'wrong') throw refuse('1401');
  }

  /** The one act that no operation of the interface stands for: nobody may agree in somebody else's name. */
  async function confirmMembership(exchange: Exchange): Promise<HttpAnswer> {
    const now = clock.now();
    const { link } = await sessionOf(db, services, exchange.request.headers, now);
    await readPageRequest(exchange, nothing);
    if (link.kind !== 'invitation') throw refuseFor('PERMISSION_DENIED');
    await transact(db, (tx) => confirmInvitation(tx, link.corpId, link.userId, now));
    return pageAnswer(exchange, {});
  }

  return [
    {
      method: 'GET',
      path: '/l/:token',
      // Previews of chats fetch links: looking at one uses nothing up.
      answer: (exchange) => describe(exchange, tokenIn(exchange)),
    },
    {
      method: 'POST',
      path: '/pages/link/open',
      answer: async (exchange) => describe(exchange, (await readPageRequest(exchange, tokenOnly)).token),
    },
    { method: 'POST', path: '/pages/link/sendCode', answer: sendLinkCode },
    { method: 'POST', path: '/pages/link/enter', answer: enter },
    { method: 'POST', path: '/pages/membership/confirm', answer: confirmMembership },
  ];
}

function stateOf({ link, standing, now }: OpenedLink): 'open' | 'ended' | 'expired' {
  if (link.endedAt !== null || !standing.open) return 'ended';
  return canBeEntered(link, now) ? 'open' : 'expired';
}

function tokenIn({ request }: Exchange): string {
  const [path = ''] = (request.url ?? '').split('?', 1);
  return path.slice('/l/'.length);
}

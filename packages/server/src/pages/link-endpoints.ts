/** Opening a link: what it is about, the code that proves whose it is, and the session that this gives. */
import { formatDateTime } from '@cinnabar/api/date-time.js';
import { agreementsFor } from '@cinnabar/api/pages/agreements.js';
import type { EnteredLink, OpenedLink as OpenedLinkView } from '@cinnabar/api/pages/link.js';
import { type Infer, id, object, optional, text } from '@cinnabar/api/schema.js';
import { linkUse } from '../areas/codes/index.js';
import { acceptAgreements, acceptances } from '../areas/consents/index.js';
import { findCorp } from '../areas/enterprise/index.js';
import { addresseeOf, disownPart } from '../areas/flows/index.js';
import {
  canBeEntered,
  findLink,
  insertSession,
  kindRules,
  type Link,
  lockLink,
  SESSION_LIFE_MS,
} from '../areas/links/index.js';
import { confirmInvitation, findUser, noteProof } from '../areas/members/index.js';
import { type CodeBinding, requireCode, sendCode, visitorAsker } from '../areas/sms/index.js';
import { maskMobile, maskName } from '../custody/masking.js';
import { hashToken, randomToken } from '../custody/secrets.js';
import type { Db } from '../database/schema.js';
import { transact } from '../database/transact.js';
import type { HttpAnswer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import type { ExtraRoute } from '../http/server.js';
import { invalidField, refuse, refuseCode, refuseFor } from '../operation/refusal.js';
import type { Services } from '../operation/services.js';
import { askedAnew, askedCookie, askedField, askedIn } from './asked.js';
import { frameKey, isFramed } from './framing.js';
import { wantsHtml } from './html-endpoints.js';
import { linkOfSession, sessionOf } from './identify-session.js';
import { type LinkStanding, standingOf } from './link-standing.js';
import { pageHtml } from './page-html.js';
import { pageAnswer, readPageRequest } from './page-request.js';
import { pageOfLink } from './rules/page-of-link.js';
import { keptSession, keptToken, sessionCookie, sessionKey, tokenCookie } from './session-secrets.js';
import { visitorOf } from './visitor.js';
import type { WebFiles } from './web-files.js';

/** By its secret, or by its number where this browser has opened it before. */
const linkName = { token: optional(text(1, 200)), linkId: optional(id<'Link'>()) };
const linkOnly = object(linkName);
const asking = object({ ...linkName, asked: askedField });
const entrance = object({ ...linkName, asked: askedField, code: optional(text(1, 20)) });
const confirmation = object({ accepted: optional(acceptances) });

interface OpenedLink {
  readonly link: Link;
  readonly standing: LinkStanding;
  readonly mobile: string;
  readonly now: Date;
}

type LinkName = Infer<typeof linkOnly>;

export function linkEndpoints(services: Services, db: Db, files: WebFiles | null): readonly ExtraRoute[] {
  const { clock, config } = services;

  /** Unknown tokens are all alike; they are far too long to be found by trying. */
  async function opened(token: string): Promise<OpenedLink> {
    const now = clock.now();
    const link = await findLink(db, hashToken(token));
    const person = link === null ? null : await findUser(db, link.userId);
    if (link === null || person === null) throw refuse('404');
    return { link, standing: await standingOf(db, link, now), mobile: person.mobile, now };
  }

  async function named(exchange: Exchange, { token, linkId }: LinkName): Promise<OpenedLink> {
    if (token !== undefined) return opened(token);
    if (linkId === undefined) throw invalidField('token', { zh: '必填', en: 'is required' });
    const kept = keptToken(services, exchange.request.headers, linkId);
    if (kept === null) throw refuse('404');
    return opened(kept);
  }

  async function enterable(exchange: Exchange, name: LinkName): Promise<OpenedLink> {
    const found = await named(exchange, name);
    if (stateOf(found) !== 'open') throw refuse('410');
    return found;
  }

  async function describe(exchange: Exchange, found: OpenedLink): Promise<HttpAnswer> {
    const { link, standing, mobile } = found;
    const corp = await findCorp(db, link.corpId);
    const { kind, returnUrl } = link;
    const entry = kindRules[kind].entry;
    const corpName = standing.aboutCorp ?? corp?.corpName ?? null;
    const { title } = standing;
    const state = stateOf(found);
    // Whoever had the mobile before learns neither what it is about nor the new one.
    const isWithdrawn = state === 'withdrawn';
    const addressee = state === 'open' ? await addresseeOf(db, link) : null;
    const view: OpenedLinkView = {
      kind,
      state,
      entry,
      corpName,
      title: isWithdrawn ? null : title,
      mobile: isWithdrawn ? '' : maskMobile(mobile),
      name: state === 'open' && addressee !== null ? maskName(addressee.name) : null,
      disowned: addressee?.isDisowned ?? false,
      returnUrl,
      entered: await enteredBefore(exchange, found),
    };
    return pageAnswer(exchange, view);
  }

  /** Nothing is proved by it: the link goes on being for whom it is for. */
  async function disown(exchange: Exchange): Promise<HttpAnswer> {
    const { link, now } = await enterable(exchange, await readPageRequest(exchange, linkOnly));
    if (!(await disownPart({ db, now }, link, visitorOf(exchange)))) throw refuseFor('PERMISSION_DENIED');
    return pageAnswer(exchange, {});
  }

  /** After a reload the page gets its half of the session again. */
  async function enteredBefore({ request }: Exchange, found: OpenedLink): Promise<EnteredLink | null> {
    const kept = keptSession(services, request.headers, found.link.linkId);
    if (kept === null || (await linkOfSession(db, kept, found.now)) === null) return null;
    return enteredView(found, kept.token);
  }

  function enteredView({ link, standing, mobile }: OpenedLink, secret: string): EnteredLink {
    const { subject } = link;
    return {
      session: sessionKey(services, link.linkId, secret),
      kind: link.kind,
      corpId: standing.actingCorpId,
      userId: link.userId,
      // To the person's own page, so that it can ask for codes of the act.
      mobile,
      flowId: subject.flowId ?? null,
      participantId: subject.participantId ?? null,
      approvalId: subject.approvalId ?? null,
      templateId: subject.templateId ?? null,
      returnUrl: link.returnUrl,
    };
  }

  /** Previews of chats fetch links: looking at one uses nothing up. */
  async function look(exchange: Exchange): Promise<HttpAnswer> {
    const token = tokenIn(exchange);
    if (files === null || !wantsHtml(exchange)) return describe(exchange, await opened(token));
    const link = await findLink(db, hashToken(token));
    if (link === null) return pageHtml(files, config, '/', { status: 404 });
    const framed = isFramed(exchange.request.headers);
    // What follows the # stays in the browser: a frame whose cookies are blocked can still open a window of its own.
    const way = framed ? `&f=${frameKey(services, link.linkId)}#${token}` : '';
    const cookie = tokenCookie(services, link.linkId, token, framed);
    const headers = { location: `${pageOfLink(link)}${way}`, 'set-cookie': cookie };
    return { status: 303, code: '303', headers, body: '' };
  }

  /** Whoever has the link asks as its person does; what they are answered is what the code can be tried with. */
  async function sendLinkCode(exchange: Exchange): Promise<HttpAnswer> {
    const { asked: given, ...name } = await readPageRequest(exchange, asking);
    const { link, mobile, now } = await enterable(exchange, name);
    if (kindRules[link.kind].entry !== 'code') throw refuseFor('PERMISSION_DENIED');
    const { headers } = exchange.request;
    const asked = askedAnew(services, headers, link.linkId, given);
    const use = await linkUse(db, services, link);
    const ctx = { db, services, now, address: exchange.address };
    await sendCode(ctx, { ...bindingOf(link, mobile, asked), use, share: 'own' });
    const answer = pageAnswer(exchange, { asked });
    const cookie = askedCookie(services, link.linkId, asked, isFramed(headers));
    return { ...answer, headers: { ...answer.headers, 'set-cookie': cookie } };
  }

  async function enter(exchange: Exchange): Promise<HttpAnswer> {
    const { code, asked, ...name } = await readPageRequest(exchange, entrance);
    const found = await enterable(exchange, name);
    const { link, now } = found;
    if (kindRules[link.kind].entry === 'code') {
      await proveMobile(found, askedIn(services, exchange.request.headers, link.linkId, asked), code);
    }
    const secret = randomToken();
    const expireTime = new Date(now.getTime() + SESSION_LIFE_MS);
    await transact(db, async (tx) => {
      // Of two who come at once with a link for one use, the second finds it used.
      if (!canBeEntered(await lockLink(tx, link.linkId), now)) throw refuse('410');
      if (kindRules[link.kind].entry === 'code') await noteProof(tx, link.userId, now);
      await insertSession(tx, link.linkId, { sessionHash: hashToken(secret), createdAt: now, expireTime });
    });
    const answer = pageAnswer(exchange, {
      ...enteredView(found, secret),
      expireTime: formatDateTime(expireTime, config.timeZone),
    });
    const cookie = sessionCookie(services, link.linkId, secret, isFramed(exchange.request.headers));
    return { ...answer, headers: { ...answer.headers, 'set-cookie': cookie } };
  }

  async function proveMobile(
    { link, mobile, now }: OpenedLink,
    asked: string | null,
    code: string | undefined,
  ): Promise<void> {
    if (code === undefined) throw invalidField('code', { zh: '必填', en: 'is required' });
    if (asked === null) throw refuseCode('CODE_ENDED', 0);
    await requireCode({ db, services }, { ...bindingOf(link, mobile, asked), code, now });
  }

  /** The one act that no operation of the interface stands for: nobody may agree in somebody else's name. */
  async function confirmMembership(exchange: Exchange): Promise<HttpAnswer> {
    const now = clock.now();
    const { link } = await sessionOf(db, services, exchange.request.headers, now);
    const { accepted = [] } = await readPageRequest(exchange, confirmation);
    if (link.kind !== 'invitation') throw refuseFor('PERMISSION_DENIED');
    const { corpId, userId } = link;
    const needed = agreementsFor.confirmMembership;
    const wish = { userId, needed, accepted, corpId, part: null, ...visitorOf(exchange) };
    await acceptAgreements({ db, now }, wish);
    await transact(db, (tx) => confirmInvitation(tx, corpId, userId, now));
    return pageAnswer(exchange, {});
  }

  return [
    {
      method: 'GET',
      path: '/l/:token',
      answer: look,
    },
    {
      method: 'POST',
      path: '/pages/link/open',
      answer: async (exchange) =>
        describe(exchange, await named(exchange, await readPageRequest(exchange, linkOnly))),
    },
    { method: 'POST', path: '/pages/link/sendCode', answer: sendLinkCode },
    { method: 'POST', path: '/pages/link/disown', answer: disown },
    { method: 'POST', path: '/pages/link/enter', answer: enter },
    { method: 'POST', path: '/pages/membership/confirm', answer: confirmMembership },
  ];
}

function stateOf({ link, standing, mobile, now }: OpenedLink): OpenedLinkView['state'] {
  const isAlive = standing.open || standing.payment === 'due';
  if (!isAlive) return 'ended';
  // Nobody proves to be a person without a mobile; they go on by the link that they get once they have one again.
  if (link.endedAt !== null || mobile === '') return 'withdrawn';
  return canBeEntered(link, now) ? 'open' : 'expired';
}

/** A code that opens a link opens this one and nothing else. */
function bindingOf({ linkId }: Link, mobile: string, asked: string): CodeBinding {
  return { mobile, asker: visitorAsker(asked), purpose: 'link', subject: [`link ${linkId}`] };
}

function tokenIn({ request }: Exchange): string {
  const [path = ''] = (request.url ?? '').split('?', 1);
  return path.slice('/l/'.length);
}

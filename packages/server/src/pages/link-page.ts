/** Opening a link: its subject, the code that proves its person, and the resulting session. */
import { formatDateTime } from '@cinnabar/api/date-time.js';
import type { InputOf } from '@cinnabar/api/operation.js';
import { agreementsFor } from '@cinnabar/api/pages/agreements.js';
import * as declared from '@cinnabar/api/pages/link.js';
import { linkUse } from '../areas/codes/index.js';
import { acceptAgreements } from '../areas/consents/index.js';
import { brandOf, findCorp } from '../areas/enterprise/index.js';
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
import { transact } from '../database/transact.js';
import type { LinkContext, VisitorContext } from '../operation/context.js';
import { type AnyRoute, route } from '../operation/handler.js';
import { invalidField, refuse, refuseCode, refuseFor } from '../operation/refusal.js';
import { askedCookie, askedIn, reusedAskToken } from './asked.js';
import { isFramed } from './framing.js';
import { linkOfSession } from './identify-page.js';
import { type LinkStanding, standingOf } from './link-standing.js';
import { originOf } from './origin.js';
import { keptSession, keptToken, sessionCookie, sessionKey } from './session-secrets.js';

interface OpenedLink {
  readonly link: Link;
  readonly standing: LinkStanding;
  readonly mobile: string;
}

type LinkName = InputOf<typeof declared.openLink>;

/** All unknown tokens get the same answer; they are far too long to be found by brute force. */
async function opened({ db, now }: VisitorContext, token: string): Promise<OpenedLink> {
  const link = await findLink(db, hashToken(token));
  const person = link === null ? null : await findUser(db, link.userId);
  if (link === null || person === null) throw refuse('404');
  return { link, standing: await standingOf(db, link, now), mobile: person.mobile };
}

async function named(ctx: VisitorContext, { token, linkId }: LinkName): Promise<OpenedLink> {
  if (token !== undefined) return opened(ctx, token);
  if (linkId === undefined) throw invalidField('token', { zh: '必填', en: 'is required' });
  const kept = keptToken(ctx.services, ctx.headers, linkId);
  if (kept === null) throw refuse('404');
  return opened(ctx, kept);
}

async function enterable(ctx: VisitorContext, name: LinkName): Promise<OpenedLink> {
  const found = await named(ctx, name);
  if (stateOf(ctx, found) !== 'open') throw refuse('410');
  return found;
}

async function openLink(ctx: VisitorContext, name: LinkName): Promise<declared.OpenedLink> {
  const { db } = ctx;
  const found = await named(ctx, name);
  const { link, standing, mobile } = found;
  const corp = await findCorp(db, link.corpId);
  const { kind, returnUrl } = link;
  const state = stateOf(ctx, found);
  // The previous holder of the mobile learns neither the subject nor the new mobile.
  const isWithdrawn = state === 'withdrawn';
  const addressee = state === 'open' ? await addresseeOf(db, link) : null;
  return {
    kind,
    state,
    entry: kindRules[kind].entry,
    corpName: standing.aboutCorp ?? corp?.corpName ?? null,
    brand: hasBrand(ctx, found) && corp !== null ? await brandOf(db, corp) : null,
    title: isWithdrawn ? null : standing.title,
    mobile: isWithdrawn ? '' : maskMobile(mobile),
    name: state === 'open' && addressee !== null ? maskName(addressee.name) : null,
    disowned: addressee?.isDisowned ?? false,
    returnUrl,
    entered: await enteredBefore(ctx, found),
  };
}

/** An embedding site shows its own brand, and a page about another enterprise shows none. */
function hasBrand({ headers }: VisitorContext, { standing }: OpenedLink): boolean {
  return !isFramed(headers) && standing.aboutCorp === null;
}

/** The report proves nothing, so the link stays valid for its person. */
async function disownLink(ctx: VisitorContext, name: LinkName) {
  const { link } = await enterable(ctx, name);
  if (!(await disownPart(ctx, link, originOf(ctx)))) throw refuseFor('PERMISSION_DENIED');
  return {};
}

/** After a reload the page gets its half of the session again. */
async function enteredBefore(ctx: VisitorContext, found: OpenedLink): Promise<declared.EnteredLink | null> {
  const kept = keptSession(ctx.services, ctx.headers, found.link.linkId);
  if (kept === null || (await linkOfSession(ctx.db, kept, ctx.now)) === null) return null;
  return enteredView(ctx, found, kept.token);
}

function enteredView(
  { services }: VisitorContext,
  { link, standing, mobile }: OpenedLink,
  secret: string,
): declared.EnteredLink {
  const { subject } = link;
  return {
    session: sessionKey(services, link.linkId, secret),
    kind: link.kind,
    corpId: standing.actingCorpId,
    userId: link.userId,
    // Returned to the person's own page, which needs it to request codes for the act.
    mobile,
    flowId: subject.flowId ?? null,
    participantId: subject.participantId ?? null,
    approvalId: subject.approvalId ?? null,
    templateId: subject.templateId ?? null,
    returnUrl: link.returnUrl,
  };
}

/** Any holder of the link may request a code; it can be tried only with the token returned to that request. */
async function sendLinkCode(
  ctx: VisitorContext,
  { asked: given, ...name }: InputOf<typeof declared.sendLinkCode>,
) {
  const { db, services, headers } = ctx;
  const { link, mobile } = await enterable(ctx, name);
  if (kindRules[link.kind].entry !== 'code') throw refuseFor('PERMISSION_DENIED');
  const asked = reusedAskToken(services, headers, link.linkId, given);
  const use = await linkUse(db, services, link);
  await sendCode(ctx, { ...bindingOf(link, mobile, asked), use, share: 'own' });
  ctx.setCookie(askedCookie(services, link.linkId, asked, isFramed(headers)));
  return { asked };
}

async function enterLink(ctx: VisitorContext, { code, asked, ...name }: InputOf<typeof declared.enterLink>) {
  const { db, services, now, headers } = ctx;
  const found = await enterable(ctx, name);
  const { link } = found;
  const isByCode = kindRules[link.kind].entry === 'code';
  if (isByCode) await proveMobile(ctx, found, askedIn(services, headers, link.linkId, asked), code);
  const secret = randomToken();
  const expireTime = new Date(now.getTime() + SESSION_LIFE_MS);
  await transact(db, async (tx) => {
    // Of two concurrent requests with a single-use link, the second finds it used.
    if (!canBeEntered(await lockLink(tx, link.linkId), now)) throw refuse('410');
    if (isByCode) await noteProof(tx, link.userId, now);
    await insertSession(tx, link.linkId, { sessionHash: hashToken(secret), createdAt: now, expireTime });
  });
  ctx.setCookie(sessionCookie(services, link.linkId, secret, isFramed(headers)));
  return {
    ...enteredView(ctx, found, secret),
    expireTime: formatDateTime(expireTime, services.config.timeZone),
  };
}

async function proveMobile(
  { db, services, now }: VisitorContext,
  { link, mobile }: OpenedLink,
  asked: string | null,
  code: string | undefined,
): Promise<void> {
  if (code === undefined) throw invalidField('code', { zh: '必填', en: 'is required' });
  if (asked === null) throw refuseCode('CODE_ENDED', 0);
  await requireCode({ db, services }, { ...bindingOf(link, mobile, asked), code, now });
}

async function confirmMembership(
  ctx: LinkContext,
  { accepted = [] }: InputOf<typeof declared.confirmMembership>,
) {
  const { db, now, session } = ctx;
  const { corpId, userId } = session.link;
  const needed = agreementsFor.confirmMembership;
  await acceptAgreements(ctx, { userId, needed, accepted, corpId, part: null, ...originOf(ctx) });
  await transact(db, (tx) => confirmInvitation(tx, corpId, userId, now));
  return {};
}

function stateOf(
  { now }: VisitorContext,
  { link, standing, mobile }: OpenedLink,
): declared.OpenedLink['state'] {
  const isAlive = standing.open || standing.payment === 'due';
  if (!isAlive) return 'ended';
  // A person without a mobile cannot be verified; they continue with the link that they receive once a mobile is set.
  if (link.endedAt !== null || mobile === '') return 'withdrawn';
  return canBeEntered(link, now) ? 'open' : 'expired';
}

/** A code that opens a link opens only that link. */
function bindingOf({ linkId }: Link, mobile: string, asked: string): CodeBinding {
  return { mobile, asker: visitorAsker(asked), purpose: 'link', subject: [`link ${linkId}`] };
}

export const openLinkRoute: AnyRoute = route('visitor', declared.openLink, openLink);

export const linkPageRoutes: readonly AnyRoute[] = [
  openLinkRoute,
  route('visitor', declared.sendLinkCode, sendLinkCode),
  route('visitor', declared.disownLink, disownLink),
  route('visitor', declared.enterLink, enterLink),
  route('link', declared.confirmMembership, confirmMembership),
];

/** Logging in to the console. */
import type { LoginMethod } from '@cinnabar/api/login-methods.js';
import type { InputOf } from '@cinnabar/api/operation.js';
import { consoleAddress } from '@cinnabar/api/pages/addresses.js';
import * as declared from '@cinnabar/api/pages/login.js';
import { originOf } from '../../areas/audit/index.js';
import * as sessions from '../../areas/sessions/index.js';
import { hashToken, randomToken } from '../../custody/secrets.js';
import { transact } from '../../database/transact.js';
import type { ConsoleContext, LinkContext, UserId, VisitorContext } from '../../operation/context.js';
import { type AnyRoute, route } from '../../operation/handler.js';
import { refuseFor } from '../../operation/refusal.js';
import { askedCookie, askedIn, reusedAskToken } from '../asked.js';
import { beginConsoleSession, entered } from './begin-session.js';
import { enteredConsoleView } from './entered-view.js';
import { requireOwnSite } from './own-site.js';
import { consoleCookie, keptConsoleSecret, keptDevice, oidcCookie } from './session-secrets.js';

/** A log-in begun on another site could put its visitor into somebody else’s session. */
function requireOwnLogin({ services, headers }: VisitorContext, method: LoginMethod): void {
  requireOwnSite(services.config, headers);
  sessions.requireMethod(services, method);
}

async function loginOffer({ db, services }: VisitorContext) {
  const hasPasskeys = sessions.relyingParty(services) !== null;
  const hasOidc = await sessions.hasLoginProviders(db);
  const isOffered = { sms: true, password: true, passkey: hasPasskeys, oidc: hasOidc };
  return {
    methods: services.config.loginMethods.filter((method) => isOffered[method]),
    hasDemo: services.config.mode === 'sandbox',
  };
}

async function sendLoginCode(ctx: VisitorContext, given: InputOf<typeof declared.sendLoginCode>) {
  requireOwnLogin(ctx, 'sms');
  const { services, headers } = ctx;
  const asked = reusedAskToken(services, headers, 'login', given.asked);
  const deviceToken = keptDevice(services, headers);
  await sessions.requestLoginCode(ctx, { mobile: given.mobile, asked, deviceToken });
  ctx.setCookie(askedCookie(services, 'login', asked, false));
  return { asked };
}

async function logInByCode(ctx: VisitorContext, given: InputOf<typeof declared.logInByCode>) {
  requireOwnLogin(ctx, 'sms');
  const { mobile, code } = given;
  const asked = askedIn(ctx.services, ctx.headers, 'login', given.asked);
  const userId = await sessions.requireLoginCode(ctx, { mobile, asked, code });
  return entered(ctx, await beginOwn(ctx, userId, 'sms', false));
}

async function logInByPassword(ctx: VisitorContext, given: InputOf<typeof declared.logInByPassword>) {
  requireOwnLogin(ctx, 'password');
  return entered(ctx, await beginOwn(ctx, await sessions.requireLoginPassword(ctx, given), 'password', true));
}

async function passkeyToLogIn(ctx: VisitorContext) {
  sessions.requireMethod(ctx.services, 'passkey');
  return { options: await sessions.passkeyOptions(ctx, null) };
}

async function logInByPasskey(ctx: VisitorContext, { response }: InputOf<typeof declared.logInByPasskey>) {
  requireOwnLogin(ctx, 'passkey');
  const userId = await sessions.requirePasskeyLogin(ctx, response);
  return entered(ctx, await beginOwn(ctx, userId, 'passkey', true));
}

function beginOwn(
  ctx: VisitorContext,
  userId: UserId,
  method: 'sms' | 'password' | 'passkey',
  isStrong: boolean,
): Promise<sessions.LoggedIn> {
  return beginConsoleSession(ctx, { userId, method, isStrong, isFresh: true, corpId: null, linkId: null });
}

async function beginOidcLogin(
  ctx: VisitorContext,
  { corpId, next }: InputOf<typeof declared.beginOidcLogin>,
) {
  requireOwnLogin(ctx, 'oidc');
  const ticket = randomToken();
  const request = { corpId, ticket, next: consoleAddress(next) ?? '' };
  const address = await sessions.beginOidc(ctx, request);
  ctx.setCookie(oidcCookie(ctx.services, ticket));
  return { address };
}

async function resumeConsole(ctx: VisitorContext) {
  requireOwnSite(ctx.services.config, ctx.headers);
  const { db, services, headers, now } = ctx;
  const secret = keptConsoleSecret(services, headers);
  const session = secret === null ? null : await sessions.findConsoleSession(db, hashToken(secret), now);
  if (secret === null || session === null) return { entered: null };
  return { entered: await enteredConsoleView(db, services, secret, session, ctx.address) };
}

async function logOut(ctx: VisitorContext) {
  requireOwnSite(ctx.services.config, ctx.headers);
  const secret = keptConsoleSecret(ctx.services, ctx.headers);
  if (secret !== null) await sessions.endSessionByHash(ctx.db, hashToken(secret));
  ctx.setCookie(consoleCookie(ctx.services, ''));
  return {};
}

async function confirmFactor(ctx: ConsoleContext, { factor }: InputOf<typeof declared.confirmFactor>) {
  await sessions.requireFactor(ctx, ctx.session, factor);
  return strengthened(ctx);
}

async function passkeyToProve(ctx: ConsoleContext) {
  return { options: await sessions.passkeyOptions(ctx, ctx.session.userId) };
}

async function confirmPasskey(ctx: ConsoleContext, { response }: InputOf<typeof declared.confirmPasskey>) {
  await sessions.requireOwnPasskey(ctx, ctx.session.userId, response);
  return strengthened(ctx);
}

/** The session goes on under another secret: one that was stolen before the second factor opens nothing. */
async function strengthened(ctx: ConsoleContext): Promise<declared.EnteredConsole> {
  const { db, services, session, now } = ctx;
  const secret = randomToken();
  await transact(db, async (tx) => {
    const isDone = await sessions.strengthenSession(tx, session.sessionId, hashToken(secret), now);
    if (!isDone) throw refuseFor('TOKEN_INVALID');
    const { userId, corpId, method } = session;
    await sessions.recordLoginAct(
      tx,
      { userId, corpId, act: 'session.factor', after: { method } },
      originOf(ctx),
    );
  });
  ctx.setCookie(consoleCookie(services, secret));
  return entered(ctx, { secret, session: { ...session, isStrong: true, provenAt: now } });
}

/** The application has identified the member; nobody has proven anything to this service. */
async function enterByAccess(ctx: LinkContext) {
  requireOwnSite(ctx.services.config, ctx.headers);
  const { link, actingCorpId: corpId } = ctx.session;
  if (corpId === null) throw refuseFor('NOT_MEMBER');
  const { userId, linkId } = link;
  const unproven = { isStrong: false, isFresh: false };
  await beginConsoleSession(ctx, { userId, method: 'access', ...unproven, corpId, linkId });
  return { address: `/console/${corpId}` };
}

export const loginRoutes: readonly AnyRoute[] = [
  route('visitor', declared.loginOffer, loginOffer),
  route('visitor', declared.sendLoginCode, sendLoginCode),
  route('visitor', declared.logInByCode, logInByCode),
  route('visitor', declared.logInByPassword, logInByPassword),
  route('visitor', declared.passkeyToLogIn, passkeyToLogIn),
  route('visitor', declared.logInByPasskey, logInByPasskey),
  route('visitor', declared.beginOidcLogin, beginOidcLogin),
  route('visitor', declared.resumeConsole, resumeConsole),
  route('visitor', declared.logOut, logOut),
  route('console', declared.confirmFactor, confirmFactor),
  route('console', declared.passkeyToProve, passkeyToProve),
  route('console', declared.confirmPasskey, confirmPasskey),
  route('link', declared.enterByAccess, enterByAccess),
];

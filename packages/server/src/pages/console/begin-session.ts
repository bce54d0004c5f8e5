import type { EnteredConsole } from '@cinnabar/api/pages/login.js';
import { browserOf, type LoggedIn, type Login, logIn } from '../../areas/sessions/index.js';
import { transact } from '../../database/transact.js';
import type { PageContext } from '../../operation/context.js';
import { enteredConsoleView } from './entered-view.js';
import { consoleCookie, deviceCookie, keptConsoleSecret, keptDevice } from './session-secrets.js';

/** What a log-in needs of its request. */
export type SessionContext = Pick<
  PageContext,
  'db' | 'services' | 'now' | 'requestId' | 'address' | 'device' | 'headers' | 'setCookie' | 'noteUser'
>;

/** Begins a session of the person in the browser of the request, in place of the one that it has. */
export async function beginConsoleSession(
  ctx: SessionContext,
  login: Omit<Login, 'browser'>,
): Promise<LoggedIn> {
  const { db, services, headers, now } = ctx;
  const browser = browserOf(ctx, {
    deviceToken: keptDevice(services, headers),
    sessionSecret: keptConsoleSecret(services, headers),
  });
  ctx.noteUser(login.userId);
  const begun = await transact(db, (tx) => logIn(tx, services, { ...login, browser }, now));
  ctx.setCookie(consoleCookie(services, begun.secret));
  ctx.setCookie(deviceCookie(services, begun.deviceToken));
  return begun;
}

/** The answer to a log-in. */
export async function entered(
  { db, services, address }: Pick<PageContext, 'db' | 'services' | 'address'>,
  { secret, session }: Pick<LoggedIn, 'secret' | 'session'>,
): Promise<EnteredConsole> {
  const view = await enteredConsoleView(db, services, secret, session, address);
  if (view === null) throw new Error('the person who just logged in does not exist');
  return view;
}

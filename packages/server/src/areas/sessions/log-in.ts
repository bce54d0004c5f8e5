import { hashToken, randomToken } from '../../custody/secrets.js';
import type { Tx } from '../../database/schema.js';
import type { Context, CorpId, UserId } from '../../operation/context.js';
import type { Services } from '../../operation/services.js';
import { deviceWords, sayIn } from '../flows/index.js';
import { findUser, noteProof } from '../members/index.js';
import { sendNotice } from '../sms/index.js';
import { recordLoginAct } from './record-login.js';
import { SESSION_LIFE_MS } from './rules/session-times.js';
import type { ConsoleSession, LoginMethod } from './session.js';
import { noteDevice } from './store/devices.js';
import { endOldestSessions, endSessionByHash, insertConsoleSession } from './store/sessions.js';

/** What a browser has kept of earlier log-ins. */
export interface Browser {
  readonly address: string;
  readonly device: string | null;
  /** Identifies the browser; null: it has never logged in. */
  readonly deviceToken: string | null;
  /** The secret of a session, which ends. */
  readonly sessionSecret: string | null;
  readonly requestId: string;
}

export interface Login {
  readonly userId: UserId;
  readonly method: LoginMethod;
  /** Two factors have been given, or a passkey. */
  readonly isStrong: boolean;
  /** Whether the log-in itself is a fresh proof. */
  readonly isFresh: boolean;
  /** The only enterprise that the session opens; null: every enterprise of the person. */
  readonly corpId: CorpId | null;
  readonly linkId: ConsoleSession['linkId'];
  readonly browser: Browser;
}

export interface LoggedIn {
  readonly session: ConsoleSession;
  /** Of the session, for its cookie. */
  readonly secret: string;
  readonly deviceToken: string;
}

/** Begins a session, always under a new secret, so that nobody can plant a session that they know. */
export async function logIn(
  tx: Tx,
  services: Pick<Services, 'ids' | 'config'>,
  { userId, method, isStrong, isFresh, corpId, linkId, browser }: Login,
  now: Date,
): Promise<LoggedIn> {
  if (browser.sessionSecret !== null) await endSessionByHash(tx, hashToken(browser.sessionSecret));
  const secret = randomToken();
  const session: ConsoleSession = {
    sessionId: await services.ids.next<'ConsoleSession'>(),
    userId,
    method,
    isStrong,
    provenAt: isFresh ? now : null,
    corpId,
    linkId,
    address: browser.address,
    device: browser.device,
    createdAt: now,
    lastUsedAt: now,
    expireTime: new Date(now.getTime() + SESSION_LIFE_MS),
  };
  await endOldestSessions(tx, userId, services.config.sessionsPerPerson - 1);
  await insertConsoleSession(tx, session, hashToken(secret));
  const { address, device, requestId } = browser;
  const origin = { now, address, device, requestId, source: 'console' } as const;
  await recordLoginAct(tx, { userId, corpId, act: 'session.begin', after: { method, isStrong } }, origin);
  if (method === 'sms') await noteProof(tx, userId, now);
  const deviceToken = browser.deviceToken ?? randomToken();
  const news = await noteDevice(tx, userId, hashToken(deviceToken), now);
  // Who logs in for the first time by a code has just read a message about it.
  const isTold = news === 'new' || (news === 'first' && method !== 'sms');
  if (isTold && method !== 'demo') await tellPerson(tx, services, session, now);
  return { session, secret, deviceToken };
}

async function tellPerson(
  tx: Tx,
  { config }: Pick<Services, 'config'>,
  { userId, sessionId, device }: ConsoleSession,
  now: Date,
): Promise<void> {
  const person = await findUser(tx, userId);
  const words = deviceWords(device ?? '', sayIn('zh', config.timeZone));
  await sendNotice(tx, {
    mobile: person?.mobile ?? '',
    template: 'newDevice',
    parameters: { device: words === '' ? '未知设备' : words },
    idempotencyKey: `new-device-${sessionId}`,
    now,
  });
}

/** Where a request of a log-in came from. */
export function browserOf(
  { address, device, requestId }: Pick<Context, 'address' | 'device' | 'requestId'>,
  kept: Pick<Browser, 'deviceToken' | 'sessionSecret'>,
): Browser {
  return { address, device: device === '' ? null : device, requestId, ...kept };
}

/** Log-in of the platform's operators, and their sessions. */
import { hashToken, randomToken } from '../../custody/secrets.js';
import type { Db } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import type { Context, Operator } from '../../operation/context.js';
import { refuseFor } from '../../operation/refusal.js';
import { originOf, recordAct } from '../audit/index.js';
import { requireOperatorPassword } from '../sessions/index.js';
import { idleSince, isUseNoted, PLATFORM_SESSION_LIFE_MS } from './session-times.js';
import {
  deletePlatformSession,
  findOperator,
  findPlatformSession,
  insertPlatformSession,
  notePlatformUse,
} from './store.js';

type LoginContext = Pick<Context, 'db' | 'services' | 'now' | 'address' | 'device' | 'requestId'>;

interface Given {
  readonly mobile: string;
  readonly password: string;
  readonly factor: string;
}

interface BegunSession {
  readonly userId: Operator['userId'];
  readonly name: string;
  readonly duties: Operator['duties'];
  /** For the cookie. */
  readonly secret: string;
}

/**
 * Begins a session, always under a new secret; the one that the browser has ends.
 * @throws Refusal LOGIN_WRONG, whatever was wrong; CREDENTIALS_LIMITED
 */
export async function beginPlatformSession(
  ctx: LoginContext,
  given: Given,
  formerSecret: string | null,
): Promise<BegunSession> {
  const { db, now } = ctx;
  const userId = await requireOperatorPassword(ctx, given);
  const secret = randomToken();
  const expireTime = new Date(now.getTime() + PLATFORM_SESSION_LIFE_MS);
  const { name, duties } = await transact(db, async (tx) => {
    const found = await findOperator(tx, userId);
    if (found === null) throw refuseFor('LOGIN_WRONG');
    if (formerSecret !== null) await deletePlatformSession(tx, hashToken(formerSecret));
    await insertPlatformSession(tx, { sessionHash: hashToken(secret), userId, createdAt: now, expireTime });
    await recordAct(
      tx,
      { corpId: null, userId, appId: null, act: 'operator.begin' },
      originOf(ctx, 'platform'),
    );
    return found;
  });
  return { userId, name, duties, secret };
}

/** The operator of a session that has not ended; null without one. */
export async function operatorOfSession(db: Db, secret: string, now: Date): Promise<Operator | null> {
  return findPlatformSession(db, hashToken(secret), { now, idleSince: idleSince(now) });
}

export async function noteOperatorUse(db: Db, operator: Operator, now: Date): Promise<void> {
  if (!isUseNoted(operator.lastUsedAt, now)) await notePlatformUse(db, operator.sessionHash, now);
}

export async function endPlatformSession(
  ctx: Pick<Context, 'db' | 'now' | 'address' | 'device' | 'requestId'>,
  { userId, sessionHash }: Operator,
): Promise<void> {
  await transact(ctx.db, async (tx) => {
    await deletePlatformSession(tx, sessionHash);
    await recordAct(
      tx,
      { corpId: null, userId, appId: null, act: 'operator.end' },
      originOf(ctx, 'platform'),
    );
  });
}

/** Fresh proof that the holder of a session is still its person, before an act that needs it. */
import { countAttempt, uncountAttempt } from '../../database/rate-counters.js';
import type { AuditSource } from '../../database/tables/audit.js';
import { transact } from '../../database/transact.js';
import type { Context, UserId } from '../../operation/context.js';
import { refuseCode, refuseFor } from '../../operation/refusal.js';
import { findUser } from '../members/index.js';
import { type CodeBinding, freshProofUse, requireCode, sendCode } from '../sms/index.js';
import { recordRefused } from './refused-logins.js';
import { SESSION_LIFE_MS } from './rules/session-times.js';
import { examineFactor, type FactorServices, useFactor } from './second-factor.js';
import type { ConsoleSession } from './session.js';
import { endConsoleSession, noteFreshProof } from './store/sessions.js';

type ProofContext = Pick<Context, 'db' | 'services' | 'now' | 'address'>;
type FactorContext = Pick<Context, 'db' | 'now' | 'device'> & {
  readonly services: FactorServices;
  /** Both null: not a request. */
  readonly address: string | null;
  readonly requestId: string | null;
};

/** Wrong factors after which a session ends: who steals one cannot guess on. */
const WRONG_FACTORS_ALLOWED = 5;

async function mobileOf({ db }: ProofContext, userId: UserId): Promise<string> {
  const person = await findUser(db, userId);
  if (person === null || person.mobile === '') throw refuseFor('TOKEN_INVALID');
  return person.mobile;
}

function bindingOf({ userId, sessionId }: ConsoleSession, mobile: string): CodeBinding {
  return {
    mobile,
    asker: `console-session ${sessionId}`,
    purpose: 'freshProof',
    subject: [`user ${userId}`],
  };
}

/** @throws Refusal CODE_LIMITED, 1202, 1203 */
export async function sendProofCode(ctx: ProofContext, session: ConsoleSession): Promise<void> {
  const mobile = await mobileOf(ctx, session.userId);
  await sendCode(ctx, { ...bindingOf(session, mobile), use: freshProofUse(), share: 'own' });
}

/** @throws Refusal CODE_WRONG, CODE_ENDED */
export async function proveByCode(ctx: ProofContext, session: ConsoleSession, code: string): Promise<void> {
  const { db, services, now } = ctx;
  const mobile = await mobileOf(ctx, session.userId);
  await requireCode({ db, services }, { ...bindingOf(session, mobile), code, now });
  await transact(db, (tx) => noteFreshProof(tx, session.sessionId, { isStrong: false }, now));
}

/** @throws Refusal CODE_WRONG; after the fifth in one session CODE_ENDED, and the session has ended */
export async function proveByFactor(
  ctx: FactorContext,
  session: ConsoleSession,
  typed: string,
): Promise<void> {
  await requireFactor(ctx, session, typed);
  await transact(ctx.db, (tx) => noteFreshProof(tx, session.sessionId, { isStrong: true }, ctx.now));
}

/**
 * Uses an authenticator code or a recovery code of the person.
 * @throws Refusal CODE_WRONG; after the fifth in one session CODE_ENDED, and the session has ended
 */
export function requireFactor(
  ctx: FactorContext,
  { sessionId, userId }: ConsoleSession,
  typed: string,
): Promise<void> {
  const endSession = () => endConsoleSession(ctx.db, userId, sessionId);
  const source = 'console';
  return requireFactorOf(ctx, { userId, session: String(sessionId), source, endSession }, typed);
}

/** A session of the person, of whichever kind. */
interface ProvenSession {
  readonly userId: UserId;
  readonly session: string;
  readonly source: AuditSource;
  readonly endSession: () => Promise<unknown>;
}

/** Like requireFactor, in any session of the person. */
export async function requireFactorOf(
  { db, services, now, address, device, requestId }: FactorContext,
  { userId, session, source, endSession }: ProvenSession,
  typed: string,
): Promise<void> {
  // Counted first, because concurrent attempts could not be limited otherwise.
  const name = `wrong-factor:${session}`;
  const { count, windowStart } = await countAttempt(db, name, SESSION_LIFE_MS, now);
  if (count <= WRONG_FACTORS_ALLOWED) {
    const examined = await examineFactor(db, services, userId, typed, now);
    const used = await transact(db, (tx) => useFactor(tx, userId, examined, now));
    if (used !== null) return uncountAttempt(db, name, windowStart);
  }
  const origin = { now, address, device, requestId, source };
  await recordRefused(db, { userId, method: 'totp' }, origin);
  const left = WRONG_FACTORS_ALLOWED - count;
  if (left > 0) throw refuseCode('CODE_WRONG', left);
  await endSession();
  throw refuseCode('CODE_ENDED', 0);
}

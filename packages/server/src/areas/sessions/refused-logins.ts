/** Failed log-ins in the audit of the enterprises that they would have opened. */
import type { Db } from '../../database/schema.js';
import { enqueue } from '../../jobs/queue.js';
import { defineJob, type JobDefinition } from '../../jobs/tasks.js';
import type { Context, UserId } from '../../operation/context.js';
import { Refusal } from '../../operation/refusal.js';
import { type AuditOrigin, recordOnce } from '../audit/index.js';
import { userByMobile } from '../members/index.js';
import { actingMemberships } from './may-log-in.js';
import { isOperator } from './store/operators.js';

declare module '../../jobs/tasks.js' {
  interface JobPayloads {
    'sessions.refusedLogin': {
      readonly mobile: string;
      readonly method: RefusedMethod;
      /** Absent: of the console. */
      readonly door?: RefusedDoor;
      readonly address: string;
      readonly device: string | null;
      readonly requestId: string;
      /** ISO 8601. */
      readonly at: string;
    };
  }
}

type RefusedMethod = 'sms' | 'password' | 'totp';
export type RefusedDoor = 'console' | 'platform';
type RefusedContext = Pick<Context, 'db' | 'now' | 'address' | 'device' | 'requestId'>;

interface Tried {
  readonly mobile: string;
  readonly method: RefusedMethod;
  readonly door?: RefusedDoor;
}

/** What a person gave was wrong, and not the state of something else. */
function isWrong(error: unknown): boolean {
  return error instanceof Refusal && ['LOGIN_WRONG', 'CODE_WRONG', 'CODE_ENDED'].includes(error.reason ?? '');
}

/**
 * Runs an attempt to log in and notes its failure. A job looks up whose mobile it is: the request does the same for
 * every mobile, so that its duration does not tell.
 */
export async function noteRefused<T>(
  { db, now, address, device, requestId }: RefusedContext,
  tried: Tried,
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (isWrong(error)) {
      const payload = { ...tried, address, device, requestId, at: now.toISOString() };
      await enqueue(db, 'sessions.refusedLogin', payload);
    }
    throw error;
  }
}

export function refusedLoginJob(db: Db): JobDefinition {
  return defineJob('sessions.refusedLogin', async (refused) => {
    const { mobile, method, door, address, device, requestId, at } = refused;
    const person = await userByMobile(db, mobile);
    if (person === null) return;
    const origin = { now: new Date(at), address, device, requestId, source: door ?? 'console' } as const;
    if (door === 'platform') return recordRefusedOperator(db, { userId: person.userId, method }, origin);
    await recordRefused(db, { userId: person.userId, method }, origin);
  });
}

/** Once in ten minutes for a person, so that nobody fills the audit by guessing. Who tried is not known. */
export async function recordRefused(
  db: Db,
  { userId, method }: { readonly userId: UserId; readonly method: RefusedMethod },
  origin: AuditOrigin,
): Promise<void> {
  for (const { corpId } of await actingMemberships(db, userId)) {
    const object = { kind: 'person', id: userId } as const;
    const refused = { corpId, userId: null, appId: null, subjectUserId: userId, object };
    await recordOnce(db, { ...refused, act: 'session.refused', after: { method } }, origin);
  }
}

/** In the audit of the platform; only attempts on the account of an operator are recorded. */
async function recordRefusedOperator(
  db: Db,
  { userId, method }: { readonly userId: UserId; readonly method: RefusedMethod },
  origin: AuditOrigin,
): Promise<void> {
  if (!(await isOperator(db, userId))) return;
  const object = { kind: 'person', id: userId } as const;
  const refused = { corpId: null, userId: null, appId: null, subjectUserId: userId, object };
  await recordOnce(db, { ...refused, act: 'operator.refused', after: { method } }, origin);
}

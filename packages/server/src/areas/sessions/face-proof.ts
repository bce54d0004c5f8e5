/** A face check as fresh proof, for people whose identity is proven. */
import { transact } from '../../database/transact.js';
import type { Context } from '../../operation/context.js';
import { refuse, refuseFor } from '../../operation/refusal.js';
import {
  FACE_LIFE_MS,
  type FaceOrder,
  facePage,
  findOrder,
  insertOrder,
  limitOwnChecks,
  parametersOf,
  prepareFaceCheck,
  stateOf,
  useFaceResult,
} from '../faces/index.js';
import { personIdentity } from '../members/index.js';
import type { ConsoleSession } from './session.js';
import { noteFreshProof } from './store/sessions.js';

type ProofContext = Pick<Context, 'db' | 'services' | 'now'>;

function askerOf({ sessionId }: ConsoleSession): string {
  return `console-session ${sessionId}`;
}

export interface BegunFaceProof {
  readonly orderNo: string;
  /** Of the page that runs the check, on this device or on another one. */
  readonly address: string;
}

/** @throws Refusal NOT_VERIFIED, CREDENTIALS_LIMITED, FACE_SERVICE_UNAVAILABLE */
export async function beginFaceProof(ctx: ProofContext, session: ConsoleSession): Promise<BegunFaceProof> {
  const { db, services, now } = ctx;
  const { userId } = session;
  const subject = await personIdentity(ctx, userId);
  if (subject === null) throw refuseFor('NOT_VERIFIED');
  await limitOwnChecks(ctx, userId);
  const order = await prepareFaceCheck(services, {
    corpId: null,
    userId,
    purpose: 'ownProof',
    businessIds: [userId],
    channel: 'channelA',
    asker: askerOf(session),
    covered: [],
    callbackUrl: null,
    subject,
    lifeMs: FACE_LIFE_MS,
    now,
  });
  await transact(db, (tx) => insertOrder(tx, order));
  return { orderNo: order.orderNo, address: facePage(services, order) };
}

/** A check that another session has requested is treated like one that has expired. */
export async function stateOfFaceProof(
  { db, now }: ProofContext,
  session: ConsoleSession,
  orderNo: string,
): Promise<'open' | 'passed' | 'failed' | 'expired'> {
  const order = await findOrder(db, orderNo);
  return order === null || order.asker !== askerOf(session) ? 'expired' : stateOf(order, now);
}

/**
 * Uses a passed check, once. The proof is as old as the check.
 * @throws Refusal 1403 for a check that has not passed, was used, or belongs to another session, person or purpose
 */
export async function proveByFace(
  ctx: ProofContext,
  session: ConsoleSession,
  orderNo: string,
): Promise<void> {
  const { db } = ctx;
  const order = await findOrder(db, orderNo);
  const finishTime = order?.finishTime ?? null;
  if (order === null || finishTime === null || !(await isUsed(ctx, session, order))) throw refuse('1403');
  await transact(db, (tx) => noteFreshProof(tx, session.sessionId, { isStrong: false }, finishTime));
}

async function isUsed(ctx: ProofContext, session: ConsoleSession, order: FaceOrder): Promise<boolean> {
  const { userId } = session;
  const user = { ...ctx, appId: askerOf(session), corpId: null, actingMember: { userId } };
  const use = { purpose: 'ownProof', businessIds: [userId], suffices: () => true } as const;
  return (await useFaceResult(user, use, parametersOf(ctx.services, order))) !== 'wrong';
}

/** The way back from a face check: what came of it is written down once, with what it changes. */
import type { Context } from '../../context.js';
import type { Tx } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import { type FaceResult, FaceUnavailable } from '../../providers/face.js';
import { refuse, refuseFor } from '../../refusal.js';
import { identifyCorp } from '../enterprise/index.js';
import {
  type FaceOrder,
  facePage,
  findOrder,
  finishOrder,
  lockOrder,
  parametersOf,
  stateOf,
  withParameters,
} from '../faces/index.js';
import {
  confirmByFace,
  findOperator,
  handOverOwnership,
  type PreparedIdentity,
  prepareIdentity,
  readIdentity,
} from '../members/index.js';

type FinishContext = Pick<Context, 'db' | 'services' | 'now'>;

/**
 * Asks the provider what came of a check, and carries that out.
 * @returns the address that the person goes to, with the parameters of the result
 * @throws Refusal 404 for an unknown order, 410 for one that has ended, 409 for one that is finished or not yet decided
 */
export async function finishFaceCheck(ctx: FinishContext, orderNo: string): Promise<string> {
  const order = await findOrder(ctx.db, orderNo);
  if (order === null) throw refuse('404');
  requireOpen(order, ctx.now);
  const result = await resultOf(ctx, order);
  const identity = await identityOf(ctx, order, result);
  const finished = await transact(ctx.db, async (tx) => {
    const locked = await lockOrder(tx, orderNo);
    if (locked === null) throw refuse('404');
    // Of two who come back at once the second finds it finished.
    requireOpen(locked, ctx.now);
    await finishOrder(tx, orderNo, result.verdict, ctx.now);
    if (result.verdict === 'pass') await carryOut(tx, locked, identity, ctx.now);
    return { ...locked, result: result.verdict };
  });
  const back = finished.callbackUrl ?? facePage(ctx.services, finished);
  return withParameters(back, { ...parametersOf(ctx.services, finished) });
}

function requireOpen(order: FaceOrder, now: Date): void {
  const state = stateOf(order, now);
  if (state === 'expired') throw refuse('410');
  if (state !== 'open') throw refuse('409', { zh: '核验已完成', en: 'the check is finished' });
}

async function resultOf({ services }: FinishContext, order: FaceOrder): Promise<FaceResult> {
  if (services.faces === null) throw refuse('FACE_SERVICE_UNAVAILABLE');
  try {
    const result = await services.faces.result(order.h5faceId);
    if (result === null) throw refuse('409', { zh: '核验尚未完成', en: 'the check is not finished yet' });
    return result;
  } catch (error) {
    throw error instanceof FaceUnavailable ? refuse('FACE_SERVICE_UNAVAILABLE') : error;
  }
}

/** Who passed, where the check found that out; encrypted before the transaction. */
async function identityOf(
  { services }: FinishContext,
  order: FaceOrder,
  { identity }: FaceResult,
): Promise<PreparedIdentity | null> {
  const readable = order.purpose !== 'person' || identity === null ? null : readIdentity(identity);
  return readable === null ? null : prepareIdentity(services, order.userId, readable);
}

/** What a passed check changes at once. Of a signature or an approval it is the proof, which is asked for later. */
async function carryOut(
  tx: Tx,
  { purpose, corpId, userId, createTime }: FaceOrder,
  identity: PreparedIdentity | null,
  now: Date,
): Promise<void> {
  switch (purpose) {
    case 'person':
      return confirmByFace(tx, corpId, userId, { begunAt: createTime, identity }, now);
    case 'legal':
      return identifyCorp(tx, corpId);
    case 'receiveCorp':
      // Whoever is no member any more, or was not confirmed, cannot be the owner.
      if ((await findOperator(tx, corpId, userId)) === null) throw refuseFor('NOT_MEMBER');
      return handOverOwnership(tx, corpId, userId);
    case 'signContract':
    case 'approvalSign':
      return;
  }
}

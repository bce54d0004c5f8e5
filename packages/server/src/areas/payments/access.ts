import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { PayOrderId } from '@cinnabar/api/schemas/payment.js';
import type { MemberContext } from '../../operation/context.js';
import { refuse, refuseFor } from '../../operation/refusal.js';
import {
  type Flow,
  findFlow,
  flowOfParticipant,
  type Participant,
  sightOf,
  type Viewer,
  viewerOf,
} from '../flows/index.js';
import type { NamedOrder } from './order.js';
import { type Standing, standingOf } from './rules/paying.js';
import { seenOrder } from './store/order-list.js';

/** A participant, and a person's relation to the amount due from it. */
export interface SeenParticipant {
  readonly flow: Flow;
  readonly participant: Participant;
  readonly viewer: Viewer;
  readonly standing: Exclude<Standing, 'foreign'>;
}

/** @throws Refusal 404 if there is no such participant, or it does not concern the caller */
export async function seeParticipant(
  ctx: MemberContext,
  participantId: ParticipantId,
): Promise<SeenParticipant> {
  const viewer = viewerOf(ctx);
  const flowId = await flowOfParticipant(ctx.db, viewer, participantId);
  const flow = flowId === null ? null : await findFlow(ctx.db, viewer, flowId);
  const participant = flow?.participants.find((each) => each.participantId === participantId);
  if (flow === null || participant === undefined) throw refuse('404');
  const standing = standingOf(flow, participant, viewer);
  if (standing === 'foreign') throw refuse('404');
  return { flow, participant, viewer, standing };
}

/**
 * The order, if it concerns the caller; by a link for one part only orders of that part.
 * @throws Refusal 404
 */
export async function seeOrder(ctx: MemberContext, orderId: PayOrderId): Promise<NamedOrder> {
  const order = await seenOrder(ctx.db, viewerOf(ctx), orderId);
  const part = ctx.link?.participantId ?? null;
  if (order === null || (part !== null && order.participantId !== part)) throw refuse('404');
  return order;
}

/**
 * A flow for anyone who may see it or pay in it.
 * @throws Refusal 404, PERMISSION_DENIED
 */
export async function seePayableFlow(
  ctx: MemberContext,
  flowId: FlowId,
): Promise<{ readonly flow: Flow; readonly viewer: Viewer }> {
  const viewer = viewerOf(ctx);
  const flow = await findFlow(ctx.db, viewer, flowId);
  if (flow === null) throw refuse('404');
  const pays = flow.participants.some(
    (participant) => participant.payee !== null && standingOf(flow, participant, viewer) === 'payer',
  );
  const sight = sightOf(flow, viewer);
  if (pays || sight === 'list' || sight === 'all') return { flow, viewer };
  throw sight === 'foreign' ? refuse('404') : refuseFor('PERMISSION_DENIED');
}

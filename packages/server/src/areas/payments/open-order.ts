import { PayOrderStatus } from '@cinnabar/api/enums.js';
import type { Tx } from '../../database/schema.js';
import { transact } from '../../database/transact.js';
import type { MemberContext } from '../../operation/context.js';
import { causedBy, Refusal, refuse } from '../../operation/refusal.js';
import { PayProviderFailed } from '../../providers/pay/port.js';
import { type Flow, loadFlow, lockParticipant, type Participant } from '../flows/index.js';
import { printDate } from '../templates/index.js';
import { accountOfOrder } from './account.js';
import type { PayChannel } from './channel.js';
import { closeAtProvider, closeOrder } from './close-order.js';
import { followSoon } from './jobs.js';
import { type FlowGoods, ORDER_LIFE, type PayOrder } from './order.js';
import { needsOpenId } from './rules/channels.js';
import { isLive, moveOrder } from './rules/order-states.js';
import { settleOrder } from './settle-order.js';
import { insertOrder, liveOrder, lockOrder, updateOrder } from './store/orders.js';

export interface Goods {
  readonly type: FlowGoods;
  readonly name: string;
  readonly body: string;
}

export interface OrderRequest {
  readonly flow: Flow;
  readonly participant: Participant;
  readonly channel: PayChannel;
  readonly openId: string | null;
  readonly returnUrl: string | null;
  readonly goods: Goods;
  /** The amount due of the flow in its present state, in fen. Refuses if nothing is due. */
  readonly amountDue: (flow: Flow) => number;
}

/** A channel that runs inside an app must know who pays. @throws Refusal 1105 */
export function requireOpenId(channel: PayChannel, openId: string | null): void {
  if (openId === null && needsOpenId(channel.payType)) throw refuse('1105');
}

/**
 * The participant's open order by this channel, or a new one, registered with the provider. It is stored before the
 * provider is called, so that after a crash the next request continues with it, and no lock is held during the call.
 * @returns the result of `answer` in the request's act
 * @throws Refusal 1102 if the provider rejects it, 1103 for an open order by another channel, 503
 */
export async function openOrder<T>(
  ctx: MemberContext,
  request: OrderRequest,
  answer: (order: PayOrder) => T,
): Promise<T> {
  await closeFormer(ctx, request);
  const order = await transact(ctx.db, (tx) => findOrStore(tx, ctx, request));
  if (order.status === PayOrderStatus.paying && order.payUrl !== null) return answer(order);
  const payUrl = await createAtProvider(ctx, order);
  let isOver = false;
  const answered = await ctx.act(async (tx) => {
    const current = await lockOrder(tx, order.orderId);
    // A notification may have arrived before the provider's response.
    const status = moveOrder(current.status, 'providerHasIt') ?? current.status;
    isOver = status === PayOrderStatus.cancelled;
    return answer(await updateOrder(tx, current, { status, payUrl }));
  });
  if (isOver) await closeLate(ctx, order);
  return answered;
}

/** The order was cancelled before the provider's response, so it may have been registered afterwards. */
async function closeLate(ctx: MemberContext, order: PayOrder): Promise<void> {
  try {
    await closeAtProvider(ctx, order, ctx.now);
  } catch (error) {
    // A payment made all the same is refunded.
    if (!(error instanceof PayProviderFailed)) throw error;
  }
}

/** An order that has expired, or of a former participant, must be closed at the provider before there is another. */
async function closeFormer(ctx: MemberContext, { participant, goods }: OrderRequest): Promise<void> {
  const open = await liveOrder(ctx.db, participant.participantId, goods.type);
  if (open === null || (open.expireTime > ctx.now && open.psnId === participant.psnId)) return;
  await orRefuse(() => closeOrder(ctx, open.orderId, ctx.now));
}

async function findOrStore(tx: Tx, ctx: MemberContext, request: OrderRequest): Promise<PayOrder> {
  const { participant, channel, goods } = request;
  await lockParticipant(tx, request.flow, participant.participantId);
  const flow = (await loadFlow(tx, request.flow.corpId, request.flow.flowId)) ?? request.flow;
  const amountFen = request.amountDue(flow);
  const open = await liveOrder(tx, participant.participantId, goods.type);
  if (open !== null) {
    if (open.channelModelId !== channel.channelModelId) throw refuse('1103');
    return open;
  }
  const orderId = await ctx.services.ids.next<'PayOrder'>();
  const day = printDate(ctx.now, 'yyyyMMdd', ctx.services.config.timeZone);
  const order: PayOrder = {
    merchantId: channel.merchantId,
    orderId,
    orderCode: `ZF${day}${String(orderId).padStart(8, '0')}`,
    businessOrderNo: `CN${day}${String(orderId).padStart(16, '0')}`,
    flowCorpId: flow.corpId,
    flowId: flow.flowId,
    participantId: participant.participantId,
    initiatorId: flow.initiatorId,
    confidential: flow.confidential,
    payerType: participant.type,
    payerCorpId: participant.corpId,
    psnId: participant.psnId,
    psnName: participant.psnName,
    goodsType: goods.type,
    goodsName: goods.name,
    goodsBody: goods.body,
    channelModelId: channel.channelModelId,
    providerCode: channel.providerCode,
    payType: channel.payType,
    appId: channel.appId,
    merchantAccount: channel.merchantAccount,
    merchantType: channel.merchantType,
    openId: request.openId,
    returnUrl: request.returnUrl,
    amountFen,
    status: PayOrderStatus.generated,
    payUrl: null,
    providerOrderNo: null,
    remark: participant.payee?.remark ?? null,
    createTime: ctx.now,
    expireTime: new Date(ctx.now.getTime() + ORDER_LIFE),
    successTime: null,
    booked: false,
    refundReason: null,
    refundTimes: 0,
    refundedFen: 0,
    channelRevision: channel.revision,
    refundRound: 1,
    refundRequestedAt: null,
    refundNextAt: null,
    refundAsks: 0,
    refundFailure: null,
    refundedAt: null,
  };
  await insertOrder(tx, order);
  await followSoon(tx, order, ctx.now);
  return order;
}

async function createAtProvider(ctx: MemberContext, order: PayOrder): Promise<string> {
  try {
    return await ctx.services.pay.create({
      account: await accountOfOrder(ctx, order),
      businessOrderNo: order.businessOrderNo,
      amountFen: order.amountFen,
      description: order.goodsName,
      expireTime: order.expireTime,
      openId: order.openId,
      returnUrl: order.returnUrl,
      payerAddress: ctx.address,
      now: ctx.now,
    });
  } catch (error) {
    const isFinal = error instanceof PayProviderFailed && error.failure !== 'TRANSIENT';
    // An order that the provider did not accept cannot be paid.
    if (isFinal && isLive(order.status)) await settleOrder(ctx, order.orderId, { state: 'closed' }, ctx.now);
    throw refusalOf(error);
  }
}

/** Runs a step at the provider and translates its failure into the caller's error or ours. */
export async function orRefuse<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw refusalOf(error);
  }
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof PayProviderFailed)) return error;
  if (error.failure !== 'TRANSIENT') return refuse('1102');
  const { code, words } = refuse('503');
  return causedBy(error, new Refusal(code, words, null, 5));
}

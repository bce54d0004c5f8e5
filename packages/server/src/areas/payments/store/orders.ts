import { GoodsType, PayOrderStatus } from '@cinnabar/api/enums.js';
import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { PayOrderId } from '@cinnabar/api/schemas/payment.js';
import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../../../database/schema.js';
import type { PayOrdersTable } from '../../../database/tables/payments.js';
import type { FlowGoods, PayOrder } from '../order.js';

const live: readonly PayOrderStatus[] = [PayOrderStatus.generated, PayOrderStatus.paying];

export function orderOf(row: Selectable<PayOrdersTable>): PayOrder {
  return {
    merchantId: row.corp_id,
    orderId: row.order_id,
    orderCode: row.order_code,
    businessOrderNo: row.business_order_no,
    flowCorpId: row.flow_corp_id,
    flowId: row.flow_id,
    participantId: row.participant_id,
    initiatorId: row.initiator_id,
    confidential: row.confidential,
    payerType: row.payer_type,
    payerCorpId: row.payer_corp_id,
    psnId: row.psn_id,
    psnName: row.psn_name,
    goodsType: row.goods_type,
    goodsName: row.goods_name,
    goodsBody: row.goods_body,
    channelModelId: row.channel_model_id,
    providerCode: row.provider_code,
    payType: row.pay_type,
    appId: row.app_id,
    merchantAccount: row.merchant_account,
    merchantType: row.merchant_type,
    openId: row.open_id,
    returnUrl: row.return_url,
    amountFen: row.amount_fen,
    status: row.status,
    payUrl: row.pay_url,
    providerOrderNo: row.provider_order_no,
    remark: row.remark,
    createTime: row.created_at,
    expireTime: row.expire_time,
    successTime: row.success_time,
    booked: row.booked,
    refundReason: row.refund_reason,
    refundTimes: row.refund_times,
    refundedFen: row.refunded_fen,
    channelRevision: row.channel_revision,
    refundRound: row.refund_round,
    refundRequestedAt: row.refund_requested_at,
    refundNextAt: row.refund_next_at,
    refundAsks: row.refund_asks,
    refundFailure: row.refund_failure,
    refundedAt: row.refunded_at,
  };
}

function rowOf(order: PayOrder): Insertable<PayOrdersTable> {
  return {
    corp_id: order.merchantId,
    order_id: order.orderId,
    order_code: order.orderCode,
    business_order_no: order.businessOrderNo,
    flow_corp_id: order.flowCorpId,
    flow_id: order.flowId,
    participant_id: order.participantId,
    initiator_id: order.initiatorId,
    confidential: order.confidential,
    payer_type: order.payerType,
    payer_corp_id: order.payerCorpId,
    psn_id: order.psnId,
    psn_name: order.psnName,
    goods_type: order.goodsType,
    goods_name: order.goodsName,
    goods_body: order.goodsBody,
    channel_model_id: order.channelModelId,
    provider_code: order.providerCode,
    pay_type: order.payType,
    app_id: order.appId,
    merchant_account: order.merchantAccount,
    merchant_type: order.merchantType,
    open_id: order.openId,
    return_url: order.returnUrl,
    amount_fen: order.amountFen,
    status: order.status,
    pay_url: order.payUrl,
    provider_order_no: order.providerOrderNo,
    remark: order.remark,
    created_at: order.createTime,
    expire_time: order.expireTime,
    success_time: order.successTime,
    booked: order.booked,
    refund_reason: order.refundReason,
    refund_times: order.refundTimes,
    refunded_fen: order.refundedFen,
    channel_revision: order.channelRevision,
  };
}

export async function insertOrder(tx: Tx, order: PayOrder): Promise<void> {
  await tx.insertInto('pay_orders').values(rowOf(order)).execute();
}

/** The mutable fields of an order. */
export type OrderChange = Partial<
  Pick<
    PayOrder,
    | 'status'
    | 'payUrl'
    | 'providerOrderNo'
    | 'remark'
    | 'successTime'
    | 'booked'
    | 'refundReason'
    | 'refundTimes'
    | 'refundedFen'
    | 'refundRound'
    | 'refundRequestedAt'
    | 'refundNextAt'
    | 'refundAsks'
    | 'refundFailure'
    | 'refundedAt'
  >
>;

/** Requires the lock of lockOrder. @returns the updated order */
export async function updateOrder(tx: Tx, order: PayOrder, change: OrderChange): Promise<PayOrder> {
  const after: PayOrder = { ...order, ...change };
  await tx
    .updateTable('pay_orders')
    .set({
      status: after.status,
      pay_url: after.payUrl,
      provider_order_no: after.providerOrderNo,
      remark: after.remark,
      success_time: after.successTime,
      booked: after.booked,
      refund_reason: after.refundReason,
      refund_times: after.refundTimes,
      refunded_fen: after.refundedFen,
      refund_round: after.refundRound,
      refund_requested_at: after.refundRequestedAt,
      refund_next_at: after.refundNextAt,
      refund_asks: after.refundAsks,
      refund_failure: after.refundFailure,
      refunded_at: after.refundedAt,
    })
    .where('corp_id', '=', order.merchantId)
    .where('order_id', '=', order.orderId)
    .execute();
  return after;
}

export async function findOrder(db: Db, orderId: PayOrderId): Promise<PayOrder | null> {
  const row = await db
    .selectFrom('pay_orders')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return row === undefined ? null : orderOf(row);
}

export async function findOrderByNumber(db: Db, businessOrderNo: string): Promise<PayOrder | null> {
  const row = await db
    .selectFrom('pay_orders')
    .selectAll()
    .where('business_order_no', '=', businessOrderNo)
    .executeTakeFirst();
  return row === undefined ? null : orderOf(row);
}

/** Returns the present order, locked until the transaction ends. Orders are never deleted. */
export async function lockOrder(tx: Tx, orderId: PayOrderId): Promise<PayOrder> {
  const row = await tx
    .selectFrom('pay_orders')
    .selectAll()
    .where('order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return orderOf(row);
}

/** The newest order of a participant, for these goods or for any; null if there never was one. */
export async function newestOrder(
  db: Db,
  { flowId, participantId }: { readonly flowId: FlowId; readonly participantId: ParticipantId },
  goodsType: FlowGoods | null,
): Promise<PayOrder | null> {
  const row = await db
    .selectFrom('pay_orders')
    .selectAll()
    .where('flow_id', '=', flowId)
    .where('participant_id', '=', participantId)
    .where(
      'goods_type',
      'in',
      goodsType === null ? [GoodsType.contractFee, GoodsType.collection] : [goodsType],
    )
    .orderBy('created_at', 'desc')
    .orderBy('order_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : orderOf(row);
}

/** The participant's one order that can still be paid. */
export async function liveOrder(
  db: Db,
  participantId: ParticipantId,
  goodsType: FlowGoods,
): Promise<PayOrder | null> {
  const row = await db
    .selectFrom('pay_orders')
    .selectAll()
    .where('participant_id', '=', participantId)
    .where('goods_type', '=', goodsType)
    .where('status', 'in', [...live])
    .executeTakeFirst();
  return row === undefined ? null : orderOf(row);
}

/** In the order in which they are locked. */
export async function ordersOfFlow(db: Db, flowId: FlowId): Promise<readonly PayOrder[]> {
  const rows = await db
    .selectFrom('pay_orders')
    .selectAll()
    .where('flow_id', '=', flowId)
    .orderBy('order_id')
    .execute();
  return rows.map(orderOf);
}

/** Expired orders that are not closed yet, after `after`. */
export async function overdueOrders(
  db: Db,
  now: Date,
  after: PayOrderId | null,
  limit: number,
): Promise<readonly PayOrderId[]> {
  let query = db
    .selectFrom('pay_orders')
    .select('order_id')
    .where('status', 'in', [...live])
    .where('expire_time', '<=', now);
  if (after !== null) query = query.where('order_id', '>', after);
  const rows = await query.orderBy('order_id').limit(limit).execute();
  return rows.map((row) => row.order_id);
}

/** Orders whose refund is due, after `after`. */
export async function refundsDue(
  db: Db,
  now: Date,
  after: PayOrderId | null,
  limit: number,
): Promise<readonly PayOrderId[]> {
  let query = db
    .selectFrom('pay_orders')
    .select('order_id')
    .where('refund_reason', 'is not', null)
    .where('refund_times', '=', 0)
    .where('refund_failure', 'is', null)
    .where((order) => order.or([order('refund_next_at', 'is', null), order('refund_next_at', '<=', now)]));
  if (after !== null) query = query.where('order_id', '>', after);
  const rows = await query.orderBy('order_id').limit(limit).execute();
  return rows.map((row) => row.order_id);
}

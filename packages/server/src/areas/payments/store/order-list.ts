import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { PayOrderId, PayType } from '@cinnabar/api/schemas/payment.js';
import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Db } from '../../../database/schema.js';
import { substringPattern } from '../../../database/substring-pattern.js';
import type { UserId } from '../../../operation/context.js';
import { type Viewer, withinReach } from '../../flows/index.js';
import { PLATFORM, platformName } from '../channel.js';
import type { NamedOrder } from '../order.js';
import { orderOf } from './orders.js';

export interface OrderFilter {
  readonly orderId: PayOrderId | null;
  readonly flowId: FlowId | null;
  readonly orderCode: string | null;
  readonly businessOrderNo: string | null;
  readonly psnId: UserId | null;
  /** Matches any part of the text, ignoring case. */
  readonly psnName: string | null;
  readonly goodsName: string | null;
  readonly goodsType: number | null;
  readonly status: number | null;
  readonly payTypes: readonly PayType[] | null;
  readonly providerCode: string | null;
  readonly payerType: 'person' | 'enterprise' | null;
  readonly begin: Date | null;
  readonly end: Date | null;
}

type Orders = Pick<Database, 'pay_orders'>;

/** For the merchant: the initiator and managers of its contracts; for the payer: whoever could pay. */
function concerns(where: ExpressionBuilder<Orders, 'pay_orders'>, viewer: Viewer): Expression<SqlBool> {
  const { corpId, userId, readsContracts } = viewer;
  const open = where('confidential', '=', false);
  return where.or([
    where.and([
      where('corp_id', '=', corpId),
      where.or([where('initiator_id', '=', userId), ...(readsContracts ? [open] : [])]),
    ]),
    where.and([where('payer_corp_id', '=', corpId), where.or([where('psn_id', '=', userId), open])]),
    where.and([
      where('payer_type', '=', 'person'),
      where('psn_id', '=', userId),
      withinReach(viewer, 'pay_orders.flow_id'),
    ]),
  ]);
}

function filtered(
  db: Db,
  viewer: Viewer,
  filter: OrderFilter,
): SelectQueryBuilder<Database, 'pay_orders', object> {
  let query = db.selectFrom('pay_orders').where((where) => concerns(where, viewer));
  if (filter.orderId !== null) query = query.where('order_id', '=', filter.orderId);
  if (filter.flowId !== null) query = query.where('flow_id', '=', filter.flowId);
  if (filter.orderCode !== null) query = query.where('order_code', '=', filter.orderCode);
  if (filter.businessOrderNo !== null) query = query.where('business_order_no', '=', filter.businessOrderNo);
  if (filter.psnId !== null) query = query.where('psn_id', '=', filter.psnId);
  if (filter.psnName !== null) query = query.where('psn_name', 'ilike', substringPattern(filter.psnName));
  if (filter.goodsName !== null)
    query = query.where('goods_name', 'ilike', substringPattern(filter.goodsName));
  if (filter.goodsType !== null) query = query.where(sql<boolean>`goods_type = ${filter.goodsType}`);
  if (filter.status !== null) query = query.where(sql<boolean>`status = ${filter.status}`);
  if (filter.payTypes !== null)
    query = query.where(sql<boolean>`pay_type = any(${[...filter.payTypes]}::text[])`);
  if (filter.providerCode !== null) query = query.where(sql<boolean>`provider_code = ${filter.providerCode}`);
  if (filter.payerType !== null) query = query.where('payer_type', '=', filter.payerType);
  if (filter.begin !== null) query = query.where('created_at', '>=', filter.begin);
  if (filter.end !== null) query = query.where('created_at', '<=', filter.end);
  return query;
}

export async function countOrders(db: Db, viewer: Viewer, filter: OrderFilter): Promise<number> {
  const row = await filtered(db, viewer, filter)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

/** Newest first. */
export async function listOrders(
  db: Db,
  viewer: Viewer,
  filter: OrderFilter,
  window: { readonly limit: number; readonly offset: number },
): Promise<readonly NamedOrder[]> {
  const rows = await filtered(db, viewer, filter)
    .selectAll('pay_orders')
    .select((order) =>
      order
        .selectFrom('corps')
        .select('corp_name')
        .whereRef('corps.corp_id', '=', sql.ref('pay_orders.corp_id'))
        .as('merchant_name'),
    )
    .orderBy('created_at', 'desc')
    .orderBy('order_id', 'desc')
    .limit(window.limit)
    .offset(window.offset)
    .execute();
  return rows.map((row) => ({
    ...orderOf(row),
    merchantName: row.corp_id === PLATFORM ? platformName : (row.merchant_name ?? ''),
  }));
}

const anything: OrderFilter = {
  orderId: null,
  flowId: null,
  orderCode: null,
  businessOrderNo: null,
  psnId: null,
  psnName: null,
  goodsName: null,
  goodsType: null,
  status: null,
  payTypes: null,
  providerCode: null,
  payerType: null,
  begin: null,
  end: null,
};

/** The order, if it concerns the viewer. */
export async function seenOrder(db: Db, viewer: Viewer, orderId: PayOrderId): Promise<NamedOrder | null> {
  const [order] = await listOrders(db, viewer, { ...anything, orderId }, { limit: 1, offset: 0 });
  return order ?? null;
}

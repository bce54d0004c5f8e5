import type { FlowId } from '@cinnabar/api/schemas/flow.js';
import type { PayOrderId } from '@cinnabar/api/schemas/payment.js';
import type { Db, Tx } from '../../../../database/schema.js';
import type { CorpId } from '../../../../operation/context.js';

/** Payer of the fee of a flow with reverse pay. */
export interface FlowFee {
  /** The enterprise whose account was charged; null: a person, by the pay order. */
  readonly payerCorpId: CorpId | null;
  readonly orderId: PayOrderId | null;
}

interface FlowKey {
  readonly corpId: CorpId;
  readonly flowId: FlowId;
}

/** Must run in the transaction that sets feePaid. */
export async function insertFee(tx: Tx, { corpId, flowId }: FlowKey, fee: FlowFee, now: Date): Promise<void> {
  await tx
    .insertInto('flow_fees')
    .values({
      corp_id: corpId,
      flow_id: flowId,
      payer_corp_id: fee.payerCorpId,
      order_id: fee.orderId,
      created_at: now,
    })
    .execute();
}

export async function findFee(db: Db, { corpId, flowId }: FlowKey): Promise<FlowFee | null> {
  const row = await db
    .selectFrom('flow_fees')
    .select(['payer_corp_id', 'order_id'])
    .where('corp_id', '=', corpId)
    .where('flow_id', '=', flowId)
    .executeTakeFirst();
  return row === undefined ? null : { payerCorpId: row.payer_corp_id, orderId: row.order_id };
}

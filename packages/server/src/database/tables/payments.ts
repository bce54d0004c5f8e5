import type { GoodsType, PayOrderStatus } from '@cinnabar/api/enums.js';
import type { Id } from '@cinnabar/api/schema.js';
import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { ChannelModelId, PayOrderId, PayType, ProviderCode } from '@cinnabar/api/schemas/payment.js';

type CorpId = Id<'Corp'>;
type UserId = Id<'User'>;

/** A pay channel: one merchant and one way to pay it. */
export interface PayChannelsTable {
  /** The merchant; 0: the platform itself. */
  corp_id: CorpId | 0;
  channel_model_id: ChannelModelId;
  provider_code: ProviderCode;
  pay_type: PayType;
  /** Id of the merchant's application at the provider. */
  app_id: string;
  merchant_account: string;
  merchant_type: 0 | 1 | 2 | 3;
  enabled: boolean;
  created_at: Date;
}

export interface PayOrdersTable {
  /** The merchant; 0: the platform itself. */
  corp_id: CorpId | 0;
  order_id: PayOrderId;
  order_code: string;
  /** Number of the order at the provider. */
  business_order_no: string;
  flow_corp_id: CorpId;
  flow_id: FlowId;
  participant_id: ParticipantId;
  /** Who may see the order on the merchant's side, copied from the flow, where it never changes. */
  initiator_id: UserId;
  confidential: boolean;
  payer_type: 'person' | 'enterprise';
  payer_corp_id: CorpId | null;
  psn_id: UserId;
  psn_name: string;
  goods_type: typeof GoodsType.contractFee | typeof GoodsType.collection;
  goods_name: string;
  goods_body: string;
  channel_model_id: ChannelModelId;
  provider_code: ProviderCode;
  pay_type: PayType;
  app_id: string;
  merchant_account: string;
  merchant_type: 0 | 1 | 2 | 3;
  open_id: string | null;
  return_url: string | null;
  amount_fen: number;
  status: PayOrderStatus;
  pay_url: string | null;
  provider_order_no: string | null;
  remark: string | null;
  created_at: Date;
  expire_time: Date;
  success_time: Date | null;
  /** Whether the flow counts this order as its payment. */
  booked: boolean;
  /** Set if the money must be refunded; done when refund_times is 1. */
  refund_reason: string | null;
  refund_times: number;
  refunded_fen: number;
}

/** Who paid the fee of a reverse-paid flow. */
export interface FlowFeesTable {
  corp_id: CorpId;
  flow_id: FlowId;
  /** The enterprise whose balance was charged; null: a person, by the order. */
  payer_corp_id: CorpId | null;
  order_id: PayOrderId | null;
  created_at: Date;
}

export interface PaymentTables {
  pay_channels: PayChannelsTable;
  pay_orders: PayOrdersTable;
  flow_fees: FlowFeesTable;
}

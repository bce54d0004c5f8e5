import type { GoodsType, PayOrderStatus } from '@cinnabar/api/enums.js';
import type { Id } from '@cinnabar/api/schema.js';
import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { ChannelModelId, PayOrderId, PayType, ProviderCode } from '@cinnabar/api/schemas/payment.js';
import type { Generated } from 'kysely';
import type { NullableJsonColumn } from '../json.js';

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
  /** Its newest keys; null: none. */
  revision: number | null;
  /** Last part of the address for notifications; null for channels of earlier versions. */
  notify_token: string | null;
  /** Agreed fee in ten-thousandths of the amount; null: not compared. */
  fee_rate: number | null;
  modified_at: Date | null;
}

/** A merchant with its keys: a change of either is a new revision. */
export interface PayChannelRevisionsTable {
  corp_id: CorpId | 0;
  channel_model_id: ChannelModelId;
  revision: number;
  app_id: string;
  merchant_account: string;
  merchant_type: 0 | 1 | 2 | 3;
  /** PayKeys as JSON, under the data key of the enterprise. */
  sealed: Uint8Array;
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
  /** Keys that the order was made with; null: none. */
  channel_revision: number | null;
  /** Part of the refund number: a refund that failed is requested again under another. */
  refund_round: Generated<number>;
  /** Since when the provider has the refund; null: it was not requested, or the answer is unknown. */
  refund_requested_at: Date | null;
  refund_next_at: Date | null;
  refund_asks: Generated<number>;
  /** Why the provider does not make the refund: final. */
  refund_failure: string | null;
  /** When the refund was recorded; null for those of earlier versions. */
  refunded_at: Date | null;
  /** When a request last had the provider asked about it; null: none has. */
  asked_at: Date | null;
}

export interface StatementTotals {
  readonly payments: number;
  readonly paidFen: number;
  readonly refunds: number;
  readonly refundedFen: number;
}

export interface StatementDifference {
  readonly kind: 'missingHere' | 'missingThere' | 'amount' | 'state' | 'fee';
  readonly isRefund: boolean;
  readonly businessOrderNo: string;
  readonly refundNo: string | null;
  readonly orderId: PayOrderId | null;
  /** The amount, state or fee on either side; null where it is missing. */
  readonly ours: string | null;
  readonly theirs: string | null;
}

export interface StatementResult {
  readonly ours: StatementTotals;
  readonly theirs: StatementTotals;
  readonly feeFen: number;
  /** Trades of other systems of the same merchant. */
  readonly others: number;
  readonly differences: readonly StatementDifference[];
}

/** A provider's statement of one day, compared with our orders. */
export interface PayStatementsTable {
  corp_id: CorpId | 0;
  provider_code: ProviderCode;
  merchant_account: string;
  /** In China. */
  day: string;
  /** A channel of the merchant, by whose keys the statement was fetched. */
  channel_model_id: ChannelModelId;
  state: 'waiting' | 'compared' | 'failed';
  attempts: number;
  failure: string | null;
  result: NullableJsonColumn<StatementResult>;
  checked_at: Date;
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
  pay_channel_revisions: PayChannelRevisionsTable;
  pay_statements: PayStatementsTable;
  pay_orders: PayOrdersTable;
  flow_fees: FlowFeesTable;
}

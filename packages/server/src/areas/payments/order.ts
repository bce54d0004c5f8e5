import type { GoodsType, PayOrderStatus } from '@cinnabar/api/enums.js';
import type { FlowId, ParticipantId } from '@cinnabar/api/schemas/flow.js';
import type { ChannelModelId, PayOrderId, PayType, ProviderCode } from '@cinnabar/api/schemas/payment.js';
import type { CorpId, UserId } from '../../operation/context.js';
import type { MerchantId } from './channel.js';

/** The contract fee is paid to the platform, a collection to the initiating enterprise. */
export type FlowGoods = typeof GoodsType.contractFee | typeof GoodsType.collection;

export interface PayOrder {
  readonly merchantId: MerchantId;
  readonly orderId: PayOrderId;
  readonly orderCode: string;
  /** The merchant order number at the provider. */
  readonly businessOrderNo: string;
  readonly flowCorpId: CorpId;
  readonly flowId: FlowId;
  readonly participantId: ParticipantId;
  readonly initiatorId: UserId;
  readonly confidential: boolean;
  readonly payerType: 'person' | 'enterprise';
  readonly payerCorpId: CorpId | null;
  readonly psnId: UserId;
  readonly psnName: string;
  readonly goodsType: FlowGoods;
  readonly goodsName: string;
  readonly goodsBody: string;
  readonly channelModelId: ChannelModelId;
  readonly providerCode: ProviderCode;
  readonly payType: PayType;
  readonly appId: string;
  readonly merchantAccount: string;
  readonly merchantType: 0 | 1 | 2 | 3;
  readonly openId: string | null;
  readonly returnUrl: string | null;
  readonly amountFen: number;
  readonly status: PayOrderStatus;
  readonly payUrl: string | null;
  readonly providerOrderNo: string | null;
  readonly remark: string | null;
  readonly createTime: Date;
  readonly expireTime: Date;
  readonly successTime: Date | null;
  /** Whether the flow counts it as its payment; false also for money that is not expected. */
  readonly booked: boolean;
  /** Reason of the refund; set when refundTimes is 1. */
  readonly refundReason: string | null;
  readonly refundTimes: number;
  readonly refundedFen: number;
  /** Keys of the channel that it was made with; null: none. */
  readonly channelRevision: number | null;
  /** Part of the refund number. */
  readonly refundRound: number;
  /** Since when the provider has the refund. */
  readonly refundRequestedAt: Date | null;
  readonly refundNextAt: Date | null;
  /** How often the provider was asked about the refund. */
  readonly refundAsks: number;
  /** Why the provider does not make the refund. */
  readonly refundFailure: string | null;
  readonly refundedAt: Date | null;
}

/** An order with the merchant's name. */
export interface NamedOrder extends PayOrder {
  readonly merchantName: string;
}

/** Time limit for a payer. */
export const ORDER_LIFE = 30 * 60_000;

import type { ChannelModelId, PayType, ProviderCode } from '@cinnabar/api/schemas/payment.js';
import type { CorpId } from '../../operation/context.js';

/** The platform as a merchant: it sells signing itself. No enterprise has this id. */
export const PLATFORM = 0 as const;
export const platformName = '签约平台';

/** An enterprise, or PLATFORM. */
export type MerchantId = CorpId | typeof PLATFORM;

/** One merchant and one payment method. */
export interface PayChannel {
  readonly merchantId: MerchantId;
  readonly channelModelId: ChannelModelId;
  readonly providerCode: ProviderCode;
  readonly payType: PayType;
  readonly appId: string;
  readonly merchantAccount: string;
  readonly merchantType: 0 | 1 | 2 | 3;
  readonly enabled: boolean;
  /** Of its newest keys; null: it has none, and only the sandbox's provider accepts it. */
  readonly revision: number | null;
  readonly feeRate: number | null;
  readonly createTime: Date;
  readonly modifyTime: Date | null;
}

/** What can be done with a payment order, as far as it shows it: pure. The service decides. */
import { GoodsType, PayOrderStatus } from '@cinnabar/api/enums.js';

export interface JudgedOrder {
  /** The merchant; null: the platform. */
  readonly corpId: number | null;
  readonly status: PayOrderStatus;
  readonly goodsType: GoodsType;
  /** The payer. */
  readonly psnId: number;
}

export interface OrderRights {
  readonly corpId: number;
  readonly userId: number;
  readonly managesPayments: boolean;
  readonly managesContracts: boolean;
}

export interface OrderActs {
  readonly refund: boolean;
  /** To record that it was paid outside the service. */
  readonly offline: boolean;
  readonly cancel: boolean;
}

export function actsOf({ corpId, status, goodsType, psnId }: JudgedOrder, rights: OrderRights): OrderActs {
  const isOwn = corpId === rights.corpId && goodsType === GoodsType.collection;
  const isOpen = status === PayOrderStatus.generated || status === PayOrderStatus.paying;
  return {
    refund: isOwn && rights.managesPayments && status === PayOrderStatus.success,
    offline:
      isOwn &&
      rights.managesContracts &&
      (isOpen || status === PayOrderStatus.failed || status === PayOrderStatus.cancelled),
    // A merchant's managers may only view what somebody else is paying.
    cancel: isOpen && (psnId === rights.userId || corpId !== rights.corpId),
  };
}

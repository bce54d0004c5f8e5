/**
 * Event types of webhooks and the fields of their `data`. Events contain only ids, states and the
 * receiver's own order number; details are requested from the interface, subject to its permissions.
 */
import { GoodsType } from './enums.js';
import { id, int32, nullable, object, oneOf, type Schema, text } from './schema.js';
import { approvalId, corpId, flowId, participantId, userId } from './schemas/fields.js';

/** An event type and the schema of its `data`. */
export interface WebhookEvent<T extends string, D> {
  readonly type: T;
  readonly data: Schema<D>;
  readonly title: { readonly zh: string; readonly en: string };
}

function event<const T extends string, D>(
  type: T,
  data: Schema<D>,
  zh: string,
  en: string,
): WebhookEvent<T, D> {
  return Object.freeze({ type, data, title: Object.freeze({ zh, en }) });
}

/** `sequence` numbers all events of a flow from 1 without gaps. */
const inFlow = {
  corpId,
  flowId,
  sequence: int32(1).means(
    '同一合同的事件序号，从 1 连续递增',
    'number of the event within the flow: 1, 2, 3 and so on without a gap',
  ),
  sourceOrderCode: nullable(text(0, 200)).means(
    '业务方单号，仅发起方企业可见；未填写为 null',
    "order number in the initiating enterprise's own system; null if it gave none",
  ),
};
const aboutFlow = {
  ...inFlow,
  flowCode: text(1, 100).means('合同编码', 'code of the flow'),
  flowStatus: int32().means(
    '0 草稿 1 填写 2 签署 3 完成 4 撤销 5 过期 6 拒签',
    '0 draft 1 fill 2 signing 3 completed 4 revoked 5 expired 6 refused',
  ),
};

const aboutPayment = object({
  ...inFlow,
  orderId: nullable(id<'PayOrder'>()).means(
    '支付单编号；线下付款为 null',
    'pay order id; null for an offline payment',
  ),
  participantId,
  goodsType: oneOf(GoodsType.contractFee, GoodsType.collection).means(
    '1 单次签署 2 收款',
    '1 single signing 2 collection',
  ),
});

export const flowStartedEvent = event(
  'flow.started',
  object(aboutFlow),
  '合同已发起',
  'A contract was started',
);
export const flowFilledEvent = event(
  'flow.filled',
  object(aboutFlow),
  '合同有一方已填写',
  'A party has filled in its fields',
);
export const flowSignedEvent = event(
  'flow.signed',
  object({ ...aboutFlow, participantId }),
  '签署方已签署',
  'A signer has signed',
);
export const flowCompletedEvent = event(
  'flow.completed',
  object(aboutFlow),
  '合同已签署完成',
  'The contract was completed',
);
export const flowRefusedEvent = event(
  'flow.refused',
  object({ ...aboutFlow, participantId }),
  '合同已被拒签',
  'A participant has refused to sign',
);
export const flowRevokedEvent = event(
  'flow.revoked',
  object(aboutFlow),
  '合同已撤销',
  'The contract was revoked',
);
export const flowExpiredEvent = event(
  'flow.expired',
  object(aboutFlow),
  '合同已过期',
  'The deadline of the contract has passed',
);
export const approvalOpenedEvent = event(
  'approval.opened',
  object({ ...inFlow, approvalId }),
  '已申请审批',
  'An approval was requested',
);
export const approvalFinishedEvent = event(
  'approval.finished',
  object({
    ...inFlow,
    approvalId,
    approvalStatus: int32().means(
      '1 审批中 2 通过 3 驳回 4 撤回 5 终止',
      '1 open 2 passed 3 rejected 4 withdrawn 5 terminated',
    ),
  }),
  '审批已结束',
  'An approval has ended',
);
export const paymentSucceededEvent = event(
  'payment.succeeded',
  aboutPayment,
  '支付成功',
  'A payment has succeeded',
);
export const paymentRefundedEvent = event(
  'payment.refunded',
  aboutPayment,
  '支付已退款',
  'A payment was refunded',
);
export const memberVerifiedEvent = event(
  'member.verified',
  object({ corpId, userId }),
  '成员已实名认证',
  'A member is verified in the enterprise',
);
export const memberContradictedEvent = event(
  'member.contradicted',
  object({ corpId, userId }),
  '成员本人证明的身份与企业填报的不一致',
  'A member proved an identity other than the one that the enterprise stated',
);
export const memberMobileChangedEvent = event(
  'member.mobileChanged',
  object({ corpId, userId }),
  '成员的手机号已更换，或已归他人使用',
  'The mobile number of a member changed, or now belongs to somebody else',
);
/** Sent on request, to that webhook only, whatever types it subscribes to. */
export const webhookTestEvent = event(
  'webhook.test',
  object({ corpId, webhookId: id<'Webhook'>().means('事件回调编号', 'webhook id') }),
  '测试事件',
  'A test event was requested',
);

/** Event types that a webhook can subscribe to. */
export const subscribableEvents = Object.freeze([
  flowStartedEvent,
  flowFilledEvent,
  flowSignedEvent,
  flowCompletedEvent,
  flowRefusedEvent,
  flowRevokedEvent,
  flowExpiredEvent,
  approvalOpenedEvent,
  approvalFinishedEvent,
  paymentSucceededEvent,
  paymentRefundedEvent,
  memberVerifiedEvent,
  memberContradictedEvent,
  memberMobileChangedEvent,
] as const);

export const webhookEvents = Object.freeze([...subscribableEvents, webhookTestEvent] as const);

export type SubscribableType = (typeof subscribableEvents)[number]['type'];
export type WebhookEventType = (typeof webhookEvents)[number]['type'];

export const subscribableTypes: readonly SubscribableType[] = subscribableEvents.map(({ type }) => type);
export const webhookEventTypes: readonly WebhookEventType[] = webhookEvents.map(({ type }) => type);

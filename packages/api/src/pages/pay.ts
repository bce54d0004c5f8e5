/** Data of the payment page before an order exists. */
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { choice, type Infer, id, nullable, number, object } from '../schema.js';
import { anyText, nothing } from './page-fields.js';

/** Payment due from a participant. */
export const payPageView = object({
  flowId: id<'Flow'>(),
  participantId: id<'Participant'>(),
  flowTitle: anyText(),
  /**
   * `collection`: the amount that the contract collects. `fee`: the contract fee, by a pay channel. `credit`: the
   * contract fee, by one contract of the enterprise's balance. `nothing`: everything is paid.
   */
  due: choice(['collection', 'fee', 'credit', 'nothing']),
  /** In yuan; null if nothing is paid in money. */
  amount: nullable(number()),
  /** The payee; null for the platform. */
  payeeName: nullable(anyText()),
  remark: nullable(anyText()),
  /** The participant's latest order, in any state. */
  lastOrderId: nullable(id<'PayOrder'>()),
});
export type PayPageView = Infer<typeof payPageView>;

export const viewDue = pageOperation({
  path: '/pages/pay/due',
  caller: 'link',
  links: { sign: 'any' },
  linksUntil: 'withdrawn',
  request: nothing,
  answer: data(payPageView),
  title: { zh: '应付款项', en: 'View the payment due' },
});

/** An order as shown by the sandbox's payment provider. */
export const sandboxPayment = object({
  /** In yuan. */
  amount: number(),
  state: choice(['open', 'succeeded', 'failed', 'closed']),
});
export type SandboxPayment = Infer<typeof sandboxPayment>;

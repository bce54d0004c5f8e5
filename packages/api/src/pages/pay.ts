/** Data of the payment page before there is an order. */
import { data } from '../operation.js';
import { pageOperation } from '../page-operation.js';
import { choice, type Infer, id, nullable, number, object } from '../schema.js';
import { anyText, nothing } from './page-fields.js';

/** Payment due from the person of a participant. */
export const payPageView = object({
  flowId: id<'Flow'>(),
  participantId: id<'Participant'>(),
  flowTitle: anyText(),
  /**
   * `collection`: what the contract collects. `fee`: the fee of signing, by a channel. `credit`: the fee, one contract
   * of the enterprise's account. `nothing`: all is paid.
   */
  due: choice(['collection', 'fee', 'credit', 'nothing']),
  /** yuan; null where nothing is paid in money. */
  amount: nullable(number()),
  /** The payee; null for the platform. */
  payeeName: nullable(anyText()),
  remark: nullable(anyText()),
  /** The newest order of this part, whatever happens to it. */
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
  title: { zh: '应付款项', en: 'What is due' },
});

/** An order as shown by the sandbox's payment provider. */
export const sandboxPayment = object({
  /** yuan */
  amount: number(),
  state: choice(['open', 'succeeded', 'failed', 'closed']),
});
export type SandboxPayment = Infer<typeof sandboxPayment>;

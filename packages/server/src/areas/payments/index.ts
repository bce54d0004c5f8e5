/** Payments: what the composition root, the sandbox and the command line need of them. */
import type { AnyRoute } from '../../operation/handler.js';
import { getPayOpenId } from './get-pay-open-id.js';
import { payOrderAdd } from './pay-order-add.js';
import { payOrderAudit } from './pay-order-audit.js';
import { payOrderCancel } from './pay-order-cancel.js';
import { payOrderListByPage } from './pay-order-list-by-page.js';
import { payOrderQuery } from './pay-order-query.js';
import { queryChannelList } from './query-channel-list.js';
import { queryCorpHasPayChannel } from './query-corp-has-pay-channel.js';
import { reversePayContractFee } from './reverse-pay-contract-fee.js';

export { PLATFORM } from './channel.js';
export { dueOfPart } from './due-of-part.js';
export { paymentRefunded, paymentSucceeded } from './events.js';
export { paymentJobs, paymentSweeps } from './jobs.js';
export { receiveNotification } from './notification.js';
export { type RefundObstacle, RefundRefused, refundByOperator } from './refund-by-operator.js';
export { allPayTypes, isPayType } from './rules/channels.js';
export type { Till } from './settle-order.js';
export { addChannel, ChannelExists, disableChannel, type NewChannel } from './store/channels.js';
export { paymentSubscriptions } from './subscriptions.js';

export const paymentRoutes: readonly AnyRoute[] = [
  queryCorpHasPayChannel,
  queryChannelList,
  payOrderAdd,
  payOrderListByPage,
  payOrderQuery,
  payOrderCancel,
  payOrderAudit,
  getPayOpenId,
  reversePayContractFee,
];

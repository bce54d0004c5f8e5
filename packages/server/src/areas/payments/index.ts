/** Payments: the interface for the composition root, the sandbox and the command line. */
import * as payChannels from '@cinnabar/api/operations/pay-channels.js';
import * as payments from '@cinnabar/api/operations/payments.js';
import { routesOf } from '../../operation/handler.js';
import * as handlers from './handlers.js';

export { PLATFORM } from './channel.js';
export { dueOfPart } from './due-of-part.js';
export { paymentRefunded, paymentSucceeded } from './events.js';
export { paymentJobs, paymentSweeps } from './jobs.js';
export { receiveAtChannel, receiveNotification } from './notification.js';
export { tryChannel } from './pay-channel-test.js';
export { type RefundObstacle, RefundRefused, refundByOperator } from './refund-by-operator.js';
export { requireKeys } from './require-keys.js';
export type { GivenKeys } from './rules/channel-keys.js';
export { allPayTypes, channelName, isPayType } from './rules/channels.js';
export type { Till } from './settle-order.js';
export {
  addChannel,
  ChannelExists,
  disableChannel,
  findChannel,
  type NewChannel,
  usedChannels,
} from './store/channels.js';
export { paymentSubscriptions } from './subscriptions.js';

export const paymentRoutes = routesOf({ ...payments, ...payChannels }, handlers);

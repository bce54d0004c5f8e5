import type { MessageLog } from '../../database/message-log.js';
import {
  type NotificationAnswer,
  type NotificationAnswers,
  type PayAccount,
  type PaymentNotification,
  PayProviderFailed,
  type ReceivedNotification,
} from '../../providers/pay/port.js';
import { notifyUrl } from './account.js';
import { raiseAlert } from './alerts.js';
import type { PayOrder } from './order.js';
import { refundOrder } from './refund-order.js';
import { AmountDiffers, settleOrder, type Till } from './settle-order.js';
import { type ChannelRevision, channelByToken } from './store/channel-keys.js';
import { findOrderByNumber } from './store/orders.js';

/** Whether an order is one that the notification can be about. */
type Concerns = (order: PayOrder) => boolean;

/**
 * Handles a notification at the address of a channel: it must be signed by the provider, and match an order of the
 * channel, its merchant, its app and its amount.
 * @returns what the provider must be answered; it repeats a notification that was refused. null: no such address
 */
export async function receiveAtChannel(
  till: Till,
  log: MessageLog,
  token: string,
  received: ReceivedNotification,
): Promise<NotificationAnswer | null> {
  const channel = await channelByToken(till.db, token);
  const [newest] = channel?.revisions ?? [];
  if (channel === null || newest === undefined) return null;
  const accountOf = (revision: ChannelRevision): PayAccount => ({
    ...revision,
    payType: channel.payType,
    notifyUrl: notifyUrl(till.services, token),
  });
  const answers: NotificationAnswers = till.services.pay.answers(accountOf(newest));
  const isAccepted = await accept(till, log, received, () =>
    verifiedBy(till, channel.revisions, accountOf, received),
  );
  return isAccepted ? answers.accepted : answers.refused;
}

interface Verified {
  readonly notification: PaymentNotification;
  readonly concerns: Concerns;
}

/**
 * A merchant that was replaced still gets notifications of its open orders, so each revision may be the one that a
 * notification is for.
 * @throws PayProviderFailed of the newest revision
 */
async function verifiedBy(
  till: Till,
  revisions: readonly ChannelRevision[],
  accountOf: (revision: ChannelRevision) => PayAccount,
  received: ReceivedNotification,
): Promise<Verified> {
  let failure: unknown = new PayProviderFailed('FORGED', 'the channel has no keys');
  for (const [index, revision] of revisions.entries()) {
    try {
      const notification = await till.services.pay.verifyNotification(accountOf(revision), received);
      return { notification, concerns: (order) => isOf(order, revision) };
    } catch (error) {
      if (!(error instanceof PayProviderFailed)) throw error;
      if (index === 0) failure = error;
    }
  }
  throw failure;
}

function isOf(order: PayOrder, { channelModelId, appId, merchantAccount }: ChannelRevision): boolean {
  return (
    order.channelModelId === channelModelId &&
    order.appId === appId &&
    order.merchantAccount === merchantAccount
  );
}

/** Handles a notification of a provider that has one address for all channels, such as the sandbox's. */
export function receiveNotification(
  till: Till,
  log: MessageLog,
  received: ReceivedNotification,
  verify: (received: ReceivedNotification) => PaymentNotification,
): Promise<boolean> {
  return accept(till, log, received, async () => ({ notification: verify(received), concerns: () => true }));
}

/** @returns whether it was accepted; a provider repeats one that was not */
async function accept(
  till: Till,
  log: MessageLog,
  received: ReceivedNotification,
  verify: () => Promise<Verified>,
): Promise<boolean> {
  try {
    const { notification, concerns } = await verify();
    if (notification.kind === 'nothing') return true;
    const { businessOrderNo } = notification;
    const order = await findOrderByNumber(till.db, businessOrderNo);
    if (order === null || !concerns(order)) {
      log.warn(`a payment was notified for an order that is none of ours: ${businessOrderNo}`);
      return false;
    }
    if (notification.kind === 'refund') {
      // Asks the provider for the state of the refund, which is the same however often it is notified.
      await refundOrder(till, order.orderId, received.now, { isNotified: true });
      return true;
    }
    await settleOrder(till, order.orderId, notification.outcome, received.now);
    return true;
  } catch (error) {
    if (!(error instanceof PayProviderFailed) && !(error instanceof AmountDiffers)) throw error;
    log.warn(`a payment notification was refused: ${error.message}`);
    if (error instanceof AmountDiffers) {
      await raiseAlert(till.db, {
        kind: 'amountDiffers',
        merchantId: error.merchantId,
        detail: error.message,
      });
    }
    return false;
  }
}

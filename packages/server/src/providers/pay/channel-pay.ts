import type { ChannelPay, PayAccount, PayKeys, PayProvider } from './port.js';
import { unusableKey } from './unusable-key.js';

/** The providers by the keys of a channel; `keyless` serves channels that have none. */
export interface PayProviders {
  readonly byKeys: Readonly<Record<PayKeys['provider'], PayProvider>>;
  readonly keyless: PayProvider;
}

/** One provider for all channels: each call goes to the one whose keys the channel has. */
export function channelPay({ byKeys, keyless }: PayProviders): ChannelPay {
  const of = ({ keys }: PayAccount): PayProvider => (keys === null ? keyless : byKeys[keys.provider]);
  return {
    unusableKey,
    answers: (account) => of(account).answers(account),
    create: (payment) => of(payment.account).create(payment),
    query: (account, orderNo, now) => of(account).query(account, orderNo, now),
    close: (account, orderNo, now) => of(account).close(account, orderNo, now),
    refund: (refund) => of(refund.account).refund(refund),
    queryRefund: (refund) => of(refund.account).queryRefund(refund),
    openId: (account, authCode, source) => of(account).openId(account, authCode, source),
    verifyNotification: (account, received) => of(account).verifyNotification(account, received),
    statement: (request) => of(request.account).statement(request),
  };
}

/** The account of a channel at its provider, with its keys: opened for a call, and kept nowhere. */
import type { PayAccount } from '../../providers/pay/port.js';
import type { PayChannel } from './channel.js';
import type { PayOrder } from './order.js';
import type { Till } from './settle-order.js';
import { findRevision, notifyTokenOf } from './store/channel-keys.js';

type Opening = { readonly db: Till['db']; readonly services: Pick<Till['services'], 'config'> };

/** An order keeps the merchant that it was made with, whatever the channel has become. */
export function accountOfOrder(
  till: Opening,
  order: Merchant & Pick<PayOrder, 'channelRevision'>,
): Promise<PayAccount> {
  return accountOf(till, order, order.channelRevision);
}

export function accountOfChannel(till: Opening, channel: PayChannel): Promise<PayAccount> {
  return accountOf(till, channel, channel.revision);
}

export function notifyUrl({ config }: Opening['services'], token: string): string {
  return `${config.baseUrl}/pay/notify/${token}`;
}

type Merchant = Pick<
  PayOrder,
  'merchantId' | 'channelModelId' | 'payType' | 'appId' | 'merchantAccount' | 'merchantType'
>;

async function accountOf(
  { db, services }: Opening,
  merchant: Merchant,
  revision: number | null,
): Promise<PayAccount> {
  const { payType, appId, merchantAccount, merchantType } = merchant;
  const account = { payType, appId, merchantAccount, merchantType };
  if (revision === null) return { ...account, keys: null, notifyUrl: null };
  const { channelModelId } = merchant;
  const [{ keys }, token] = await Promise.all([
    findRevision(db, channelModelId, revision),
    notifyTokenOf(db, channelModelId),
  ]);
  return { ...account, keys, notifyUrl: token === null ? null : notifyUrl(services, token) };
}

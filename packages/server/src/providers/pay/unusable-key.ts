import { unusableKey as unusableAlipayKey } from './alipay/merchant.js';
import type { KeyName, PayAccount } from './port.js';
import { unusableKey as unusableWechatKey } from './wechat/merchant.js';

/** The first key of the account that cannot be used; null: all can. Nobody is asked. */
export function unusableKey(account: PayAccount): KeyName | null {
  if (account.keys === null) return null;
  return account.keys.provider === 'chatApay' ? unusableWechatKey(account) : unusableAlipayKey(account);
}

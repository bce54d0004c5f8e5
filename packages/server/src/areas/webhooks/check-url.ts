import { invalidField } from '../../operation/refusal.js';
import { AddressGuard, AddressRefused } from '../../outbound/address-guard.js';
import type { Config } from '../../settings/config.js';

/**
 * Checks that are possible before a connection; host names are resolved and checked with every connection.
 * @throws Refusal 400 naming `url`
 */
export function checkUrl({ webhookNetworks }: Pick<Config, 'webhookNetworks'>, url: string): void {
  const given = new URL(url);
  if (given.protocol !== 'https:' && webhookNetworks.length === 0) {
    throw invalidField('url', { zh: '须为 https 地址', en: 'must be an https address' });
  }
  try {
    new AddressGuard(webhookNetworks).checkLiteral(given);
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    throw invalidField('url', {
      zh: '不允许回调到该地址',
      en: 'leads to an address that may not be reached',
    });
  }
}

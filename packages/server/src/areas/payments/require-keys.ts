import type { PayType } from '@cinnabar/api/schemas/payment.js';
import { payTypes } from '@cinnabar/api/schemas/payment.js';
import { invalidField } from '../../operation/refusal.js';
import type { Services } from '../../operation/services.js';
import type { PayKeys } from '../../providers/pay/port.js';
import { type GivenKeys, keysOf } from './rules/channel-keys.js';

interface Merchant {
  readonly payType: PayType;
  readonly appId: string;
  readonly merchantAccount: string;
  readonly merchantType: 0 | 1 | 2 | 3;
}

/**
 * The given keys, if each can be used; null without keys, which only the sandbox's provider accepts.
 * @throws Refusal 400 that names the key
 */
export function requireKeys(
  {
    config,
    pay,
  }: {
    readonly config: Pick<Services['config'], 'mode' | 'allowSandboxProviders'>;
    readonly pay: Pick<Services['pay'], 'unusableKey'>;
  },
  merchant: Merchant,
  given: GivenKeys | undefined,
): PayKeys | null {
  if (given === undefined) {
    if (config.mode === 'sandbox' || config.allowSandboxProviders.includes('pay')) return null;
    throw invalidField('keys', { zh: '须填写密钥', en: 'are required' });
  }
  const keys = keysOf(payTypes[merchant.payType].providerCode, given);
  const unusable = pay.unusableKey({ ...merchant, keys, notifyUrl: null });
  if (unusable === null) return keys;
  throw invalidField(`keys.${unusable}`, { zh: '缺失或无法使用', en: 'is missing or cannot be used' });
}

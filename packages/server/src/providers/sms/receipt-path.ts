import { createHmac } from 'node:crypto';

/**
 * The address for reports of a provider that does not sign them: whoever does not know it cannot report anything. It
 * changes with the provider's key.
 */
export function secretReceiptPath(provider: string, key: string): `/${string}` {
  const secret = createHmac('sha256', key).update(`cinnabar sms receipts ${provider}`).digest('hex');
  return `/notifications/sms/${provider}/${secret.slice(0, 32)}`;
}

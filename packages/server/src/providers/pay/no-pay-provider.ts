import { type PayProvider, PayProviderFailed } from './port.js';

async function notConfigured(): Promise<never> {
  throw new PayProviderFailed('NOT_CONFIGURED', 'there is no payment provider');
}

/** Used without a payment provider: every call fails. */
export const noPayProvider: PayProvider = Object.freeze({
  notificationPath: null,
  create: notConfigured,
  query: notConfigured,
  close: notConfigured,
  refund: notConfigured,
  openId: notConfigured,
  verifyNotification: () => {
    throw new PayProviderFailed('NOT_CONFIGURED', 'there is no payment provider');
  },
});

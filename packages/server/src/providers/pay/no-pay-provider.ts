import { type PayProvider, PayProviderFailed } from './port.js';

async function notConfigured(): Promise<never> {
  throw new PayProviderFailed('NOT_CONFIGURED', 'there is no payment provider');
}

const refused = { status: 400, contentType: null, body: '' } as const;

/** Used without a payment provider: every call fails. */
export const noPayProvider: PayProvider = Object.freeze({
  answers: () => ({ accepted: refused, refused }),
  create: notConfigured,
  query: notConfigured,
  close: notConfigured,
  refund: notConfigured,
  queryRefund: notConfigured,
  openId: notConfigured,
  verifyNotification: notConfigured,
  statement: notConfigured,
});

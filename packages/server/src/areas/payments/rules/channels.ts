/** Payment methods available at a payer's source. */
import { type PayType, payTypes } from '@cinnabar/api/schemas/payment.js';

const bySource: Readonly<Record<string, readonly PayType[]>> = {
  chatA: ['chatAJSAPI'],
  chatAh5: ['chatAJSAPI'],
  payA: ['payAJSAPI'],
  payAh5: ['payAJSAPI', 'payAMobile'],
  h5: ['chatAH5', 'payAMobile'],
  app: ['chatAH5', 'payAMobile'],
  pc: ['chatAQrCode', 'payAPC', 'payAPre'],
};

export const allPayTypes: readonly PayType[] = [
  'chatAJSAPI',
  'chatAH5',
  'chatAQrCode',
  'payAJSAPI',
  'payAPC',
  'payAMobile',
  'payAPre',
];

/** In the order in which they are offered; all methods for an unknown source. */
export function payTypesFor(source: string | null): readonly PayType[] {
  return source !== null && Object.hasOwn(bySource, source) ? (bySource[source] ?? allPayTypes) : allPayTypes;
}

/** Runs inside an app, which must know the payer. */
export function needsOpenId(payType: PayType): boolean {
  return payTypes[payType].shortCode === 'JSAPI';
}

export function isPayType(given: string): given is PayType {
  return Object.hasOwn(payTypes, given);
}

/** The pay types selected by a filter: a long code selects itself, a short one all channels displayed under it. */
export function payTypesNamed(given: string): readonly PayType[] {
  return allPayTypes.filter((payType) => payType === given || payTypes[payType].shortCode === given);
}

export const providerNames = { payA: 'payA 支付', chatApay: 'chatA 支付' } as const;

/** The provider and its payment method, such as chatA 支付 NATIVE. */
export function channelName(payType: PayType): string {
  const { providerCode, shortCode } = payTypes[payType];
  return `${providerNames[providerCode]} ${shortCode}`;
}

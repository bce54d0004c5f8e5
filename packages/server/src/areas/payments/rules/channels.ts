/** Which ways to pay there are where the payer is. */
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

/** In the order in which they are offered; every way for a source that is not known. */
export function payTypesFor(source: string | null): readonly PayType[] {
  return source !== null && Object.hasOwn(bySource, source) ? (bySource[source] ?? allPayTypes) : allPayTypes;
}

/** Called up inside of an app, which must be told who pays. */
export function needsOpenId(payType: PayType): boolean {
  return payTypes[payType].shortCode === 'JSAPI';
}

export function isPayType(given: string): given is PayType {
  return Object.hasOwn(payTypes, given);
}

/** The pay types that a filter means: a long code means itself, a short one all that channels show under it. */
export function payTypesNamed(given: string): readonly PayType[] {
  return allPayTypes.filter((payType) => payType === given || payTypes[payType].shortCode === given);
}

export const providerNames = { payA: 'payA 支付', chatApay: 'chatA 支付' } as const;

/** Fields of the keys of a channel, as they are typed: pure. */
import { type PayType, payTypes } from '@cinnabar/api/schemas/payment.js';

const fields = {
  chatApay: ['privateKey', 'certificateSerial', 'apiV3Key', 'publicKeyId', 'publicKey', 'appSecret'],
  payA: ['privateKey', 'alipayPublicKey'],
} as const;

type KeyField = (typeof fields)[keyof typeof fields][number];
export type TypedKeys = Readonly<Partial<Record<KeyField, string>>>;

/** Those of several lines. */
export const longKeys: readonly KeyField[] = ['privateKey', 'publicKey', 'alipayPublicKey'];

export function keyFieldsOf(method: PayType): readonly KeyField[] {
  return fields[payTypes[method].providerCode];
}

type Keys = Readonly<Partial<Record<Exclude<KeyField, 'privateKey'>, string>>> & {
  readonly privateKey: string;
};

/** What has been typed for a payment method; null: nothing, `incomplete`: keys without the private one. */
export function keysOf(method: PayType, typed: TypedKeys): Keys | 'incomplete' | null {
  const given = keyFieldsOf(method).flatMap((field) => {
    const text = typed[field]?.trim() ?? '';
    return text === '' ? [] : [[field, text] as const];
  });
  if (given.length === 0) return null;
  const privateKey = typed.privateKey?.trim() ?? '';
  return privateKey === '' ? 'incomplete' : { ...Object.fromEntries(given), privateKey };
}

/** A fee in ten-thousandths; undefined: none is given. */
export function feeRateOf(text: string): number | undefined | 'fault' {
  const given = text.trim();
  if (given === '') return undefined;
  return /^\d{1,4}$/.test(given) && Number(given) <= 1000 ? Number(given) : 'fault';
}

/** Signatures of Alipay, protocol version 1.0 with sign_type RSA2. */
import { createSign, createVerify, type KeyObject } from 'node:crypto';

export type Parameters = Readonly<Record<string, string>>;

/** The text that a request's signature covers: sorted by name, without empty values, not URL-encoded. */
function requestText(parameters: Parameters): string {
  return joined(Object.entries(parameters).filter(([name, value]) => name !== 'sign' && value !== ''));
}

export function signed(parameters: Parameters, key: KeyObject): Parameters {
  const sign = createSign('RSA-SHA256').update(requestText(parameters), 'utf8').sign(key, 'base64');
  return { ...parameters, sign };
}

/**
 * A notification's signature covers all parameters but `sign` and `sign_type`, unlike a request's. Whether it covers
 * empty values is not stated, so either is accepted.
 */
export function isGenuineNotification(parameters: Parameters, key: KeyObject): boolean {
  const entries = Object.entries(parameters).filter(([name]) => name !== 'sign' && name !== 'sign_type');
  const filled = entries.filter(([, value]) => value !== '');
  const sign = parameters['sign'] ?? '';
  return [entries, filled].some((covered) => isGenuine(joined(covered), sign, key));
}

export function isGenuine(text: string, sign: string, key: KeyObject): boolean {
  return sign !== '' && createVerify('RSA-SHA256').update(text, 'utf8').verify(key, sign, 'base64');
}

function joined(entries: readonly (readonly [string, string])[]): string {
  const sorted = entries.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([name, value]) => `${name}=${value}`).join('&');
}

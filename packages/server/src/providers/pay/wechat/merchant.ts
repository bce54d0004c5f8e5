/** Who is paid and who calls, in direct and in partner mode. */
import type { KeyObject } from 'node:crypto';
import { privateKeyOf, publicKeyOf } from '../keys.js';
import { type KeyName, type PayAccount, PayProviderFailed, type WechatPayKeys } from '../port.js';

export interface WechatMerchant {
  /** Number of the calling merchant, which signs. */
  readonly callingNo: string;
  readonly privateKey: KeyObject;
  readonly keys: WechatPayKeys;
  readonly appId: string;
  /** null: the merchant calls itself. */
  readonly sub: { readonly merchantNo: string; readonly appId: string | null } | null;
  /** Second-level merchants of a platform have refunds of their own. */
  readonly isSecondLevel: boolean;
}

/** @throws PayProviderFailed NOT_CONFIGURED */
export function merchantOf({ keys, appId, merchantAccount, merchantType }: PayAccount): WechatMerchant {
  if (keys?.provider !== 'chatApay') throw new PayProviderFailed('NOT_CONFIGURED', 'the channel has no keys');
  const privateKey = privateKeyOf(keys.privateKey);
  if (privateKey === null) throw new PayProviderFailed('NOT_CONFIGURED', 'the private key is none');
  const isSecondLevel = merchantType === 1;
  const common = { privateKey, keys, appId, isSecondLevel };
  if (merchantType === 2) return { ...common, callingNo: merchantAccount, sub: null };
  if (keys.partner === null) {
    throw new PayProviderFailed('NOT_CONFIGURED', 'the channel lacks the merchant number of its partner');
  }
  return {
    ...common,
    callingNo: keys.partner.merchantNo,
    sub: { merchantNo: merchantAccount, appId: keys.partner.subAppId },
  };
}

const API_V3_KEY_BYTES = 32;

/** The first of the keys that cannot be used; null: all can. */
export function unusableKey({ keys, merchantType }: PayAccount): KeyName | null {
  if (keys?.provider !== 'chatApay' || privateKeyOf(keys.privateKey) === null) return 'privateKey';
  if (!/^[0-9A-F]{1,64}$/.test(keys.certificateSerial)) return 'certificateSerial';
  if (Buffer.byteLength(keys.apiV3Key, 'utf8') !== API_V3_KEY_BYTES) return 'apiV3Key';
  const { publicKey, partner } = keys;
  if (publicKey !== null && !publicKey.id.startsWith('PUB_KEY_ID_')) return 'publicKeyId';
  if (publicKey !== null && publicKeyOf(publicKey.pem) === null) return 'publicKey';
  return merchantType !== 2 && partner === null ? 'partnerMerchant' : null;
}

/** The app in which the payer's open id is valid. */
export function appOfPayer({ appId, sub }: WechatMerchant): string {
  return sub?.appId ?? appId;
}

/** How bodies and answers name the merchant. */
export function merchantFields({ callingNo, sub }: WechatMerchant): Readonly<Record<string, string>> {
  return sub === null ? { mchid: callingNo } : { sp_mchid: callingNo, sub_mchid: sub.merchantNo };
}

/** How bodies of orders and notifications name the app. */
export function appFields({ appId, sub }: WechatMerchant): Readonly<Record<string, string>> {
  if (sub === null) return { appid: appId };
  return sub.appId === null ? { sp_appid: appId } : { sp_appid: appId, sub_appid: sub.appId };
}

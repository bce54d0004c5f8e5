import type { AdapterSettings } from '../adapter.js';
import type { TencentKey } from './tc3-signature.js';

/** The credentials that all products of Tencent Cloud share. */
export const TENCENT_KEY_SETTINGS = {
  TENCENT_SECRET_ID: 'required',
  TENCENT_SECRET_KEY: 'secret',
} as const;

export function readTencentKey(settings: AdapterSettings): TencentKey {
  return {
    secretId: settings['TENCENT_SECRET_ID'] ?? '',
    secretKey: settings['TENCENT_SECRET_KEY'] ?? '',
  };
}

/** Pay channels with keys, at providers that are as strict as the real ones. */
import { payChannelAdd } from '@cinnabar/api/operations/pay-channels.js';
import type { ChannelModelId, PayType } from '@cinnabar/api/schemas/payment.js';
import type { GivenKeys } from '@cinnabar/server/areas/payments/index.js';
import { FakeAlipay } from '../fakes/alipay.js';
import { type RsaKeys, rsaKeys } from '../fakes/rsa-keys.js';
import { FakeWechatPay, PUBLIC_KEY_ID } from '../fakes/wechat-pay.js';
import type { Enterprise } from './given-enterprise.js';

export interface PayWorld {
  readonly wechat: FakeWechatPay;
  readonly alipay: FakeAlipay;
  readonly settings: Readonly<Record<string, string>>;
  /** Keys of a merchant for the field `keys`. */
  wechatKeys(merchantNo: '1900000001' | '1900000002'): GivenKeys;
  alipayKeys(): GivenKeys;
  close(): Promise<void>;
}

const apiV3Key = '0123456789abcdef0123456789ABCDEF';
const serials = { '1900000001': '3775B6A45ACD588826D15E583A95F5DD', '1900000002': '4A' } as const;

/** Two merchants of WeChat Pay and one of Alipay, by the time of the machine. */
export async function givenPayWorld(): Promise<PayWorld> {
  const keys: Readonly<Record<keyof typeof serials, RsaKeys>> = {
    '1900000001': rsaKeys(),
    '1900000002': rsaKeys(),
  };
  const app = rsaKeys();
  const merchant = (merchantNo: keyof typeof serials) => ({
    ...{ merchantNo, certificateSerial: serials[merchantNo], apiV3Key },
    ...{ publicKey: keys[merchantNo].publicKey, appIds: ['wx-1', 'wx-2'] },
  });
  const now = () => new Date();
  const wechat = await FakeWechatPay.start([merchant('1900000001'), merchant('1900000002')], now);
  const sellerId = '2088102112345678';
  const alipay = await FakeAlipay.start([{ appId: '2021000000000001', sellerId, publicKey: app.publicKey }], {
    now,
  });
  return {
    wechat,
    alipay,
    settings: {
      PAY_PROVIDERS: 'wechatpay,alipay',
      WECHAT_PAY_URL: wechat.server.url,
      WECHAT_APP_URL: wechat.server.url,
      ALIPAY_GATEWAY: alipay.gateway,
    },
    wechatKeys: (merchantNo) => ({
      ...{ certificateSerial: serials[merchantNo].toLowerCase(), apiV3Key, appSecret: 'app-secret' },
      ...{ privateKey: keys[merchantNo].privatePem, publicKeyId: PUBLIC_KEY_ID },
      publicKey: wechat.publicKey.publicPem,
    }),
    alipayKeys: () => ({ privateKey: app.privatePem, alipayPublicKey: alipay.keys.publicPem }),
    async close() {
      await wechat.close();
      await alipay.close();
    },
  };
}

/** Adds a channel with keys by the interface. @returns its id */
export async function addRealChannel(
  { owner }: Enterprise,
  world: PayWorld,
  payTypeCode: PayType,
  merchantNo: '1900000001' | '1900000002' = '1900000001',
): Promise<ChannelModelId> {
  const isWechat = payTypeCode.startsWith('chatA');
  const { channelModelId } = await owner.client.data(payChannelAdd, {
    payTypeCode,
    appId: isWechat ? 'wx-1' : '2021000000000001',
    merchantAccount: isWechat ? merchantNo : '2088102112345678',
    keys: isWechat ? world.wechatKeys(merchantNo) : world.alipayKeys(),
  });
  return channelModelId;
}

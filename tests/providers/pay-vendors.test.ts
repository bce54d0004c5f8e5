/**
 * The vendors' own clients against the same fakes as ours: whoever gets an answer here signs, and verifies, as the
 * vendors do. Otherwise our client and our fake could be wrong in the same way.
 */

import { merchantOf } from '@cinnabar/server/providers/pay/alipay/merchant.js';
import { openResource } from '@cinnabar/server/providers/pay/wechat/signatures.js';
import { AlipaySdk } from 'alipay-sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Aes, Wechatpay } from 'wechatpay-axios-plugin';
import { FakeAlipay } from '../fakes/alipay.js';
import { rsaKeys, selfSigned } from '../fakes/rsa-keys.js';
import { FakeWechatPay, PUBLIC_KEY_ID } from '../fakes/wechat-pay.js';

const appKeys = rsaKeys();
const platformKeys = rsaKeys();

describe('wechatpay-axios-plugin', () => {
  const apiV3Key = '0123456789abcdef0123456789ABCDEF';
  const serial = '3775B6A45ACD588826D15E583A95F5DD';
  let fake: FakeWechatPay;
  let vendor: Wechatpay;

  beforeAll(async () => {
    const merchant = { merchantNo: '1900000001', certificateSerial: serial, apiV3Key, appIds: ['wx-1'] };
    fake = await FakeWechatPay.start([{ ...merchant, publicKey: appKeys.publicKey }], () => new Date());
    vendor = new Wechatpay({
      ...{ mchid: '1900000001', serial, privateKey: appKeys.privatePem, baseURL: fake.server.url },
      certs: { [PUBLIC_KEY_ID]: fake.publicKey.publicPem },
    });
  });
  afterAll(() => fake.close());

  /** The client makes a path of the names of properties. */
  async function ask(
    path: readonly string[],
    ...given: readonly unknown[]
  ): Promise<{ status: number; data: unknown }> {
    const call = path.reduce<unknown>((at, name) => Reflect.get(Object(at), name), vendor);
    if (typeof call !== 'function') throw new Error('the client has no such call');
    return Reflect.apply(call, undefined, given);
  }

  test('creates, queries and closes an order', async () => {
    const out_trade_no = 'CN202611230000000000000001';
    const created = await ask(['v3', 'pay', 'transactions', 'native', 'post'], {
      ...{ appid: 'wx-1', mchid: '1900000001', out_trade_no, description: '合同' },
      ...{ notify_url: 'https://sign.example.com/notify', time_expire: '2040-01-01T08:00:00+08:00' },
      amount: { total: 1, currency: 'CNY' },
    });
    expect(created.data).toMatchObject({ code_url: expect.stringMatching(/^weixin:/) });
    const order = ['v3', 'pay', 'transactions', 'outTradeNo', '{out_trade_no}'];
    const query = { params: { mchid: '1900000001' }, out_trade_no };
    expect((await ask([...order, 'get'], query)).data).toMatchObject({ trade_state: 'NOTPAY' });
    const closed = await ask([...order, 'close', 'post'], { mchid: '1900000001' }, { out_trade_no });
    expect(closed.status).toBe(204);
  });

  test('refuses an answer of another key, as ours does', async () => {
    const strange = new Wechatpay({
      ...{ mchid: '1900000001', serial, privateKey: appKeys.privatePem, baseURL: fake.server.url },
      certs: { [PUBLIC_KEY_ID]: rsaKeys().publicPem },
    });
    const before = vendor;
    vendor = strange;
    await expect(ask(['v3', 'certificates', 'get'])).rejects.toThrow();
    vendor = before;
  });

  test('encrypts what we decrypt', () => {
    const sealed = Aes.AesGcm.encrypt('certificate 证书', apiV3Key, '0123456789ab', 'certificate');
    const resource = { ciphertext: sealed, nonce: '0123456789ab', associatedData: 'certificate' };
    expect(openResource(apiV3Key, resource)).toBe('certificate 证书');
    expect(() => openResource(apiV3Key, { ...resource, associatedData: '' })).toThrow('FORGED');
  });
});

describe('alipay-sdk', () => {
  const appId = '2021000000000001';
  /** The client writes the time of the machine's zone where the gateway expects that of China. */
  const asItSays = () => new Date(Date.now() - new Date().getTimezoneOffset() * 60_000 - 8 * 3_600_000);
  const app = { appId, sellerId: '2088102112345678', publicKey: appKeys.publicKey };
  const order = { outTradeNo: 'CN202611230000000000000002', totalAmount: '0.01', subject: '合同' };
  const content = { ...order, timeExpire: '2040-01-01 00:00:00' };

  test('creates and queries an order, and verifies the answers', async () => {
    const fake = await FakeAlipay.start([app], { now: asItSays, keys: platformKeys });
    try {
      const sdk = new AlipaySdk({
        ...{ appId, privateKey: appKeys.privatePem, keyType: 'PKCS8', gateway: fake.gateway },
        alipayPublicKey: platformKeys.publicPem,
      });
      const verified = { validateSign: true };
      const created = await sdk.exec('alipay.trade.precreate', { bizContent: content }, verified);
      expect(created).toMatchObject({ code: '10000', qrCode: expect.stringMatching(/^https:\/\/qr/) });
      fake.scan(order.outTradeNo);
      const query = { bizContent: { outTradeNo: order.outTradeNo } };
      const found = await sdk.exec('alipay.trade.query', query, verified);
      expect(found).toMatchObject({ tradeStatus: 'WAIT_BUYER_PAY' });
      const wanted = { bizContent: { ...content, outTradeNo: 'CN202611230000000000000003' } };
      fake.open(sdk.pageExec('alipay.trade.page.pay', 'GET', wanted));
      expect(fake.trades.has('CN202611230000000000000003')).toBe(true);
    } finally {
      await fake.close();
    }
  });

  test('accepts the notifications of the fake', async () => {
    const fake = await FakeAlipay.start([app], { now: asItSays, keys: platformKeys });
    try {
      const sdk = new AlipaySdk({
        ...{ appId, privateKey: appKeys.privatePem, keyType: 'PKCS8', gateway: fake.gateway },
        alipayPublicKey: platformKeys.publicPem,
      });
      await sdk.exec('alipay.trade.precreate', { bizContent: content });
      fake.pay(order.outTradeNo);
      const notice = Object.fromEntries(
        [...fake.notice(order.outTradeNo)].filter(([, value]) => value !== ''),
      );
      expect(sdk.checkNotifySignV2(notice)).toBe(true);
      expect(sdk.checkNotifySignV2({ ...notice, total_amount: '9.99' })).toBe(false);
    } finally {
      await fake.close();
    }
  });

  test('states the same serial numbers of certificates as ours', async () => {
    const name = 'C=CN, O=Ant Financial, OU=Certification Authority, CN=Ant Financial Certification Class 2';
    const appCertificate = await selfSigned(appKeys, name, '20200107a1b2');
    const alipayCertificate = await selfSigned(platformKeys, name, '20200107a1b3');
    const roots = [
      await selfSigned(rsaKeys(), 'CN=Root 1', '01'),
      await selfSigned(rsaKeys(), 'CN=Root 2', '02'),
    ];
    const alipayRootCertificates = roots.join('\n');
    const { serials } = merchantOf({
      ...{ payType: 'payAPre', appId, merchantAccount: app.sellerId, merchantType: 2, notifyUrl: null },
      keys: {
        ...{ provider: 'payA', privateKey: appKeys.privatePem, appAuthToken: null },
        ...{ serviceProviderId: null, subMerchant: null },
        trust: { mode: 'certificate', appCertificate, alipayCertificate, alipayRootCertificates },
      },
    });
    if (serials === null) throw new Error('there are no serial numbers');
    const fake = await FakeAlipay.start([{ ...app, serials }], { now: asItSays, keys: platformKeys });
    try {
      const sdk = new AlipaySdk({
        ...{ appId, privateKey: appKeys.privatePem, keyType: 'PKCS8', gateway: fake.gateway },
        appCertContent: appCertificate,
        alipayPublicCertContent: alipayCertificate,
        alipayRootCertContent: alipayRootCertificates,
      });
      const created = await sdk.exec(
        'alipay.trade.precreate',
        { bizContent: content },
        { validateSign: true },
      );
      expect(created).toMatchObject({ code: '10000' });
    } finally {
      await fake.close();
    }
  });
});

/** WeChat Pay against a provider as strict as the real one. */
import { createVerify } from 'node:crypto';
import type { PayType } from '@cinnabar/api/schemas/payment.js';
import { openProviderParts } from '@cinnabar/server/providers/kit/provider-parts.js';
import { openPaySender } from '@cinnabar/server/providers/pay/http.js';
import { limitedPay } from '@cinnabar/server/providers/pay/limits.js';
import {
  type NewPayment,
  type PayAccount,
  PayProviderFailed,
  type WechatPayKeys,
} from '@cinnabar/server/providers/pay/port.js';
import { WechatPay } from '@cinnabar/server/providers/pay/wechat/wechat-pay.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rsaKeys } from '../fakes/rsa-keys.js';
import { FakeWechatPay, type Notice, PUBLIC_KEY_ID } from '../fakes/wechat-pay.js';
import { payContract } from './pay.contract.js';

const merchantKeys = rsaKeys();
const apiV3Key = '0123456789abcdef0123456789ABCDEF';
const serial = '3775B6A45ACD588826D15E583A95F5DD********'.replaceAll('*', 'A');
const now = new Date('2026-11-20T10:00:00.000Z');
const expireTime = new Date(now.getTime() + 30 * 60_000);

function startFake(): Promise<FakeWechatPay> {
  const merchant = { certificateSerial: serial, publicKey: merchantKeys.publicKey, apiV3Key };
  return FakeWechatPay.start(
    [
      { ...merchant, merchantNo: '1900000001', appIds: ['wx-direct'] },
      { ...merchant, merchantNo: '1900000009', appIds: ['wx-partner'] },
    ],
    () => now,
  );
}

function keysFor(fake: FakeWechatPay, changes: Partial<WechatPayKeys> = {}): WechatPayKeys {
  return {
    provider: 'chatApay',
    certificateSerial: serial,
    privateKey: merchantKeys.privatePem,
    apiV3Key,
    publicKey: { id: PUBLIC_KEY_ID, pem: fake.publicKey.publicPem },
    partner: null,
    appSecret: 'app-secret',
    ...changes,
  };
}

function accountAt(fake: FakeWechatPay, payType: PayType = 'chatAQrCode'): PayAccount {
  return {
    ...{ payType, appId: 'wx-direct', merchantAccount: '1900000001', merchantType: 2 },
    keys: keysFor(fake),
    notifyUrl: 'https://sign.example.com/pay/notify/token',
  };
}

function open(fake: FakeWechatPay, now = () => fake.now(), limitMs = 5_000): WechatPay {
  const parts = { ...openProviderParts(), provider: 'pay-wechatpay', clock: { now, offsetMs: 0 } };
  const baseUrl = fake.server.url;
  const send = openPaySender(parts, { baseUrl, limitMs });
  return new WechatPay({ baseUrl, send, sendToApp: send, parts });
}

payContract(async () => {
  const fake = await startFake();
  fake.addCode('code-1', 'o-payer');
  const pay = open(fake);
  const at = (time: Date) => {
    fake.now = () => time;
  };
  const received = (notice: Notice, time: Date) => ({ ...notice, now: time });
  return {
    adapter: limitedPay({
      ...limitedPay(pay),
      query(account, orderNo, time) {
        at(time);
        return pay.query(account, orderNo);
      },
    }),
    account: accountAt(fake),
    authCodes: { valid: 'code-1', invalid: 'code-2' },
    canFail: true,
    open: () => undefined,
    async pay(orderNo, result, time) {
      at(time);
      if (result === 'success') fake.pay(orderNo);
      else fake.fail(orderNo);
      return received(fake.notice(orderNo), time);
    },
    forgeries: (genuine) => [
      { ...genuine, headers: {} },
      { ...genuine, body: Buffer.from('{}') },
      ...(['tampered', 'probe', 'unknownSerial', 'old', 'unsigned', 'otherKey'] as const).map((flaw) =>
        received(fake.notice('CN12026112300000001', {}, flaw), genuine.now),
      ),
    ],
    cutOff: () => fake.server.failAlways('broken'),
    close: () => fake.close(),
  };
});

describe('WeChat Pay', () => {
  let fake: FakeWechatPay;
  let pay: WechatPay;
  let account: PayAccount;
  let next = 0;

  beforeAll(async () => {
    fake = await startFake();
  });
  beforeEach(() => {
    pay = open(fake);
    account = accountAt(fake);
    fake.signsWith = 'publicKey';
  });
  afterEach(() => {
    fake.server.failAlways(null);
    fake.now = () => now;
  });
  afterAll(() => fake.close());

  function orderBy(by: PayAccount, changes: Partial<NewPayment> = {}): NewPayment {
    next += 1;
    const businessOrderNo = `CN20261123${String(next).padStart(16, '0')}`;
    return {
      ...{ account: by, businessOrderNo, amountFen: 1280, description: '软件服务合同', expireTime, now },
      ...{ openId: 'o-payer', returnUrl: 'https://shop.example/back?a=1', payerAddress: '192.0.2.7' },
      ...changes,
    };
  }
  async function failureOf(work: Promise<unknown>): Promise<unknown> {
    const error = await work.then(
      (value) => value,
      (reason: unknown) => reason,
    );
    return error instanceof PayProviderFailed ? error.failure : error;
  }
  const heard = (notice: Notice) => pay.verifyNotification(account, { ...notice, now });

  test('is paid by a code, by an address, and inside the app', async () => {
    expect(await pay.create(orderBy(account))).toMatch(/^weixin:\/\/wxpay\//);
    const h5 = await pay.create(orderBy(accountAt(fake, 'chatAH5')));
    expect(h5).toMatch(
      /^https:\/\/wx\.tenpay\.com\/.+&redirect_url=https%3A%2F%2Fshop\.example%2Fback%3Fa%3D1$/,
    );
    const callUp = JSON.parse(await pay.create(orderBy(accountAt(fake, 'chatAJSAPI'))));
    const { appId, timeStamp, nonceStr, package: prepay, signType, paySign } = callUp;
    expect([appId, signType, timeStamp]).toEqual(['wx-direct', 'RSA', String(now.getTime() / 1000)]);
    const text = `${appId}\n${timeStamp}\n${nonceStr}\n${prepay}\n`;
    const verifier = createVerify('RSA-SHA256').update(text);
    expect(verifier.verify(merchantKeys.publicKey, paySign, 'base64')).toBe(true);
  });

  describe('through a partner', () => {
    const partnered = (
      merchantType: 0 | 1 | 3,
      subAppId: string | null,
      payType: PayType = 'chatAJSAPI',
    ) => ({
      ...accountAt(fake, payType),
      ...{ appId: 'wx-partner', merchantAccount: '1900000100', merchantType },
      keys: keysFor(fake, { partner: { merchantNo: '1900000009', subAppId } }),
    });

    test.each([0, 1, 3] as const)('the whole life of an order of type %s', async (merchantType) => {
      const by = partnered(merchantType, 'wx-sub');
      const order = orderBy(by);
      const { businessOrderNo } = order;
      expect(JSON.parse(await pay.create(order))).toMatchObject({ appId: 'wx-sub' });
      fake.pay(businessOrderNo);
      expect(await pay.query(by, businessOrderNo)).toMatchObject({ state: 'succeeded', amountFen: 1280 });
      const notice = fake.notice(businessOrderNo);
      expect(await pay.verifyNotification(by, { ...notice, now })).toMatchObject({ businessOrderNo });
      const money = { amountFen: 1280, totalFen: 1280, reason: '撤销' };
      const refund = { account: by, businessOrderNo, refundNo: `${businessOrderNo}R1`, ...money };
      expect(await pay.refund(refund)).toEqual({ state: 'succeeded' });
      expect(await pay.queryRefund(refund)).toEqual({ state: 'succeeded' });
    });

    test('the payer is known to the partner’s app, or to the merchant’s own', async () => {
      const own = JSON.parse(await pay.create(orderBy(partnered(0, null))));
      expect(own).toMatchObject({ appId: 'wx-partner' });
      const bodies = fake.server.requests.map(({ body }) => body.toString());
      expect(bodies.at(-1)).toContain('"sp_openid":"o-payer"');
      await pay.create(orderBy(partnered(0, 'wx-sub')));
      expect(fake.server.requests.at(-1)?.body.toString()).toContain('"sub_openid":"o-payer"');
    });

    test('another merchant of the same partner is not answered for', async () => {
      const order = orderBy(partnered(0, null, 'chatAQrCode'));
      await pay.create(order);
      const other = { ...order.account, merchantAccount: '1900000101' };
      expect(await pay.query(other, order.businessOrderNo)).toEqual({ state: 'unknown' });
      fake.pay(order.businessOrderNo);
      const notice = { ...fake.notice(order.businessOrderNo), now };
      expect(await failureOf(pay.verifyNotification(other, notice))).toBe('FORGED');
    });
  });

  describe('a notification', () => {
    test.each([
      ['another merchant', { mchid: '1900000009' }],
      ['another app', { appid: 'wx-other' }],
      ['no order', { out_trade_no: '' }],
    ])('for %s is not ours', async (_which, changes) => {
      const order = orderBy(account);
      await pay.create(order);
      fake.pay(order.businessOrderNo);
      expect(await failureOf(heard(fake.notice(order.businessOrderNo, changes)))).toBe('FORGED');
    });

    test('encrypted for another merchant’s key is not ours', async () => {
      const order = orderBy(account);
      await pay.create(order);
      fake.pay(order.businessOrderNo);
      const other = { ...account, keys: keysFor(fake, { apiV3Key: 'f'.repeat(32) }) };
      const notice = { ...fake.notice(order.businessOrderNo), now };
      expect(await failureOf(pay.verifyNotification(other, notice))).toBe('FORGED');
    });

    test('of a refund names order and refund; of something else nothing', async () => {
      const order = orderBy(account);
      await pay.create(order);
      const { businessOrderNo } = order;
      fake.pay(businessOrderNo);
      const notice = fake.refundNotice(businessOrderNo, `${businessOrderNo}R1`);
      const expected = { kind: 'refund', businessOrderNo, refundNo: `${businessOrderNo}R1` };
      expect(await heard(notice)).toEqual(expected);
    });

    test('states the amount that was paid, whatever was asked for', async () => {
      const order = orderBy(account);
      await pay.create(order);
      fake.pay(order.businessOrderNo, 1);
      expect(await heard(fake.notice(order.businessOrderNo))).toMatchObject({ outcome: { amountFen: 1 } });
    });
  });

  describe('the key of WeChat Pay', () => {
    test('is fetched as a certificate where the channel has none, once', async () => {
      fake.signsWith = 'certificate';
      const by = { ...account, keys: keysFor(fake, { publicKey: null }) };
      await pay.create(orderBy(by));
      await pay.create(orderBy(by));
      const asked = fake.server.requests.filter(({ url }) => url.pathname === '/v3/certificates');
      expect(asked).toHaveLength(1);
    });

    test('may be either while the merchant changes to public keys', async () => {
      const order = orderBy(account);
      await pay.create(order);
      fake.pay(order.businessOrderNo);
      fake.signsWith = 'certificate';
      expect(await heard(fake.notice(order.businessOrderNo))).toMatchObject({ kind: 'payment' });
    });

    test('that is unknown is asked for once a minute, not with every forged notification', async () => {
      const by = { ...account, keys: keysFor(fake, { publicKey: null }) };
      const order = orderBy(account);
      await pay.create(order);
      fake.signsWith = 'certificate';
      const before = fake.server.requests.length;
      for (const _ of [1, 2, 3]) {
        const notice = fake.notice(order.businessOrderNo);
        const forged = { ...notice.headers, 'wechatpay-serial': '00FF' };
        const received = { ...notice, headers: forged, now };
        expect(await failureOf(pay.verifyNotification(by, received))).toBe('FORGED');
      }
      expect(fake.server.requests.length - before).toBe(1);
    });
  });

  describe('when the provider', () => {
    test.each(['broken', 'garbage', 'half', 'busy', 'redirect'] as const)(
      'is %s, nothing is known',
      async (fault) => {
        const order = orderBy(account);
        fake.server.failAlways(fault);
        const expected = fault === 'garbage' ? 'FORGED' : 'TRANSIENT';
        expect(await failureOf(pay.create(order))).toBe(expected);
        expect(await failureOf(pay.query(account, order.businessOrderNo))).toBe(expected);
        expect(await failureOf(pay.close(account, order.businessOrderNo))).toBe(expected);
      },
    );

    test('does not answer, nobody waits', async () => {
      fake.server.failAlways('silent');
      expect(await failureOf(open(fake, () => now, 200).create(orderBy(account)))).toBe('TRANSIENT');
    });

    test('breaks off after the request took effect, the order is created again and the same', async () => {
      const order = orderBy(account);
      fake.server.failNext('half');
      expect(await pay.create(order)).toMatch(/^weixin:/);
      expect(await pay.query(account, order.businessOrderNo)).toEqual({ state: 'open' });
    });

    test('refuses our clock or our key, the channel is refused', async () => {
      const late = open(fake, () => new Date(now.getTime() - 301_000));
      expect(await failureOf(late.create(orderBy(account)))).toBe('REFUSED');
      const other = { ...account, keys: keysFor(fake, { privateKey: rsaKeys().privatePem }) };
      expect(await failureOf(pay.create(orderBy(other)))).toBe('REFUSED');
    });

    test('answers with another key, the answer counts for nothing', async () => {
      const other = { id: PUBLIC_KEY_ID, pem: rsaKeys().publicPem };
      const by = { ...account, keys: keysFor(fake, { publicKey: other }) };
      expect(await failureOf(pay.create(orderBy(by)))).toBe('FORGED');
    });
  });

  test('refunds end as the provider says, and want money', async () => {
    const order = orderBy(account);
    const { businessOrderNo } = order;
    await pay.create(order);
    fake.pay(businessOrderNo);
    const money = { amountFen: 1280, totalFen: 1280, reason: '合同已撤销'.repeat(20) };
    const refund = { account, businessOrderNo, refundNo: `${businessOrderNo}R1`, ...money };
    fake.hasFunds = false;
    expect(await failureOf(pay.refund(refund))).toBe('BALANCE_LOW');
    fake.hasFunds = true;
    fake.refundState = 'PROCESSING';
    expect(await pay.refund(refund)).toEqual({ state: 'processing' });
    fake.setRefund(refund.refundNo, 'ABNORMAL');
    expect(await pay.queryRefund(refund)).toEqual({ state: 'failed', detail: 'ABNORMAL' });
    fake.setRefund(refund.refundNo, 'SUCCESS');
    fake.refundState = 'SUCCESS';
    expect(await pay.queryRefund(refund)).toEqual({ state: 'succeeded' });
    expect(await pay.query(account, businessOrderNo)).toEqual({ state: 'closed' });
  });

  test('an open id is exchanged once, by the log-in of the payer’s client', async () => {
    fake.addCode('code-h5', 'o-1');
    fake.addCode('code-mini', 'o-2');
    expect(await pay.openId(account, 'code-h5', 'chatAh5')).toBe('o-1');
    expect(await pay.openId(account, 'code-mini', 'chatA')).toBe('o-2');
    expect(fake.server.requests.at(-1)?.url.pathname).toBe('/sns/jscode2session');
    expect(await failureOf(pay.openId(account, 'code-h5', 'chatAh5'))).toBe('AUTH_CODE_INVALID');
    const without = { ...account, keys: keysFor(fake, { appSecret: null }) };
    expect(await failureOf(pay.openId(without, 'code-h5', 'chatAh5'))).toBe('NOT_CONFIGURED');
  });

  test('no failure quotes a secret', async () => {
    fake.server.failAlways('broken');
    const error = await pay.openId(account, 'code-x', 'chatAh5').catch((reason: unknown) => String(reason));
    expect(error).toBe('PayProviderFailed: TRANSIENT: failing: status 500');
  });

  describe('a statement', () => {
    const titles =
      '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,' +
      '应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,' +
      '手续费,费率,订单金额,申请退款金额,费率备注';
    const line = (...values: readonly string[]) => values.map((value) => `\`${value}`).join(',');
    const paid = line(
      ...[
        '2026-11-19 10:00:00',
        'wx-direct',
        '1900000001',
        '0',
        '',
        '4200001',
        'CN1',
        'o-1',
        'NATIVE',
        'SUCCESS',
      ],
      ...[
        'OTHERS',
        'CNY',
        '12.80',
        '0.00',
        '0',
        '0',
        '0.00',
        '0.00',
        '',
        '',
        '合同，甲,乙',
        '',
        '0.07680',
        '0.60%',
      ],
      ...['12.80', '0.00', ''],
    );
    const refunded = line(
      ...[
        '2026-11-19 11:00:00',
        'wx-direct',
        '1900000001',
        '0',
        '',
        '4200001',
        'CN1',
        'o-1',
        'NATIVE',
        'REFUND',
      ],
      ...[
        'OTHERS',
        'CNY',
        '0.00',
        '0.00',
        '5000',
        'CN1R1',
        '12.80',
        '0.00',
        'ORIGINAL',
        'SUCCESS',
        '合同',
        '',
      ],
      ...['-0.07680', '0.60%', '0.00', '12.80', ''],
    );
    const totals = (count: number) => `总交易单数,应结订单总金额,退款总金额\n\`${count},\`12.80,\`12.80\n`;

    test('lists payments and refunds with their fees', async () => {
      fake.statements.set('2026-11-19', `\uFEFF${titles}\r\n${paid}\r\n${refunded}\r\n${totals(2)}`);
      const rows = await pay.statement({ account, day: '2026-11-19' });
      const common = {
        businessOrderNo: 'CN1',
        providerOrderNo: '4200001',
        amountFen: 1280,
        state: 'succeeded',
      };
      expect(rows).toEqual([
        { ...common, kind: 'payment', refundNo: null, feeFen: 8 },
        { ...common, kind: 'refund', refundNo: 'CN1R1', feeFen: -8 },
      ]);
    });

    test('may be empty, or not ready', async () => {
      expect(await pay.statement({ account, day: '2026-11-01' })).toEqual([]);
      fake.isPreparingStatement = true;
      expect(await pay.statement({ account, day: '2026-11-01' })).toBeNull();
      fake.isPreparingStatement = false;
    });

    test.each([
      ['lacks rows', `${titles}\n${paid}\n${totals(2)}`],
      ['breaks off', `${titles}\n${paid}\n`],
      ['has no amount', `${titles}\n${paid.replaceAll('12.80', '')}\n${totals(1)}`],
    ])('that %s is refused as a whole', async (_how, text) => {
      fake.statements.set('2026-11-18', text);
      expect(await failureOf(pay.statement({ account, day: '2026-11-18' }))).toBe('REFUSED');
    });
  });
});

/** Alipay against a gateway as strict as the real one. */
import type { PayType } from '@cinnabar/api/schemas/payment.js';
import { openProviderParts } from '@cinnabar/server/providers/kit/provider-parts.js';
import { Alipay } from '@cinnabar/server/providers/pay/alipay/alipay.js';
import { merchantOf, rootSerials } from '@cinnabar/server/providers/pay/alipay/merchant.js';
import { openPaySender } from '@cinnabar/server/providers/pay/http.js';
import { limitedPay } from '@cinnabar/server/providers/pay/limits.js';
import {
  type AlipayKeys,
  type NewPayment,
  type PayAccount,
  PayProviderFailed,
} from '@cinnabar/server/providers/pay/port.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FakeAlipay, packStatement } from '../fakes/alipay.js';
import { type RsaKeys, rsaKeys, selfSigned } from '../fakes/rsa-keys.js';
import { payContract } from './pay.contract.js';

const appKeys = rsaKeys();
const alipayKeys = rsaKeys();
const now = new Date('2026-11-20T10:00:00.000Z');
const expireTime = new Date(now.getTime() + 30 * 60_000);
const sellerId = '2088102112345678';

const startFake = () =>
  FakeAlipay.start([{ appId: '2021000000000001', sellerId, publicKey: appKeys.publicKey }], {
    now: () => now,
    keys: alipayKeys,
  });

const keys: AlipayKeys = {
  provider: 'payA',
  // As the key tool shows it.
  privateKey: appKeys.privatePem.replace(/-----[^-]+-----|\s/g, ''),
  trust: { mode: 'publicKey', alipayPublicKey: alipayKeys.publicPem },
  ...{ appAuthToken: null, serviceProviderId: null, subMerchant: null },
};

const accountFor = (payType: PayType = 'payAPre', changes: Partial<AlipayKeys> = {}): PayAccount => ({
  ...{ payType, appId: '2021000000000001', merchantAccount: sellerId, merchantType: 2 },
  keys: { ...keys, ...changes },
  notifyUrl: 'https://sign.example.com/pay/notify/token',
});

function open(fake: FakeAlipay, now = () => fake.now(), limitMs = 5_000): Alipay {
  const parts = { ...openProviderParts(), provider: 'pay-alipay', clock: { now, offsetMs: 0 } };
  const { gateway } = fake;
  const send = openPaySender(parts, { baseUrl: new URL(gateway).origin, limitMs });
  return new Alipay({ gateway, send, parts });
}

const bodyOf = (notice: URLSearchParams) => ({ headers: {}, body: Buffer.from(notice.toString()), now });

payContract(async () => {
  const fake = await startFake();
  fake.addCode('code-1', 'o-payer');
  const pay = open(fake);
  const at = (time: Date) => {
    fake.now = () => time;
  };
  return {
    adapter: limitedPay({
      ...limitedPay(pay),
      query(account, orderNo, time) {
        at(time);
        return pay.query(account, orderNo);
      },
    }),
    account: accountFor(),
    authCodes: { valid: 'code-1', invalid: 'code-2' },
    canFail: false,
    open: (orderNo) => fake.scan(orderNo),
    async pay(orderNo, _result, time) {
      at(time);
      fake.pay(orderNo);
      return bodyOf(fake.notice(orderNo));
    },
    forgeries: (genuine) => {
      const text = Buffer.from(genuine.body).toString();
      const orderNo = 'CN12026112300000001';
      return [
        { ...genuine, body: Buffer.from('') },
        { ...genuine, body: Buffer.from(text.replace('12.34', '0.01')) },
        { ...genuine, body: Buffer.from(text.replace(/&sign=[^&]+/, '')) },
        { ...genuine, body: Buffer.from(`${text}&trade_status=TRADE_FINISHED`) },
        { ...genuine, body: Buffer.from(text.replace('RSA2', 'RSA')) },
        // Signed as requests are, which notifications are not.
        bodyOf(fake.notice(orderNo, {}, { withSignType: true })),
        bodyOf(fake.notice(orderNo, {}, { keys: rsaKeys() })),
      ];
    },
    cutOff: () => fake.server.failAlways('broken'),
    close: () => fake.close(),
  };
});

describe('Alipay', () => {
  let fake: FakeAlipay;
  let pay: Alipay;
  let next = 0;

  beforeAll(async () => {
    fake = await startFake();
  });
  beforeEach(() => {
    pay = open(fake);
  });
  afterEach(() => {
    fake.server.failAlways(null);
    fake.now = () => now;
    fake.flaws.length = 0;
  });
  afterAll(() => fake.close());

  function orderBy(account: PayAccount, changes: Partial<NewPayment> = {}): NewPayment {
    next += 1;
    const businessOrderNo = `CN20261123${String(next).padStart(16, '0')}`;
    return {
      ...{ account, businessOrderNo, amountFen: 128_050, description: '合同=甲&乙/丙', expireTime, now },
      ...{ openId: '08xs-open', returnUrl: 'https://shop.example/back?a=1&b=2', payerAddress: null },
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

  test('is paid by a code, inside the app, and at an address that the browser opens', async () => {
    expect(await pay.create(orderBy(accountFor('payAPre')))).toMatch(/^https:\/\/qr\.alipay\.com\/bax/);
    const inApp = JSON.parse(await pay.create(orderBy(accountFor('payAJSAPI'))));
    expect(inApp).toEqual({ tradeNO: expect.stringMatching(/^2026/) });
    for (const payType of ['payAPC', 'payAMobile'] as const) {
      const order = orderBy(accountFor(payType));
      const before = fake.server.requests.length;
      const address = await pay.create(order);
      expect(fake.server.requests.length).toBe(before);
      expect(await pay.query(order.account, order.businessOrderNo)).toEqual({ state: 'unknown' });
      fake.open(address);
      expect(await pay.query(order.account, order.businessOrderNo)).toEqual({ state: 'open' });
      expect(new URL(address).searchParams.get('return_url')).toBe('https://shop.example/back?a=1&b=2');
    }
  });

  test('a payer is known by an open id, or by a user id of an older app', async () => {
    const contentOf = () =>
      new URLSearchParams(fake.server.requests.at(-1)?.body.toString()).get('biz_content');
    await pay.create(orderBy(accountFor('payAJSAPI')));
    expect(contentOf()).toContain('"buyer_open_id":"08xs-open"');
    await pay.create(orderBy(accountFor('payAJSAPI'), { openId: '2088102100000001' }));
    expect(contentOf()).toContain('"buyer_id":"2088102100000001"');
  });

  test('a service provider and a second-level merchant are named in the order', async () => {
    const changes = { appAuthToken: 'token-1', serviceProviderId: '2088511833207846', subMerchant: 'smid-1' };
    await pay.create(orderBy(accountFor('payAPre', changes)));
    const sent = new URLSearchParams(fake.server.requests.at(-1)?.body.toString());
    expect(sent.get('app_auth_token')).toBe('token-1');
    const content = JSON.parse(sent.get('biz_content') ?? '');
    expect(content).toMatchObject({
      extend_params: { sys_service_provider_id: '2088511833207846' },
      sub_merchant: { merchant_id: 'smid-1' },
    });
  });

  describe('a pre-order that nobody has scanned', () => {
    test('is unknown, cannot be closed there, and can still be paid: closing it here is not the end', async () => {
      const order = orderBy(accountFor());
      const { account, businessOrderNo } = order;
      await pay.create(order);
      expect(await pay.query(account, businessOrderNo)).toEqual({ state: 'unknown' });
      expect(await pay.close(account, businessOrderNo)).toEqual({ state: 'closed' });
      fake.pay(businessOrderNo);
      expect(await pay.query(account, businessOrderNo)).toMatchObject({
        state: 'succeeded',
        amountFen: 128_050,
      });
    });
  });

  describe('a notification', () => {
    async function notified(changes: Record<string, string>) {
      const order = orderBy(accountFor());
      await pay.create(order);
      fake.pay(order.businessOrderNo);
      return pay.verifyNotification(order.account, bodyOf(fake.notice(order.businessOrderNo, changes)));
    }

    test.each([
      ['another app', { app_id: '2021000000000009' }],
      ['another seller', { seller_id: '2088000000000000' }],
      ['no order', { out_trade_no: '' }],
    ])('for %s is not ours', async (_which, changes) => {
      expect(await failureOf(notified(changes))).toBe('FORGED');
    });

    test('that a payment is finished is a payment; a refund names its number', async () => {
      const finished = await notified({ trade_status: 'TRADE_FINISHED' });
      expect(finished).toMatchObject({
        kind: 'payment',
        outcome: { state: 'succeeded', amountFen: 128_050 },
      });
      const refunded = await notified({ refund_fee: '1.00', out_biz_no: 'CN1R1' });
      expect(refunded).toMatchObject({ kind: 'refund', refundNo: 'CN1R1' });
      expect(await notified({ notify_type: 'open_app_auth_notify' })).toEqual({ kind: 'nothing' });
    });
  });

  describe('an answer', () => {
    test.each(['unsigned', 'tampered'] as const)('that is %s counts for nothing', async (flaw) => {
      fake.flaws.push(flaw);
      expect(await failureOf(pay.create(orderBy(accountFor())))).toBe('FORGED');
    });

    test('is verified as it stands, whose slashes are escaped', async () => {
      expect(await pay.create(orderBy(accountFor()))).toContain('https://qr.alipay.com/');
    });
  });

  describe('when the gateway', () => {
    test.each(['broken', 'garbage', 'half', 'busy', 'redirect'] as const)(
      'is %s, nothing is known',
      async (fault) => {
        fake.server.failAlways(fault);
        const order = orderBy(accountFor());
        expect(await failureOf(pay.create(order))).toBe('TRANSIENT');
        expect(await failureOf(pay.close(order.account, order.businessOrderNo))).toBe('TRANSIENT');
      },
    );

    test('does not answer, nobody waits', async () => {
      fake.server.failAlways('silent');
      expect(await failureOf(open(fake, () => now, 200).create(orderBy(accountFor())))).toBe('TRANSIENT');
    });

    test('refuses our key, the channel is refused', async () => {
      const other = accountFor('payAPre', { privateKey: rsaKeys().privatePem });
      expect(await failureOf(pay.create(orderBy(other)))).toBe('REFUSED');
    });
  });

  test('refunds whose funds have not changed yet are found by a query, and want money', async () => {
    const order = orderBy(accountFor());
    await pay.create(order);
    fake.pay(order.businessOrderNo);
    const refund = {
      ...{ account: order.account, businessOrderNo: order.businessOrderNo, refundNo: 'R1' },
      ...{ amountFen: 128_050, totalFen: 128_050, reason: '撤销' },
    };
    fake.hasFunds = false;
    expect(await failureOf(pay.refund(refund))).toBe('BALANCE_LOW');
    fake.hasFunds = true;
    expect(await pay.queryRefund(refund)).toEqual({ state: 'unknown' });
    fake.refunds = 'later';
    expect(await pay.refund(refund)).toEqual({ state: 'processing' });
    fake.refunds = 'atOnce';
    expect(await pay.queryRefund(refund)).toEqual({ state: 'succeeded' });
  });

  describe('with certificates', () => {
    const rootKeys = rsaKeys();
    let trust: AlipayKeys['trust'] & { readonly mode: 'certificate' };

    beforeAll(async () => {
      const name = 'C=CN, O=Ant Financial, OU=Certification Authority, CN=Ant Financial Root';
      const certificate = (by: RsaKeys, serial: string) => selfSigned(by, name, serial);
      trust = {
        mode: 'certificate',
        appCertificate: await certificate(appKeys, '20200107a1'),
        alipayCertificate: await certificate(alipayKeys, '20200107a2'),
        alipayRootCertificates: `${await certificate(rootKeys, '01')}\n${await certificate(rootKeys, '02')}`,
      };
    });

    async function certified(work: (pay: Alipay, account: PayAccount, fake: FakeAlipay) => Promise<void>) {
      const account = accountFor('payAPre', { trust });
      const { serials } = merchantOf(account);
      if (serials === null) throw new Error('there are no serial numbers');
      const app = { appId: account.appId, sellerId, publicKey: appKeys.publicKey, serials };
      const strict = await FakeAlipay.start([app], { now: () => now, keys: alipayKeys });
      try {
        await work(open(strict), account, strict);
      } finally {
        await strict.close();
      }
    }

    test('requests state their serial numbers', () =>
      certified(async (certifiedPay, account) => {
        expect(await certifiedPay.create(orderBy(account))).toMatch(/^https:/);
      }));

    test('an answer by a certificate that the channel does not have counts for nothing', () =>
      certified(async (certifiedPay, account, strict) => {
        strict.flaws.push('otherCertificate');
        expect(await failureOf(certifiedPay.create(orderBy(account)))).toBe('FORGED');
      }));

    test('every root counts, one after the other', () => {
      expect(rootSerials(trust.alipayRootCertificates)).toMatch(/^[0-9a-f]{32}_[0-9a-f]{32}$/);
    });
  });

  describe('a statement', () => {
    const titles = [
      '支付宝交易号',
      '商户订单号',
      '业务类型',
      '商品名称',
      '订单金额（元）',
      '服务费（元）',
      '退款批次号/请求号',
    ];
    const lines = [
      '#支付宝业务明细查询',
      '#-----------------------------------------业务明细列表----------------------------------------',
      titles.join(','),
      '2026112322001\t,CN1\t,交易\t,"合同,甲"\t,1280.50,7.68,',
      '2026112322001\t,CN1\t,退款\t,合同\t,-1280.50,-7.68,CN1R1\t',
      '#-----------------------------------------业务明细列表结束------------------------------------',
      '#交易合计：1笔，商家实收共1280.50元',
      '#退款合计：1笔，商家实收退款共-1280.50元',
    ];
    const given = (text: string) => fake.statements.set('2026-11-19', packStatement(gb18030(text)));

    test('lists payments and refunds with their fees', async () => {
      given(lines.join('\r\n'));
      const common = { businessOrderNo: 'CN1', providerOrderNo: '2026112322001', amountFen: 128_050 };
      expect(await pay.statement({ account: accountFor(), day: '2026-11-19' })).toEqual([
        { ...common, kind: 'payment', refundNo: null, feeFen: 768, state: 'succeeded' },
        { ...common, kind: 'refund', refundNo: 'CN1R1', feeFen: -768, state: 'succeeded' },
      ]);
      expect(await pay.statement({ account: accountFor(), day: '2026-11-01' })).toEqual([]);
    });

    test.each([
      ['lacks rows', lines.filter((line) => !line.includes('退款\t'))],
      ['breaks off', lines.slice(0, 4)],
      ['has no details', ['#nothing']],
    ])('that %s is refused as a whole', async (_how, some) => {
      given(some.join('\n'));
      const work = pay.statement({ account: accountFor(), day: '2026-11-19' });
      expect(await failureOf(work)).toBe('REFUSED');
    });
  });
});

/** Node.js decodes GB18030 and does not encode it: found by decoding every pair of bytes. */
function gb18030(text: string): Uint8Array {
  const decoder = new TextDecoder('gb18030');
  const bytes = new Map<string, readonly number[]>();
  for (let high = 0x81; high <= 0xfe; high += 1) {
    for (let low = 0x40; low <= 0xfe; low += 1) {
      if (low !== 0x7f) bytes.set(decoder.decode(new Uint8Array([high, low])), [high, low]);
    }
  }
  return new Uint8Array(
    [...text].flatMap((character) => {
      const code = character.codePointAt(0) ?? 0;
      if (code < 0x80) return [code];
      const found = bytes.get(character);
      if (found === undefined) throw new Error(`GB18030 has no two bytes for ${character}`);
      return found;
    }),
  );
}

/** Payments by channels with keys, at providers as strict as the real ones: what is decided, and what is given back. */
import { getAccessToken } from '@cinnabar/api/operations/credentials.js';
import { contractCancel } from '@cinnabar/api/operations/flows.js';
import {
  payChannelList,
  payChannelModify,
  payChannelTest,
  payOrderRefund,
  payReconciliation,
} from '@cinnabar/api/operations/pay-channels.js';
import { payOrderAdd, payOrderCancel, payOrderQuery } from '@cinnabar/api/operations/payments.js';
import type { ChannelModelId, PayOrderId, PayType } from '@cinnabar/api/schemas/payment.js';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { rsaKeys } from '../fakes/rsa-keys.js';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { type GivenTemplate, givenSeal, taskInfo } from '../support/given-flow.js';
import { givenSaleTemplate, lookAtOrder, signerOf, startSale } from '../support/given-payments.js';
import { addRealChannel, givenPayWorld, type PayWorld } from '../support/given-real-payments.js';
import { jobsDone } from '../support/jobs-done.js';

let world: PayWorld;
let app: RunningApp;
let merchant: Enterprise;
let payer: Enterprise;
let sale: GivenTemplate;
const lines: string[] = [];

beforeAll(async () => {
  world = await givenPayWorld();
  const logTo = { write: (line: string) => lines.push(line) };
  app = await startApp({ settings: { ...world.settings, LOG_LEVEL: 'info' }, logTo });
  merchant = await givenEnterprise(app);
  payer = await givenEnterprise(app);
  await givenSeal(merchant);
  sale = await givenSaleTemplate(merchant);
  for (const payType of allPayTypes) channels.set(payType, await addRealChannel(merchant, world, payType));
});
afterEach(() => {
  world.wechat.server.failAlways(null);
  world.alipay.server.failAlways(null);
});
afterAll(async () => {
  await app.close();
  await world.close();
});

const allPayTypes: readonly PayType[] = [
  ...(['chatAJSAPI', 'chatAH5', 'chatAQrCode'] as const),
  ...(['payAJSAPI', 'payAPC', 'payAMobile', 'payAPre'] as const),
];
const channels = new Map<PayType, ChannelModelId>();
const channel = (payType: PayType): ChannelModelId => {
  const found = channels.get(payType);
  if (found === undefined) throw new Error(`there is no channel ${payType}`);
  return found;
};

async function given(payType: PayType) {
  const flow = await startSale(merchant, sale, [payer.owner, payer], { amount: 20 });
  const order = await payer.owner.client.data(payOrderAdd, {
    channelModelId: channel(payType),
    signerId: signerOf(flow),
    openId: 'o-payer',
    returnUrl: 'https://shop.example/back',
  });
  if (order.id === undefined) throw new Error('there is no order');
  return { flowId: flow.flowId, id: order.id, no: order.businessOrderNo ?? '', payUrl: order.payUrl ?? '' };
}
const look = (id: PayOrderId) => lookAtOrder(payer.owner, id);
/** As it is stored: whoever looks at an unpaid order may have its provider asked. */
async function storedStatus(id: PayOrderId) {
  const { db } = app.app.database;
  const order = db.selectFrom('pay_orders').select('status').where('order_id', '=', id);
  return (await order.executeTakeFirstOrThrow()).status;
}
async function isPaid(flowId: Parameters<typeof taskInfo>[1]) {
  const { participantList } = await taskInfo(payer.owner, flowId);
  return participantList.find(({ participantFlag }) => participantFlag === '乙方')?.payee?.payeeStatus;
}
const alerts = () => lines.filter((line) => line.includes('payment alert'));

test.each(allPayTypes)('a contract is paid by %s, and refunded when it is revoked', async (payType) => {
  const made = await given(payType);
  if (payType.startsWith('chatA')) {
    world.wechat.pay(made.no);
    expect(await world.wechat.deliver(made.no)).toBe(204);
  } else {
    if (payType === 'payAPC' || payType === 'payAMobile') world.alipay.open(made.payUrl);
    world.alipay.pay(made.no);
    expect(await world.alipay.deliver(made.no)).toBe(true);
  }
  expect([(await look(made.id)).status, await isPaid(made.flowId)]).toEqual([2, 1]);
  await merchant.owner.client.data(contractCancel, { flowId: made.flowId });
  await app.advance(0);
  expect(await look(made.id)).toMatchObject({ status: 4, refundTimes: 1, refundAmount: 20 });
});

describe('a notification', () => {
  test('received twice counts once, and another amount counts for nothing', async () => {
    const { no, id } = await given('chatAQrCode');
    world.wechat.pay(no, 1);
    expect(await world.wechat.deliver(no)).toBe(400);
    expect(await storedStatus(id)).toBe(1);
    await app.advance(0);
    expect(alerts().at(-1)).toContain('amountDiffers');
    world.wechat.pay(no);
    const notice = world.wechat.notice(no);
    expect(await world.wechat.deliver(no, notice)).toBe(204);
    expect(await world.wechat.deliver(no, notice)).toBe(204);
    expect(await look(id)).toMatchObject({ status: 2, refundTimes: 0 });
  });

  test.each(['tampered', 'probe', 'unknownSerial', 'old', 'unsigned', 'otherKey'] as const)(
    'that is %s is refused',
    async (flaw) => {
      const { no, id } = await given('chatAQrCode');
      world.wechat.pay(no);
      expect(await world.wechat.deliver(no, world.wechat.notice(no, {}, flaw))).toBe(400);
      expect(await storedStatus(id)).toBe(1);
    },
  );

  test('of another channel’s order is refused, and an unknown address is none', async () => {
    const mine = await given('chatAQrCode');
    const other = await given('chatAH5');
    world.wechat.pay(mine.no);
    expect(await world.wechat.deliver(other.no, world.wechat.notice(mine.no))).toBe(400);
    expect(await storedStatus(mine.id)).toBe(1);
    const { headers, body } = world.wechat.notice(mine.no);
    const stray = { method: 'POST', headers, body: new Uint8Array(body) };
    expect((await fetch(`${app.baseUrl}/pay/notify/unknown`, stray)).status).toBe(404);
  });

  test('that comes late, after a query, changes nothing', async () => {
    const { no, id, flowId } = await given('payAPre');
    world.alipay.pay(no);
    await app.advance(10);
    expect([(await look(id)).status, await isPaid(flowId)]).toEqual([2, 1]);
    expect(await world.alipay.deliver(no)).toBe(true);
    expect(await look(id)).toMatchObject({ status: 2, refundTimes: 0 });
  });
});

describe('whoever looks at an unpaid order', () => {
  /** As if the order had been made, and last asked about, that much earlier. */
  async function later(id: PayOrderId) {
    await app.app.database.db
      .updateTable('pay_orders')
      .set({ created_at: sql`created_at - interval '11 seconds'`, asked_at: null })
      .where('order_id', '=', id)
      .execute();
  }
  const asks = (no: string) =>
    [...world.wechat.server.requests, ...world.alipay.server.requests].filter(
      ({ method, url, body }) =>
        (method === 'GET' && url.pathname.includes(`/out-trade-no/${no}`)) || isTradeQuery(body, no),
    ).length;
  const isTradeQuery = (body: Buffer, no: string) => {
    const fields = new URLSearchParams(body.toString());
    return fields.get('method') === 'alipay.trade.query' && (fields.get('biz_content') ?? '').includes(no);
  };

  test.each(['chatAQrCode', 'payAPre'] as const)(
    'sees a payment by %s whose notification was lost',
    async (payType) => {
      const { no, id, flowId } = await given(payType);
      (payType === 'payAPre' ? world.alipay : world.wechat).pay(no);
      await later(id);
      expect(await look(id)).toMatchObject({ status: 2, refundTimes: 0 });
      expect(await isPaid(flowId)).toBe(1);
    },
  );

  test('has the provider asked once in ten seconds, whoever and however many look', async () => {
    const { no, id } = await given('chatAQrCode');
    await later(id);
    const people = [payer.owner, merchant.owner];
    const looks = await Promise.all(people.flatMap((who) => [1, 2, 3].map(() => lookAtOrder(who, id))));
    expect(looks.map(({ status }) => status)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(asks(no)).toBe(1);
    const stranger = await givenEnterprise(app);
    await later(id);
    expect((await stranger.owner.client.call(payOrderQuery, { id })).status).toBe(404);
    expect(asks(no)).toBe(1);
    await payer.owner.client.data(payOrderCancel, { id });
    const asked = asks(no);
    await later(id);
    expect((await look(id)).status).toBe(5);
    expect(asks(no)).toBe(asked);
  });

  test('gets what is known here while the provider fails', async () => {
    const { id } = await given('payAPre');
    world.alipay.server.failAlways('busy');
    await later(id);
    expect((await look(id)).status).toBe(1);
  });

  test('raises one alert for a payment of another amount, which counts for nothing', async () => {
    const { no, id } = await given('chatAQrCode');
    world.wechat.pay(no, 1);
    await later(id);
    expect((await look(id)).status).toBe(1);
    expect((await look(id)).status).toBe(1);
    await jobsDone(app.app.database.pool);
    expect(alerts().filter((line) => line.includes(no))).toHaveLength(1);
  });
});

describe('a payment after the end of its order goes back, with an alert', () => {
  test('of a pre-order that nobody had scanned when it was cancelled', async () => {
    const { no, id } = await given('payAPre');
    await payer.owner.client.data(payOrderCancel, { id });
    world.alipay.pay(no);
    expect(await world.alipay.deliver(no)).toBe(true);
    await app.advance(0);
    expect(await look(id)).toMatchObject({ status: 5, refundTimes: 1, refundAmount: 20 });
    expect(alerts().at(-1)).toContain('unexpectedPayment');
  });

  test('also if its notification was lost', async () => {
    const { no, id } = await given('payAPre');
    await payer.owner.client.data(payOrderCancel, { id });
    world.alipay.pay(no);
    await app.advance(36 * 60);
    expect(await look(id)).toMatchObject({ status: 5, refundTimes: 1 });
  });
});

describe('when the provider fails', () => {
  test('in the middle of its answer, one order is made and paid once', async () => {
    world.wechat.server.failNext('half');
    const { no, id } = await given('chatAQrCode');
    world.wechat.pay(no);
    await world.wechat.deliver(no);
    expect((await look(id)).status).toBe(2);
  });

  test('with a refund, it is made when it works again, once', async () => {
    const { no, id, flowId } = await given('payAPre');
    world.alipay.pay(no);
    await world.alipay.deliver(no);
    world.alipay.server.failAlways('broken');
    await merchant.owner.client.data(contractCancel, { flowId });
    await app.advance(0);
    expect((await look(id)).refundTimes).toBe(0);
    world.alipay.server.failAlways(null);
    // The circuit breaker admits a request after some seconds of real time.
    await expect
      .poll(
        async () => {
          await app.advance(60);
          return (await look(id)).refundTimes;
        },
        { timeout: 60_000, interval: 1_000 },
      )
      .toBe(1);
    expect(world.alipay.trades.get(no)?.refunds.size).toBe(1);
  });
});

describe('a refund', () => {
  async function paid(payType: PayType = 'chatAQrCode') {
    const made = await given(payType);
    world.wechat.pay(made.no);
    await world.wechat.deliver(made.no);
    return made;
  }
  const refund = (id: PayOrderId) => merchant.owner.client.call(payOrderRefund, { id, reason: '客户退货' });

  test('by the merchant leaves the contract unpaid, and is made once', async () => {
    const { id, flowId } = await paid();
    expect((await refund(id)).envelope.code).toBe('200');
    expect((await refund(id)).envelope.code).toBe('1112');
    await app.advance(0);
    expect(await look(id)).toMatchObject({ status: 4, extendInfo: { refundReason: '客户退货' } });
    expect(await isPaid(flowId)).toBe(0);
  });

  test('is not the payer’s, nor another enterprise’s', async () => {
    const { id } = await paid();
    expect((await payer.owner.client.call(payOrderRefund, { id, reason: 'x' })).status).toBe(404);
    const unpaid = await given('chatAQrCode');
    expect((await refund(unpaid.id)).envelope.code).toBe('1112');
  });

  test('that the provider is making is asked for until it is final', async () => {
    const { id, no } = await paid();
    world.wechat.refundState = 'PROCESSING';
    await refund(id);
    await app.advance(0);
    expect(await look(id)).toMatchObject({ status: 2, refundTimes: 0 });
    world.wechat.refundState = 'SUCCESS';
    world.wechat.setRefund(`${no}R1`, 'SUCCESS');
    expect(await world.wechat.deliver(no, world.wechat.refundNotice(no, `${no}R1`))).toBe(204);
    expect(await look(id)).toMatchObject({ status: 4, refundTimes: 1 });
  });

  test('that the provider will not make raises an alert, and can be requested again', async () => {
    const { id, no } = await paid();
    world.wechat.refundState = 'CLOSED';
    await refund(id);
    await app.advance(0);
    await app.advance(0);
    world.wechat.refundState = 'SUCCESS';
    expect(alerts().at(-1)).toContain('refundFailed');
    expect(await look(id)).toMatchObject({ status: 2, refundTimes: 0 });
    const order = world.wechat.orders.get(no);
    order?.refunds.clear();
    expect((await refund(id)).envelope.code).toBe('200');
    await app.advance(0);
    expect(await look(id)).toMatchObject({ status: 4, refundTimes: 1 });
    expect([...(order?.refunds.keys() ?? [])]).toEqual([`${no}R2`]);
  });

  test('that the merchant’s account does not cover raises an alert, and is made later', async () => {
    const { id } = await paid();
    world.wechat.hasFunds = false;
    await refund(id);
    await app.advance(0);
    await app.advance(0);
    expect(alerts().at(-1)).toContain('balanceLow');
    world.wechat.hasFunds = true;
    await app.advance(61 * 60);
    expect(await look(id)).toMatchObject({ status: 4, refundTimes: 1 });
  });
});

describe('a merchant that changes', () => {
  test('while an order is open gets what it was paid, and the next order is the other’s', async () => {
    const before = await given('chatAH5');
    const channelModelId = channel('chatAH5');
    await merchant.owner.client.data(payChannelModify, {
      channelModelId,
      appId: 'wx-2',
      merchantAccount: '1900000002',
      keys: world.wechatKeys('1900000002'),
    });
    world.wechat.pay(before.no);
    expect(await world.wechat.deliver(before.no)).toBe(204);
    expect((await look(before.id)).status).toBe(2);
    const after = await given('chatAH5');
    expect(world.wechat.orders.get(after.no)?.body).toMatchObject({ appid: 'wx-2', mchid: '1900000002' });
    world.wechat.pay(after.no);
    expect(await world.wechat.deliver(after.no)).toBe(204);
    // A notification of one merchant is no proof about the other's order.
    const third = await given('chatAH5');
    world.wechat.pay(third.no);
    const forged = world.wechat.notice(third.no, { appid: 'wx-1', mchid: '1900000001' });
    expect(await world.wechat.deliver(third.no, forged)).toBe(400);
    await merchant.owner.client.data(contractCancel, { flowId: before.flowId });
    await app.advance(0);
    expect(await look(before.id)).toMatchObject({ status: 4 });
  });

  test('is tested without charging anybody', async () => {
    const run = (which: PayType) =>
      merchant.owner.client.data(payChannelTest, { channelModelId: channel(which) });
    for (const which of ['chatAQrCode', 'payAPC'] as const) {
      expect(await run(which)).toMatchObject({ works: true, problem: null });
    }
    const strange = { ...world.alipayKeys(), privateKey: rsaKeys().privatePem };
    const channelModelId = channel('payAMobile');
    await merchant.owner.client.data(payChannelModify, { channelModelId, keys: strange });
    expect(await run('payAMobile')).toMatchObject({ works: false, problem: 'refused' });
    await merchant.owner.client.data(payChannelModify, { channelModelId, keys: world.alipayKeys() });
    expect(await run('payAMobile')).toMatchObject({ works: true });
  });

  test('is listed by the time at which it was added, whatever its id', async () => {
    const ids = async () =>
      (await merchant.owner.client.data(payChannelList, {})).map(({ channelModelId }) => channelModelId);
    const [first = 0, ...others] = await ids();
    // As if another process had given the id of the first one: each takes ids from blocks of its own.
    const added =
      'update pay_channels set created_at = created_at + $2::interval where channel_model_id = $1';
    await app.app.database.pool.query(added, [first, '1 hour']);
    expect(await ids()).toEqual([...others, first]);
    await app.app.database.pool.query(added, [first, '-1 hour']);
  });

  test('has keys that nobody sees again, in no answer, no row and no line of the log', async () => {
    const listed = await merchant.owner.client.data(payChannelList, {});
    expect(listed).toHaveLength(allPayTypes.length);
    expect(listed.every(({ hasKeys }) => hasKeys)).toBe(true);
    const { rows } = await app.app.database.pool.query(
      `select (select json_agg(c) from pay_channels c)::text as channels,
              (select json_agg(r) from pay_channel_revisions r)::text as revisions,
              (select json_agg(a) from audit_entries a)::text as audit,
              (select json_agg(k) from idempotency_keys k)::text as answers`,
    );
    const secret = world.wechatKeys('1900000001').apiV3Key ?? '';
    const body = world.alipayKeys().privateKey.split('\n')[3] ?? '';
    const everything = JSON.stringify([listed, rows, lines]);
    expect([everything.includes(secret), everything.includes(body)]).toEqual([false, false]);
  });

  test('has keys that can be used, or is refused with the name of the one that cannot', async () => {
    const channelModelId = channel('chatAQrCode');
    for (const [name, value] of [
      ['privateKey', 'no key'],
      ['apiV3Key', 'too short'],
      ['certificateSerial', 'not hexadecimal'],
      ['publicKey', 'no key'],
    ] as const) {
      const keys = { ...world.wechatKeys('1900000001'), [name]: value };
      const { envelope } = await merchant.owner.client.call(payChannelModify, { channelModelId, keys });
      expect([envelope.code, JSON.stringify(envelope)]).toEqual([
        '400',
        expect.stringContaining(`keys.${name}`),
      ]);
    }
  });
});

describe('a statement', () => {
  test('is compared with the orders a day later, and its differences raise an alert', async () => {
    const made = await given('chatAQrCode');
    const day = new Date(app.app.services.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
    const extra = `CN20261119${'9'.repeat(16)}`;
    const titles = '微信订单号,商户订单号,交易状态,商户退款单号,申请退款金额,退款状态,手续费,订单金额';
    const paid = [`\`4200009,\`${extra},\`SUCCESS,\`0,\`0.00,\`,\`0.12,\`20.00`];
    const strange = '`4200010,`SHOP-1,`SUCCESS,`0,`0.00,`,`0.12,`5.00';
    const text = [titles, ...paid, strange, '总交易单数,应结订单总金额', '`2,`25.00', ''].join('\r\n');
    world.wechat.statements.set(day, text);
    await app.advance(36 * 3600);
    const ask = async ({ appId, appSecret, owner }: Enterprise) => {
      const { accessToken } = await app.client.data(getAccessToken, { appId, appSecret });
      return owner.client.with({ accessToken }).data(payReconciliation, { beginDate: day, endDate: day });
    };
    const days = await ask(merchant);
    const found = days.find(({ merchantAccount }) => merchantAccount === '1900000001');
    expect(found).toMatchObject({ state: 'compared', others: 1, theirs: { payments: 1, amount: 20 } });
    const kinds = found?.differences.map(({ kind, businessOrderNo }) => [kind, businessOrderNo]);
    expect(kinds).toContainEqual(['missingHere', extra]);
    expect(kinds?.some(([kind]) => kind === 'missingThere')).toBe(true);
    expect(kinds?.flat()).not.toContain(made.no);
    expect(alerts().some((line) => line.includes('statementDiffers'))).toBe(true);
    expect(await ask(payer)).toEqual([]);

    // The provider corrects its statement, which is fetched again a day later; what is known is not told twice.
    world.wechat.statements.set(
      day,
      [titles, strange, '总交易单数,应结订单总金额', '`1,`5.00', ''].join('\r\n'),
    );
    await app.advance(25 * 3600);
    const again = (await ask(merchant)).find(({ merchantAccount }) => merchantAccount === '1900000001');
    expect(again).toMatchObject({ state: 'compared', others: 1 });
    expect(again?.differences.some(({ businessOrderNo }) => businessOrderNo === extra)).toBe(false);
    const ofDay = () => alerts().filter((line) => line.includes(`statement of 1900000001 of ${day}`)).length;
    const once = ofDay();
    await app.advance(25 * 3600);
    expect(ofDay()).toBe(once);
  });
});

/** Webhook events: which events, their contents and signatures, and the right to configure them. */
import { createHmac } from 'node:crypto';
import { approvalSign } from '@cinnabar/api/operations/approvals.js';
import { contractCancel, contractRefuse } from '@cinnabar/api/operations/flows.js';
import { memberAuth, memberCreate } from '@cinnabar/api/operations/members.js';
import { payOrderAdd } from '@cinnabar/api/operations/payments.js';
import {
  webhookAdd,
  webhookDelete,
  webhookDeliveryInfo,
  webhookDeliveryList,
  webhookList,
  webhookModify,
  webhookResend,
  webhookRotateSecret,
  webhookTest,
} from '@cinnabar/api/operations/webhooks.js';
import { type SubscribableType, subscribableTypes, webhookEvents } from '@cinnabar/api/webhook-events.js';
import { verifyWebhook } from '@cinnabar/sdk';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { as, fillAll, givenSeal, givenTemplate, sign, startFlow } from '../support/given-flow.js';
import {
  givenChannels,
  givenSaleTemplate,
  payAtProvider,
  signerOf,
  startSale,
} from '../support/given-payments.js';
import { messagesTo } from '../support/messages-to.js';
import { openReceiver, type Received, type Receiver } from '../support/webhook-receiver.js';

let app: RunningApp;
let corp: Enterprise;
let partner: Enterprise;
let receiver: Receiver;

beforeAll(async () => {
  app = await startApp();
  partner = await givenEnterprise(app);
  await givenSeal(partner);
});
afterAll(() => app.close());

beforeEach(async () => {
  corp = await givenEnterprise(app);
  receiver = await openReceiver();
});
afterEach(() => receiver.close());

const owner = () => corp.owner.client;

async function subscribed(options: { readonly eventTypes?: readonly SubscribableType[] } = {}) {
  return owner().data(webhookAdd, { url: `${receiver.url}/hook`, ...options });
}

/** Verified like a receiver does, independently. */
function isSignedBy(secret: string, { headers, body }: Received): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(expected);
}

const typesOf = (received: readonly Received[]): readonly string[] => received.map(({ event }) => event.type);

/** In numeric order: deliveries of one flow may overtake each other. */
const inOrder = (received: readonly Received[]): readonly Received[] =>
  [...received].sort(
    (left, right) => Number(left.event.data['sequence']) - Number(right.event.data['sequence']),
  );

async function refusalOf(
  asked: Promise<{
    readonly status: number;
    readonly envelope: { readonly code: string; readonly reason?: string };
  }>,
) {
  const { envelope } = await asked;
  return [envelope.code, envelope.reason];
}

describe('events', () => {
  test('cover a contract from start to end, numbered without a gap', async () => {
    await givenSeal(corp);
    const { secret } = await subscribed();
    const template = await givenTemplate(owner());
    const flow = await startFlow(owner(), template, {
      participantList: [as('乙方', partner.owner, partner)],
      sourceOrderCode: 'PO-2026-0042',
    });
    await fillAll(corp.owner, flow.flowId, '100');
    await fillAll(partner.owner, flow.flowId, '北京');
    await sign(corp.owner, flow.flowId);
    await sign(partner.owner, flow.flowId);
    const received = inOrder(await receiver.atLeast(6));
    expect(typesOf(received)).toEqual([
      'flow.started',
      'flow.filled',
      'flow.filled',
      'flow.signed',
      'flow.signed',
      'flow.completed',
    ]);
    expect(received.map(({ event }) => event.data['sequence'])).toEqual([1, 2, 3, 4, 5, 6]);
    expect(received.every((each) => isSignedBy(secret, each))).toBe(true);
    expect(received.at(-1)?.event).toEqual({
      type: 'flow.completed',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      data: {
        corpId: corp.corpId,
        flowId: flow.flowId,
        flowCode: flow.flowCode,
        flowStatus: 3,
        sequence: 6,
        sourceOrderCode: 'PO-2026-0042',
      },
    });
    // The SDK's client agrees.
    const now = app.app.services.clock.now();
    for (const { body, headers, event } of received) {
      expect(verifyWebhook(body, headers, secret, { now })).toEqual(event);
    }
    const signers = received.flatMap(({ event }) => event.data['participantId'] ?? []);
    expect(new Set(signers).size).toBe(2);
  });

  test('contain no contract texts, personal data or secrets', async () => {
    await givenSeal(corp);
    const { secret } = await subscribed();
    const template = await givenTemplate(owner());
    const { flowId } = await startFlow(owner(), template, {
      participantList: [as('乙方', partner.owner, partner)],
    });
    await fillAll(corp.owner, flowId, '机密金额');
    const said = (await receiver.atLeast(2)).map(({ body }) => body).join('');
    for (const kept of [
      '机密金额',
      '模板',
      corp.owner.mobile,
      corp.owner.realName,
      partner.corpName,
      secret,
    ]) {
      expect(said).not.toContain(kept);
    }
  });

  test('the order number of the initiator, and to nobody else', async () => {
    const other = await givenEnterprise(app);
    await givenSeal(other);
    const plain = await other.member();
    await subscribed({ eventTypes: ['flow.started'] });
    const url = `${receiver.url}/other`;
    await other.owner.client.data(webhookAdd, { url, eventTypes: ['approval.opened'] });
    const template = await givenTemplate(owner(), { parties: [{ flag: '乙方', mode: 0, area: true }] });
    const { flowId } = await startFlow(owner(), template, {
      participantList: [as('乙方', plain, other)],
      sourceOrderCode: 'PO-7',
    });
    await sign(plain, flowId);
    const told = (await receiver.atLeast(2)).map(({ event: { type, data } }) => [
      type,
      data['sourceOrderCode'],
    ]);
    expect(Object.fromEntries(told)).toEqual({ 'flow.started': 'PO-7', 'approval.opened': null });
  });

  test('cover an approval, which also ends with its contract', async () => {
    await givenSeal(corp);
    const plain = await corp.member();
    await subscribed();
    const template = await givenTemplate(owner(), {
      parties: [
        { flag: '甲方', mode: 3, area: true },
        { flag: '乙方', area: true },
      ],
    });
    const asked = async () => {
      const { flowId } = await startFlow(plain.client, template, {
        participantList: [as('甲方', plain, corp), as('乙方', partner.owner, partner)],
      });
      const { approvalId } = await sign(plain, flowId);
      return { flowId, approvalId: approvalId ?? 0 };
    };
    const passed = await asked();
    await owner().post(approvalSign.path, { approvalId: passed.approvalId, approvalStatus: 2 });
    const dropped = await asked();
    await plain.client.data(contractCancel, { flowId: dropped.flowId, cancelMsg: '不签了' });
    const received = await receiver.atLeast(8);
    const of = (flowId: number) =>
      inOrder(received.filter(({ event }) => event.data['flowId'] === flowId)).map(({ event }) => event);
    expect(of(passed.flowId)).toMatchObject([
      { type: 'flow.started' },
      { type: 'approval.opened', data: { approvalId: passed.approvalId, sequence: 2 } },
      { type: 'approval.finished', data: { approvalId: passed.approvalId, approvalStatus: 2 } },
      { type: 'flow.signed', data: { sequence: 4 } },
    ]);
    expect(of(dropped.flowId)).toMatchObject([
      { type: 'flow.started' },
      { type: 'approval.opened' },
      { type: 'flow.revoked' },
      { type: 'approval.finished', data: { approvalId: dropped.approvalId, approvalStatus: 5, sequence: 4 } },
    ]);
    // One event, that the contract is revoked, is sufficient.
    const texts = await messagesTo(app.baseUrl, plain.mobile);
    expect(texts.map(({ smsType }) => smsType)).not.toContain('approvalEnded');
  });

  test('cover a payment and its refund', async () => {
    await givenSeal(corp);
    const channels = await givenChannels(app, corp.corpId);
    await subscribed({ eventTypes: ['payment.succeeded', 'payment.refunded'] });
    const flow = await startSale(corp, await givenSaleTemplate(corp), [partner.owner, partner], {
      amount: 9,
    });
    const order = await partner.owner.client.data(payOrderAdd, {
      signerId: signerOf(flow),
      source: 'pc',
      channelModelId: channels('chatAQrCode'),
    });
    await payAtProvider(app, order.businessOrderNo);
    await owner().data(contractCancel, { flowId: flow.flowId, cancelMsg: '退款' });
    const received = await receiver.atLeast(2);
    expect(received.map(({ event }) => event)).toMatchObject(
      ['payment.succeeded', 'payment.refunded'].map((type) => ({
        type,
        data: { orderId: order.id, flowId: flow.flowId, participantId: signerOf(flow), goodsType: 2 },
      })),
    );
  });

  test('cover a verified member', async () => {
    await subscribed({ eventTypes: ['member.verified'] });
    const added = await owner().data(memberCreate, { userName: '小新', mobile: '13611112222', jobNum: 'N1' });
    await corp.client
      .with({ userId: String(added.userId) })
      .data(memberAuth, { realName: '李新', identNum: '11010519491231002X', signPwd: '246813' });
    const [received] = await receiver.atLeast(1);
    expect(received?.event).toMatchObject({
      type: 'member.verified',
      data: { corpId: corp.corpId, userId: added.userId },
    });
  });

  test('are of the selected types only, and sent only to the initiating enterprise', async () => {
    await givenSeal(corp);
    await subscribed({ eventTypes: ['flow.signed'] });
    const other = await openReceiver();
    await partner.owner.client.data(webhookAdd, { url: other.url });
    const template = await givenTemplate(owner(), {
      parties: [
        { flag: '甲方', mode: 3, area: true },
        { flag: '乙方', area: true },
      ],
    });
    const flow = await startFlow(owner(), template, {
      participantList: [as('乙方', partner.owner, partner)],
    });
    await sign(corp.owner, flow.flowId);
    await sign(partner.owner, flow.flowId);
    await receiver.atLeast(2);
    await app.advance(0);
    expect(typesOf(receiver.received)).toEqual(['flow.signed', 'flow.signed']);
    expect(other.received).toEqual([]);
    await other.close();
  });

  test('have a schema and descriptions in both languages for every type', () => {
    expect(webhookEvents.map(({ type }) => type)).toEqual([...subscribableTypes, 'webhook.test']);
    for (const { title } of webhookEvents) expect(title.zh + title.en).toMatch(/[\u4e00-\u9fff].*[a-z]/);
  });
});

describe('a webhook', () => {
  test('is added with a secret shown once, listed, changed and deleted', async () => {
    const added = await owner().data(webhookAdd, {
      url: receiver.url,
      eventTypes: ['flow.completed', 'flow.completed'],
      remark: '生产',
    });
    const { secret, ...shown } = added;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(shown).toMatchObject({
      url: receiver.url,
      eventTypes: ['flow.completed'],
      remark: '生产',
      status: 'enabled',
      failingSince: null,
      previousSecretUntil: null,
    });
    expect(await owner().data(webhookList, {})).toEqual([shown]);
    const { webhookId } = added;
    const changed = await owner().data(webhookModify, { webhookId, eventTypes: [], enabled: false });
    expect(changed).toMatchObject({ eventTypes: [], remark: '生产', status: 'disabled' });
    await owner().data(webhookDelete, { webhookId });
    expect(await owner().data(webhookList, {})).toEqual([]);
    expect(await refusalOf(owner().post(webhookDelete.path, { webhookId }))).toEqual(['404', undefined]);
  });

  test('has its secret stored encrypted, under an Idempotency-Key too', async () => {
    const key = { 'Idempotency-Key': `webhook-${corp.corpId}` };
    const first = await owner().call(webhookAdd, { url: receiver.url }, key);
    const again = await owner().call(webhookAdd, { url: receiver.url }, key);
    expect(again.envelope).toEqual(first.envelope);
    expect(await owner().data(webhookList, {})).toHaveLength(1);
    const secret = first.envelope.data.secret;
    const { rows } = await app.app.database.pool.query<{ kept: string }>(
      `select encode(secret, 'escape') as kept from webhooks where corp_id = $1
       union all select body from idempotency_keys where key = $2`,
      [corp.corpId, key['Idempotency-Key']],
    );
    expect(rows).toHaveLength(2);
    for (const { kept } of rows) {
      expect(kept).not.toContain(secret);
      expect(kept).not.toContain(secret.slice(6, 30));
    }
  });

  test('is managed only by owners and administrators of its enterprise', async () => {
    const { webhookId } = await subscribed();
    const { deliveryId } = await owner().data(webhookTest, { webhookId });
    const contracts = await corp.member(['CONTRACT_ADMIN', 'SEAL_ADMIN', 'MEMBER_ADMIN', 'TEMPLATE_ADMIN']);
    const admin = await corp.member(['ADMIN']);
    const stranger = partner.owner;
    const requests: readonly (readonly [path: string, body: object])[] = [
      [webhookModify.path, { webhookId, remark: '改' }],
      [webhookRotateSecret.path, { webhookId }],
      [webhookTest.path, { webhookId }],
      [webhookResend.path, { webhookId, deliveryId }],
      [webhookDeliveryInfo.path, { deliveryId }],
      [webhookDelete.path, { webhookId }],
    ];
    for (const [path, body] of requests) {
      expect(await refusalOf(contracts.client.post(path, body)), path).toEqual(['403', 'PERMISSION_DENIED']);
      expect(await refusalOf(stranger.client.post(path, body)), path).toEqual(['404', undefined]);
    }
    expect(await stranger.client.data(webhookDeliveryList, { webhookId })).toEqual([]);
    for (const [path, body] of requests) {
      expect((await admin.client.post(path, body)).envelope.code, path).toBe('200');
    }
  });

  test('is one of at most twenty', async () => {
    const add = () => owner().post(webhookAdd.path, { url: receiver.url });
    const answers = await Promise.all(Array.from({ length: 22 }, add));
    expect(answers.filter(({ envelope }) => envelope.code === '200')).toHaveLength(20);
    expect(await refusalOf(add())).toEqual(['403', 'WEBHOOK_LIMIT']);
  });

  test('signs with both secrets during the overlap, and with the new one alone afterwards', async () => {
    const first = await subscribed();
    const { webhookId } = first;
    const second = await owner().data(webhookRotateSecret, { webhookId, overlapHours: 1 });
    expect(second.secret).not.toBe(first.secret);
    expect(second.previousSecretUntil).not.toBeNull();
    await owner().data(webhookTest, { webhookId });
    const [both] = await receiver.atLeast(1);
    expect(both && [isSignedBy(first.secret, both), isSignedBy(second.secret, both)]).toEqual([true, true]);
    await app.advance(3600);
    await owner().data(webhookTest, { webhookId });
    const alone = (await receiver.atLeast(2))[1];
    expect(alone && [isSignedBy(first.secret, alone), isSignedBy(second.secret, alone)]).toEqual([
      false,
      true,
    ]);
    const third = await owner().data(webhookRotateSecret, { webhookId, overlapHours: 0 });
    expect(third.previousSecretUntil).toBeNull();
    await owner().data(webhookTest, { webhookId });
    const last = (await receiver.atLeast(3))[2];
    expect(last && [isSignedBy(second.secret, last), isSignedBy(third.secret, last)]).toEqual([false, true]);
  });

  test('that is disabled gets nothing, and on request what it missed later', async () => {
    const { webhookId } = await subscribed({ eventTypes: ['flow.started'] });
    await owner().data(webhookModify, { webhookId, enabled: false });
    expect(await refusalOf(owner().post(webhookTest.path, { webhookId }))).toEqual([
      '403',
      'WEBHOOK_DISABLED',
    ]);
    const template = await givenTemplate(owner(), {
      parties: [
        { flag: '甲方', mode: 3, area: true },
        { flag: '乙方', area: true },
      ],
    });
    const { flowId } = await startFlow(owner(), template, {
      participantList: [as('乙方', partner.owner, partner)],
    });
    await app.advance(3600);
    expect(receiver.received).toEqual([]);
    const [withheld] = await owner().data(webhookDeliveryList, { flowId, status: 'withheld' });
    const { deliveryId } = withheld ?? { deliveryId: 0 };
    expect(await refusalOf(owner().post(webhookResend.path, { webhookId, deliveryId }))).toEqual([
      '403',
      'WEBHOOK_DISABLED',
    ]);
    await owner().data(webhookModify, { webhookId, enabled: true });
    const failedSince = '2020-01-01';
    expect(await owner().data(webhookResend, { webhookId, failedSince })).toEqual({ count: 1 });
    const [received] = await receiver.atLeast(1);
    expect(received?.event).toMatchObject({ type: 'flow.started', data: { flowId, sequence: 1 } });
    await expect
      .poll(async () => (await owner().data(webhookDeliveryList, { flowId }))[0]?.status)
      .toBe('delivered');
    expect(await owner().data(webhookResend, { webhookId, failedSince })).toEqual({ count: 0 });
  });

  test('can be sent one delivery again, byte for byte, even after success', async () => {
    const { webhookId } = await subscribed();
    const { deliveryId, messageId } = await owner().data(webhookTest, { webhookId });
    await receiver.atLeast(1);
    await expect
      .poll(async () => (await owner().data(webhookDeliveryInfo, { deliveryId })).status)
      .toBe('delivered');
    expect(await owner().data(webhookResend, { webhookId, deliveryId })).toEqual({ count: 1 });
    const [first, second] = await receiver.atLeast(2);
    expect([first?.id, second?.id]).toEqual([messageId, messageId]);
    expect(second?.body).toBe(first?.body);
    await expect
      .poll(async () => (await owner().data(webhookDeliveryInfo, { deliveryId })).tries)
      .toMatchObject([
        { httpStatus: 204, failure: null },
        { httpStatus: 204, failure: null },
      ]);
    const detail = await owner().data(webhookDeliveryInfo, { deliveryId });
    expect(detail).toMatchObject({ body: first?.body, url: `${receiver.url}/hook`, status: 'delivered' });
  });

  test('has deliveries that are found by state, type and contract', async () => {
    const { webhookId } = await subscribed();
    const { deliveryId } = await owner().data(webhookTest, { webhookId });
    const find = async (filter: object) =>
      (
        await owner().post<readonly { deliveryId: number }[]>(webhookDeliveryList.path, filter)
      ).envelope.data.map((each) => each.deliveryId);
    await receiver.atLeast(1);
    await expect.poll(() => find({ status: 'delivered' })).toEqual([deliveryId]);
    expect(await find({ eventType: 'webhook.test', webhookId })).toEqual([deliveryId]);
    expect(await find({ eventType: 'flow.signed' })).toEqual([]);
    expect(await find({ flowId: 1 })).toEqual([]);
    expect(await find({ status: 'failed' })).toEqual([]);
  });
});

// Last, because tokens expire long before contracts do.
describe('the end of a contract', () => {
  beforeAll(async () => {
    partner = await givenEnterprise(app);
    await givenSeal(partner);
  });

  test('is sent: refused, revoked, expired', async () => {
    await givenSeal(corp);
    await subscribed();
    const template = await givenTemplate(owner(), {
      parties: [
        { flag: '甲方', mode: 3, area: true },
        { flag: '乙方', area: true },
      ],
    });
    const start = (more: object = {}) =>
      startFlow(owner(), template, { participantList: [as('乙方', partner.owner, partner)], ...more });
    const refused = await start();
    await sign(corp.owner, refused.flowId);
    await partner.owner.client.data(contractRefuse, { flowId: refused.flowId, refuseMsg: '价格不对' });
    const revoked = await start();
    await owner().data(contractCancel, { flowId: revoked.flowId, cancelMsg: '写错了' });
    const expired = await start();
    await app.advance(400 * 24 * 3600);
    const received = await receiver.atLeast(7);
    const endOf = (flowId: number) =>
      inOrder(received.filter(({ event }) => event.data['flowId'] === flowId)).at(-1)?.event;
    expect(endOf(refused.flowId)).toMatchObject({ type: 'flow.refused', data: { flowStatus: 6 } });
    expect(endOf(refused.flowId)?.data['participantId']).toEqual(expect.any(Number));
    expect(endOf(revoked.flowId)?.type).toBe('flow.revoked');
    expect(endOf(expired.flowId)?.type).toBe('flow.expired');
  });
});

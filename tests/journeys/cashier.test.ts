/** Content of the payment page before there is an order, and access of members admitted by an application. */
import { getFillUrl, getSignUrl } from '@cinnabar/api/operations/flows.js';
import { accessAuth } from '@cinnabar/api/operations/members.js';
import { payOrderAdd } from '@cinnabar/api/operations/payments.js';
import type { PayPageView, SandboxPayment } from '@cinnabar/api/pages/pay.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import type { Wire } from '../support/client.js';
import { enterLink, type LinkSession } from '../support/enter-link.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { as, givenSeal, givenTemplate, startFlow } from '../support/given-flow.js';
import { givenChannels, payAtProvider, signerOf, startSale } from '../support/given-payments.js';

let app: RunningApp;
let merchant: Enterprise;
let elsewhere: Enterprise;

beforeAll(async () => {
  app = await startApp();
  merchant = await givenEnterprise(app);
  elsewhere = await givenEnterprise(app);
  await givenSeal(merchant);
});
afterAll(() => app.close());

const parties = (type: 0 | 1) =>
  [
    { flag: '甲方', mode: 3, signOrder: 1, area: true },
    { flag: '乙方', type, signOrder: 1, area: true },
  ] as const;

async function linkTo(flow: { readonly flowId: number } & Parameters<typeof signerOf>[0], person: Person) {
  const request = { flowId: flow.flowId, participantId: signerOf(flow) };
  return enterLink(app, await merchant.owner.client.data(getSignUrl, request), person);
}

async function dueBy(session: LinkSession): Promise<Wire<PayPageView>> {
  const { envelope } = await app.post<Wire<PayPageView>>('/pages/pay/due', {}, session.client.headers);
  expect(envelope.code).toBe('0');
  return envelope.data;
}

test('a collection is due until it is paid; the newest order is returned with it', async () => {
  const channels = await givenChannels(app, merchant.corpId);
  const buyer = await elsewhere.member();
  const template = await givenTemplate(merchant.owner.client, { parties: parties(0) });
  const request = { amount: 19.9, priority: 0, remark: '首付款' } as const;
  const sale = await startSale(merchant, template, [buyer, null], request);
  const session = await linkTo(sale, buyer);
  expect(await dueBy(session)).toMatchObject({
    flowId: sale.flowId,
    due: 'collection',
    amount: 19.9,
    payeeName: merchant.corpName,
    remark: '首付款',
    lastOrderId: null,
  });
  const order = await session.client.data(payOrderAdd, {
    channelModelId: channels('chatAQrCode'),
    signerId: signerOf(sale),
  });
  expect(await dueBy(session)).toMatchObject({ due: 'collection', lastOrderId: order.id });
  const address = `${app.baseUrl}/sandbox/payments/${order.businessOrderNo}`;
  const looked = async (): Promise<SandboxPayment> => JSON.parse(await (await fetch(address)).text());
  expect(await looked()).toEqual({ amount: 19.9, state: 'open' });
  await payAtProvider(app, order.businessOrderNo);
  expect(await looked()).toEqual({ amount: 19.9, state: 'succeeded' });
  expect(await dueBy(session)).toMatchObject({ due: 'nothing', amount: null, lastOrderId: order.id });
  expect((await fetch(`${app.baseUrl}/sandbox/payments/nothing`)).status).toBe(404);
});

test.each([
  ['a person with money', 0, { due: 'fee', amount: 5, payeeName: null }],
  ['an enterprise with one of its contracts', 1, { due: 'credit', amount: null, payeeName: null }],
] as const)('the fee is borne by %s', async (_who, type, due) => {
  const buyer = await elsewhere.member();
  const template = await givenTemplate(merchant.owner.client, { parties: parties(type) });
  const flow = await startFlow(merchant.owner.client, template, {
    reversePayFlag: 1,
    participantList: [as('乙方', buyer, type === 1 ? elsewhere : null)],
  });
  expect(await dueBy(await linkTo(flow, buyer))).toMatchObject(due);
});

test('only signers see what is due', async () => {
  const buyer = await elsewhere.member();
  const template = await givenTemplate(merchant.owner.client, {
    parties: [
      { flag: '甲方', mode: 3, signOrder: 1, area: true },
      { flag: '乙方', type: 0, signOrder: 2, area: true, controls: ['address'] },
    ],
  });
  const flow = await startFlow(merchant.owner.client, template, {
    participantList: [as('乙方', buyer, null)],
  });
  const request = { flowId: flow.flowId, participantId: signerOf(flow) };
  const fill = await enterLink(app, await merchant.owner.client.data(getFillUrl, request), buyer);
  expect((await app.post('/pages/pay/due', {}, fill.client.headers)).status).toBe(403);
  expect((await app.post('/pages/pay/due', {})).status).toBe(401);
});

test('a member admitted by an application opens their contract with a code to their own mobile', async () => {
  const member = await elsewhere.member();
  const template = await givenTemplate(merchant.owner.client, { parties: parties(1) });
  const { flowId, ...flow } = await startFlow(merchant.owner.client, template, {
    participantList: [as('乙方', member, elsewhere)],
  });
  const address = await elsewhere.owner.client.data(accessAuth, { userId: member.userId });
  const access = await enterLink(app, address);
  const opened = await app.post<{ address: string }>('/pages/access/open', { flowId }, access.client.headers);
  const { searchParams, pathname } = new URL(opened.envelope.data.address, app.baseUrl);
  expect(pathname).toBe(`/sign/${flowId}`);
  const [cookie = ''] = opened.headers.getSetCookie().map((each) => each.split(';', 1)[0]);
  const linkId = Number(searchParams.get('l'));
  const asked = await app.post('/pages/link/open', { linkId }, { cookie });
  expect(asked.envelope.data).toMatchObject({ kind: 'sign', state: 'open', entry: 'code', entered: null });

  const foreign = await startFlow(merchant.owner.client, template, {
    participantList: [as('乙方', await elsewhere.member(), elsewhere)],
  });
  const theirs = { flowId: foreign.flowId };
  expect((await app.post('/pages/access/open', theirs, access.client.headers)).status).toBe(404);
  const signing = await linkTo({ flowId, ...flow }, member);
  expect((await app.post('/pages/access/open', { flowId }, signing.client.headers)).status).toBe(403);
});

/** A person who signs by a link pays by it too: using only the session, for their own part alone. */

import { contractCancel, contractTaskInfo, getSignUrl } from '@cinnabar/api/operations/flows.js';
import {
  payOrderAdd,
  payOrderCancel,
  payOrderQuery,
  queryChannelList,
} from '@cinnabar/api/operations/payments.js';
import { registry } from '@cinnabar/api/registry.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { enterLink, type LinkSession, openLink } from '../support/enter-link.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { type FlowId, type GivenTemplate, givenSeal, sign } from '../support/given-flow.js';
import {
  givenChannels,
  givenSaleTemplate,
  payAtProvider,
  signerOf,
  startSale,
} from '../support/given-payments.js';
import { messagesTo } from '../support/messages-to.js';
import { signOnPage } from '../support/sign-on-page.js';

let app: RunningApp;
let merchant: Enterprise;
let template: GivenTemplate;

beforeAll(async () => {
  app = await startApp();
  merchant = await givenEnterprise(app);
  await givenSeal(merchant);
  await givenChannels(app, merchant.corpId);
  template = await givenSaleTemplate(merchant, 'person');
});
afterAll(() => app.close());

/** The person's part is unrelated to the enterprise that they are a member of. */
function linkOf(sale: Awaited<ReturnType<typeof startSale>>): Promise<string> {
  const { flowId } = sale;
  return merchant.owner.client.data(getSignUrl, { flowId, participantId: signerOf(sale) });
}

test('a person pays, then signs, using only the session', async () => {
  const buyer = await (await givenEnterprise(app)).member();
  const other = await (await givenEnterprise(app)).member();
  const sale = await startSale(merchant, template, [buyer, null], { amount: 199, priority: 0 });
  const foreign = await startSale(merchant, template, [other, null], { amount: 5 });
  const second = await startSale(merchant, template, [buyer, null], { amount: 7 });
  const { flowId } = sale;
  const address = await linkOf(sale);
  const session = await enterLink(app, address, buyer);
  const { client } = session;

  expect((await client.data(contractTaskInfo, { flowId })).operateStatus).toBe(4);
  const [channel] = await client.data(queryChannelList, { flowId, source: 'h5' });
  if (channel === undefined) throw new Error('there is no way to pay');
  const { channelModelId } = channel;
  const others = await client.post(payOrderAdd.path, { channelModelId, signerId: signerOf(foreign) });
  expect(others.envelope.reason).toBe('PERMISSION_DENIED');
  const order = await client.data(payOrderAdd, { channelModelId, signerId: signerOf(sale) });
  expect(order).toMatchObject({ payTypeCode: 'chatAH5', amount: 199, status: 1 });
  const elsewhere = await enterLink(app, await linkOf(second), buyer);
  const pending = await elsewhere.client.data(payOrderAdd, { channelModelId, signerId: signerOf(second) });
  for (const { path } of [payOrderQuery, payOrderCancel]) {
    const { status, envelope } = await client.post(path, { id: pending.id });
    expect([path, status, envelope.code]).toEqual([path, 404, '404']);
  }
  await client.data(payOrderCancel, { id: order.id });
  const again = await client.data(payOrderAdd, { channelModelId, signerId: signerOf(sale) });
  await payAtProvider(app, again.businessOrderNo);
  expect((await client.data(contractTaskInfo, { flowId })).operateStatus).toBe(2);
  expect((await client.data(payOrderQuery, { id: again.id })).status).toBe(2);

  expect((await signOnPage(app, session, buyer, flowId)).signStatus).toBe(3);
});

/** A sale signed before payment, with the session of the buyer's link. */
async function signedUnpaid() {
  const buyer = await (await givenEnterprise(app)).member();
  const sale = await startSale(merchant, template, [buyer, null], {
    amount: 88,
    priority: 1,
    title: '先签后付',
  });
  const address = await linkOf(sale);
  const session = await enterLink(app, address, buyer);
  await signBySession(buyer, session, sale.flowId);
  return { buyer, sale, address, session };
}

async function signBySession(person: Person, session: LinkSession, flowId: FlowId): Promise<void> {
  await signOnPage(app, session, person, flowId);
}

async function ask(session: LinkSession, path: string, body: object = {}) {
  const { cookie, entered } = session;
  const response = await fetch(`${app.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, linkSession: entered.session },
    body: JSON.stringify(body),
  });
  const envelope: { readonly code: string; readonly data: Record<string, unknown> | null } = JSON.parse(
    await response.text(),
  );
  return envelope;
}

test('a person signs, then pays by the same link, which can be reopened for that', async () => {
  const { buyer, sale, address } = await signedUnpaid();
  expect((await openLink(app, address)).envelope.data).toMatchObject({ state: 'open', title: '先签后付' });
  await app.advance(61);
  const again = await enterLink(app, address, buyer);
  expect((await ask(again, '/pages/sign/view')).data).toMatchObject({ paysNow: true, amount: 88 });
  expect((await ask(again, '/pages/pay/due')).data).toMatchObject({ due: 'collection', amount: 88 });
  const { client } = again;
  const [channel] = await client.data(queryChannelList, { flowId: sale.flowId, source: 'h5' });
  if (channel === undefined) throw new Error('there is no way to pay');
  const request = { channelModelId: channel.channelModelId, signerId: signerOf(sale) };
  const first = await client.data(payOrderAdd, request);
  await client.data(payOrderCancel, { id: first.id });
  const order = await client.data(payOrderAdd, request);
  await payAtProvider(app, order.businessOrderNo);
  expect((await client.data(payOrderQuery, { id: order.id })).status).toBe(2);
  expect((await ask(again, '/pages/sign/view')).data).toMatchObject({ paysNow: false });
  expect((await ask(again, '/pages/pay/due')).data).toMatchObject({ due: 'nothing' });
  expect((await openLink(app, address)).envelope.data.state).toBe('ended');
  expect((await client.post(payOrderAdd.path, request)).status).toBe(410);
});

test('a person who has signed and not paid is notified when the contract is completed', async () => {
  const { buyer, sale } = await signedUnpaid();
  await sign(merchant.owner, sale.flowId);
  await app.advance(61);
  const told = await messagesTo(app.baseUrl, buyer.mobile);
  const [newest] = told.filter(({ smsType }) => smsType === 'flowCompleted').slice(-1);
  const link = /https?:\S+/.exec(newest?.text ?? '')?.[0] ?? '';
  const session = await enterLink(app, link, buyer);
  expect(session.entered).toMatchObject({ kind: 'sign', flowId: sale.flowId });
  expect((await ask(session, '/pages/pay/due')).data).toMatchObject({ due: 'collection', amount: 88 });
});

test('after signing, a link permits only payment', async () => {
  const { sale, session } = await signedUnpaid();
  const { flowId } = sale;
  const pays = [
    '/pay/payChannel/queryChannelList',
    '/pay/payChannel/getPayOpenId',
    '/pay/payOrder/add',
    '/pay/payOrder/query',
    '/pay/payOrder/cancel',
  ];
  for (const { path, caller } of registry) {
    if (caller === 'none' || pays.includes(path)) continue;
    const { status, envelope } = await session.client.post(path, { flowId });
    expect([path, status === 410 || status === 403, envelope.data]).toEqual([path, true, null]);
  }
  const other = await startSale(merchant, template, [merchant.owner, null], { amount: 3 });
  const foreign = await session.client.post(queryChannelList.path, { flowId: other.flowId, source: 'h5' });
  expect(foreign.status).toBe(403);
  const endpoints = ['/pages/sign/keepDraft', '/pages/consents/accept', '/pages/person/verify'];
  for (const path of endpoints) {
    expect([path, (await ask(session, path, {})).code]).toEqual([path, '410']);
  }
});

test('a collection of a revoked contract is no longer due', async () => {
  const { sale, address } = await signedUnpaid();
  await merchant.owner.client.data(contractCancel, { flowId: sale.flowId });
  expect((await openLink(app, address)).envelope.data.state).toBe('ended');
});

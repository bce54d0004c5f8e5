/** Who signs by a link pays by it too: with nothing but the session, and for their own part alone. */
import { contractTaskInfo, getSignUrl, signContract, signWish } from '@cinnabar/api/flows.js';
import { payOrderAdd, payOrderCancel, payOrderQuery, queryChannelList } from '@cinnabar/api/payments.js';
import { sendSmsVerifyCode } from '@cinnabar/api/sms.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { bySession, enterLink } from '../support/enter-link.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { type GivenTemplate, givenSeal, sealEverything } from '../support/given-flow.js';
import {
  givenChannels,
  givenSaleTemplate,
  payAtProvider,
  signerOf,
  startSale,
} from '../support/given-payments.js';

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

test('a person pays, then signs, by the session alone', async () => {
  const buyer = await (await givenEnterprise(app)).member();
  const other = await (await givenEnterprise(app)).member();
  const sale = await startSale(merchant, template, [buyer, null], { amount: 199, priority: 0 });
  const foreign = await startSale(merchant, template, [other, null], { amount: 5 });
  const second = await startSale(merchant, template, [buyer, null], { amount: 7 });
  const { flowId } = sale;
  const address = await buyer.client.data(getSignUrl, { flowId });
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
  const pending = await buyer.client.data(payOrderAdd, { channelModelId, signerId: signerOf(second) });
  for (const { path } of [payOrderQuery, payOrderCancel]) {
    const { status, envelope } = await client.post(path, { id: pending.id });
    expect([path, status, envelope.code]).toEqual([path, 404, '404']);
  }
  await client.data(payOrderCancel, { id: order.id });
  const again = await client.data(payOrderAdd, { channelModelId, signerId: signerOf(sale) });
  await payAtProvider(app, again.businessOrderNo);
  expect((await client.data(contractTaskInfo, { flowId })).operateStatus).toBe(2);
  expect((await client.data(payOrderQuery, { id: again.id })).status).toBe(2);

  await client.data(sendSmsVerifyCode, { mobile: buyer.mobile, smsType: 'sign' });
  await client.data(signWish, { flowId, authType: 'sms', verifyCode: await app.newestCode(buyer.mobile) });
  const signComponents = await sealEverything(bySession(buyer, session), flowId);
  expect((await client.data(signContract, { flowId, signComponents })).signStatus).toBe(3);
});

/** A person without any application pays and signs through one link. */

import { getSignUrl, signContract } from '@cinnabar/api/operations/flows.js';
import { payOrderAdd, queryChannelList, reversePayContractFee } from '@cinnabar/api/operations/payments.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { enterLink } from '../support/enter-link.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { givenSeal } from '../support/given-flow.js';
import {
  type Channels,
  givenChannels,
  givenSaleTemplate,
  payAtProvider,
  signerOf,
  startSale,
} from '../support/given-payments.js';
import { actOnPage, codeOnPage } from '../support/sign-on-page.js';

let app: RunningApp;
let merchant: Enterprise;
let elsewhere: Enterprise;
let channels: Channels;

beforeAll(async () => {
  app = await startApp();
  merchant = await givenEnterprise(app);
  elsewhere = await givenEnterprise(app);
  await givenSeal(merchant);
  channels = await givenChannels(app, merchant.corpId);
});
afterAll(() => app.close());

test('a person pays first and then signs, only for themselves', async () => {
  const buyer = await elsewhere.member();
  const template = await givenSaleTemplate(merchant, 'person');
  const sale = await startSale(merchant, template, [buyer, null], { amount: 19.9, priority: 0 });
  const { flowId } = sale;
  const signerId = signerOf(sale);
  const link = await merchant.owner.client.data(getSignUrl, { flowId, participantId: signerId });
  const session = await enterLink(app, link, buyer);
  const { client } = session;

  const verifyCode = await codeOnPage(app, session);
  const act = { ...(await actOnPage(app, session, buyer, flowId)), authType: 'sms' as const, verifyCode };
  const tooEarly = await client.post(signContract.path, act);
  expect(tooEarly.envelope).toMatchObject({ code: '403', reason: 'PAYMENT_REQUIRED' });

  const channel = channels('chatAQrCode');
  const offered = await client.data(queryChannelList, { flowId, source: 'pc' });
  expect(offered.map(({ channelModelId }) => channelModelId)).toContain(channel);
  const others = { channelModelId: channel, signerId: signerOf(sale, '甲方') };
  expect((await client.post(payOrderAdd.path, others)).envelope.reason).toBe('PERMISSION_DENIED');
  expect((await client.post(reversePayContractFee.path, { flowId: flowId + 1 })).status).toBe(403);
  const { businessOrderNo } = await client.data(payOrderAdd, { channelModelId: channel, signerId });
  await payAtProvider(app, businessOrderNo);
  // A request refused before the code was examined has not consumed it.
  expect(await client.data(signContract, act)).toMatchObject({ signStatus: 3 });
});

/** A production service that reaches its providers: strict fakes of them, and nothing of the sandbox. */
import type { InputOf } from '@cinnabar/api/operation.js';
import { contractCancel, contractHistory, signContract, signWish } from '@cinnabar/api/operations/flows.js';
import { faceAuth, memberModify } from '@cinnabar/api/operations/members.js';
import { payOrderAdd } from '@cinnabar/api/operations/payments.js';
import { acceptanceOf, agreementsFor } from '@cinnabar/api/pages/agreements.js';
import { allPayTypes } from '@cinnabar/server/areas/payments/index.js';
import type { ProviderState } from '@cinnabar/server/composition/provider-states.js';
import { newMasterKey } from '@cinnabar/server/custody/master-key.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeServer } from '../fakes/fake-server.js';
import { FakeIdentityGateway } from '../fakes/identity-gateway.js';
import { GATEWAY_SECRET, openSmsGateway } from '../fakes/sms-gateway.js';
import { SmsOutbox } from '../fakes/sms-outbox.js';
import { FakeSmtpServer } from '../fakes/smtp-server.js';
import { FakeTencentFaceId } from '../fakes/tencent-faceid.js';
import { INSTANCES, type RunningApp, startApp } from '../support/app.js';
import { commandLine, type Diagnosis } from '../support/cinnabar.js';
import type { Client, Wire } from '../support/client.js';
import { givenEnterprise } from '../support/given-enterprise.js';
import { sign } from '../support/given-flow.js';
import { givenSaleTemplate, lookAtOrder, signerOf, startSale } from '../support/given-payments.js';
import { addRealChannel, givenPayWorld, type PayWorld } from '../support/given-real-payments.js';
import { newcomer, visit } from '../support/newcomer.js';
import { readMail } from '../support/read-mail.js';
import { refusalOf } from '../support/refusal.js';
import { actOnPage } from '../support/sign-on-page.js';
import { makeTlsCertificate } from '../support/tls-certificate.js';
import { type ContractsByLink, givenContractsByLink } from './contracts-by-link.js';

// Numbers that the registry would accept: providers are not asked about others.
const person = { ...newcomer('苏新来'), identNum: '11010519491231002X' };
const { mobile, realName, identNum } = person;

let outbox: SmsOutbox;
let sms: FakeServer;
let registry: FakeIdentityGateway;
let identity: FakeServer;
let mail: FakeSmtpServer;
let faces: FakeTencentFaceId;
let world: PayWorld;
let settings: Readonly<Record<string, string>>;
let app: RunningApp;
let contracts: ContractsByLink;

beforeAll(async () => {
  outbox = new SmsOutbox();
  sms = await FakeServer.open(openSmsGateway(outbox));
  registry = new FakeIdentityGateway([{ realName, identNum, mobile }]);
  identity = await FakeServer.open(registry.answer);
  faces = await FakeTencentFaceId.open();
  world = await givenPayWorld();
  const certificate = await makeTlsCertificate('127.0.0.1');
  mail = await FakeSmtpServer.open({ certificate, tls: 'none', account: null });
  settings = {
    MODE: 'production',
    MASTER_KEY: newMasterKey(),
    BASE_URL: 'https://sign.example.com',
    SMS_PROVIDERS: 'http',
    SMS_HTTP_URL: sms.url,
    SMS_HTTP_SECRET: GATEWAY_SECRET,
    IDENTITY_PROVIDERS: 'http',
    IDENTITY_HTTP_URL: identity.url,
    IDENTITY_HTTP_SECRET: GATEWAY_SECRET,
    ...world.settings,
    FACE_CHANNEL_A: 'tencent',
    FACE_CALLBACK_ORIGINS: 'https://erp.example.com',
    TENCENT_FACE_APP_ID: faces.appId,
    TENCENT_FACE_SECRET: faces.secret,
    TENCENT_FACE_URL: faces.server.url,
    MAIL_PROVIDER: 'smtp',
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(mail.port),
    SMTP_TLS: 'none',
    SMTP_FROM: 'no-reply@sign.example.com',
  };
  const running = await startApp({ settings });
  // A person reads the code on their phone.
  app = { ...running, newestCode: async (to) => codeIn(messagesTo(to).at(-1) ?? '') };
  contracts = await givenContractsByLink(app);
});

afterAll(async () => {
  await app.close();
  await Promise.all([sms.close(), identity.close(), mail.close(), faces.server.close(), world.close()]);
});

function messagesTo(to: string): readonly string[] {
  return outbox.sent.filter((each) => each.mobile === to).map(({ text }) => text);
}

function codeIn(text: string): string {
  const [, code] = /验证码 (\d{6})/.exec(text) ?? [];
  if (code === undefined) throw new Error(`no code in ${text}`);
  return code;
}

async function messageAbout(to: string, words: string): Promise<string> {
  await expect
    .poll(() => messagesTo(to).some((text) => text.includes(words)), { timeout: 20_000 })
    .toBe(true);
  return messagesTo(to).find((text) => text.includes(words)) ?? '';
}

describe('a person who is new to the service', () => {
  test('gets the text message, proves identity and face, and signs', async () => {
    const { owner } = contracts.buyer;
    await owner.client.data(memberModify, { userId: owner.userId, email: 'owner@buyer.example' });
    const flowId = await contracts.withPerson(person);
    const invitation = await messageAbout(mobile, '签署合同');
    const [link = ''] = /https:\/\/sign\.example\.com\/\S+/.exec(invitation) ?? [];
    const visitor = await visit(app, person, link);
    expect(visitor.session.entered).toMatchObject({ kind: 'sign', flowId, mobile });

    expect((await visitor.verify()).envelope.code).toBe('0');
    expect(registry.asked).toEqual([{ realName, identNum, mobile }]);
    const act = await actOnPage(app, visitor.session, visitor.person, flowId);
    const { client } = visitor.session;
    const face = await proveByFace(client, {
      ...{ authType: 'signContract', id: String(flowId), signComponents: act.signComponents },
      callbackUrl: 'https://sign.example.com/sign',
    });
    await client.data(signContract, { ...act, authType: 'face', ...face });
    expect(await sign(owner, flowId)).toMatchObject({ flowStatus: 3 });

    const { events } = await owner.client.data(contractHistory, { flowId });
    const proven = events.filter(({ kind }) => kind === 'signed').map(({ detail }) => detail);
    expect(proven[0]).toMatch(/刷脸认证（tencent，流水号 \w+）/);
    expect(proven[1]).not.toContain('流水号');

    const subjects = () => mail.received.map(({ to, source }) => [to, readMail(source).subject]);
    await expect
      .poll(subjects, { timeout: 20_000 })
      .toContainEqual(['owner@buyer.example', expect.stringContaining('合同已签署完成')]);
    await messageAbout(owner.mobile, '合同已签署完成');
  });

  test('is refused with the identity of somebody else', async () => {
    const impostor = { ...newcomer('王冒名'), identNum };
    const flowId = await contracts.withPerson(impostor);
    const invitation = await messageAbout(impostor.mobile, '签署合同');
    const [link = ''] = /https:\/\/sign\.example\.com\/\S+/.exec(invitation) ?? [];
    const visitor = await visit(app, impostor, link);
    expect(visitor.session.entered).toMatchObject({ flowId });
    expect((await refusalOf(visitor.verify()))[0]).toBe('AUTH_INFO_INVALID');
    expect((await visitor.party()).verified).toBe(false);
  });
});

/** A check on the provider's pages; returns what the browser brings back. */
async function proveByFace(
  client: Client,
  asked: Omit<Wire<InputOf<typeof faceAuth>>, 'channel'>,
): Promise<Readonly<Record<string, string>>> {
  const { url } = await client.data(faceAuth, { ...asked, channel: 'channelA' });
  const orderNo = new URL(url).searchParams.get('orderNo') ?? '';
  const accepted = acceptanceOf(agreementsFor.checkFace);
  const started = await app.post<{ page: { url: string } }>('/pages/face/agree', { orderNo, accepted });
  const { liveRate: _, ...returned } = Object.fromEntries(
    faces.visit(started.envelope.data.page.url).searchParams,
  );
  const finished = await app.post<{ redirect: string }>('/pages/face/finish', { orderNo, returned });
  return Object.fromEntries(new URL(finished.envelope.data.redirect).searchParams);
}

test('a signer proves their intent by their face, asked for by an application', async () => {
  const { owner } = contracts.buyer;
  const flowId = await contracts.withPerson(person);
  const callbackUrl = 'https://erp.example.com/face';
  const face = await proveByFace(owner.client, {
    ...{ authType: 'signContract', id: String(flowId), callbackUrl },
  });
  const wish = await owner.client.post(signWish.path, { flowId, authType: 'face', ...face });
  expect(wish.envelope.code).toBe('0');
});

/** The provider notifies the public address, behind which the reverse proxy finds the service. */
async function notified(address: string, request: Readonly<Record<string, unknown>>): Promise<number> {
  const { pathname } = new URL(address);
  return (await fetch(`${app.baseUrl}${pathname}`, { method: 'POST', ...request })).status;
}

test('a contract is paid by every method, and refunded when it is revoked', async () => {
  const merchant = contracts.buyer;
  const payer = await givenEnterprise(app);
  const sale = await givenSaleTemplate(merchant);
  for (const payType of allPayTypes) {
    const channelModelId = await addRealChannel(merchant, world, payType);
    const flow = await startSale(merchant, sale, [payer.owner, payer], { amount: 20 });
    const order = await payer.owner.client.data(payOrderAdd, {
      channelModelId,
      signerId: signerOf(flow),
      openId: 'o-payer',
      returnUrl: 'https://shop.example/back',
    });
    if (order.id === undefined) throw new Error('there is no order');
    const [{ id, businessOrderNo: no = '', payUrl }, look] = [order, lookAtOrder];
    if (payType.startsWith('chatA')) {
      world.wechat.pay(no);
      const { headers, body } = world.wechat.notice(no);
      const address = String(world.wechat.orders.get(no)?.body['notify_url']);
      expect(await notified(address, { headers, body: new Uint8Array(body) })).toBe(204);
    } else {
      if (payType === 'payAPC' || payType === 'payAMobile') world.alipay.open(payUrl ?? '');
      world.alipay.pay(no);
      const address = world.alipay.trades.get(no)?.notifyUrl ?? '';
      expect(await notified(address, { body: world.alipay.notice(no) })).toBe(200);
    }
    expect((await look(payer.owner, id)).status).toBe(2);
    await merchant.owner.client.data(contractCancel, { flowId: flow.flowId });
    await expect.poll(async () => (await look(payer.owner, id)).status, { timeout: 20_000 }).toBe(4);
  }
});

describe('the operator', () => {
  const providers = [
    ...['sms-http', 'identity-http', 'faces-tencent', 'mail-smtp'],
    ...['pay-wechatpay', 'pay-alipay'],
  ];

  // As that process was answered.
  test.skipIf(INSTANCES > 1)('sees each provider at work in the metrics', async () => {
    const metrics = await (await fetch(`${app.baseUrl}/metrics`)).text();
    for (const provider of providers) {
      expect(metrics).toMatch(
        new RegExp(`provider_request_duration_seconds_count\\{[^}]*provider="${provider}"[^}]*outcome="ok"`),
      );
      expect(metrics).toContain(`provider_breaker_state{provider="${provider}"} 0`);
      expect(metrics).toContain(`provider_account_state{provider="${provider}"} 0`);
      expect(metrics).toMatch(
        new RegExp(`provider_last_success_timestamp_seconds\\{provider="${provider}"\\} \\d{10}`),
      );
    }
  });

  test.skipIf(INSTANCES > 1)('sees the state of each provider, and when it last worked', async () => {
    const answer = await fetch(`${app.baseUrl}/healthz/providers`);
    const { providers: states }: { readonly providers: readonly ProviderState[] } = JSON.parse(
      await answer.text(),
    );
    for (const provider of providers) {
      const known = states.find((each) => each.provider === provider);
      expect(known).toMatchObject({ state: 'works', lastSuccess: expect.stringMatching(/^20/) });
    }
    expect(JSON.stringify(states)).not.toContain(mobile);
  });

  test('has each of them checked by doctor, which sends nothing to anybody', async () => {
    const before = [outbox.sent.length, registry.asked.length, mail.received.length];
    const { out } = await commandLine(
      {
        ...settings,
        PORT: new URL(app.baseUrl).port,
        DATA_DIR: app.dataDir,
        DATABASE_URL: app.app.services.config.databaseUrl ?? '',
      },
      'doctor',
      '--json',
    );
    const { findings }: Diagnosis = JSON.parse(out);
    const found = Object.fromEntries(findings.map(({ check, status }) => [check, status]));
    const running = findings.filter(({ check }) => check === 'provider-state');
    expect(running.map(({ status }) => status)).toEqual(running.map(() => 'ok'));
    expect(running.map(({ message }) => message.split(':')[0])).toEqual(expect.arrayContaining(providers));
    expect(found).toMatchObject({
      'provider-sms': 'ok',
      'provider-identity': 'ok',
      'provider-face': 'ok',
      'provider-mail': 'ok',
      'provider-pay': 'ok',
    });
    expect([outbox.sent.length, registry.asked.length, mail.received.length]).toEqual(before);
  });
});

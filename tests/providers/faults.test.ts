/**
 * Every adapter at every fault: the decided failure, and nothing that is sent or charged twice. Those of payments and of
 * mail, whose dialogues are their own, are in wechat-pay.test.ts, alipay.test.ts and mail/smtp.test.ts.
 */
import { rm } from 'node:fs/promises';
import { alipayCertify } from '@cinnabar/server/providers/face/alipay-certify/alipay-certify.js';
import { type FaceProvider, FaceUnavailable } from '@cinnabar/server/providers/face/port.js';
import { tencentKyc } from '@cinnabar/server/providers/face/tencent-kyc/tencent-kyc.js';
import { httpIdentity } from '@cinnabar/server/providers/identity/http-identity.js';
import { type IdentityProvider, IdentityUnavailable } from '@cinnabar/server/providers/identity/port.js';
import { tencentIdentity } from '@cinnabar/server/providers/identity/tencent-identity.js';
import { openProviderParts, type ProviderParts } from '@cinnabar/server/providers/kit/provider-parts.js';
import { type SmsMessage, SmsNotSent } from '@cinnabar/server/providers/sms/port.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeAlipayCertify } from '../fakes/alipay-certify.js';
import { FAULTS, FakeServer, type Fault } from '../fakes/fake-server.js';
import { FakeIdentityGateway } from '../fakes/identity-gateway.js';
import { GATEWAY_SECRET } from '../fakes/sms-gateway.js';
import { SmsOutbox } from '../fakes/sms-outbox.js';
import { TENCENT_KEY } from '../fakes/tencent-cloud.js';
import { FakeTencentFaceId } from '../fakes/tencent-faceid.js';
import { FakeTencentIdentity } from '../fakes/tencent-identity.js';
import { faceRequest } from './face.contract.js';
import { templateFiles, vendorsOfSms } from './open-recorded-sms.js';

/** An adapter to a fake of its provider. */
interface Under {
  readonly server: FakeServer;
  /** What the caller gets: a result, or the decided failure. */
  ask(): Promise<string>;
  /** How often the provider has done what is charged or reaches a person. */
  done(): number;
}

/** For a provider that never answers: nobody waits for the limits of production. */
function hurried(fault: Fault | 'none'): Omit<ProviderParts, 'provider'> {
  const parts = openProviderParts();
  if (!fault.startsWith('silent')) return parts;
  return { ...parts, exchange: (request) => parts.exchange({ ...request, limitMs: 200 }) };
}

let templates: string;
beforeAll(async () => {
  templates = await templateFiles();
});
afterAll(() => rm(templates, { recursive: true }));

const message: SmsMessage = {
  mobile: '13900139000',
  template: 'flowCompleted',
  parameters: { flowTitle: '采购合同', link: 'l/abc' },
  text: '合同已签署完成：采购合同。',
  code: null,
  idempotencyKey: 'flow-1 completed',
  time: new Date(),
};

function sms(name: keyof typeof vendorsOfSms) {
  return async (parts: Omit<ProviderParts, 'provider'>): Promise<Under> => {
    const outbox = new SmsOutbox();
    const vendor = vendorsOfSms[name];
    const server = await FakeServer.open(vendor.open(outbox));
    const settings = vendor.settings(server.url, templates);
    const { port } = vendor.adapter.open(settings, { ...parts, provider: `sms-${name}` });
    return {
      server,
      ask: () => told(port.send(message).then(() => 'sent')),
      done: () => outbox.sent.length,
    };
  };
}

const person = { realName: '王芳', identNum: '11010519491231002X', mobile: '13800138000' };

function identity(open: (parts: ProviderParts, url: string) => IdentityProvider) {
  return async (parts: Omit<ProviderParts, 'provider'>): Promise<Under> => {
    const registry = new FakeTencentIdentity([person]);
    const gateway = new FakeIdentityGateway([person]);
    const server = await FakeServer.open((request) =>
      request.headers['x-tc-action'] === undefined ? gateway.answer(request) : registry.answer(request),
    );
    const port = open({ ...parts, provider: 'identity' }, server.url);
    return {
      server,
      ask: () => told(port.checkPerson(person)),
      done: () => registry.charged + gateway.asked.length,
    };
  };
}

const begun = (port: FaceProvider) => port.begin(faceRequest).then(() => 'begun');

async function tencentFace(parts: Omit<ProviderParts, 'provider'>): Promise<Under> {
  const fake = await FakeTencentFaceId.open();
  const { port } = tencentKyc.open(
    { TENCENT_FACE_APP_ID: fake.appId, TENCENT_FACE_SECRET: fake.secret, TENCENT_FACE_URL: fake.server.url },
    { ...parts, provider: 'faces-tencent' },
  );
  return { server: fake.server, ask: () => told(begun(port)), done: () => fake.checks.size };
}

async function alipayFace(parts: Omit<ProviderParts, 'provider'>): Promise<Under> {
  const fake = await FakeAlipayCertify.open();
  const settings = {
    ALIPAY_FACE_APP_ID: fake.appId,
    ALIPAY_FACE_PRIVATE_KEY: fake.appKeys.privatePem,
    ALIPAY_FACE_PUBLIC_KEY: fake.keys.publicPem,
    ALIPAY_FACE_GATEWAY: fake.gateway,
  };
  const { port } = alipayCertify.open(settings, { ...parts, provider: 'faces-alipay' });
  return { server: fake.server, ask: () => told(begun(port)), done: () => fake.checks.size };
}

/** The result, or the failure in the words of its port. */
async function told(work: Promise<string>): Promise<string> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof SmsNotSent) return error.failure;
    if (error instanceof IdentityUnavailable) return `unavailable ${error.reached}`;
    if (error instanceof FaceUnavailable) return 'unavailable';
    throw error;
  }
}

const tencentKey = { TENCENT_SECRET_ID: TENCENT_KEY.secretId, TENCENT_SECRET_KEY: TENCENT_KEY.secretKey };
const byTencent = (parts: ProviderParts, url: string) =>
  tencentIdentity.open({ ...tencentKey, TENCENT_IDENTITY_URL: url }, parts).port;
const byGateway = (parts: ProviderParts, url: string) =>
  httpIdentity.open({ IDENTITY_HTTP_URL: url, IDENTITY_HTTP_SECRET: GATEWAY_SECRET }, parts).port;

describe.concurrent.each([
  // `unclear`: it may have been done; `undone`: the provider was out of reach; `repeats`: the adapter repeats requests.
  {
    name: 'sms aliyun',
    open: sms('aliyun'),
    good: 'sent',
    unclear: 'UNKNOWN',
    undone: 'TRANSIENT',
    repeats: false,
  },
  {
    name: 'sms tencent',
    open: sms('tencent'),
    good: 'sent',
    unclear: 'UNKNOWN',
    undone: 'TRANSIENT',
    repeats: false,
  },
  {
    name: 'sms http',
    open: sms('http'),
    good: 'sent',
    unclear: 'UNKNOWN',
    undone: 'TRANSIENT',
    repeats: true,
  },
  {
    name: 'identity tencent',
    open: identity(byTencent),
    good: 'match',
    unclear: 'unavailable perhaps',
    undone: 'unavailable no',
    repeats: false,
  },
  {
    name: 'identity http',
    open: identity(byGateway),
    good: 'match',
    unclear: 'unavailable perhaps',
    undone: 'unavailable no',
    repeats: true,
  },
  {
    name: 'face tencent',
    open: tencentFace,
    good: 'begun',
    unclear: 'unavailable',
    undone: 'unavailable',
    repeats: true,
  },
  {
    name: 'face alipay',
    open: alipayFace,
    good: 'begun',
    unclear: 'unavailable',
    undone: 'unavailable',
    repeats: false,
  },
])('$name', ({ open, good, unclear, undone, repeats }) => {
  test.each(FAULTS)('at the fault “%s” fails as decided, and does nothing twice', async (fault) => {
    const { server, ask, done } = await open(hurried(fault));
    try {
      server.failAlways(fault);
      expect(await ask()).toBe(unclear);
      expect(done()).toBeLessThan(2);
    } finally {
      await server.close();
    }
  });

  test('at one fault is asked once more only where that is harmless', async () => {
    const { server, ask, done } = await open(hurried('none'));
    try {
      server.failNext('half');
      expect(await ask()).toBe(repeats ? good : unclear);
      expect(done()).toBeLessThan(2);
    } finally {
      await server.close();
    }
  });

  test('out of reach is known to have done nothing', async () => {
    const { server, ask, done } = await open(hurried('none'));
    await server.close();
    expect(await ask()).toBe(undone);
    expect(done()).toBe(0);
  });
});

/** Face checks in the app of Alipay. */
import {
  AlipayCertify,
  alipayCertify,
} from '@cinnabar/server/providers/face/alipay-certify/alipay-certify.js';
import { limitedFaces } from '@cinnabar/server/providers/face/limits.js';
import { FaceUnavailable } from '@cinnabar/server/providers/face/port.js';
import { openProviderParts } from '@cinnabar/server/providers/kit/provider-parts.js';
import { AlipaySdk } from 'alipay-sdk';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeAlipayCertify } from '../fakes/alipay-certify.js';
import { FAULTS, type Fault } from '../fakes/fake-server.js';
import { rsaKeys } from '../fakes/rsa-keys.js';
import { faceContract, faceRequest } from './face.contract.js';

const FOREIGN_KEYS = rsaKeys();

const parts = () => ({ ...openProviderParts(), provider: 'faces-alipay' });

let fake: FakeAlipayCertify;

function adapter(privateKey = fake.appKeys.privateKey): AlipayCertify {
  const { appId, gateway, keys } = fake;
  return new AlipayCertify({ appId, privateKey, publicKey: keys.publicKey, gateway }, parts());
}

/** A check that was started. */
async function begun(faces = adapter(), device: 'phone' | 'pc' = 'phone') {
  const request = { ...faceRequest, channel: 'channelB', device } as const;
  const { h5faceId, page } = await faces.begin(request);
  return { faces, check: { ...request, h5faceId }, page };
}

faceContract(async () => {
  fake = await FakeAlipayCertify.open();
  const faces = adapter();
  const pages = new Map<string, string>();
  return {
    adapter: limitedFaces({
      serves: () => true,
      async begin(request) {
        const started = await faces.begin(request);
        pages.set(started.h5faceId, started.page.url);
        return started;
      },
      result: (check, returned) => faces.result(check, returned),
    }),
    channels: ['channelB'],
    async finish(h5faceId, verdict) {
      const address = fake.visit(pages.get(h5faceId) ?? '', verdict === 'pass' ? 'passed' : 'failed');
      return Object.fromEntries(address.searchParams);
    },
    cutOff: () => fake.server.failNext(...Array<Fault>(20).fill('broken')),
    close: () => fake.server.close(),
  };
});

describe('a check by Alipay', () => {
  beforeEach(async () => {
    fake = await FakeAlipayCertify.open();
  });
  afterEach(() => fake.server.close());

  test('opens the app on a phone, and is scanned with it at a computer', async () => {
    const phone = await begun();
    expect(phone.page).toMatchObject({
      way: 'open',
      url: expect.stringMatching(/^alipays:\/\/platformapi\/startapp\?appId=20000067&url=/),
    });
    const pc = await begun(adapter(), 'pc');
    expect(pc.page).toMatchObject({ way: 'scan', url: expect.stringContaining(fake.gateway) });
    for (const { page } of [phone, pc]) {
      expect(fake.visit(page.url).href).toBe('https://sign.example.com/face/order1?returned=1');
    }
    expect(fake.checks.get(phone.check.h5faceId)).toMatchObject({
      name: '王芳',
      number: '110101199003070009',
    });
  });

  test('is decided by the record alone: by a pass at once, by a failure when the person has returned', async () => {
    const passed = await begun();
    fake.visit(passed.page.url);
    expect(await passed.faces.result(passed.check, null)).toMatchObject({
      verdict: 'pass',
      record: { passed: 'T', provider: 'alipay', request: passed.check.h5faceId },
    });
    const failed = await begun();
    fake.visit(failed.page.url, 'failed');
    expect(await failed.faces.result(failed.check, null)).toBeNull();
    expect(await failed.faces.result(failed.check, { returned: '1' })).toMatchObject({ verdict: 'fail' });
  });

  test.each(['unsigned', 'tampered'] as const)('is not decided by an answer that is %s', async (flaw) => {
    const { faces, check } = await begun();
    fake.flaws.push(flaw, flaw, flaw);
    await expect(faces.result(check, null)).rejects.toThrow(FaceUnavailable);
    expect(await faces.result(check, null)).toBeNull();
  });

  test.each(FAULTS.filter((fault) => !fault.startsWith('silent')))(
    'cannot be made while the gateway is %s, and can afterwards',
    async (fault) => {
      const faces = adapter();
      fake.server.failNext(fault);
      await expect(begun(faces)).rejects.toThrow(FaceUnavailable);
      expect(await begun(faces)).toMatchObject({ check: { h5faceId: expect.any(String) } });
    },
  );

  test('with keys of somebody else is refused', async () => {
    await expect(begun(adapter(FOREIGN_KEYS.privateKey))).rejects.toThrow('isv.invalid-signature');
  });

  test('proves the account to the operator', async () => {
    const settings = {
      ALIPAY_FACE_APP_ID: fake.appId,
      ALIPAY_FACE_PUBLIC_KEY: fake.keys.publicPem,
      ALIPAY_FACE_GATEWAY: fake.gateway,
    };
    const right = { ...settings, ALIPAY_FACE_PRIVATE_KEY: fake.appKeys.privatePem };
    expect(await alipayCertify.open(right, parts()).check()).toMatchObject({ works: true });
    const wrong = { ...right, ALIPAY_FACE_PRIVATE_KEY: FOREIGN_KEYS.privatePem };
    expect(await alipayCertify.open(wrong, parts()).check()).toMatchObject({
      works: false,
      detail: { en: expect.stringContaining('isv.invalid-signature') },
    });
    for (const name of ['ALIPAY_FACE_PRIVATE_KEY', 'ALIPAY_FACE_PUBLIC_KEY', 'ALIPAY_FACE_GATEWAY']) {
      expect(() => alipayCertify.open({ ...right, [name]: 'nothing' }, parts())).toThrow(name);
    }
  });
});

test('the vendor’s own client accepts the same gateway', async () => {
  fake = await FakeAlipayCertify.open();
  const zone = process.env['TZ'];
  // The client writes its time in the zone of the process.
  process.env['TZ'] = 'Asia/Shanghai';
  const sdk = new AlipaySdk({
    appId: fake.appId,
    privateKey: fake.appKeys.privatePem,
    keyType: 'PKCS8',
    alipayPublicKey: fake.keys.publicPem,
    gateway: fake.gateway,
  });
  const bizContent = {
    outer_order_no: faceRequest.attemptNo,
    biz_code: 'FACE',
    identity_param: {
      ...{ identity_type: 'CERT_INFO', cert_type: 'IDENTITY_CARD' },
      ...{ cert_name: '王芳', cert_no: '110101199003070009' },
    },
    merchant_config: { return_url: faceRequest.returnUrl },
  };
  const begin = await sdk.exec('alipay.user.certify.open.initialize', { bizContent }, { validateSign: true });
  const certifyId = begin['certifyId'];
  expect(fake.checks.get(String(certifyId))).toMatchObject({ name: '王芳' });
  const query = { bizContent: { certify_id: certifyId } };
  const { passed } = await sdk.exec('alipay.user.certify.open.query', query, { validateSign: true });
  expect(passed).toBe('F');
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
  await fake.server.close();
});

import { signAcs3 } from '@cinnabar/server/providers/aliyun/acs3-signature.js';
import { openProviderParts } from '@cinnabar/server/providers/kit/provider-parts.js';
import { tc3Authorization } from '@cinnabar/server/providers/tencent/tc3-signature.js';
import { tencentClient } from '@cinnabar/server/providers/tencent/tencent-client.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeServer } from '../../fakes/fake-server.js';
import { TENCENT_KEY, tencentAnswer } from '../../fakes/tencent-cloud.js';

describe('TC3-HMAC-SHA256', () => {
  test('gives the signature of the example in Tencent Cloud’s documentation', () => {
    // The asterisks are part of the example.
    const key = {
      secretId: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3*******',
      secretKey: 'Gu5t9xGARNpq86cd98joQYCN3*******',
    };
    const request = {
      service: 'cvm',
      host: 'cvm.tencentcloudapi.com',
      contentType: 'application/json; charset=utf-8',
      body: '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
      time: new Date(1_551_113_065_000),
    };
    expect(tc3Authorization(key, request)).toBe(
      'TC3-HMAC-SHA256 Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3*******/2019-02-25/cvm/tc3_request, ' +
        'SignedHeaders=content-type;host, ' +
        'Signature=2230eefd229f582d8b1b891af7107b91597240707d778ab3738f756258d7652c',
    );
  });
});

describe('ACS3-HMAC-SHA256', () => {
  test.each([
    [
      '3156853299f313e23d1673dc12e1703d',
      '2023-10-26T10:22:32Z',
      '06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
    ],
    [
      'd410180a5abf7fe235dd9b74aca91fc0',
      '2023-10-26T09:01:01Z',
      'e521358f7776c97df52e6b2891a8bc73026794a071b50c3323388c4e0df64804',
    ],
  ])(
    'gives the signature of the example with the nonce %s in Alibaba Cloud’s documentation',
    (nonce, time, signature) => {
      const { query, headers } = signAcs3(
        { accessKeyId: 'YourAccessKeyId', accessKeySecret: 'YourAccessKeySecret' },
        {
          host: 'ecs.cn-shanghai.aliyuncs.com',
          action: 'RunInstances',
          version: '2014-05-26',
          parameters: {
            RegionId: 'cn-shanghai',
            ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd',
          },
          time: new Date(time),
          nonce,
        },
      );
      expect(query).toBe('ImageId=win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd&RegionId=cn-shanghai');
      expect(headers['authorization']).toBe(
        'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;' +
          `x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=${signature}`,
      );
    },
  );
});

describe('a client of Tencent Cloud', () => {
  let fake: FakeServer;
  let time: Date;

  beforeEach(async () => {
    time = new Date('2026-11-20T23:59:59.900Z');
    fake = await FakeServer.open((request) =>
      tencentAnswer(request, {
        service: 'faceid',
        version: '2018-03-01',
        actions: { Echo: ({ Name }) => ({ Name }) },
        now: () => time,
      }),
    );
  });
  afterEach(() => fake.close());

  const ask = (given: { secretKey?: string; ahead?: number; action?: string } = {}) => {
    const { secretKey = TENCENT_KEY.secretKey, ahead = 0, action = 'Echo' } = given;
    const parts = {
      ...openProviderParts(),
      provider: 'identity-tencent',
      clock: { now: () => new Date(time.getTime() + ahead), offsetMs: 0 },
    };
    const product = { service: 'faceid', version: '2018-03-01', region: null, baseUrl: fake.url };
    const client = tencentClient(parts, { ...TENCENT_KEY, secretKey }, product);
    return client.call(
      action,
      { Name: '王芳' },
      { isIdempotent: true, read: (response) => response.text('Name') },
    );
  };

  test('gets the answer to a signed request', async () => {
    expect(await ask()).toBe('王芳');
  });

  test.each([
    [{ secretKey: 'another' }, 'AuthFailure.SignatureFailure'],
    [{ ahead: 301_000 }, 'AuthFailure.SignatureExpire'],
    [{ ahead: -301_000 }, 'AuthFailure.SignatureExpire'],
    [{ action: 'Nothing' }, 'InvalidAction'],
  ])('is refused with %j: %s, once', async (given, code) => {
    await expect(ask(given)).rejects.toMatchObject({ name: 'ProviderRefused', code });
    expect(fake.requests).toHaveLength(1);
  });
});

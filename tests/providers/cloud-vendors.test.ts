/**
 * The clients of Tencent Cloud and Alibaba Cloud against the same fakes as ours: whoever gets an answer here signs as the
 * vendors do. Otherwise our client and our fake could be wrong in the same way.
 */
import { Agent } from 'node:http';
import { createRequire } from 'node:module';
import type { LookupFunction } from 'node:net';
import { CommonClient } from 'tencentcloud-sdk-nodejs-common';
import { sms } from 'tencentcloud-sdk-nodejs-sms';
import { afterEach, describe, expect, test } from 'vitest';
import { ALIYUN_KEY, ALIYUN_SIGN, openAliyunSms } from '../fakes/aliyun-sms.js';
import { FakeServer } from '../fakes/fake-server.js';
import { SmsOutbox } from '../fakes/sms-outbox.js';
import { TENCENT_KEY } from '../fakes/tencent-cloud.js';
import { FakeTencentIdentity } from '../fakes/tencent-identity.js';
import { TENCENT_APP, TENCENT_SIGN, tencentSmsAnswer } from '../fakes/tencent-sms.js';

const aliyun: typeof import('@alicloud/openapi-client', { with: { 'resolution-mode': 'require' }}) =
  createRequire(import.meta.url)('@alicloud/openapi-client');

let server: FakeServer | null = null;
async function serve(answer: Parameters<typeof FakeServer.open>[0]): Promise<URL> {
  server = await FakeServer.open(answer);
  return new URL(server.url);
}
afterEach(async () => {
  await server?.close();
  server = null;
});

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'accepted',
    (error: unknown) => Reflect.get(Object(error), 'code'),
  );

describe('the client of Tencent Cloud', () => {
  // It signs the name of the host, of which the first part is the product.
  const here: LookupFunction = (_name, options, found) =>
    options.all === true ? found(null, [{ address: '127.0.0.1', family: 4 }]) : found(null, '127.0.0.1', 4);
  const profile = (product: string, { port }: URL) => ({
    httpProfile: {
      endpoint: `${product}.tencentcloudapi.com:${port}`,
      protocol: 'http://',
      agent: new Agent({ lookup: here }),
    },
  });

  test('sends a text message, looks its state up, and finds its template approved', async () => {
    const outbox = new SmsOutbox();
    const address = await serve((request) => tencentSmsAnswer(request, outbox));
    const open = (secretKey: string) =>
      new sms.v20210111.Client({
        credential: { ...TENCENT_KEY, secretKey },
        region: 'ap-guangzhou',
        profile: profile('sms', address),
      });
    const message = {
      PhoneNumberSet: ['+8613800138000'],
      SmsSdkAppId: TENCENT_APP,
      SignName: TENCENT_SIGN,
      TemplateId: '1002',
      TemplateParamSet: ['采购合同', 'l/abc'],
      SessionContext: 'flow-1 completed',
    };
    const client = open(TENCENT_KEY.secretKey);
    const { SendStatusSet } = await client.SendSms(message);
    expect(SendStatusSet).toMatchObject([{ Code: 'Ok', SerialNo: outbox.sent[0]?.id }]);
    const state = await client.PullSmsSendStatusByPhoneNumber({
      ...{ BeginTime: 1, EndTime: 2, Offset: 0, Limit: 100 },
      ...{ PhoneNumber: '+8613800138000', SmsSdkAppId: TENCENT_APP },
    });
    expect(state.PullSmsSendStatusSet).toMatchObject([{ SerialNo: outbox.sent[0]?.id }]);
    const templates = await client.DescribeSmsTemplateList({ International: 0, TemplateIdSet: [1002, 9] });
    expect(templates.DescribeTemplateStatusSet?.map(({ StatusCode }) => StatusCode)).toEqual([0, -1]);
    expect(await codeOf(open('another').SendSms(message))).toBe('AuthFailure.SignatureFailure');
    expect(outbox.sent).toHaveLength(1);
  });

  test('checks the identity of a person', async () => {
    const person = { realName: '王芳', identNum: '11010519491231002X', mobile: '13800138000' };
    const registry = new FakeTencentIdentity([person]);
    const address = await serve(registry.answer);
    const client = new CommonClient('faceid.tencentcloudapi.com', '2018-03-01', {
      credential: TENCENT_KEY,
      profile: profile('faceid', address),
    });
    const asked = { IdCard: person.identNum, Name: person.realName };
    expect(await client.request('IdCardVerification', asked)).toMatchObject({ Result: '0' });
    const withMobile = { ...asked, Phone: '13900139000' };
    expect(await client.request('PhoneVerification', withMobile)).toMatchObject({ Result: '-4' });
  });
});

describe('the client of Alibaba Cloud', () => {
  test('sends a text message, and looks it up', async () => {
    const outbox = new SmsOutbox();
    const { host } = await serve(openAliyunSms(outbox));
    const open = (accessKeySecret: string) =>
      new aliyun.default(
        new aliyun.Config({ ...ALIYUN_KEY, accessKeySecret, endpoint: host, protocol: 'http' }),
      );
    const call = (client: ReturnType<typeof open>, action: string, query: Record<string, string>) =>
      client.callApi(
        new aliyun.Params({
          ...{ action, version: '2017-05-25', protocol: 'HTTP', method: 'POST', authType: 'AK' },
          ...{ style: 'RPC', pathname: '/', reqBodyType: 'formData', bodyType: 'json' },
        }),
        new aliyun.OpenApiRequest({ query }),
        { toMap: () => ({}) },
      );
    const message = {
      PhoneNumbers: '13800138000',
      SignName: ALIYUN_SIGN,
      TemplateCode: 'SMS_1002',
      TemplateParam: JSON.stringify({ flowTitle: "采购 合同 *(甲)'~", link: 'l/abc' }),
      OutId: 'flow-1 completed',
    };
    const client = open(ALIYUN_KEY.accessKeySecret);
    expect(await call(client, 'SendSms', message)).toMatchObject({
      body: { Code: 'OK', BizId: outbox.sent[0]?.id },
    });
    const query = { PhoneNumber: '13800138000', SendDate: '20261120', PageSize: '50', CurrentPage: '1' };
    expect(await call(client, 'QuerySendDetails', query)).toMatchObject({
      body: { SmsSendDetailDTOs: { SmsSendDetailDTO: [{ OutId: 'flow-1 completed' }] } },
    });
    expect(await codeOf(call(open('another'), 'SendSms', message))).toBe('SignatureDoesNotMatch');
    expect(outbox.sent).toHaveLength(1);
  });
});

// @module-tag pkcs11
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  auditOf,
  enterPlatform,
  type OperatedService,
  type OperatorSession,
  operatedService,
} from '../support/operated-service.js';
import { SoftToken } from '../support/soft-token.js';

let token: SoftToken;
let service: OperatedService;
let operator: OperatorSession;

beforeAll(async () => {
  token = await SoftToken.make();
  service = await operatedService('127.0.0.0/8, ::1', { ...token.settings, KEYS_ENTERPRISES: 'pkcs11' });
  operator = await enterPlatform(service);
}, 60_000);
afterAll(async () => {
  await service.app.close();
  await token.delete();
});

test.each(['sm2', 'dual'])(
  'the suite %s is refused while keys of enterprises lie in a token',
  async (value) => {
    const { corpId } = service.corp;
    const set = (suite: string) =>
      operator.ask('/pages/platform/corps/set', { corpId, name: 'signatureSuite', value: suite });
    expect(await set(value)).toMatchObject({
      status: 400,
      envelope: {
        code: '400',
        field: 'value',
        msg: expect.stringContaining('KEYS_ENTERPRISES=pkcs11 所指的密钥存储不支持 SM2'),
      },
    });
    expect(await auditOf(service.app, 'corp.settings')).toEqual([]);
  },
);

test('a suite for which the token is fit is taken', async () => {
  const { corpId } = service.corp;
  const change = { corpId, name: 'signatureSuite', value: 'rsa2048' };
  expect(await operator.ask('/pages/platform/corps/set', change)).toMatchObject({ envelope: { code: '0' } });
  expect(await auditOf(service.app, 'corp.settings')).toMatchObject([
    { after: { signatureSuite: 'rsa2048' } },
  ]);
});

/** The providers of the settings as the platform's operators see them: checks, states and tests of each. */
import { UNCONTAINED } from '@cinnabar/pdf/containment/containment.js';
import { OpenProviderDesk } from '@cinnabar/server/composition/open-provider-desk.js';
import type { RealProviders } from '@cinnabar/server/composition/open-providers.js';
import { ProviderStates } from '@cinnabar/server/composition/provider-states.js';
import { ProviderOutage } from '@cinnabar/server/providers/kit/provider-failure.js';
import { type SmsFailure, SmsNotSent } from '@cinnabar/server/providers/sms/port.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { expect, test, vi } from 'vitest';

const now = new Date('2026-11-28T10:00:00.000Z');
const target = { mobile: '13700007777', mail: '', now };
const receipts = { path: '/receipts', confirmation: '', read: () => [] } as const;

function desk(send: () => Promise<string>, check: () => Promise<never> | Promise<Works>) {
  const port = { send, find: async () => null, receipts, templates: null };
  const real: RealProviders = {
    sms: [{ name: 'aliyun', port, check }],
    ...{
      mail: [],
      identity: [],
      channelA: [],
      channelB: [],
      pay: [],
      certificates: [],
      personCertificates: [],
    },
  };
  const states = new ProviderStates(() => now);
  states.opened('sms-aliyun');
  const config = readConfig({ SMS_PROVIDERS: 'aliyun' });
  const nextTrial = async () => 7;
  const converter = { toPdf: async () => new Uint8Array() };
  const trialSms = { send: async () => undefined };
  const parts = { real, states, authorities: [], converter, containment: UNCONTAINED, nextTrial, trialSms };
  return { states, opened: new OpenProviderDesk(config, parts) };
}

interface Works {
  readonly works: true;
  readonly detail: { readonly zh: string; readonly en: string };
}
const works = async (): Promise<Works> => ({
  works: true,
  detail: { zh: '密钥有效', en: 'the key is valid' },
});

test('a check is made once in five minutes, and is told with what requests have found', async () => {
  const check = vi.fn(works);
  const { opened, states } = desk(async () => 'm-1', check);
  const [first] = await opened.list();
  expect(first).toMatchObject({
    ...{ key: 'sms-aliyun', kind: 'real', name: 'aliyun', state: 'untried', takes: 'mobile' },
    findings: [{ check: 'provider-sms', status: 'ok' }],
  });
  states.ended({ provider: 'sms-aliyun', op: 'SendSms', outcome: 'balance', seconds: 1, detail: 'isv.OUT' });
  const [second] = await opened.list();
  expect(second).toMatchObject({
    ...{ state: 'balance', requests: { succeeded: 0, refused: 1, failed: 0 } },
    lastFailure: { op: 'SendSms', outcome: 'balance', detail: 'isv.OUT' },
    findings: [
      { status: 'ok' },
      { check: 'provider-state', status: 'error', remedy: { zh: '充值，或购买新的套餐包' } },
    ],
  });
  expect(check).toHaveBeenCalledTimes(1);
});

test('a provider that is out of reach is told with its remedy', async () => {
  const { opened } = desk(
    async () => 'm-1',
    async () => {
      throw new ProviderOutage('unreachable', 'no', 'connect ECONNREFUSED');
    },
  );
  expect((await opened.list())[0]).toMatchObject({
    findings: [{ status: 'error', message: { zh: expect.stringContaining('无法连接') } }],
    loss: { zh: expect.stringContaining('验证码') },
  });
});

test('a test sends a message by that provider, and counts as its check', async () => {
  const send = vi.fn(async () => 'm-1');
  const { opened } = desk(send, works);
  expect(await opened.test('sms-aliyun', target)).toMatchObject({ check: 'provider-sms', status: 'ok' });
  expect(send).toHaveBeenCalledWith(
    expect.objectContaining({ mobile: target.mobile, template: 'commSms', idempotencyKey: 'trial-7' }),
  );
  expect(opened.takes('identity')).toBe(null);
  expect(opened.takes('sms-nobody')).toBe(null);
});

test.each<[SmsFailure, string]>([
  ['NO_BALANCE', '账号余额不足'],
  ['TEMPLATE_MISSING', '没有验证码短信的模板或签名'],
  ['INVALID_NUMBER', '不能接收短信'],
  ['UNKNOWN', '短信可能已发出'],
])('a test that ends with %s says so, without the words of the provider', async (failure, words) => {
  const { opened } = desk(async () => {
    throw new SmsNotSent(failure, 'to 13700007777');
  }, works);
  const finding = await opened.test('sms-aliyun', target);
  expect(finding).toMatchObject({ status: 'error', message: { zh: expect.stringContaining(words) } });
  expect(JSON.stringify(finding)).not.toContain('13700007777');
});

/** What doctor says of providers that the settings name. */
import { rm } from 'node:fs/promises';
import { checkProviders } from '@cinnabar/server/composition/checks/providers.js';
import { tellFinding } from '@cinnabar/server/operation/self-check.js';
import { readConfig } from '@cinnabar/server/settings/read-config.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeServer } from '../fakes/fake-server.js';
import { SmsOutbox } from '../fakes/sms-outbox.js';
import { templateFiles, vendorsOfSms } from '../providers/open-recorded-sms.js';

const outbox = new SmsOutbox();
let fake: FakeServer;
let templates: string;

beforeEach(async () => {
  fake = await FakeServer.open(vendorsOfSms.tencent.open(outbox));
  templates = await templateFiles();
});
afterEach(async () => {
  await fake.close();
  await rm(templates, { recursive: true });
});

async function examine(changed: Readonly<Record<string, string>> = {}) {
  const settings = {
    SMS_PROVIDERS: 'tencent',
    ...vendorsOfSms.tencent.settings(fake.url, templates),
    ...changed,
  };
  const found = await checkProviders(readConfig(settings));
  const findings = found.map((each) => tellFinding(each, 'en'));
  return findings.filter(({ check }) => check.includes('sms') || check === 'providers');
}

test('a provider that works is named, and the messages that it has no template for', async () => {
  const [works, missing, ...others] = await examine();
  expect(works).toMatchObject({
    check: 'provider-sms',
    status: 'ok',
    message: 'tencent: 2 approved templates',
  });
  expect(missing).toMatchObject({ check: 'sms-templates', status: 'warn' });
  expect(missing?.message).toContain('flowTurn');
  expect(missing?.message).not.toContain('flowCompleted');
  expect(others).toEqual([]);
});

test.each([
  [{ TENCENT_SECRET_KEY: 'another' }, 'AuthFailure.SignatureFailure'],
  [{ TENCENT_SMS_URL: 'http://127.0.0.1:9' }, 'unreachable'],
  [{ TENCENT_SMS_APP_ID: '' }, 'TENCENT_SMS_APP_ID: is required for tencent'],
  [{ TENCENT_SMS_TEMPLATES: '/nowhere.json' }, 'TENCENT_SMS_TEMPLATES: ENOENT'],
  [{ SMS_PROVIDERS: 'tencent,pigeon' }, 'SMS_PROVIDERS: there is no provider pigeon'],
])('with %j it is an error, with its cause', async (changed, cause) => {
  const [found] = await examine(changed);
  expect(found).toMatchObject({ status: 'error' });
  expect(found?.message).toContain(cause);
  expect(JSON.stringify(found)).not.toContain('fakeSecretKey');
  expect(outbox.sent).toEqual([]);
});

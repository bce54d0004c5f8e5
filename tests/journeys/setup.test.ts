/** The first use of a production service: from the code in its log to an enterprise that works. */
import { spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { getAccessToken } from '@cinnabar/api/operations/credentials.js';
import type { FinishedSetup, SetupState } from '@cinnabar/api/pages/setup.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { authenticatorCode } from '../support/authenticator.js';
import type { Wire } from '../support/client.js';
import { enter, newBrowser } from '../support/console-login.js';
import { freshDatabase } from '../support/fresh-database.js';
import {
  BASE_URL,
  finishSetup,
  newService,
  OPERATOR,
  PASSWORD,
  productionSettings,
  setupRequest,
} from '../support/new-service.js';

const PROGRAM = fileURLToPath(import.meta.resolve('@cinnabar/server/composition/main.js'));
const HAN = /\p{Script=Han}/u;
const absent = { status: 404, envelope: { code: '404', data: null } };

function open(app: RunningApp): Promise<Response> {
  return fetch(`${app.baseUrl}/setup`, { headers: { accept: 'text/html' }, redirect: 'manual' });
}

async function expectNothingLeft(app: RunningApp, code: string, body: unknown): Promise<void> {
  expect(await app.app.setupCode()).toBeNull();
  const page = await open(app);
  expect(page.status).toBe(303);
  expect(page.headers.get('location')).toBe('/login');
  const { mobile } = OPERATOR;
  expect(await newBrowser(app).page('/pages/setup/begin', { code, mobile })).toMatchObject(absent);
  expect(await newBrowser(app).page('/pages/setup/check', { code })).toMatchObject(absent);
  expect(await finishSetup(newBrowser(app), body)).toMatchObject(absent);
}

describe('the setup of a new service', () => {
  let app: RunningApp;
  let code: string;

  beforeAll(async () => {
    ({ app, code } = await newService());
  });
  afterAll(() => app.close());

  const checked = (language: string) =>
    newBrowser(app, { 'accept-language': language }).page<Wire<SetupState>>('/pages/setup/check', { code });

  test('shows the same code at every start until it is used', async () => {
    expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
    expect(await app.app.setupCode()).toBe(code);
    expect((await open(app)).status).toBe(200);
    const { rows } = await app.app.database.pool.query('select sealed_code from setup_codes');
    expect(Buffer.from(rows[0].sealed_code).toString('latin1')).not.toContain(code);
  });

  test('shows what doctor finds, and no secret, to whoever has the code', async () => {
    const refused = await newBrowser(app).page('/pages/setup/check', { code: 'aaaa-bbbb-cccc-dddd' });
    expect(refused).toMatchObject({ envelope: { reason: 'CODE_WRONG', data: null } });
    const { envelope } = await checked('en');
    const { findings, settings, rootFingerprint, ...site } = envelope.data;
    expect(site).toMatchObject({ baseUrl: BASE_URL, timeZone: 'Asia/Shanghai' });
    const of = (wanted: string) => findings.find(({ check }) => check === wanted);
    expect(of('database')).toMatchObject({ status: 'ok' });
    expect(of('provider-sms')).toMatchObject({
      status: 'warn',
      remedy: 'name a real provider in SMS_PROVIDERS',
    });
    expect(settings).toContainEqual({
      ...{ name: 'BASE_URL', source: 'environment', value: BASE_URL, isSecret: false },
      line: `BASE_URL=${BASE_URL}`,
    });
    expect(settings).toContainEqual({
      ...{ name: 'MASTER_KEY', source: 'environment', value: null, isSecret: true },
      line: 'MASTER_KEY_FILE=/etc/cinnabar/master.key',
    });
    expect(JSON.stringify(envelope)).not.toContain(app.app.services.config.masterKey);
    const roots = await (await fetch(`${app.baseUrl}/ca/roots.pem`)).text();
    expect(new X509Certificate(roots).fingerprint256.replaceAll(':', '').toLowerCase()).toBe(rootFingerprint);
  });

  test('says every finding and its remedy in the language of the page', async () => {
    const [chinese, english] = await Promise.all([checked('zh-CN'), checked('en')]);
    const of = ({ envelope }: typeof chinese) => envelope.data.findings;
    const checks = of(english).map(({ check, status }) => [check, status]);
    expect(checks.length).toBeGreaterThan(10);
    expect(of(chinese).map(({ check, status }) => [check, status])).toEqual(checks);
    const texts = (answer: typeof chinese) =>
      of(answer).flatMap(({ message, remedy }) => (remedy === null ? [message] : [message, remedy]));
    expect(texts(chinese).filter((text) => !HAN.test(text))).toEqual([]);
    expect(texts(english).filter((text) => HAN.test(text))).toEqual([]);
  });

  test.each([
    ['totp', { totp: '000000' }],
    ['password', { password: 'password1234' }],
    ['sealed', { sealed: 'bm90IG91cnM=' }],
    ['corpCode', { corpCode: '91310000000000000X' }],
    ['corpCode', { isIdentified: true }],
  ])('names %s if it is wrong, and makes nothing of the rest', async (field, wrong) => {
    const { body } = await setupRequest(app, code, wrong);
    const refused = await finishSetup(newBrowser(app), body);
    expect(refused).toMatchObject({ status: 400, envelope: { code: '400', field, data: null } });
    const made = await app.app.database.pool.query('select from platform_operators, corps');
    expect(made.rowCount).toBe(0);
    expect(await app.app.setupCode()).toBe(code);
  });

  test('makes an operator and an enterprise with its owner, and leaves nothing of itself', async () => {
    const { secret, body } = await setupRequest(app, code.toUpperCase().replaceAll('-', ' '));
    const browser = newBrowser(app);
    const { envelope } = await finishSetup<Wire<FinishedSetup>>(browser, body);
    expect(envelope).toMatchObject({
      code: '0',
      data: {
        entered: {
          needsFactor: false,
          corps: [{ corpName: '星河科技有限公司', roles: ['OWNER'], standing: 'open' }],
        },
        corp: { ownerName: OPERATOR.name, ownerMobile: OPERATOR.mobile },
      },
    });
    const { entered, recoveryCodes, corp } = envelope.data;
    expect(new Set(recoveryCodes).size).toBe(10);
    browser.key = entered.session;
    const info = await browser.act(corp.corpId, '/corp/baseInfo');
    expect(info.envelope).toMatchObject({ data: { accountBalance: 50 } });
    const { appId, appSecret } = corp;
    expect((await app.client.call(getAccessToken, { appId, appSecret })).envelope.code).toBe('0');
    const again = newBrowser(app);
    const factor = authenticatorCode(app, secret, 1);
    await enter(again, '/pages/login/byPassword', { mobile: OPERATOR.mobile, password: PASSWORD, factor });
    expect((await again.act(corp.corpId, '/corp/baseInfo')).status).toBe(200);
    await expectNothingLeft(app, code, body);
  });

  test('is recorded in the audit: who operates the platform, and whom the enterprise belongs to', async () => {
    const { rows } = await app.app.database.pool.query(
      `select act, source, after, texts, user_id = subject_user_id as is_own
        from audit_entries join audit_personal_data using (entry_id)
        where act in ('operator.create', 'corp.create') order by entry_id`,
    );
    const mobile = '138****0001';
    expect(rows).toMatchObject([
      { act: 'operator.create', source: 'platform', texts: { name: OPERATOR.name, mobile } },
      { act: 'corp.create', source: 'platform', after: { contracts: 50 }, texts: { mobile }, is_own: true },
    ]);
  });
});

test('an operator who works in no enterprise logs in and sees their own security settings only', async () => {
  const { app, code } = await newService();
  const ownerMobile = '13811110002';
  const { secret, body } = await setupRequest(app, code, { ownerName: '沈予安', ownerMobile });
  const { envelope } = await finishSetup<Wire<FinishedSetup>>(newBrowser(app), body);
  expect(envelope.data).toMatchObject({ entered: { corps: [] }, corp: { ownerMobile } });
  const browser = newBrowser(app);
  const factor = authenticatorCode(app, secret, 1);
  await enter(browser, '/pages/login/byPassword', { mobile: OPERATOR.mobile, password: PASSWORD, factor });
  expect((await browser.page('/pages/security/view')).envelope).toMatchObject({ data: { hasTotp: true } });
  const { corpId } = envelope.data.corp;
  expect(await browser.act(corpId, '/corp/baseInfo')).toMatchObject({ envelope: { reason: 'NOT_MEMBER' } });
  await app.close();
});

test('a sandbox has no setup: its address leads to the log-in', async () => {
  const app = await startApp();
  await expectNothingLeft(app, 'aaaa-bbbb-cccc-dddd', {
    ...{ code: 'aaaa-bbbb-cccc-dddd', ...OPERATOR, password: PASSWORD, sealed: 'x', totp: '000000' },
    ...{ corpName: '星河科技有限公司', isIdentified: false, contracts: 0 },
    ...{ ownerName: OPERATOR.name, ownerMobile: OPERATOR.mobile },
  });
  await app.close();
});

test('the program writes the code to its log, whatever LOG_LEVEL is, until the service belongs to somebody', async () => {
  const database = await freshDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'cinnabar-first-start-'));
  const settings = { ...productionSettings(), DATABASE_URL: database.connectionString, LOG_LEVEL: 'silent' };
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', DOCUMENT_THREADS: '1', ...settings };
  const child = spawn(process.execPath, [PROGRAM], {
    cwd: dataDir,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line);
    if (line.includes('setup code')) break;
  }
  child.kill('SIGTERM');
  await ended;
  const told: { readonly msg: string; readonly setup: string } = JSON.parse(said.at(-1) ?? '{}');
  expect(told.setup).toBe(`${BASE_URL}/setup`);
  expect(told.msg).toMatch(/the setup code [a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
  const app = await startApp({ on: { database, dataDir }, settings });
  expect(told.msg).toContain(await app.app.setupCode());
  await app.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

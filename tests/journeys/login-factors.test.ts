/** Second factors of the console: authenticator codes, recovery codes, and passwords with them. */
import { auditList } from '@cinnabar/api/operations/audit.js';
import type { EnteredConsole } from '@cinnabar/api/pages/login.js';
import type { OwnSecurity } from '@cinnabar/api/pages/own-security.js';
import { rotateKey } from '@cinnabar/server/custody/rotate-key.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { authenticatorCode } from '../support/authenticator.js';
import type { Wire } from '../support/client.js';
import {
  type ConsoleBrowser,
  consoleOf,
  enter,
  logInByCode,
  newBrowser,
  requestCode,
} from '../support/console-login.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { jobsDone } from '../support/jobs-done.js';
import { messagesTo } from '../support/messages-to.js';

const PASSWORD = '紫藤 falls 7 times';
const BASE_INFO = '/corp/baseInfo';
const wrongLogin = { status: 401, envelope: { code: '401', reason: 'LOGIN_WRONG', data: null } };
const needsFactor = { status: 403, envelope: { reason: 'SECOND_FACTOR_REQUIRED', data: null } };

let app: RunningApp;
let corp: Enterprise;
let clerk: Person;
let browser: ConsoleBrowser;

beforeAll(async () => {
  app = await startApp();
  corp = await givenEnterprise(app);
});
beforeEach(async () => {
  // Wrong attempts of the tests before are forgotten.
  await app.app.database.pool.query('delete from rate_counters');
  clerk = await corp.member();
  browser = await consoleOf(app, clerk.mobile);
});
afterAll(() => app.close());

interface Generator {
  /** The authenticator code that is valid now, or so many steps later. */
  code(steps?: number): string;
  readonly recoveryCodes: readonly string[];
}

/** Sets up an authenticator app as a person does. */
async function setUpTotp(): Promise<Generator> {
  const offered = await browser.page<{ secret: string; address: string }>('/pages/security/offerTotp');
  expect(offered.envelope.code).toBe('0');
  const { secret } = offered.envelope.data;
  const code = (steps = 0) => authenticatorCode(app, secret, steps);
  const accepted = await browser.page<{ recoveryCodes: string[] }>('/pages/security/acceptTotp', {
    code: code(-1),
  });
  expect(accepted.envelope.code).toBe('0');
  return { code, recoveryCodes: accepted.envelope.data.recoveryCodes };
}

async function setUpPassword(): Promise<void> {
  const set = await browser.page('/pages/security/setPassword', { password: PASSWORD });
  expect(set.envelope.code).toBe('0');
}

function byPassword(given: Readonly<Record<string, string>>, at = newBrowser(app)) {
  return at.page('/pages/login/byPassword', { mobile: clerk.mobile, password: PASSWORD, ...given });
}

function security(): Promise<Wire<OwnSecurity>> {
  return browser.page<Wire<OwnSecurity>>('/pages/security/view').then(({ envelope }) => envelope.data);
}

describe('a person with an authenticator app', () => {
  test('gives one after the code of each log-in, before anything else', async () => {
    const generator = await setUpTotp();
    const again = newBrowser(app);
    const entered = await logInByCode(app, again, clerk.mobile);
    expect(entered).toMatchObject({
      needsFactor: true,
      factors: ['totp'],
      corps: [{ standing: 'secondFactor' }],
    });
    expect(await again.act(corp.corpId, BASE_INFO)).toMatchObject(needsFactor);
    expect(await again.page('/pages/security/view')).toMatchObject(needsFactor);
    const earlier = again.cookies.get('console');
    await enter(again, '/pages/login/factor', { factor: generator.code() });
    expect((await again.act(corp.corpId, BASE_INFO)).status).toBe(200);
    expect(again.cookies.get('console')).not.toBe(earlier);
  });

  test('is told by text message when it was set up, and when it was removed', async () => {
    await setUpTotp();
    await browser.page('/pages/security/dropTotp');
    await jobsDone(app.app.database.pool);
    const texts = (await messagesTo(app.baseUrl, clerk.mobile)).map(({ text }) => text);
    expect(texts.filter((text) => text.includes('动态口令已设置'))).toHaveLength(1);
    expect(texts.filter((text) => text.includes('动态口令已删除'))).toHaveLength(1);
  });

  test('logs in by an old password after the pepper was rotated, and it is stored by the new one', async () => {
    const generator = await setUpTotp();
    await setUpPassword();
    const { database, services } = app.app;
    const made = await transact(database.db, (tx) =>
      rotateKey(tx, services.masterKey, 'pepper', services.clock.now()),
    );
    await app.advance(30);
    await expect.poll(() => services.rotatedKeys.pepper.kid, { timeout: 10_000 }).toBe(made?.keyId);
    const verifier = async () => {
      const { rows } = await database.pool.query<{ verifier: string }>(
        'select verifier from login_passwords where user_id = $1',
        [clerk.userId],
      );
      return rows[0]?.verifier ?? '';
    };
    expect(await verifier()).toContain(`kid=${services.masterKey.originId}$`);
    await enter(newBrowser(app), '/pages/login/byPassword', {
      ...{ mobile: clerk.mobile, password: PASSWORD, factor: generator.code(1) },
    });
    expect(await verifier()).toContain(`kid=${made?.keyId}$`);
    expect(await byPassword({ factor: generator.code(2), password: 'another 12 words' })).toMatchObject(
      wrongLogin,
    );
  });

  test('cannot use a password of the generator twice, nor an earlier one after a later one', async () => {
    const generator = await setUpTotp();
    await setUpPassword();
    await enter(newBrowser(app), '/pages/login/byPassword', {
      mobile: clerk.mobile,
      password: PASSWORD,
      factor: generator.code(1),
    });
    expect(await byPassword({ factor: generator.code(1) })).toMatchObject(wrongLogin);
    expect(await byPassword({ factor: generator.code() })).toMatchObject(wrongLogin);
  });

  test('can use one password once, even in concurrent requests', async () => {
    const generator = await setUpTotp();
    await setUpPassword();
    const factor = generator.code();
    const answers = await Promise.all(Array.from({ length: 5 }, () => byPassword({ factor })));
    expect(answers.filter(({ envelope }) => envelope.code === '0')).toHaveLength(1);
  });

  test('loses the session after five wrong ones, so that its thief cannot guess on', async () => {
    const generator = await setUpTotp();
    const thief = newBrowser(app);
    await logInByCode(app, thief, clerk.mobile);
    for (let tries = 1; tries <= 5; tries += 1) {
      const { envelope } = await thief.page('/pages/login/factor', { factor: '000000' });
      expect(envelope).toMatchObject({ code: '1401', reason: tries < 5 ? 'CODE_WRONG' : 'CODE_ENDED' });
    }
    const late = await thief.page('/pages/login/factor', { factor: generator.code() });
    expect(late).toMatchObject({ status: 401, envelope: { reason: 'TOKEN_INVALID' } });
    // The person’s other sessions stay.
    expect((await browser.act(corp.corpId, BASE_INFO)).status).toBe(200);
  });

  test('keeps none that was not confirmed by a password of it', async () => {
    await browser.page('/pages/security/offerTotp');
    const refused = await browser.page('/pages/security/acceptTotp', { code: '000000' });
    expect(refused.envelope).toMatchObject({ code: '1401', reason: 'CODE_WRONG' });
    expect(await security()).toMatchObject({ hasTotp: false });
    const again = await logInByCode(app, newBrowser(app), clerk.mobile);
    expect(again).toMatchObject({ needsFactor: false, factors: [] });
  });
});

describe('recovery codes', () => {
  test('are ten, shown once, and each replaces the second factor once', async () => {
    const { recoveryCodes } = await setUpTotp();
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = '', second = ''] = recoveryCodes;
    const again = newBrowser(app);
    await logInByCode(app, again, clerk.mobile);
    await enter(again, '/pages/login/factor', { factor: first.toUpperCase().replace('-', ' ') });
    expect(await security()).toMatchObject({ recoveryCodesLeft: 9 });
    await setUpPassword();
    expect(await byPassword({ factor: first })).toMatchObject(wrongLogin);
    expect((await byPassword({ factor: second })).envelope.code).toBe('0');
    const { rows } = await app.app.database.pool.query<{ code_hash: string }>(
      'select code_hash from recovery_codes',
    );
    expect(rows.map((row) => row.code_hash).join(' ')).not.toContain(second.replace('-', ''));
  });

  test('can be used once, even in concurrent requests', async () => {
    const { recoveryCodes } = await setUpTotp();
    await setUpPassword();
    const [factor = ''] = recoveryCodes;
    const answers = await Promise.all(Array.from({ length: 5 }, () => byPassword({ factor })));
    expect(answers.filter(({ envelope }) => envelope.code === '0')).toHaveLength(1);
  });

  test('end when new ones are made, and with the last second factor', async () => {
    const { recoveryCodes } = await setUpTotp();
    await setUpPassword();
    await browser.page('/pages/security/recoveryCodes');
    const [factor = ''] = recoveryCodes;
    expect(await byPassword({ factor })).toMatchObject(wrongLogin);
    await browser.page('/pages/security/dropTotp');
    expect(await security()).toMatchObject({ hasTotp: false, recoveryCodesLeft: 0 });
  });
});

describe('a password', () => {
  test('logs in together with an authenticator code, and is never enough alone', async () => {
    const generator = await setUpTotp();
    await setUpPassword();
    const again = newBrowser(app);
    const entered: Wire<EnteredConsole> = await enter(again, '/pages/login/byPassword', {
      mobile: clerk.mobile,
      password: PASSWORD,
      factor: generator.code(),
    });
    expect(entered).toMatchObject({ method: 'password', needsFactor: false });
    expect((await again.act(corp.corpId, BASE_INFO)).status).toBe(200);
  });

  test('without a second factor opens nothing, and neither does one after the generator was removed', async () => {
    await setUpPassword();
    expect(await byPassword({ factor: '123456' })).toMatchObject(wrongLogin);
    const generator = await setUpTotp();
    const factor = generator.code();
    await browser.page('/pages/security/dropTotp');
    expect(await byPassword({ factor })).toMatchObject(wrongLogin);
  });

  test('answers alike whatever is wrong: mobile, password or factor', async () => {
    const generator = await setUpTotp();
    await setUpPassword();
    const answers = [
      await byPassword({ mobile: '13700000077', factor: generator.code() }),
      await byPassword({ password: `${PASSWORD}!`, factor: generator.code() }),
      await byPassword({ factor: '000000' }),
    ];
    for (const answer of answers) expect(answer).toMatchObject(wrongLogin);
    expect(new Set(answers.map(({ envelope }) => JSON.stringify(envelope))).size).toBe(1);
    // A refusal has used up nothing.
    expect((await byPassword({ factor: generator.code() })).envelope.code).toBe('0');
  });

  test('is stored slowly hashed, and refused if it is short or common', async () => {
    await setUpPassword();
    const { rows } = await app.app.database.pool.query<{ verifier: string }>(
      'select verifier from login_passwords where user_id = $1',
      [clerk.userId],
    );
    expect(rows[0]?.verifier).toMatch(/^\$scrypt\$/);
    for (const password of ['a1!kd9-zQ', 'password12345', 'qwertyuiop1234', '123456789012']) {
      const { envelope } = await browser.page('/pages/security/setPassword', { password });
      expect(envelope, password).toMatchObject({ code: '400', field: 'password' });
    }
  });
});

describe('a log-in that fails', () => {
  const failures = async () => {
    await jobsDone(app.app.database.pool);
    const entries = await corp.owner.client.data(auditList, { act: 'session.refused', listPageSize: 100 });
    return entries
      .filter(({ subjectUserId }) => subjectUserId === clerk.userId)
      .map(({ userId, source, address, changes }) => ({ userId, source, address, changes }));
  };
  const by = (method: string) => ({
    ...{ userId: null, source: 'console', address: '127.0.*.*' },
    changes: [{ field: 'method', before: null, after: method }],
  });

  test('is an entry of the audit, once in ten minutes, whatever was wrong', async () => {
    await setUpTotp();
    await setUpPassword();
    for (const factor of ['000000', '000001']) expect(await byPassword({ factor })).toMatchObject(wrongLogin);
    await byPassword({ mobile: '13700000077', factor: '000000' });
    expect(await failures()).toEqual([by('password')]);
    await app.advance(601);
    await logInByCode(app, browser, clerk.mobile);
    expect(await failures()).toHaveLength(1);
    await browser.page('/pages/login/factor', { factor: '000000' });
    expect(await failures()).toEqual([by('totp'), by('password')]);
  });

  test('by a wrong code is one too', async () => {
    const asked = await requestCode(app, browser, clerk.mobile);
    const right = await app.newestCode(clerk.mobile);
    const code = right === '111111' ? '222222' : '111111';
    await newBrowser(app).page('/pages/login/byCode', { mobile: clerk.mobile, code, asked });
    await browser.page('/pages/login/byCode', { mobile: clerk.mobile, code, asked });
    expect(await failures()).toEqual([by('sms')]);
  });
});

describe('a fresh proof', () => {
  const settings = { contractApproval: true };
  const refused = { status: 403, envelope: { reason: 'FRESH_PROOF_REQUIRED', data: null } };
  let admin: Person;

  beforeEach(async () => {
    admin = await corp.member(['ADMIN']);
    browser = await consoleOf(app, admin.mobile);
  });

  const change = () => browser.act(corp.corpId, '/corp/setSettings', settings);

  test('is needed ten minutes after the log-in, and a new code gives it', async () => {
    expect((await change()).envelope.code).toBe('200');
    await app.advance(600);
    expect(await change()).toMatchObject(refused);
    expect(await browser.page('/pages/security/setPassword', { password: PASSWORD })).toMatchObject(refused);
    await browser.page('/pages/security/sendCode');
    const value = await app.newestCode(admin.mobile);
    expect((await browser.page('/pages/security/prove', { kind: 'code', value })).envelope.code).toBe('0');
    expect((await change()).envelope.code).toBe('200');
    await app.advance(600);
    expect(await change()).toMatchObject(refused);
  });

  test('is given by an authenticator code, and not by a signing password or another code', async () => {
    const generator = await setUpTotp();
    await app.advance(600);
    for (const value of [admin.signPwd, '000000']) {
      const { envelope } = await browser.page('/pages/security/prove', { kind: 'factor', value });
      expect(envelope).toMatchObject({ code: '1401', data: null });
    }
    expect(await change()).toMatchObject(refused);
    const proven = await browser.page('/pages/security/prove', { kind: 'factor', value: generator.code() });
    expect(proven.envelope.code).toBe('0');
    expect((await change()).envelope.code).toBe('200');
  });

  test('of one session counts in no other', async () => {
    await app.advance(600);
    const other = await consoleOf(app, admin.mobile);
    expect((await other.act(corp.corpId, '/corp/setSettings', settings)).envelope.code).toBe('200');
    expect(await change()).toMatchObject(refused);
  });

  test('is not asked for where nothing binding happens, nor of programs', async () => {
    await app.advance(600);
    expect((await browser.act(corp.corpId, '/corp/settings')).envelope.code).toBe('200');
    expect((await admin.client.post('/corp/setSettings', settings)).envelope.code).toBe('200');
  });
});

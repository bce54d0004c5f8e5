/** Attempts to use the console without its session, with parts of one, from elsewhere, or for more than it permits. */
import { CONSOLE_CORP_HEADER, CONSOLE_SESSION_HEADER } from '@cinnabar/api/console-door.js';
import { consoleOperations, notInConsole } from '@cinnabar/api/console-operations.js';
import { accessAuth } from '@cinnabar/api/operations/members.js';
import { registry } from '@cinnabar/api/registry.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { type ConsoleBrowser, consoleOf, newBrowser, requestCode } from '../support/console-login.js';
import { enterLink } from '../support/enter-link.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';

const unauthorised = { status: 401, envelope: { code: '401', reason: 'TOKEN_INVALID', data: null } };
const denied = { status: 403, envelope: { code: '403', reason: 'PERMISSION_DENIED', data: null } };
const stranger = { status: 403, envelope: { code: '403', reason: 'NOT_MEMBER', data: null } };
const BASE_INFO = '/console/operations/corp/baseInfo';

let app: RunningApp;
let corp: Enterprise;
let other: Enterprise;
let admin: Person;
let browser: ConsoleBrowser;

beforeAll(async () => {
  app = await startApp();
  corp = await givenEnterprise(app);
  other = await givenEnterprise(app);
});
beforeEach(async () => {
  await app.app.database.pool.query('delete from rate_counters');
  admin = await corp.member(['ADMIN']);
  browser = await consoleOf(app, admin.mobile);
});
afterAll(() => app.close());

/** A request with these headers instead of those that the page would send. */
function send(headers: Readonly<Record<string, string>>, path = BASE_INFO, body: unknown = {}) {
  return new Client(app.baseUrl, headers).post(path, body);
}

function headersOf({ cookies, key }: ConsoleBrowser, corpId: number = corp.corpId) {
  return {
    cookie: `console=${cookies.get('console')}`,
    [CONSOLE_SESSION_HEADER]: key,
    [CONSOLE_CORP_HEADER]: String(corpId),
  };
}

describe('every operation of the interface', () => {
  test('is open to the console, or an exception with its reason', () => {
    for (const operation of registry) {
      expect(consoleOperations.includes(operation), operation.path).toBe(!notInConsole.has(operation));
    }
    expect(consoleOperations.length + notInConsole.size).toBe(registry.length);
  });

  test('reaches the handler of the interface, unless it is an exception', async () => {
    const headers = headersOf(await consoleOf(app, corp.owner.mobile));
    const isException = new Set([...notInConsole.keys()].map(({ path }): string => path));
    for (const { path } of registry) {
      const { status, envelope } = await send(headers, `/console/operations${path}`, '{');
      const expected = isException.has(path)
        ? /^(?:403 PERMISSION_DENIED|404 PATH_UNKNOWN)$/
        : /^(?:200|400|415) /;
      expect(`${status} ${envelope.reason ?? ''}`, path).toMatch(expected);
    }
  });

  test('is refused to an administrator of another enterprise, as for one that does not exist', async () => {
    const foreign = await consoleOf(app, (await other.member(['ADMIN'])).mobile);
    for (const { path } of consoleOperations) {
      const [existing, invented] = await Promise.all([
        send(headersOf(foreign, corp.corpId), `/console/operations${path}`),
        send(headersOf(foreign, 999_999_999), `/console/operations${path}`),
      ]);
      expect(existing, path).toMatchObject(stranger);
      expect(existing.envelope, path).toEqual(invented.envelope);
    }
  });

  test('that takes a right is refused to a member without roles, whatever the request contains', async () => {
    const clerk = headersOf(await consoleOf(app, (await corp.member()).mobile));
    const restricted = consoleOperations.filter(({ right }) => right !== null);
    expect(restricted.length).toBeGreaterThan(20);
    for (const { path, file, example } of restricted) {
      if (file !== null) continue;
      const { status, envelope } = await send(clerk, `/console/operations${path}`, example);
      expect(status, path).toBe(403);
      expect([envelope.code, envelope.reason], path).toContain('PERMISSION_DENIED');
    }
  });

  test('is refused without a session', async () => {
    for (const { path } of consoleOperations) {
      const answer = await send({ [CONSOLE_CORP_HEADER]: String(corp.corpId) }, `/console/operations${path}`);
      expect(answer, path).toMatchObject(unauthorised);
    }
  });
});

describe('a session', () => {
  test('is not accepted by half, nor with a half of another one', async () => {
    const another = await consoleOf(app, admin.mobile);
    const { cookie, ...header } = headersOf(browser);
    const foreign = headersOf(another);
    for (const headers of [
      { cookie, [CONSOLE_CORP_HEADER]: String(corp.corpId) },
      header,
      { ...header, cookie: foreign.cookie },
      { ...header, cookie: `console=${'A'.repeat(43)}` },
      { ...header, cookie: cookie.toUpperCase() },
      { ...header, cookie, [CONSOLE_SESSION_HEADER]: 'f'.repeat(64) },
    ]) {
      expect(await send(headers)).toMatchObject(unauthorised);
    }
    expect((await send({ ...header, cookie })).status).toBe(200);
  });

  test('is not a session of “my contracts”, of a link, or an access token', async () => {
    const { cookie } = headersOf(browser);
    const secret = cookie.slice('console='.length);
    const headers = { cookie: `person=${secret}`, personSession: browser.key };
    expect(await send(headers, '/pages/mine/contracts', { page: 1 })).toMatchObject(unauthorised);
    const asToken = { appId: corp.appId, accessToken: secret, userId: String(admin.userId) };
    expect(await send(asToken, '/corp/baseInfo')).toMatchObject(unauthorised);
  });

  test('cannot be planted: a log-in always begins a new one, and ends the one that the browser has', async () => {
    const planted = new Map(browser.cookies);
    const victim = newBrowser(app);
    for (const [name, value] of planted) victim.cookies.set(name, value);
    const clerk = await corp.member();
    const asked = await requestCode(app, victim, clerk.mobile);
    const code = await app.newestCode(clerk.mobile);
    await victim.page('/pages/login/byCode', { mobile: clerk.mobile, code, asked });
    expect(victim.cookies.get('console')).not.toBe(planted.get('console'));
    expect(await send(headersOf(browser))).toMatchObject(unauthorised);
  });

  test('is stored as a hash', async () => {
    const { rows } = await app.app.database.pool.query('select * from console_sessions');
    expect(JSON.stringify(rows)).not.toContain(browser.cookies.get('console'));
    expect(JSON.stringify(rows)).not.toContain(browser.key);
  });

  test('opens no enterprise in which its person may not act, whatever the header says', async () => {
    for (const corpId of [other.corpId, 999_999_999, 0, -1, 9e15, 1.5]) {
      expect(await send(headersOf(browser, corpId)), String(corpId)).toMatchObject(stranger);
    }
    const { [CONSOLE_CORP_HEADER]: _, ...without } = headersOf(browser);
    expect(await send(without)).toMatchObject({ status: 400, envelope: { reason: 'INVALID_HEADER' } });
  });

  test('acts for nobody else: a header userId changes nothing', async () => {
    const headers = { ...headersOf(browser), userId: String(corp.owner.userId) };
    const { envelope } = await send(headers, '/console/operations/corp/settings');
    expect(envelope.code).toBe('200');
    const clerk = await consoleOf(app, (await corp.member()).mobile);
    const asOwner = { ...headersOf(clerk), userId: String(corp.owner.userId) };
    expect(await send(asOwner, '/console/operations/corp/settings')).toMatchObject({ status: 403 });
  });
});

describe('another site', () => {
  test.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:1' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { linkframe: '1' },
    { 'sec-fetch-dest': 'iframe' },
  ])('cannot send a request: %j', async (site) => {
    expect(await send({ ...headersOf(browser), ...site })).toMatchObject(denied);
    const { cookie } = headersOf(browser);
    for (const path of ['/pages/login/resume', '/pages/login/leave', '/pages/login/offer']) {
      const expected = path.endsWith('offer') ? { status: 200 } : denied;
      expect(await send({ cookie, ...site }, path), path).toMatchObject(expected);
    }
    expect((await send({ ...headersOf(browser), origin: app.baseUrl })).status).toBe(200);
  });

  test('cannot log its visitor in as somebody else', async () => {
    const site = { origin: 'https://evil.example' };
    const given = { mobile: admin.mobile, code: '123456', asked: 'A'.repeat(43) };
    expect(await send(site, '/pages/login/byCode', given)).toMatchObject(denied);
    const password = { mobile: admin.mobile, password: 'x', factor: '123456' };
    expect(await send(site, '/pages/login/byPassword', password)).toMatchObject(denied);
  });

  test('cannot show the pages of the console in a frame, not even with a link that permits it', async () => {
    for (const path of ['/login', '/console', `/console/${corp.corpId}`, '/security']) {
      const response = await fetch(`${app.baseUrl}${path}?l=1&f=${'0'.repeat(32)}`, {
        headers: { 'sec-fetch-dest': 'iframe', accept: 'text/html' },
      });
      expect(response.headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'");
      expect(response.headers.get('x-frame-options')).toBe('DENY');
    }
  });
});

describe('guessing', () => {
  test('stops an address after fifteen wrong attempts in an hour, and never the person', async () => {
    const wrong = { mobile: admin.mobile, password: 'wrong password 1', factor: '000000' };
    for (let tries = 1; tries <= 15; tries += 1) {
      const { envelope } = await send({}, '/pages/login/byPassword', wrong);
      expect(envelope.reason).toBe('LOGIN_WRONG');
    }
    const stopped = await send({}, '/pages/login/byPassword', wrong);
    expect(stopped).toMatchObject({ status: 429, envelope: { reason: 'CREDENTIALS_LIMITED' } });
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(3_000);
    // Sessions go on, and other addresses are not concerned.
    expect((await send(headersOf(browser))).status).toBe(200);
    await app.app.database.pool.query(`update rate_counters set name = 'login-wrong:203.0.113.1'
      where name like 'login-wrong:%'`);
    expect((await send({}, '/pages/login/byPassword', wrong)).envelope.reason).toBe('LOGIN_WRONG');
  });

  test('cannot exceed the limit by concurrent attempts', async () => {
    const wrong = { mobile: admin.mobile, password: 'wrong password 1', factor: '000000' };
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => send({}, '/pages/login/byPassword', wrong)),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(15);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  test('uses a code once, even in concurrent requests', async () => {
    const visitor = newBrowser(app);
    const asked = await requestCode(app, visitor, admin.mobile);
    const given = { mobile: admin.mobile, asked, code: await app.newestCode(admin.mobile) };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => newBrowser(app).page('/pages/login/byCode', given)),
    );
    expect(answers.filter(({ envelope }) => envelope.code === '0')).toHaveLength(1);
  });

  test('uses a code only where it was requested', async () => {
    const visitor = newBrowser(app);
    await requestCode(app, visitor, admin.mobile);
    const code = await app.newestCode(admin.mobile);
    const elsewhere = await newBrowser(app).page('/pages/login/byCode', { mobile: admin.mobile, code });
    expect(elsewhere.envelope).toMatchObject({ code: '1401', reason: 'CODE_ENDED' });
  });
});

describe('a session by an access link', () => {
  let byAccess: ConsoleBrowser;

  beforeEach(async () => {
    byAccess = await entered(await corp.owner.client.data(accessAuth, { userId: admin.userId }));
  });

  /** Opens the link, and the console from its page. */
  async function entered(address: string): Promise<ConsoleBrowser> {
    const { cookie, entered: link } = await enterLink(app, address);
    const visitor = newBrowser(app);
    const session = new Client(app.baseUrl, { cookie, linkSession: link.session });
    const opened = await session.post<{ address: string }>('/pages/login/byAccess', {});
    expect(opened.envelope).toMatchObject({ code: '0', data: { address: `/console/${corp.corpId}` } });
    for (const line of opened.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split('=', 2);
      visitor.cookies.set(name, value);
    }
    const resumed = await visitor.page<{ entered: { session: string } }>('/pages/login/resume');
    visitor.key = resumed.envelope.data.entered.session;
    return visitor;
  }

  test('acts as that member, in that enterprise alone', async () => {
    expect((await send(headersOf(byAccess))).status).toBe(200);
    expect(await send(headersOf(byAccess, other.corpId))).toMatchObject(stranger);
  });

  test('cannot do what needs a fresh proof, nor change how the person logs in', async () => {
    const own = { status: 403, envelope: { reason: 'OWN_SESSION_REQUIRED', data: null } };
    const settings = await send(headersOf(byAccess), '/console/operations/corp/setSettings', {
      contractApproval: true,
    });
    expect(settings).toMatchObject(own);
    for (const path of ['/pages/security/view', '/pages/security/setPassword', '/pages/security/offerTotp']) {
      expect(await byAccess.page(path, { password: 'violet otter 92 runs' }), path).toMatchObject(own);
    }
    const seal = await send(headersOf(byAccess), '/console/operations/seal/personal/delete', { sealId: 1 });
    expect(seal).toMatchObject(own);
  });

  test('ends when the link is withdrawn', async () => {
    await app.app.database.pool.query(`update link_grants set ended_at = now() where user_id = $1`, [
      admin.userId,
    ]);
    expect(await send(headersOf(byAccess))).toMatchObject(unauthorised);
    expect((await send(headersOf(browser))).status).toBe(200);
  });
});

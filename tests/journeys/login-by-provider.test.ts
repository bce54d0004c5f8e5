/** Log-in by the OpenID Connect provider of an enterprise, with an independent implementation as the provider. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EnteredConsole } from '@cinnabar/api/pages/login.js';
import { saveSetting } from '@cinnabar/server/areas/enterprise/index.js';
import { setLoginProvider } from '@cinnabar/server/areas/sessions/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import Provider from 'oidc-provider';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import type { Wire } from '../support/client.js';
import { type ConsoleBrowser, newBrowser } from '../support/console-login.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';

const CLIENT_ID = 'cinnabar';
const CLIENT_SECRET = 'a secret of the tests that is long enough for its hash';
const BASE_INFO = '/corp/baseInfo';

let app: RunningApp;
let corp: Enterprise;
let clerk: Person;
let provider: Server;
let issuer: string;
/** What the provider says of the person who logs in there. */
let claims: Readonly<Record<string, unknown>>;

beforeAll(async () => {
  app = await startApp();
  corp = await givenEnterprise(app);
  clerk = await corp.member();
  provider = createServer();
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const { port } = provider.address() as AddressInfo;
  issuer = `http://127.0.0.1:${port}`;
  provider.on('request', givenProvider().callback());
  const { database, services } = app.app;
  const settings = { issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };
  await setLoginProvider({ db: database.db, services, now: services.clock.now() }, corp.corpId, settings);
});
beforeEach(async () => {
  await app.app.database.pool.query('delete from rate_counters');
  claims = { phone_number: `+86${clerk.mobile}`, phone_number_verified: true };
});
afterAll(async () => {
  await app.close();
  provider.closeAllConnections();
  await new Promise((resolve) => provider.close(resolve));
});

/** A provider at which everybody is logged in at once. */
function givenProvider(): Provider {
  const judge = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${app.baseUrl}/login/oidc`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], phone: ['phone_number', 'phone_number_verified'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, ...claims }) }),
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({
        clientId: CLIENT_ID,
        accountId: ctx.oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid phone');
      await grant.save();
      return grant;
    },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
  });
  judge.use(async (ctx, next) => {
    if (!ctx.path.startsWith('/interaction/')) return next();
    await judge.interactionFinished(ctx.req, ctx.res, {
      login: { accountId: 'employee-7', amr: ['pwd', 'mfa'] },
    });
    ctx.respond = false;
    return undefined;
  });
  return judge;
}

/** Follows the redirects of the provider as a browser does, up to the address in this service. */
async function visitProvider(address: string): Promise<string> {
  const cookies = new Map<string, string>();
  let next = address;
  while (!next.startsWith(app.baseUrl)) {
    const response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1);
      const end = pair.indexOf('=');
      cookies.set(pair.slice(0, end), pair.slice(end + 1));
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${response.status} at ${next}: ${await response.text()}`);
    next = new URL(location, next).href;
  }
  return next;
}

async function begin(browser: ConsoleBrowser, next: string | null = null): Promise<string> {
  const { envelope } = await browser.page<{ address: string }>('/pages/login/oidc', {
    corpId: corp.corpId,
    next,
  });
  expect(envelope.code).toBe('0');
  return visitProvider(envelope.data.address);
}

/** Opens the address to which the provider has redirected; returns where that leads. */
async function goBack(browser: ConsoleBrowser, address: string): Promise<string> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(address, { redirect: 'manual', headers: { cookie } });
  for (const line of response.headers.getSetCookie()) {
    const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split('=', 2);
    if (value === '') browser.cookies.delete(name);
    else browser.cookies.set(name, value);
  }
  return response.headers.get('location') ?? '';
}

async function resume(browser: ConsoleBrowser): Promise<Wire<EnteredConsole> | null> {
  const { envelope } = await browser.page<{ entered: Wire<EnteredConsole> | null }>('/pages/login/resume');
  browser.key = envelope.data.entered?.session ?? '';
  return envelope.data.entered;
}

const FAILED = '/login?failed=oidc';

test('a member for whose mobile the provider vouches logs in, to this enterprise alone', async () => {
  const browser = newBrowser(app);
  const next = `/console/${corp.corpId}`;
  expect(await goBack(browser, await begin(browser, next))).toBe(`/login?next=${encodeURIComponent(next)}`);
  const entered = await resume(browser);
  expect(entered).toMatchObject({ method: 'oidc', needsFactor: false, corps: [{ corpId: corp.corpId }] });
  expect((await browser.act(corp.corpId, BASE_INFO)).status).toBe(200);
  const other = await givenEnterprise(app);
  await app.app.database.pool.query(
    `insert into members (corp_id, user_id, user_name, job_num, state, roles, confirmed_at, created_at)
      select $1, user_id, user_name, 'J-2', 'valid', '{ADMIN}', now(), created_at from members where user_id = $2`,
    [other.corpId, clerk.userId],
  );
  expect(await browser.act(other.corpId, BASE_INFO)).toMatchObject({
    status: 403,
    envelope: { reason: 'NOT_MEMBER' },
  });
});

test('it gives no fresh proof, and cannot set up another way to log in', async () => {
  const browser = newBrowser(app);
  await goBack(browser, await begin(browser));
  await resume(browser);
  for (const path of ['/pages/security/offerTotp', '/pages/security/setPassword']) {
    expect(await browser.page(path, { password: 'violet otter 92 runs' })).toMatchObject({
      status: 403,
      envelope: { reason: 'FRESH_PROOF_REQUIRED' },
    });
  }
});

test.each([
  ['an unverified mobile', () => ({ phone_number: clerk.mobile, phone_number_verified: false })],
  ['no mobile', () => ({})],
  ['the mobile of nobody', () => ({ phone_number: '+8613700000055', phone_number_verified: true })],
  ['a verified mobile as text', () => ({ phone_number: clerk.mobile, phone_number_verified: 'true' })],
])('%s logs nobody in, and makes nobody a member', async (_name, told) => {
  claims = told();
  const browser = newBrowser(app);
  expect(await goBack(browser, await begin(browser))).toBe(FAILED);
  expect(await resume(browser)).toBeNull();
});

test('a member of another enterprise is not let in by it', async () => {
  const other = await givenEnterprise(app);
  const { mobile } = await other.member();
  claims = { phone_number: mobile, phone_number_verified: true };
  const browser = newBrowser(app);
  expect(await goBack(browser, await begin(browser))).toBe(FAILED);
});

test('its answer serves once, and only in the browser that began', async () => {
  const browser = newBrowser(app);
  const address = await begin(browser);
  const kept = new Map(browser.cookies);
  const victim = newBrowser(app);
  expect(await goBack(victim, address)).toBe(FAILED);
  expect(victim.cookies.has('console')).toBe(false);
  // The attempt elsewhere has used it up.
  expect(await goBack(browser, address)).toBe(FAILED);
  const again = await begin(browser);
  expect(await goBack(browser, again)).not.toBe(FAILED);
  for (const [name, value] of kept) browser.cookies.set(name, value);
  expect(await goBack(browser, again)).toBe(FAILED);
});

test('a forged state or code is refused', async () => {
  for (const [name, value] of [
    ['state', 'A'.repeat(43)],
    ['code', 'forged'],
  ] as const) {
    const browser = newBrowser(app);
    const address = new URL(await begin(browser));
    address.searchParams.set(name, value);
    expect(await goBack(browser, address.href), name).toBe(FAILED);
  }
});

test('it leads back into the console and nowhere else', async () => {
  for (const next of ['https://evil.example', '//evil.example', '/contracts']) {
    const browser = newBrowser(app);
    const home = `/login?next=${encodeURIComponent(`/console/${corp.corpId}`)}`;
    expect(await goBack(browser, await begin(browser, next))).toBe(home);
  }
});

test('an enterprise that allows other ways only is closed to it', async () => {
  const { db } = app.app.database;
  await transact(db, (tx) => saveSetting(tx, corp.corpId, 'loginMethods', 'sms,passkey'));
  const browser = newBrowser(app);
  await goBack(browser, await begin(browser));
  expect(await resume(browser)).toMatchObject({ corps: [{ standing: 'method' }] });
  expect(await browser.act(corp.corpId, BASE_INFO)).toMatchObject({
    status: 403,
    envelope: { reason: 'LOGIN_METHOD_NOT_ALLOWED' },
  });
});

test('an enterprise without a provider answers like one that does not exist', async () => {
  const other = await givenEnterprise(app);
  for (const corpId of [other.corpId, 999_999_999]) {
    const { envelope } = await newBrowser(app).page('/pages/login/oidc', { corpId });
    expect(envelope).toMatchObject({ code: '404', data: null });
  }
});

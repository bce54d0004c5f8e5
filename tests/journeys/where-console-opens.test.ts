/** An enterprise names the networks from which its console may be used, and a person has so many sessions at most. */
import { setSettings, settings } from '@cinnabar/api/operations/enterprise.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { consoleOf, logInByCode, newBrowser } from '../support/console-login.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';

const OFFICE = { 'x-forwarded-for': '203.0.113.5' };
const ELSEWHERE = { 'x-forwarded-for': '198.51.100.7' };
const refused = { status: 403, envelope: { reason: 'NETWORK_NOT_ALLOWED', data: null } };

let app: RunningApp;
let corp: Enterprise;

beforeAll(async () => {
  app = await startApp({ settings: { TRUST_PROXY: 'true', SESSIONS_PER_PERSON: '2' } });
  corp = await givenEnterprise(app);
});
afterAll(() => app.close());

describe('networks of the console', () => {
  test('let nobody in from elsewhere, neither by operations nor by pages, however old the session is', async () => {
    const clerk = await corp.member();
    const away = newBrowser(app, ELSEWHERE);
    await logInByCode(app, away, clerk.mobile);
    expect((await away.act(corp.corpId, '/corp/baseInfo')).status).toBe(200);
    await corp.owner.client.data(setSettings, { consoleNetworks: ['203.0.113.0/24', '2001:db8::/32'] });

    expect(await away.act(corp.corpId, '/corp/baseInfo')).toMatchObject(refused);
    expect(await away.page('/pages/console/blocks', { corpId: corp.corpId })).toMatchObject(refused);
    const entered = await away.page('/pages/login/resume');
    expect(entered.envelope.data).toMatchObject({ entered: { corps: [{ standing: 'network' }] } });
    // The same session in the office.
    const office = newBrowser(app, OFFICE);
    for (const [name, value] of away.cookies) office.cookies.set(name, value);
    office.key = away.key;
    expect((await office.act(corp.corpId, '/corp/baseInfo')).status).toBe(200);
    expect((await office.page('/pages/console/blocks', { corpId: corp.corpId })).status).toBe(200);
    // Applications have allow-lists of their own.
    expect(await corp.owner.client.data(settings, {})).toMatchObject({
      consoleNetworks: ['203.0.113.0/24', '2001:db8::/32'],
    });
    await corp.owner.client.data(setSettings, { consoleNetworks: [] });
    expect((await away.act(corp.corpId, '/corp/baseInfo')).status).toBe(200);
  });

  test('cannot leave out the one from which they are set', async () => {
    const desk = newBrowser(app, OFFICE);
    await logInByCode(app, desk, corp.owner.mobile);
    await app.app.database.pool.query('update console_sessions set proven_at = created_at');
    const out = await desk.act(corp.corpId, setSettings.path, { consoleNetworks: ['192.0.2.0/24'] });
    expect(out.envelope).toMatchObject({ data: null, field: 'consoleNetworks' });
    expect(out.envelope.msg).toContain('203.0.113.5');
    const within = await desk.act(corp.corpId, setSettings.path, { consoleNetworks: ['203.0.113.5'] });
    expect(within.envelope).toMatchObject({ code: '200' });
    await corp.owner.client.data(setSettings, { consoleNetworks: [] });
  });
});

test('a way to log in that the enterprise has ended opens none of its pages either', async () => {
  const clerk = await corp.member();
  const browser = await consoleOf(app, clerk.mobile);
  await corp.owner.client.data(setSettings, { loginMethods: ['passkey'] });
  const answer = await browser.page('/pages/console/blocks', { corpId: corp.corpId });
  expect(answer).toMatchObject({ status: 403, envelope: { reason: 'LOGIN_METHOD_NOT_ALLOWED' } });
  await corp.owner.client.data(setSettings, { loginMethods: ['sms', 'password', 'passkey', 'oidc'] });
});

test('a person with as many sessions as allowed ends the one unused for longest by the next log-in', async () => {
  const clerk = await corp.member();
  const first = await consoleOf(app, clerk.mobile);
  await app.advance(120);
  const second = await consoleOf(app, clerk.mobile);
  await app.advance(120);
  // Used last, though begun first.
  expect((await first.act(corp.corpId, '/corp/baseInfo')).status).toBe(200);
  await app.advance(120);
  const third = await consoleOf(app, clerk.mobile);
  const states = [first, second, third].map(
    async (each) => (await each.act(corp.corpId, '/corp/baseInfo')).status,
  );
  expect(await Promise.all(states)).toEqual([200, 401, 200]);
});

/** Administrators end the sessions of members; the platform decides which ways to log in exist. */
import { memberEndSessions, memberSessions } from '@cinnabar/api/operations/members.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type ConsoleBrowser, consoleOf, logInByCode, newBrowser } from '../support/console-login.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';

const BASE_INFO = '/corp/baseInfo';
const ended = { status: 401, envelope: { reason: 'TOKEN_INVALID', data: null } };
const denied = { status: 403, envelope: { reason: 'PERMISSION_DENIED', data: null } };
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';

describe('the sessions of a member', () => {
  let app: RunningApp;
  let corp: Enterprise;
  let clerk: Person;
  let manager: Person;
  let browser: ConsoleBrowser;

  beforeAll(async () => {
    app = await startApp();
    corp = await givenEnterprise(app);
    manager = await corp.member(['MEMBER_ADMIN']);
  });
  beforeEach(async () => {
    await app.app.database.pool.query('delete from rate_counters');
    clerk = await corp.member();
    browser = newBrowser(app, { 'user-agent': PHONE });
    await logInByCode(app, browser, clerk.mobile);
  });
  afterAll(() => app.close());

  test('are shown to whoever manages members, with device and masked address', async () => {
    const { sessions } = await manager.client.data(memberSessions, { userId: clerk.userId });
    expect(sessions).toMatchObject([{ device: expect.stringContaining('iPhone'), method: 'sms' }]);
    expect(sessions[0]?.place).toMatch(/\*/);
  });

  test('end by the console of a manager, at once, and the audit says who ended them', async () => {
    const desk = await consoleOf(app, manager.mobile);
    const answer = await desk.act(corp.corpId, memberEndSessions.path, { userId: clerk.userId });
    expect(answer.envelope).toMatchObject({ code: '0', data: { ended: 1 } });
    expect(await browser.act(corp.corpId, BASE_INFO)).toMatchObject(ended);
    // Whoever ends sessions keeps their own, and the member may log in again.
    expect((await desk.act(corp.corpId, BASE_INFO)).status).toBe(200);
    await logInByCode(app, newBrowser(app), clerk.mobile);
    const { rows } = await app.app.database.pool.query(
      `select user_id, subject_user_id, object_id, after, source from audit_entries where act = 'session.end'`,
    );
    const who = { user_id: manager.userId, subject_user_id: clerk.userId, object_id: clerk.userId };
    expect(rows).toEqual([{ ...who, after: { ended: 1 }, source: 'console' }]);
  });

  test('of somebody with a role that the manager does not hold stay', async () => {
    const owner = await consoleOf(app, corp.owner.mobile);
    for (const operation of [memberSessions, memberEndSessions]) {
      const refused = await manager.client.post(operation.path, { userId: corp.owner.userId });
      expect(refused).toMatchObject(denied);
    }
    expect((await owner.act(corp.corpId, BASE_INFO)).status).toBe(200);
  });

  test('stay unless the right to manage members is held', async () => {
    const colleague = await corp.member(['CONTRACT_ADMIN']);
    const refused = await colleague.client.post(memberEndSessions.path, { userId: clerk.userId });
    expect(refused).toMatchObject(denied);
    expect((await browser.act(corp.corpId, BASE_INFO)).status).toBe(200);
  });

  test('that open another enterprise alone are neither shown nor ended', async () => {
    const other = await givenEnterprise(app);
    await app.app.database.pool.query('update console_sessions set corp_id = $1 where user_id = $2', [
      other.corpId,
      clerk.userId,
    ]);
    const given = { userId: clerk.userId };
    expect(await manager.client.data(memberSessions, given)).toEqual({ sessions: [] });
    expect(await manager.client.data(memberEndSessions, given)).toEqual({ ended: 0 });
  });
});

describe('a way to log in that the platform does not allow', () => {
  let app: RunningApp;
  let corp: Enterprise;
  const refused = { status: 403, envelope: { reason: 'LOGIN_METHOD_NOT_ALLOWED', data: null } };

  beforeAll(async () => {
    app = await startApp({ settings: { LOGIN_METHODS: 'sms, password', BASE_URL: 'http://localhost:1' } });
    corp = await givenEnterprise(app);
  });
  afterAll(() => app.close());

  test('is not offered, and refused however it is asked for', async () => {
    const browser = newBrowser(app);
    const offer = await browser.page('/pages/login/offer');
    expect(offer.envelope.data).toMatchObject({ methods: ['sms', 'password'] });
    expect(await browser.page('/pages/login/passkeyOptions')).toMatchObject(refused);
    expect(await browser.page('/pages/login/byPasskey', { response: '{}' })).toMatchObject(refused);
    expect(await browser.page('/pages/login/oidc', { corpId: corp.corpId })).toMatchObject(refused);
    const back = await fetch(`${app.baseUrl}/login/oidc?state=x&code=y`, { redirect: 'manual' });
    expect(back.headers.get('location')).toBe('/login?failed=oidc');
  });

  test('opens no enterprise either, even if the enterprise allows it or the session is older', async () => {
    const clerk = await corp.member();
    const browser = await consoleOf(app, clerk.mobile);
    expect((await browser.act(corp.corpId, BASE_INFO)).status).toBe(200);
    const { pool } = app.app.database;
    await pool.query(`update corps set settings = settings || '{"loginMethods": "passkey,oidc"}'`);
    expect(await browser.act(corp.corpId, BASE_INFO)).toMatchObject(refused);
    await pool.query(`update console_sessions set method = 'passkey'`);
    expect(await browser.act(corp.corpId, BASE_INFO)).toMatchObject(refused);
  });
});

/** Logging in to a production service: members with far-reaching roles need a second factor before anything else. */
import type { Role } from '@cinnabar/api/permissions.js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { authenticatorCode } from '../support/authenticator.js';
import { type ConsoleBrowser, logInByCode, newBrowser } from '../support/console-login.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { productionSettings, withCodes } from '../support/new-service.js';

const BASE_INFO = '/corp/baseInfo';
const needsFactor = { status: 403, envelope: { reason: 'SECOND_FACTOR_REQUIRED', data: null } };

let app: RunningApp;
let corp: Enterprise;

beforeAll(async () => {
  // Codes are read from the messages of one instance.
  app = withCodes(await startApp({ settings: productionSettings(), instances: 1 }));
  corp = await givenEnterprise(app);
});
beforeEach(async () => {
  await app.app.database.pool.query('delete from rate_counters');
});
afterAll(() => app.close());

/** Sets up an authenticator app under one’s own security. */
async function enrol(browser: ConsoleBrowser): Promise<void> {
  const { envelope } = await browser.page<{ secret: string }>('/pages/security/offerTotp');
  const code = authenticatorCode(app, envelope.data.secret);
  expect((await browser.page('/pages/security/acceptTotp', { code })).envelope.code).toBe('0');
}

test.each<readonly [Role]>([['OWNER'], ['ADMIN'], ['SEAL_ADMIN'], ['AUDITOR']])(
  'with the role %s a member reaches nothing but own security before they have a second factor',
  async (role) => {
    const { mobile } = role === 'OWNER' ? corp.owner : await corp.member([role]);
    const browser = newBrowser(app);
    const entered = await logInByCode(app, browser, mobile);
    expect(entered.corps).toMatchObject([{ corpId: corp.corpId, roles: [role], standing: 'enrol' }]);
    expect(await browser.act(corp.corpId, BASE_INFO)).toMatchObject(needsFactor);
    expect((await browser.page('/pages/security/view')).envelope.code).toBe('0');
    await enrol(browser);
    expect((await browser.act(corp.corpId, BASE_INFO)).envelope.code).toBe('200');
    // The next log-in by a code alone opens nothing either.
    const again = newBrowser(app);
    expect(await logInByCode(app, again, mobile)).toMatchObject({ needsFactor: true });
    expect(await again.act(corp.corpId, BASE_INFO)).toMatchObject(needsFactor);
  },
);

test.each([[[]], [['MEMBER_ADMIN', 'TEMPLATE_ADMIN', 'CONTRACT_ADMIN']]] as const)(
  'with the roles %j a member enters by a code alone',
  async (roles) => {
    const { mobile } = await corp.member(roles);
    const browser = newBrowser(app);
    expect(await logInByCode(app, browser, mobile)).toMatchObject({ corps: [{ standing: 'open' }] });
    expect((await browser.act(corp.corpId, BASE_INFO)).envelope.code).toBe('200');
  },
);

test('a role that is given during a session asks for the factor with the next request', async () => {
  const { mobile, userId } = await corp.member();
  const browser = newBrowser(app);
  await logInByCode(app, browser, mobile);
  expect((await browser.act(corp.corpId, BASE_INFO)).envelope.code).toBe('200');
  await app.app.database.pool.query(`update members set roles = '{ADMIN}' where user_id = $1`, [userId]);
  expect(await browser.act(corp.corpId, BASE_INFO)).toMatchObject(needsFactor);
});

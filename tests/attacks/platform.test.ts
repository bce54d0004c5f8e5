/** The console of the platform's operators: who gets in, from where, and what a session opens. */
import { pageOperations } from '@cinnabar/api/page-registry.js';
import { findBalances } from '@cinnabar/server/areas/enterprise/index.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newBrowser } from '../support/console-login.js';
import { PASSWORD } from '../support/new-service.js';
import {
  askPlatform,
  auditOf,
  enterPlatform,
  type OperatedService,
  operatedService,
  PLATFORM_LOG_IN,
} from '../support/operated-service.js';

const OVERVIEW = '/pages/platform/overview';
/** Whatever takes a session of an operator. */
const OPERATIONS = pageOperations.flatMap(({ caller, path }) => (caller === 'platform' ? [path] : []));
const LEAVE = '/pages/platform/leave';
const unauthorised = { status: 401, envelope: { code: '401', reason: 'TOKEN_INVALID', data: null } };
const wrong = { envelope: { code: '401', reason: 'LOGIN_WRONG', data: null } };

describe('within its networks', () => {
  let service: OperatedService;

  beforeAll(async () => {
    service = await operatedService('127.0.0.0/8, ::1');
  });
  afterAll(() => service.app.close());

  test('an operator sees numbers and states until they log out', async () => {
    const { browser, key } = await enterPlatform(service);
    expect(await askPlatform(browser, key, OVERVIEW)).toMatchObject({
      status: 200,
      envelope: { code: '0', data: { findings: expect.any(Array), jobsFailed: 0 } },
    });
    const cookies = new Map(browser.cookies);
    expect(await askPlatform(browser, key, LEAVE)).toMatchObject({ status: 200 });
    expect(browser.cookies.size).toBe(0);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    for (const path of OPERATIONS) {
      expect(await askPlatform(browser, key, path), path).toMatchObject(unauthorised);
    }
    expect(await auditOf(service.app, 'operator.begin')).toContainEqual(
      expect.objectContaining({ corp_id: null, source: 'platform' }),
    );
    expect(await auditOf(service.app, 'operator.end')).toHaveLength(1);
  });

  test('neither half of a session opens anything by itself, nor with that of another', async () => {
    const { browser, key } = await enterPlatform(service);
    const other = await enterPlatform(service);
    expect(await askPlatform(browser, other.key, OVERVIEW)).toMatchObject(unauthorised);
    expect(await browser.page(OVERVIEW)).toMatchObject(unauthorised);
    expect(await askPlatform(newBrowser(service.app), key, OVERVIEW)).toMatchObject(unauthorised);
  });

  test('a session ends after half an hour without a request, and with its operator', async () => {
    const idle = await enterPlatform(service);
    await service.app.advance(1740);
    expect(await askPlatform(idle.browser, idle.key, OVERVIEW)).toMatchObject({ status: 200 });
    await service.app.advance(1860);
    expect(await askPlatform(idle.browser, idle.key, OVERVIEW)).toMatchObject(unauthorised);
    const ended = await enterPlatform(service);
    const { pool } = service.app.app.database;
    const { rows } = await pool.query('delete from platform_operators returning user_id, name, created_at');
    expect(await askPlatform(ended.browser, ended.key, OVERVIEW)).toMatchObject(unauthorised);
    const { mobile } = service;
    // The owner of an enterprise has the same password and factor; the platform is closed to them.
    const factor = await service.factor();
    const asMember = await newBrowser(service.app).page(PLATFORM_LOG_IN, {
      mobile,
      password: PASSWORD,
      factor,
    });
    expect(asMember).toMatchObject(wrong);
    // Of somebody who operates nothing, the audit of the platform tells nothing.
    expect(await auditOf(service.app, 'operator.refused')).toEqual([]);
    const [{ user_id, name, created_at }] = rows;
    await pool.query('insert into platform_operators values ($1, $2, $3)', [user_id, name, created_at]);
  });

  test('a session of a member opens nothing here, and one of an operator nothing in the console', async () => {
    const member = newBrowser(service.app);
    const factor = await service.factor();
    const logIn = { mobile: service.mobile, password: PASSWORD, factor };
    const entered = await member.page<{ session: string }>('/pages/login/byPassword', logIn);
    expect(entered.envelope).toMatchObject({ code: '0' });
    member.key = entered.envelope.data.session;
    for (const path of OPERATIONS) {
      expect(await member.page(path), path).toMatchObject(unauthorised);
      expect(await askPlatform(member, member.key, path), path).toMatchObject(unauthorised);
      expect(await newBrowser(service.app).page(path), path).toMatchObject(unauthorised);
    }
    const { browser, key } = await enterPlatform(service);
    browser.key = key;
    expect(await browser.page('/pages/security/view')).toMatchObject(unauthorised);
    expect(await browser.act(1, '/corp/baseInfo')).toMatchObject(unauthorised);
  });

  test.each([
    [['system'], ['jobs', 'corps', 'providers', 'storage']],
    [['security'], ['corps', 'seals', 'certificates']],
    [['audit'], ['acts']],
    [
      ['security', 'audit'],
      ['corps', 'seals', 'certificates', 'acts'],
    ],
  ] as const)(
    'an operator with the duties %j calls what they are for, and nothing else',
    async (duties, sections) => {
      const { browser, key } = await enterPlatform(service);
      const { pool } = service.app.app.database;
      // It holds from the next request of a session that exists.
      await pool.query('update platform_operators set duties = $1', [duties]);
      const refused = { status: 403, envelope: { reason: 'PERMISSION_DENIED', data: null } };
      for (const operation of pageOperations) {
        if (operation.caller !== 'platform' || operation.path === LEAVE) continue;
        const isTheirs =
          operation.duties.length === 0 ||
          operation.duties.some((duty) => duties.some((each) => each === duty));
        const answer = await askPlatform(browser, key, operation.path, null);
        if (isTheirs) expect(answer.status, operation.path).not.toBe(403);
        else expect(answer, operation.path).toMatchObject(refused);
      }
      for (const section of ['jobs', 'corps', 'seals', 'providers', 'certificates', 'storage', 'acts']) {
        const { status } = await askPlatform(browser, key, `/pages/platform/${section}`, {});
        expect(status === 200, section).toBe(sections.some((each) => each === section));
      }
      await pool.query(`update platform_operators set duties = default`);
    },
  );

  test('every operation that changes something names the duty for it', () => {
    const changing = pageOperations.filter(
      ({ caller, writes, path }) => caller === 'platform' && writes && path !== LEAVE,
    );
    expect(changing.length).toBeGreaterThan(5);
    for (const { path, duties } of changing) {
      expect(duties.length, path).toBe(1);
      // Who reads what everybody did does nothing themselves.
      expect(duties, path).not.toContain('audit');
    }
  });

  test('an auditor of the platform reads what operators and commands did, and to whom', async () => {
    const { browser, key } = await enterPlatform(service);
    const { corpId } = service.corp;
    const before = (await findBalances(service.app.app.database.db, corpId)).contract;
    const request = { corpId, ledger: 'contract', before, count: 7, reason: '线下采购' };
    expect((await askPlatform(browser, key, '/pages/platform/corps/addBalance', request)).status).toBe(200);
    const listed = await askPlatform(browser, key, '/pages/platform/acts');
    expect(listed.envelope.data).toMatchObject({
      acts: expect.arrayContaining([
        expect.objectContaining({
          ...{ act: 'corp.balance', operatorName: '周岚', corpName: service.corp.corpName, isCommand: false },
          reason: '线下采购',
          facts: expect.arrayContaining([{ name: 'count', before: null, after: '7' }]),
        }),
      ]),
    });
  });

  test('wrong tries are told once in the audit, and stop the address after fifteen in an hour', async () => {
    await service.app.advance(3600);
    const { mobile } = service;
    const attempt = () =>
      newBrowser(service.app).page(PLATFORM_LOG_IN, { mobile, password: PASSWORD, factor: '000000' });
    for (let tries = 0; tries < 15; tries += 1) expect(await attempt()).toMatchObject(wrong);
    expect(await attempt()).toMatchObject({ status: 429, envelope: { reason: 'CREDENTIALS_LIMITED' } });
    expect(await auditOf(service.app, 'operator.refused')).toHaveLength(1);
  });
});

test.each(['none', '10.0.0.0/8'])('outside its networks (%s) there is no such console', async (networks) => {
  const service = await operatedService(networks);
  const { app, mobile } = service;
  const absent = { status: 404, envelope: { code: '404', data: null } };
  const browser = newBrowser(app);
  const factor = await service.factor();
  expect(await browser.page(PLATFORM_LOG_IN, { mobile, password: PASSWORD, factor })).toMatchObject(absent);
  for (const path of ['/pages/platform/resume', ...OPERATIONS]) {
    expect(await browser.page(path), path).toMatchObject(absent);
  }
  const page = await fetch(`${app.baseUrl}/platform`, { headers: { accept: 'text/html' } });
  expect(page.status).toBe(404);
  await app.close();
});

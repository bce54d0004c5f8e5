/** The console of the platform's operators: who gets in, from where, and what a session opens. */
import { type EnteredPlatform, PLATFORM_SESSION_HEADER } from '@cinnabar/api/pages/platform.js';
import {
  checkFactors,
  insertOperator,
  offerAuthenticator,
  saveFirstFactors,
  sealFactors,
} from '@cinnabar/server/areas/sessions/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { authenticatorCode } from '../support/authenticator.js';
import { type ConsoleBrowser, newBrowser } from '../support/console-login.js';
import { givenEnterprise } from '../support/given-enterprise.js';
import { jobsDone } from '../support/jobs-done.js';
import { PASSWORD } from '../support/new-service.js';

const LOG_IN = '/pages/platform/logIn';
const OVERVIEW = '/pages/platform/overview';
const LEAVE = '/pages/platform/leave';
const unauthorised = { status: 401, envelope: { code: '401', reason: 'TOKEN_INVALID', data: null } };
const wrong = { envelope: { code: '401', reason: 'LOGIN_WRONG', data: null } };

const NAME = '周岚';

interface Service {
  readonly app: RunningApp;
  /** Of the operator, who also owns an enterprise. */
  readonly mobile: string;
  /** An authenticator code that was not used before. */
  readonly factor: () => Promise<string>;
}

async function operatedService(networks: string): Promise<Service> {
  const app = await startApp({ settings: { PLATFORM_NETWORKS: networks } });
  const { userId, mobile } = (await givenEnterprise(app)).owner;
  const { services, database } = app.app;
  const { secret, sealed } = await offerAuthenticator(services, mobile);
  const now = services.clock.now();
  const given = { password: PASSWORD, sealed, code: authenticatorCode(app, secret) };
  const factors = await sealFactors(services, userId, await checkFactors({ services, now }, given, []));
  await transact(database.db, async (tx) => {
    await insertOperator(tx, userId, NAME, now);
    await saveFirstFactors(tx, services, factors, now);
  });
  return {
    ...{ app, mobile },
    async factor() {
      await app.advance(60);
      return authenticatorCode(app, secret);
    },
  };
}

const ask = (browser: ConsoleBrowser, key: string, path: string) =>
  browser.page(path, {}, { [PLATFORM_SESSION_HEADER]: key });

async function enter(service: Service): Promise<{ readonly browser: ConsoleBrowser; readonly key: string }> {
  const browser = newBrowser(service.app);
  const { mobile } = service;
  const factor = await service.factor();
  const answer = await browser.page<EnteredPlatform>(LOG_IN, { mobile, password: PASSWORD, factor });
  expect(answer.envelope).toMatchObject({ code: '0', data: { name: NAME } });
  return { browser, key: answer.envelope.data.session };
}

async function entries(app: RunningApp, act: string): Promise<readonly unknown[]> {
  await jobsDone(app.app.database.pool);
  const { rows } = await app.app.database.pool.query(
    'select corp_id, source, before, after from audit_entries where act = $1 order by entry_id',
    [act],
  );
  return rows;
}

describe('within its networks', () => {
  let service: Service;

  beforeAll(async () => {
    service = await operatedService('127.0.0.0/8, ::1');
  });
  afterAll(() => service.app.close());

  test('an operator sees numbers and states until they log out', async () => {
    const { browser, key } = await enter(service);
    expect(await ask(browser, key, OVERVIEW)).toMatchObject({
      status: 200,
      envelope: { code: '0', data: { findings: expect.any(Array), jobsFailed: 0 } },
    });
    const cookies = new Map(browser.cookies);
    expect(await ask(browser, key, LEAVE)).toMatchObject({ status: 200 });
    expect(browser.cookies.size).toBe(0);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    expect(await ask(browser, key, OVERVIEW)).toMatchObject(unauthorised);
    expect(await entries(service.app, 'operator.begin')).toContainEqual(
      expect.objectContaining({ corp_id: null, source: 'platform' }),
    );
    expect(await entries(service.app, 'operator.end')).toHaveLength(1);
  });

  test('neither half of a session opens anything by itself, nor with that of another', async () => {
    const { browser, key } = await enter(service);
    const other = await enter(service);
    expect(await ask(browser, other.key, OVERVIEW)).toMatchObject(unauthorised);
    expect(await browser.page(OVERVIEW)).toMatchObject(unauthorised);
    expect(await ask(newBrowser(service.app), key, OVERVIEW)).toMatchObject(unauthorised);
  });

  test('a session ends after half an hour without a request, and with its operator', async () => {
    const idle = await enter(service);
    await service.app.advance(1740);
    expect(await ask(idle.browser, idle.key, OVERVIEW)).toMatchObject({ status: 200 });
    await service.app.advance(1860);
    expect(await ask(idle.browser, idle.key, OVERVIEW)).toMatchObject(unauthorised);
    const ended = await enter(service);
    const { pool } = service.app.app.database;
    const { rows } = await pool.query('delete from platform_operators returning user_id, name, created_at');
    expect(await ask(ended.browser, ended.key, OVERVIEW)).toMatchObject(unauthorised);
    const { mobile } = service;
    // The owner of an enterprise has the same password and factor; the platform is closed to them.
    const factor = await service.factor();
    const asMember = await newBrowser(service.app).page(LOG_IN, { mobile, password: PASSWORD, factor });
    expect(asMember).toMatchObject(wrong);
    // Of somebody who operates nothing, the audit of the platform tells nothing.
    expect(await entries(service.app, 'operator.refused')).toEqual([]);
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
    expect(await member.page(OVERVIEW)).toMatchObject(unauthorised);
    expect(await ask(member, member.key, OVERVIEW)).toMatchObject(unauthorised);
    const { browser, key } = await enter(service);
    browser.key = key;
    expect(await browser.page('/pages/security/view')).toMatchObject(unauthorised);
    expect(await browser.act(1, '/corp/baseInfo')).toMatchObject(unauthorised);
  });

  test('wrong tries are told once in the audit, and stop the address after fifteen in an hour', async () => {
    await service.app.advance(3600);
    const { mobile } = service;
    const attempt = () =>
      newBrowser(service.app).page(LOG_IN, { mobile, password: PASSWORD, factor: '000000' });
    for (let tries = 0; tries < 15; tries += 1) expect(await attempt()).toMatchObject(wrong);
    expect(await attempt()).toMatchObject({ status: 429, envelope: { reason: 'CREDENTIALS_LIMITED' } });
    expect(await entries(service.app, 'operator.refused')).toHaveLength(1);
  });
});

test.each(['none', '10.0.0.0/8'])('outside its networks (%s) there is no such console', async (networks) => {
  const service = await operatedService(networks);
  const { app, mobile } = service;
  const absent = { status: 404, envelope: { code: '404', data: null } };
  const browser = newBrowser(app);
  const factor = await service.factor();
  expect(await browser.page(LOG_IN, { mobile, password: PASSWORD, factor })).toMatchObject(absent);
  for (const path of ['/pages/platform/resume', OVERVIEW, LEAVE]) {
    expect(await browser.page(path), path).toMatchObject(absent);
  }
  const page = await fetch(`${app.baseUrl}/platform`, { headers: { accept: 'text/html' } });
  expect(page.status).toBe(404);
  await app.close();
});

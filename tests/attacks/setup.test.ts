/** Attempts to take over a new service without its setup code, with an old one, or twice. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { newBrowser } from '../support/console-login.js';
import { givenEnterprise } from '../support/given-enterprise.js';
import { BASE_URL, finishSetup, newService, OPERATOR, setupRequest } from '../support/new-service.js';

const BEGIN = '/pages/setup/begin';
const WRONG = 'aaaa-aaaa-aaaa-aaaa';
const denied = { status: 403, envelope: { code: '403', reason: 'PERMISSION_DENIED', data: null } };
const ended = { envelope: { code: '1401', reason: 'CODE_ENDED', data: null } };

function begin(app: RunningApp, code: string) {
  return newBrowser(app).page(BEGIN, { code, mobile: OPERATOR.mobile });
}

describe('the setup code', () => {
  let app: RunningApp;
  let code: string;

  beforeAll(async () => {
    ({ app, code } = await newService());
  });
  afterAll(() => app.close());

  test('is not accepted from a page of another site, nor at a name that somebody else has given the service', async () => {
    const body = { code, mobile: OPERATOR.mobile };
    const evil = { origin: 'https://evil.example' };
    const send = (headers: Readonly<Record<string, string>>) =>
      new Client(app.baseUrl, headers).post(BEGIN, body);
    expect(await send(evil)).toMatchObject(denied);
    expect(await send({ 'sec-fetch-site': 'cross-site' })).toMatchObject(denied);
    expect(await sendAs('evil.example', app.baseUrl, body)).toBe(403);
    const check = new Client(app.baseUrl, evil).post('/pages/setup/check', { code });
    expect(await check).toMatchObject(denied);
    expect(await send({ origin: BASE_URL, 'sec-fetch-site': 'same-origin' })).toMatchObject({ status: 200 });
  });

  test('ends after ten wrong tries, concurrent ones included, until the service is started again', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => begin(app, WRONG)));
    const reasons = answers.map(({ envelope }) => envelope.reason);
    expect(reasons.filter((reason) => reason === 'CODE_WRONG')).toHaveLength(9);
    expect(reasons.filter((reason) => reason === 'CODE_ENDED')).toHaveLength(16);
    expect(await begin(app, code)).toMatchObject(ended);
    const next = await app.app.setupCode();
    expect(next).not.toBe(code);
    expect(await begin(app, code)).toMatchObject({ envelope: { reason: 'CODE_WRONG' } });
    expect(await begin(app, next ?? '')).toMatchObject({ status: 200 });
  });

  test('opens nothing once an enterprise exists, however it came to be', async () => {
    const current = (await app.app.setupCode()) ?? '';
    const { body } = await setupRequest(app, current);
    await givenEnterprise(app);
    expect(await begin(app, current)).toMatchObject({ status: 404 });
    expect(await finishSetup(newBrowser(app), body)).toMatchObject({ status: 404 });
    expect(await app.app.setupCode()).toBeNull();
  });
});

/** A browser that has opened the service under that name. */
function sendAs(host: string, baseUrl: string, body: unknown): Promise<number | undefined> {
  const headers = { host, origin: `https://${host}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request(`${baseUrl}${BEGIN}`, { method: 'POST', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}

test('of several people who know the code and finish at once, one becomes the operator', async () => {
  const { app, code } = await newService();
  const { body } = await setupRequest(app, code);
  const people = [1, 2, 3, 4].map((number) => ({
    ...body,
    mobile: `1381111100${number}`,
    corpName: `第${number}号测试有限公司`,
  }));
  const answers = await Promise.all(people.map((each) => finishSetup(newBrowser(app), each)));
  expect(answers.map(({ envelope }) => envelope.code).sort()).toEqual(['0', '404', '404', '404']);
  const { rows } = await app.app.database.pool.query(
    `select (select count(*)::integer from platform_operators) as operators,
      (select count(*)::integer from corps) as corps, (select count(*)::integer from login_passwords) as passwords`,
  );
  expect(rows).toEqual([{ operators: 1, corps: 1, passwords: 1 }]);
  await app.close();
});

import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  application,
  echo,
  needsNamedRight,
  needsRight,
  oddShape,
  target,
  testRegistry,
  testRoutes,
} from './test-operations.js';

let running: RunningApp;
let enterprise: Enterprise;
let other: Enterprise;
let plain: Person;
let owner: Client;

beforeAll(async () => {
  running = await startApp({ extra: { registry: testRegistry, routes: testRoutes } });
  enterprise = await givenEnterprise(running);
  other = await givenEnterprise(running);
  plain = await enterprise.member();
  owner = enterprise.owner.client;
});
afterAll(() => running.close());

describe('path and method come first', () => {
  test('an unknown path returns 404, even without credentials and with an unreadable body', async () => {
    const { status, envelope } = await running.post('/seal/nothing', '{', { 'content-type': 'text/html' });
    expect(status).toBe(404);
    expect(envelope).toEqual({ code: '404', msg: '接口不存在', data: null, reason: 'PATH_UNKNOWN' });
  });

  test('a wrong method returns 405 with the allowed methods', async () => {
    for (const [method, path, allow] of [
      ['GET', echo.path, 'POST'],
      ['DELETE', echo.path, 'POST'],
      ['OPTIONS', echo.path, 'POST'],
      ['POST', '/healthz', 'GET, HEAD'],
      ['PUT', '/files/abc', 'GET, HEAD'],
    ] as const) {
      const response = await fetch(running.baseUrl + path, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
      expect(await response.json()).toMatchObject({ code: '405', data: null });
    }
  });

  test('a query string is not part of the path', async () => {
    const { status } = await owner.post(`${echo.path}?a=1`, { name: '甲' });
    expect(status).toBe(200);
  });

  test('a URL that cannot be decoded is an unknown path', async () => {
    const { status, envelope } = await running.post('/seal/%zz', {});
    expect([status, envelope.code]).toEqual([404, '404']);
  });
});

describe('credentials', () => {
  test('a missing or wrong token, or one of another application, returns 401 before anything else', async () => {
    const { appId, accessToken } = enterprise;
    const userId = 'not a number';
    for (const headers of [
      {},
      { appId },
      { appId, accessToken: 'wrong' },
      { accessToken },
      { appId: other.appId, accessToken },
      { appId, accessToken: `${accessToken}x` },
    ]) {
      const { status, envelope } = await running.post(needsRight.path, '{', { userId, ...headers });
      expect([status, envelope.code, envelope.reason]).toEqual([401, '401', 'TOKEN_INVALID']);
    }
  });

  test('the 401 does not wait for a body of many megabytes', async () => {
    const status = await new Promise<number>((resolve, reject) => {
      const sent = request(running.baseUrl + echo.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': '50000000' },
      });
      sent.on('response', (response) => {
        resolve(response.statusCode ?? 0);
        sent.destroy();
      });
      sent.on('error', reject);
      sent.write('{');
    });
    expect(status).toBe(401);
  });

  test('end when their application is disabled (how soon: see token-cache.test.ts)', async () => {
    const { setApplicationStatus } = await import('@cinnabar/server/areas/credentials/index.js');
    const { transact } = await import('@cinnabar/server/database/transact.js');
    const third = await givenEnterprise(running);
    expect((await third.owner.client.post(echo.path, { name: '甲' })).status).toBe(200);
    await transact(running.app.database.db, (tx) =>
      setApplicationStatus(tx, third.corpId, third.appId, 'disabled'),
    );
    let status = 200;
    while (status === 200) status = (await third.owner.client.post(echo.path, { name: '甲' })).status;
    expect(status).toBe(401);
  });
});

describe('headers', () => {
  test('userId omitted or malformed, source missing or unknown: 400 naming the header', async () => {
    const { client } = enterprise;
    const userId = String(enterprise.owner.userId);
    const cases: readonly [string, Record<string, string>][] = [
      ['userId', { userId: '' }],
      ['userId', { userId: 'abc' }],
      ['userId', { userId: '1.5' }],
      ['source', { userId, source: '' }],
      ['source', { userId, source: 'tv' }],
      ['source', { userId, source: 'PC' }],
    ];
    for (const [named, headers] of cases) {
      const { status, envelope } = await client.post(needsRight.path, '{', headers);
      expect([status, envelope.code, envelope.reason]).toEqual([400, '400', 'INVALID_HEADER']);
      expect(envelope.msg).toContain(named);
    }
  });

  test('an optional source is checked if given', async () => {
    expect((await owner.post(echo.path, { name: '甲' }, { source: 'tv' })).status).toBe(400);
    expect((await owner.post(echo.path, { name: '甲' }, { source: '' })).status).toBe(200);
  });
});

describe('membership', () => {
  test('a user of another enterprise, an unknown one, or an impossible number: 403 before the body is read', async () => {
    for (const userId of [String(other.owner.userId), '999999999', '0', '-5', '99999999999999999999']) {
      const { status, envelope } = await enterprise.client.post(needsRight.path, '{', { userId });
      expect([status, envelope.code, envelope.reason]).toEqual([403, '403', 'NOT_MEMBER']);
    }
  });

  test('an application may call without an acting member, but not with one of another enterprise', async () => {
    expect(await enterprise.client.data(application, {})).toEqual({ actingMember: null });
    expect(await owner.data(application, {})).toEqual({ actingMember: enterprise.owner.userId });
    const foreign = { userId: String(other.owner.userId) };
    expect((await enterprise.client.call(application, {}, foreign)).status).toBe(403);
    expect((await enterprise.client.call(application, {}, { userId: 'x' })).status).toBe(400);
  });

  test('a target is a member, confirmed or not', async () => {
    expect(await plain.client.data(target, {})).toEqual({ user: plain.userId });
    const foreign = { userId: String(other.owner.userId) };
    expect((await enterprise.client.call(target, {}, foreign)).status).toBe(403);
    expect((await enterprise.client.call(target, {})).status).toBe(400);
  });
});

describe('the body, then the right', () => {
  test('without the right: an invalid body returns 400, a valid one 403', async () => {
    const bad = await plain.client.post(needsRight.path, {});
    expect([bad.status, bad.envelope.reason]).toEqual([400, 'INVALID_FIELD']);
    const good = await plain.client.call(needsRight, { name: '甲' });
    expect([good.status, good.envelope.code, good.envelope.reason]).toEqual([
      403,
      '403',
      'PERMISSION_DENIED',
    ]);
    const owners = await owner.call(needsRight, { name: '甲' });
    expect([owners.status, owners.envelope]).toEqual([200, { code: '0', msg: '成功', data: {} }]);
  });

  test('an operation that declares the code PERMISSION_DENIED returns it', async () => {
    const { status, envelope } = await plain.client.call(needsNamedRight, {});
    expect([status, envelope.code, envelope.data]).toEqual([403, 'PERMISSION_DENIED', null]);
    expect(envelope).not.toHaveProperty('reason');
  });

  test('an operation may have a code of its own for an invalid body', async () => {
    const { status, envelope } = await owner.post(oddShape.path, { recordType: 'x' });
    expect([status, envelope.code, envelope.data]).toEqual([200, '1002', null]);
    expect(envelope.msg).toContain('recordType');
  });
});

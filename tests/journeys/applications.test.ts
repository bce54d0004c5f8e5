/** Applications of an enterprise, managed by its own people. */
import {
  applicationCreate,
  applicationList,
  applicationModify,
  applicationRotateSecret,
  applicationTest,
  applicationUpdateStatus,
} from '@cinnabar/api/operations/applications.js';
import { auditList } from '@cinnabar/api/operations/audit.js';
import { getAccessToken } from '@cinnabar/api/operations/credentials.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, withNewToken } from '../support/given-enterprise.js';

const HOUR = 3600;

let running: RunningApp;
let home: Enterprise;

beforeAll(async () => {
  running = await startApp();
  home = await givenEnterprise(running);
});
afterAll(() => running.close());

const created = (allowList: readonly string[] = []) =>
  home.owner.client.data(applicationCreate, { name: 'ERP', allowList });

async function tokenStatus(credentials: { readonly appId: string; readonly appSecret: string }) {
  const { appId, appSecret } = credentials;
  return (await running.client.call(getAccessToken, { appId, appSecret })).status;
}

const listed = async (appId: string) =>
  (await home.owner.client.data(applicationList, { listPageSize: 100 })).find((each) => each.appId === appId);

describe('an application', () => {
  test('gets tokens by the secret that is shown once, and says when it last did', async () => {
    const application = await created();
    expect(application).toMatchObject({ name: 'ERP', status: 'enabled', lastTokenTime: null });
    expect(await listed(application.appId)).not.toHaveProperty('appSecret');
    expect(await tokenStatus(application)).toBe(200);
    expect(await listed(application.appId)).toMatchObject({
      lastAddress: '127.0.*.*',
      lastAddressAllowed: true,
      lastTokenTime: expect.any(String),
    });
  });

  test('is restricted to its allow-list, which tells whether it would shut the last caller out', async () => {
    const application = await created();
    expect(await tokenStatus(application)).toBe(200);
    const { appId } = application;
    const restricted = await home.owner.client.data(applicationModify, { appId, allowList: ['10.2.0.0/16'] });
    expect(restricted).toMatchObject({ allowList: ['10.2.0.0/16'], lastAddressAllowed: false });
    expect(await tokenStatus(application)).toBe(401);
    await home.owner.client.data(applicationModify, { appId, allowList: [] });
    expect(await tokenStatus(application)).toBe(200);
  });

  test('keeps its old secret for as long as is wanted after a rotation', async () => {
    const application = await created();
    const { appId } = application;
    const rotated = await home.owner.client.data(applicationRotateSecret, { appId, overlapHours: 2 });
    expect(rotated.previousSecretUntil).not.toBeNull();
    expect(await tokenStatus(application)).toBe(200);
    expect(await tokenStatus(rotated)).toBe(200);
    await running.advance(2 * HOUR + 1);
    home = await withNewToken(running, home);
    expect(await tokenStatus(application)).toBe(401);
    expect(await tokenStatus(rotated)).toBe(200);
    expect(await listed(appId)).toMatchObject({ previousSecretUntil: null });
    const again = await home.owner.client.data(applicationRotateSecret, { appId, overlapHours: 0 });
    expect(await tokenStatus(rotated)).toBe(401);
    expect(await tokenStatus(again)).toBe(200);
  });

  test('gets no tokens while it is disabled', async () => {
    const application = await created();
    const { appId } = application;
    await home.owner.client.data(applicationUpdateStatus, { appId, status: 'disabled' });
    expect(await tokenStatus(application)).toBe(401);
    await home.owner.client.data(applicationUpdateStatus, { appId, status: 'enabled' });
    expect(await tokenStatus(application)).toBe(200);
  });

  test('is tried out by the service: its state and, if given, its secret are judged', async () => {
    const application = await created(['203.0.113.0/24']);
    const { appId, appSecret } = application;
    const tried = async (secret?: string) =>
      (
        await home.owner.client.data(applicationTest, {
          appId,
          ...(secret === undefined ? {} : { appSecret: secret }),
        })
      ).steps.map(({ path, status, code }) => [path, status, code]);
    const both = [
      ['/service/getAccessToken', 200, '0'],
      ['/corp/baseInfo', 200, '200'],
    ];
    expect(await tried()).toEqual(both);
    expect(await tried(appSecret)).toEqual(both);
    expect(await tried('something else')).toEqual([['/service/getAccessToken', 401, '401']]);
    await home.owner.client.data(applicationRotateSecret, { appId, overlapHours: 0 });
    expect(await tried(appSecret)).toEqual([['/service/getAccessToken', 401, '401']]);
    await home.owner.client.data(applicationUpdateStatus, { appId, status: 'disabled' });
    expect(await tried()).toEqual([['/service/getAccessToken', 401, '401']]);
  });
});

test('every change is an entry of the audit, with state before and after and without a secret', async () => {
  const corp = await givenEnterprise(running);
  const { client } = corp.owner;
  const { appId } = await client.data(applicationCreate, { name: 'ERP', allowList: ['10.0.0.1'] });
  await client.data(applicationModify, { appId, name: '财务' });
  const { appSecret } = await client.data(applicationRotateSecret, { appId, overlapHours: 0 });
  await client.data(applicationUpdateStatus, { appId, status: 'disabled' });
  await client.data(applicationUpdateStatus, { appId, status: 'disabled' });
  const entries = await client.data(auditList, {});
  expect(entries.map(({ act }) => act)).toEqual([
    'application.disable',
    'application.rotate',
    'application.modify',
    'application.create',
  ]);
  expect(entries[2]?.changes).toEqual(
    expect.arrayContaining([
      { field: 'name', before: 'ERP', after: '财务' },
      { field: 'application', before: null, after: appId },
    ]),
  );
  expect(JSON.stringify(entries)).not.toContain(appSecret);
});

/** A face check as fresh proof in the console, and attempts to prove by a check that does not count. */
import { faceAuth } from '@cinnabar/api/operations/members.js';
import { addMember } from '@cinnabar/server/areas/members/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type ConsoleBrowser, consoleOf, logInByCode, newBrowser } from '../support/console-login.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';

const TEN_MINUTES = 600;
const asked = { status: 403, envelope: { reason: 'FRESH_PROOF_REQUIRED', data: null } };
const wrong = { envelope: { code: '1403', data: null } };

let app: RunningApp;
let corp: Enterprise;
let admin: Person;
let browser: ConsoleBrowser;

beforeAll(async () => {
  app = await startApp();
  corp = await givenEnterprise(app);
});
beforeEach(async () => {
  await app.app.database.pool.query('delete from rate_counters');
  admin = await corp.member(['ADMIN']);
  browser = await consoleOf(app, admin.mobile);
  await app.advance(TEN_MINUTES);
});
afterAll(() => app.close());

function change(by = browser) {
  return by.act(corp.corpId, '/corp/setSettings', { contractApproval: true });
}

async function begin(by = browser): Promise<string> {
  const { envelope } = await by.page<{ orderNo: string; address: string }>('/pages/security/beginFace');
  expect(envelope.data.address).toBe(`${app.baseUrl}/face?orderNo=${envelope.data.orderNo}`);
  return envelope.data.orderNo;
}

async function show(orderNo: string, result: 'pass' | 'fail' = 'pass'): Promise<void> {
  expect((await app.post(`/sandbox/face/${orderNo}`, { result })).status).toBe(200);
}

function prove(value: string, by = browser) {
  return by.page('/pages/security/prove', { kind: 'face', value });
}

async function stateOf(orderNo: string, by = browser): Promise<unknown> {
  return (await by.page('/pages/security/viewFace', { orderNo })).envelope.data;
}

test('a face check on another device proves who is there, for ten minutes from the check', async () => {
  expect(await change()).toMatchObject(asked);
  const orderNo = await begin();
  expect(await stateOf(orderNo)).toEqual({ state: 'open' });
  expect(await prove(orderNo)).toMatchObject(wrong);
  await show(orderNo);
  expect(await stateOf(orderNo)).toEqual({ state: 'passed' });
  await app.advance(TEN_MINUTES / 2);
  expect((await prove(orderNo)).envelope.code).toBe('0');
  expect((await change()).envelope.code).toBe('200');
  await app.advance(TEN_MINUTES / 2);
  expect(await change()).toMatchObject(asked);
});

describe('a face check proves nothing', () => {
  test('a second time', async () => {
    const orderNo = await begin();
    await show(orderNo);
    const answers = await Promise.all([prove(orderNo), prove(orderNo), prove(orderNo)]);
    expect(answers.filter(({ envelope }) => envelope.code === '0')).toHaveLength(1);
    await app.advance(TEN_MINUTES);
    expect(await prove(orderNo)).toMatchObject(wrong);
    expect(await change()).toMatchObject(asked);
  });

  test('that has failed, or has been passed more than ten minutes ago', async () => {
    const failed = await begin();
    await show(failed, 'fail');
    expect(await stateOf(failed)).toEqual({ state: 'failed' });
    expect(await prove(failed)).toMatchObject(wrong);
    const late = await begin();
    await show(late);
    await app.advance(TEN_MINUTES);
    expect(await prove(late)).toMatchObject(wrong);
  });

  test('in another session of the person, or in that of another person', async () => {
    const orderNo = await begin();
    await show(orderNo);
    const colleague = await consoleOf(app, (await corp.member(['ADMIN'])).mobile);
    for (const other of [await consoleOf(app, admin.mobile), colleague]) {
      expect(await stateOf(orderNo, other)).toEqual({ state: 'expired' });
      expect(await prove(orderNo, other)).toMatchObject(wrong);
    }
    expect((await prove(orderNo)).envelope.code).toBe('0');
  });

  test('that was made for something else, such as a signature or the identity of a person', async () => {
    const orderNo = await begin();
    await show(orderNo);
    // Not even if its requester were the same.
    await app.app.database.pool.query(`update face_orders set purpose = 'ownReturn' where order_no = $1`, [
      orderNo,
    ]);
    expect(await prove(orderNo)).toMatchObject(wrong);
    const { url } = await admin.client.data(faceAuth, {
      authType: 'person',
      id: String(admin.userId),
      channel: 'channelB',
      callbackUrl: 'https://erp.example.com/face',
    });
    const foreign = new URL(url).searchParams.get('orderNo') ?? '';
    await show(foreign);
    expect(await prove(foreign)).toMatchObject(wrong);
    expect(await change()).toMatchObject(asked);
  });

  test('and is not a second factor', async () => {
    const orderNo = await begin();
    await show(orderNo);
    await prove(orderNo);
    const { rows } = await app.app.database.pool.query(
      'select bool_or(is_strong) as strong from console_sessions where user_id = $1',
      [admin.userId],
    );
    expect(rows).toEqual([{ strong: false }]);
  });
});

test('a person whose identity is not proven is not offered a face check, and cannot begin one', async () => {
  expect((await logInByCode(app, newBrowser(app), admin.mobile)).hasFace).toBe(true);
  const { services, database } = app.app;
  const mobile = '13911110009';
  await transact(database.db, (tx) =>
    addMember(tx, services.ids, {
      ...{ corpId: corp.corpId, userName: '沈予安', mobile, jobNum: 'F-9' },
      ...{ roles: [], now: services.clock.now() },
    }),
  );
  const unproven = newBrowser(app);
  expect((await logInByCode(app, unproven, mobile)).hasFace).toBe(false);
  const refused = await unproven.page('/pages/security/beginFace');
  expect(refused).toMatchObject({ status: 403, envelope: { reason: 'NOT_VERIFIED' } });
});

test('face checks are limited to ten a day, together with those of “my contracts”', async () => {
  for (let count = 1; count <= 10; count += 1) await begin();
  const refused = await browser.page('/pages/security/beginFace');
  expect(refused).toMatchObject({ status: 429, envelope: { reason: 'CREDENTIALS_LIMITED' } });
});

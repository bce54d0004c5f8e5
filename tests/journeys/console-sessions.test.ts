/** Logging in to the console by a code, and the session that follows. */
import type { EnteredConsole } from '@cinnabar/api/pages/login.js';
import type { OwnSecurity } from '@cinnabar/api/pages/own-security.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import type { Wire } from '../support/client.js';
import {
  type ConsoleBrowser,
  consoleOf,
  enter,
  logInByCode,
  newBrowser,
  requestCode,
} from '../support/console-login.js';
import type { AskedCode } from '../support/enter-link.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { as, contractPdf, givenSeal, givenTemplate, startFlow } from '../support/given-flow.js';
import { jobsDone } from '../support/jobs-done.js';
import { messagesTo } from '../support/messages-to.js';

const unauthorised = { status: 401, envelope: { code: '401', reason: 'TOKEN_INVALID', data: null } };
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const BASE_INFO = '/corp/baseInfo';
const SETTINGS = '/corp/settings';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';

let app: RunningApp;
let buyer: Enterprise;
let seller: Enterprise;
let clerk: Person;

beforeAll(async () => {
  app = await startApp();
  buyer = await givenEnterprise(app);
  seller = await givenEnterprise(app);
});
beforeEach(async () => {
  // Messages and wrong attempts of the tests before are forgotten.
  await app.app.database.pool.query('delete from rate_counters');
  clerk = await buyer.member();
});
afterAll(() => app.close());

function sessionsOf(browser: ConsoleBrowser) {
  return browser.page<Wire<OwnSecurity>>('/pages/security/view');
}

test('a member logs in with the code sent to their mobile, and acts in the name of their enterprise', async () => {
  const browser = newBrowser(app);
  const entered = await logInByCode(app, browser, clerk.mobile);
  expect(entered).toMatchObject({
    userId: clerk.userId,
    userName: clerk.realName,
    method: 'sms',
    needsFactor: false,
    corps: [{ corpId: buyer.corpId, corpName: buyer.corpName, roles: [], standing: 'open' }],
  });
  expect(entered.mobile).not.toBe(clerk.mobile);
  const info = await browser.act<{ corpName: string }>(buyer.corpId, BASE_INFO);
  expect(info.envelope).toMatchObject({ code: '200', data: { corpName: buyer.corpName } });
});

test('a contract opens on its own page, and only for the member whose part it is', async () => {
  await givenSeal(buyer);
  const template = await givenTemplate(buyer.owner.client, {
    parties: [{ flag: '甲方', signOrder: 1, area: true }],
  });
  const { flowId } = await startFlow(buyer.owner.client, template, {
    participantList: [as('甲方', clerk, buyer)],
  });
  const browser = await consoleOf(app, clerk.mobile);
  const opened = await browser.page<{ address: string }>('/pages/console/open', {
    corpId: buyer.corpId,
    flowId,
  });
  expect(opened.envelope.data.address).toMatch(new RegExp(`^/sign/${flowId}\\?`));
  const link = Number(/l=(\d+)/.exec(opened.envelope.data.address)?.[1]);
  const entered = await browser.page<{ entered: object | null }>('/pages/link/open', { linkId: link });
  // After signing, back to the contract, where it can be downloaded.
  expect(entered.envelope.data.entered).toMatchObject({
    returnUrl: `${app.baseUrl}/console/${buyer.corpId}/contracts/${flowId}`,
  });
  const stranger = await consoleOf(app, (await seller.member()).mobile);
  const refused = await stranger.page('/pages/console/open', { corpId: seller.corpId, flowId });
  expect(refused.envelope).toMatchObject({ code: '404', data: null });
});

test('the initiator goes on placing areas on a draft without a code, by its number or by its new link', async () => {
  const { envelope: uploaded } = await clerk.client.upload<object>('/template/uploadContractFile', {
    name: '采购合同.pdf',
    bytes: await contractPdf(1),
  });
  const browser = await consoleOf(app, clerk.mobile);
  const made = await browser.act<string>(buyer.corpId, '/signTask/getDesignatedSignatureUrl', {
    flowTitle: '采购合同',
    contractFileList: [uploaded.data],
    participantList: [{ ...as('甲方', clerk, buyer), participantType: 1 }],
  });
  const address = made.envelope.data;
  const byLink = await browser.page<{ address: string }>('/pages/console/openLink', {
    corpId: buyer.corpId,
    address,
  });
  const flowId = Number(/^\/place\/(\d+)\?/.exec(byLink.envelope.data.address)?.[1]);
  const again = await browser.page<{ address: string }>('/pages/console/open', {
    corpId: buyer.corpId,
    flowId,
  });
  for (const opened of [byLink, again]) {
    const linkId = Number(/l=(\d+)/.exec(opened.envelope.data.address)?.[1]);
    const entered = await browser.page<{ entered: unknown }>('/pages/link/open', { linkId });
    expect(entered.envelope.data.entered).not.toBeNull();
  }
  const colleague = await consoleOf(app, buyer.owner.mobile);
  for (const [path, body] of [
    ['/pages/console/openLink', { corpId: buyer.corpId, address }],
    ['/pages/console/open', { corpId: buyer.corpId, flowId }],
  ] as const) {
    expect((await colleague.page(path, body)).envelope).toMatchObject({ code: '404', data: null });
  }
});

test('a page that is reloaded gets its half of the session again, and nobody else does', async () => {
  const browser = await consoleOf(app, clerk.mobile);
  const resumed = await browser.page<{ entered: EnteredConsole | null }>('/pages/login/resume');
  expect(resumed.envelope.data.entered?.session).toBe(browser.key);
  const stranger = await newBrowser(app).page('/pages/login/resume');
  expect(stranger.envelope.data).toEqual({ entered: null });
});

test('logging out ends the session, whoever still has both halves', async () => {
  const browser = await consoleOf(app, clerk.mobile);
  const kept = new Map(browser.cookies);
  await browser.page('/pages/login/leave');
  expect(browser.cookies.has('console')).toBe(false);
  for (const [name, value] of kept) browser.cookies.set(name, value);
  expect(await browser.act(buyer.corpId, BASE_INFO)).toMatchObject(unauthorised);
});

describe('a mobile that belongs to no member', () => {
  const stranger = '13700000099';

  test('gets the same answers, and no message', async () => {
    const known = newBrowser(app);
    const unknown = newBrowser(app);
    const sentToMember = await known.page<AskedCode>('/pages/login/sendCode', { mobile: clerk.mobile });
    const sentToStranger = await unknown.page<AskedCode>('/pages/login/sendCode', { mobile: stranger });
    const form = ({ asked }: AskedCode) => ({ asked: asked.length });
    expect(sentToStranger.status).toBe(sentToMember.status);
    expect(form(sentToStranger.envelope.data)).toEqual(form(sentToMember.envelope.data));
    expect([...sentToStranger.headers.keys()]).toEqual([...sentToMember.headers.keys()]);
    await jobsDone(app.app.database.pool);
    expect(await messagesTo(app.baseUrl, stranger)).toEqual([]);
    expect(await messagesTo(app.baseUrl, clerk.mobile)).toHaveLength(1);
    const wrong = { code: '000000' };
    const tried = await known.page('/pages/login/byCode', { mobile: clerk.mobile, ...wrong });
    const guessed = await unknown.page('/pages/login/byCode', { mobile: stranger, ...wrong });
    expect(guessed.envelope).toMatchObject({
      code: tried.envelope.code,
      reason: 'CODE_WRONG',
      msg: tried.envelope.msg,
    });
  });

  test('is refused even with the right code', async () => {
    const person = await buyer.member();
    const browser = newBrowser(app);
    const asked = await requestCode(app, browser, person.mobile);
    const code = await app.newestCode(person.mobile);
    await app.app.database.pool.query(`update members set state = 'deleted' where user_id = $1`, [
      person.userId,
    ]);
    const answer = await browser.page('/pages/login/byCode', { mobile: person.mobile, code, asked });
    expect(answer.envelope).toMatchObject({ code: '1401', reason: 'CODE_ENDED', data: null });
  });
});

describe('a session', () => {
  test('ends after half an hour without a request for a member with a role, and after eight hours without one', async () => {
    const admin = await buyer.member(['ADMIN']);
    const [ofAdmin, ofClerk] = [await consoleOf(app, admin.mobile), await consoleOf(app, clerk.mobile)];
    await app.advance(29 * MINUTE);
    expect((await ofAdmin.act(buyer.corpId, BASE_INFO)).status).toBe(200);
    await app.advance(30 * MINUTE);
    expect(await ofAdmin.act(buyer.corpId, BASE_INFO)).toMatchObject(unauthorised);
    expect((await ofClerk.act(buyer.corpId, BASE_INFO)).status).toBe(200);
    await app.advance(8 * HOUR);
    expect(await ofClerk.act(buyer.corpId, BASE_INFO)).toMatchObject(unauthorised);
  });

  test('ends after twelve hours, however much it is used', async () => {
    const browser = await consoleOf(app, clerk.mobile);
    for (let hour = 0; hour < 11; hour += 5) {
      await app.advance(5 * HOUR - MINUTE);
      const expected = hour < 10 ? 200 : 401;
      expect((await browser.act(buyer.corpId, BASE_INFO)).status).toBe(expected);
    }
  });

  test('loses a right with the next request after the role was withdrawn', async () => {
    const admin = await buyer.member(['ADMIN']);
    const browser = await consoleOf(app, admin.mobile);
    expect((await browser.act(buyer.corpId, SETTINGS)).status).toBe(200);
    await app.app.database.pool.query(`update members set roles = '{}' where user_id = $1`, [admin.userId]);
    expect(await browser.act(buyer.corpId, SETTINGS)).toMatchObject({ status: 403 });
    await app.app.database.pool.query(`update members set state = 'deleted' where user_id = $1`, [
      admin.userId,
    ]);
    expect(await browser.act(buyer.corpId, BASE_INFO)).toMatchObject({
      status: 403,
      envelope: { reason: 'NOT_MEMBER', data: null },
    });
  });

  test('serves two tabs with two enterprises, each as the member of its own', async () => {
    await app.app.database.pool.query(
      `insert into members (corp_id, user_id, user_name, job_num, state, roles, confirmed_at, created_at)
        select $1, user_id, user_name, 'J-2', 'valid', '{ADMIN}', now(), created_at from members where user_id = $2`,
      [seller.corpId, clerk.userId],
    );
    const browser = await consoleOf(app, clerk.mobile);
    expect((await browser.act(seller.corpId, SETTINGS)).status).toBe(200);
    expect((await browser.act(buyer.corpId, SETTINGS)).status).toBe(403);
    const [one, other] = await Promise.all([
      browser.act<{ corpName: string }>(buyer.corpId, BASE_INFO),
      browser.act<{ corpName: string }>(seller.corpId, BASE_INFO),
    ]);
    expect(one.envelope.data.corpName).toBe(buyer.corpName);
    expect(other.envelope.data.corpName).toBe(seller.corpName);
  });

  test('repeats no request that is sent again under its Idempotency-Key, not even in the next session', async () => {
    const admin = await buyer.member(['ADMIN']);
    const send = (browser: ConsoleBrowser) =>
      browser.act<{ userId: number }>(buyer.corpId, '/member/create', {
        userName: '新成员',
        mobile: '13700000031',
        jobNum: 'N31',
      });
    const key = { 'idempotency-key': 'the-same' };
    const first = newBrowser(app, key);
    await logInByCode(app, first, admin.mobile);
    const made = await send(first);
    expect(made.envelope.code).toBe('200');
    await app.advance(HOUR);
    const second = newBrowser(app, key);
    await logInByCode(app, second, admin.mobile);
    const again = await send(second);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.envelope.data).toEqual(made.envelope.data);
  });
});

describe('the devices of a person', () => {
  test('are listed with masked address and last use, and can be logged out one by one or all at once', async () => {
    const [desktop, phone, tablet] = [
      newBrowser(app),
      newBrowser(app, { 'user-agent': PHONE }),
      newBrowser(app),
    ];
    for (const browser of [desktop, phone, tablet]) {
      await logInByCode(app, browser, clerk.mobile);
    }
    const { sessions } = (await sessionsOf(desktop)).envelope.data;
    expect(sessions).toHaveLength(3);
    const [own] = sessions.filter(({ isThis }) => isThis);
    const ofPhone = sessions.find(({ device }) => device.includes('iPhone'));
    expect(own).toMatchObject({ place: '127.0.*.*', method: 'sms' });
    await desktop.page('/pages/security/endSession', { sessionId: ofPhone?.sessionId });
    expect(await phone.act(buyer.corpId, BASE_INFO)).toMatchObject(unauthorised);
    expect((await tablet.act(buyer.corpId, BASE_INFO)).status).toBe(200);
    await desktop.page('/pages/security/endOtherSessions');
    expect(await tablet.act(buyer.corpId, BASE_INFO)).toMatchObject(unauthorised);
    expect((await desktop.act(buyer.corpId, BASE_INFO)).status).toBe(200);
  });

  test('are nobody else’s to end', async () => {
    const other = await buyer.member();
    const [mine, theirs] = [await consoleOf(app, clerk.mobile), await consoleOf(app, other.mobile)];
    const [session] = (await sessionsOf(theirs)).envelope.data.sessions;
    await mine.page('/pages/security/endSession', { sessionId: session?.sessionId });
    expect((await theirs.act(buyer.corpId, BASE_INFO)).status).toBe(200);
  });

  test('are told to the person when they are new, and only then', async () => {
    const browser = newBrowser(app);
    const notices = async () =>
      (await messagesTo(app.baseUrl, clerk.mobile)).filter(({ text }) => text.includes('新设备')).length;
    await logInByCode(app, browser, clerk.mobile);
    await jobsDone(app.app.database.pool);
    // The first log-in of all was by a message.
    expect(await notices()).toBe(0);
    await logInByCode(app, browser, clerk.mobile);
    await jobsDone(app.app.database.pool);
    expect(await notices()).toBe(0);
    await logInByCode(app, newBrowser(app, { 'user-agent': PHONE }), clerk.mobile);
    await jobsDone(app.app.database.pool);
    expect(await notices()).toBe(1);
  });
});

test('after half a year without a proof a code is not enough: the mobile may have another holder', async () => {
  const browser = newBrowser(app);
  await app.app.database.pool.query(
    `update users set verified_at = now() - interval '1 year', last_proof_at = null where user_id = $1`,
    [clerk.userId],
  );
  const asked = await requestCode(app, browser, clerk.mobile);
  const code = await app.newestCode(clerk.mobile);
  const answer = await browser.page('/pages/login/byCode', { mobile: clerk.mobile, code, asked });
  expect(answer).toMatchObject({ status: 403, envelope: { reason: 'FACE_REQUIRED', data: null } });
});

test('a wrong code can be tried five times', async () => {
  const browser = newBrowser(app);
  const asked = await requestCode(app, browser, clerk.mobile);
  const right = await app.newestCode(clerk.mobile);
  const code = right === '111111' ? '222222' : '111111';
  for (let tries = 1; tries <= 5; tries += 1) {
    const { envelope } = await browser.page('/pages/login/byCode', { mobile: clerk.mobile, code, asked });
    expect(envelope).toMatchObject({ code: '1401', reason: tries < 5 ? 'CODE_WRONG' : 'CODE_ENDED' });
  }
  const { envelope } = await browser.page('/pages/login/byCode', {
    mobile: clerk.mobile,
    code: right,
    asked,
  });
  expect(envelope).toMatchObject({ code: '1401', reason: 'CODE_ENDED' });
  // Another code of theirs still works.
  await app.advance(2 * MINUTE);
  await enter(browser, '/pages/login/byCode', {
    mobile: clerk.mobile,
    asked: await requestCode(app, browser, clerk.mobile),
    code: await app.newestCode(clerk.mobile),
  });
});

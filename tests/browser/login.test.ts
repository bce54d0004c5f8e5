// @module-tag chromium
/** Logging in to the console, own security, and the home of an enterprise. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort, type RunningApp, startApp } from '../support/app.js';
import { authenticatorCode } from '../support/authenticator.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { givenSeal } from '../support/given-flow.js';
import { jobsDone } from '../support/jobs-done.js';
import { desktop, openBrowser, openWindow, phone, type Window } from './browser.js';
import { givenContract, startContract } from './given-contract.js';

let app: RunningApp;
let browser: Browser;
let corp: Enterprise;
let other: Enterprise;
/** The service by its name, for which browsers offer passkeys. */
let site: string;

beforeAll(async () => {
  const port = await freePort();
  site = `http://localhost:${port}`;
  app = await startApp({ settings: { PORT: String(port), BASE_URL: site }, demoData: true });
  browser = await openBrowser();
  corp = await givenEnterprise(app, { profile: { corpName: '星河科技有限公司' } });
  other = await givenEnterprise(app, {
    profile: { corpName: '云帆国际贸易（中国上海自由贸易试验区临港新片区）供应链管理股份有限公司' },
  });
  await givenSeal(corp);
});
afterAll(() => app.close());

async function logIn({ page }: Window, mobile: string, address = '/login'): Promise<void> {
  await page.goto(`${site}${address}`);
  await page.getByLabel('手机号').fill(mobile);
  await page.getByRole('button', { name: '获取验证码' }).click();
  const code = page.getByLabel('短信验证码');
  await code.waitFor();
  await page.getByText('沙箱不发短信').waitFor();
  await jobsDone(app.app.database.pool);
  await code.fill(await app.newestCode(mobile));
}

function heading(page: Page, name: string | RegExp) {
  return page.getByRole('heading', { name, level: 1 });
}

/** What the home of the console says to who has nothing to do. */
function nothingToDo(page: Page) {
  return page.getByText('今天没有待办。');
}

test('a member logs in by a code, and opens a contract that waits for them', async () => {
  const clerk = await corp.member();
  const owner = corp.owner.client;
  const areas = [
    { of: 1, name: '甲方盖章' },
    { of: 2, name: '乙方盖章' },
  ] as const;
  const template = await givenContract(owner, {
    title: '软件服务合同',
    second: 1,
    parallel: true,
    areas,
  });
  await startContract(corp, template, { person: clerk, enterprise: corp });
  const window = await openWindow(browser, desktop, { alsoIn: phone });
  const { page } = window;
  await page.goto(`${site}/login`);
  await heading(page, '登录').waitFor();
  await page.getByRole('region', { name: /^沙箱/ }).waitFor();
  await window.checkAccess();
  await window.picture('login');
  await logIn(window, clerk.mobile);
  await page.getByRole('heading', { name: '待我处理 1' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/console/${corp.corpId}`);
  await window.checkAccess();
  await window.picture('console-home');
  await page
    .getByRole('link', { name: /软件服务合同/ })
    .first()
    .click();
  await page.getByRole('button', { name: '去签署' }).click();
  await page.waitForURL(/\/sign\//);
  await page.getByText('软件服务合同').first().waitFor();
  await window.close();
});

describe('a person with an authenticator app', () => {
  test('sets it up, and gives its code with the next log-in', async () => {
    const clerk = await corp.member();
    const window = await openWindow(browser, phone, { alsoIn: desktop });
    const { page } = window;
    await logIn(window, clerk.mobile, '/login?next=/security');
    await heading(page, '登录与安全').waitFor();
    await window.checkAccess();
    await window.picture('security');
    await page.getByRole('button', { name: '设置', exact: true }).first().click();
    const sheet = page.getByRole('dialog', { name: '设置动态口令' });
    const typed = (await sheet.locator('code').textContent()) ?? '';
    await window.picture('security-totp');
    await sheet.getByLabel('6 位动态口令').fill(authenticatorCode(app, typed, -1));
    await sheet.getByRole('button', { name: '确认' }).click();
    const codes = page.getByRole('dialog', { name: '恢复码' });
    await codes.waitFor();
    expect(await codes.getByRole('listitem').count()).toBe(10);
    await window.picture('security-codes');
    await codes.getByRole('button', { name: '我已保存' }).click();
    await page.getByText('剩余 10 个').waitFor();
    await window.close();
    const again = await openWindow(browser, phone, { alsoIn: desktop });
    await logIn(again, clerk.mobile);
    await heading(again.page, '双因素验证').waitFor();
    await again.checkAccess();
    await again.picture('login-factor');
    await again.page.getByLabel('动态口令或恢复码').fill(authenticatorCode(app, typed));
    await again.page.getByRole('button', { name: '确认' }).click();
    await nothingToDo(again.page).waitFor();
    await again.close();
  });
});

describe('a passkey', () => {
  test('is added, logs in without anything typed, and confirms a removal', async () => {
    const clerk = await corp.member();
    const window = await openWindow(browser, desktop);
    const { page } = window;
    const devices = await page.context().newCDPSession(page);
    await devices.send('WebAuthn.enable');
    await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await logIn(window, clerk.mobile, '/login?next=/security');
    await page.getByRole('button', { name: '添加' }).click();
    await page.getByRole('button', { name: '我已保存' }).click();
    await page.getByText(/^添加于/).waitFor();
    await window.picture('security-passkey-desktop');
    await page.goto(`${site}/console/${corp.corpId}`);
    await page.getByRole('button', { name: /，账号$/ }).click();
    await page.getByRole('button', { name: '退出登录' }).click();
    await heading(page, '登录').waitFor();
    await page.getByRole('button', { name: '通行密钥登录' }).click();
    await page.getByRole('button', { name: '使用通行密钥' }).click();
    await nothingToDo(page).waitFor();
    // Ten minutes later a far-reaching change asks for it again, over the page.
    await page.getByRole('button', { name: /，账号$/ }).click();
    await page.getByRole('link', { name: '登录与安全' }).click();
    await page.getByText(/^上次使用/).waitFor();
    await app.advance(601);
    await page.getByRole('button', { name: '删除' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
    const proof = page.getByRole('dialog', { name: '请确认是您本人' });
    await proof.waitFor();
    await window.picture('security-proof-desktop');
    await proof.getByRole('button', { name: '使用通行密钥' }).click();
    await page.getByText('未添加。').waitFor();
    await window.close();
  });
});

test('a face check on a phone confirms an act, over the page from which it came', async () => {
  const clerk = await corp.member();
  const window = await openWindow(browser, desktop, { alsoIn: phone });
  const { page } = window;
  await logIn(window, clerk.mobile, '/login?next=/security');
  await heading(page, '登录与安全').waitFor();
  await app.advance(601);
  await page.getByRole('button', { name: '设置', exact: true }).first().click();
  const proof = page.getByRole('dialog', { name: '请确认是您本人' });
  await proof.getByRole('radio', { name: '刷脸' }).check();
  await proof.getByRole('button', { name: '开始刷脸' }).click();
  const here = proof.getByRole('link', { name: '在本设备上刷脸' });
  await here.waitFor();
  await window.checkAccess();
  await window.picture('security-face');
  const orderNo = new URL((await here.getAttribute('href')) ?? '').searchParams.get('orderNo');
  await app.post(`/sandbox/face/${orderNo}`, { result: 'pass' });
  await page.getByRole('dialog', { name: '设置动态口令' }).waitFor();
  await window.close();
});

test('a member of two enterprises chooses one', async () => {
  const clerk = await corp.member();
  await joinOther(clerk);
  const window = await openWindow(browser, phone, { alsoIn: desktop });
  const { page } = window;
  await logIn(window, clerk.mobile);
  await heading(page, '选择企业').waitFor();
  await window.checkAccess();
  await window.picture('choose-enterprise');
  await page.getByRole('link', { name: /^星河科技/ }).click();
  await nothingToDo(page).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/console/${corp.corpId}`);
  await window.close();
});

async function joinOther({ userId }: Person): Promise<void> {
  await app.app.database.pool.query(
    `insert into members (corp_id, user_id, user_name, job_num, state, roles, confirmed_at, created_at)
      select $1, user_id, user_name, 'J-' || user_id, 'valid', '{ADMIN,SEAL_ADMIN}', now(), created_at
      from members where user_id = $2`,
    [other.corpId, userId],
  );
}

test('a session that has ended asks for a log-in over the page, and goes on where it was', async () => {
  const clerk = await corp.member();
  const window = await openWindow(browser, desktop);
  const { page } = window;
  // A browser goes back whenever it likes: here only after the next sheet has opened.
  await page.addInitScript(
    'const back = history.back.bind(history); history.back = () => void setTimeout(back, 400);',
  );
  await logIn(window, clerk.mobile, '/login?next=/security');
  await heading(page, '登录与安全').waitFor();
  await app.app.database.pool.query('delete from console_sessions where user_id = $1', [clerk.userId]);
  await page.getByRole('button', { name: '设置', exact: true }).first().click();
  const sheet = page.getByRole('dialog', { name: '请重新登录' });
  await sheet.getByLabel('手机号').fill(clerk.mobile);
  await sheet.getByRole('button', { name: '获取验证码' }).click();
  await sheet.getByLabel('短信验证码').waitFor();
  await window.picture('login-again-desktop');
  await jobsDone(app.app.database.pool);
  await sheet.getByLabel('短信验证码').fill(await app.newestCode(clerk.mobile));
  const offered = page.getByRole('dialog', { name: '设置动态口令' });
  await offered.waitFor();
  await page.waitForFunction("history.state !== null && 'sheet' in history.state");
  await page.waitForTimeout(600);
  expect(await offered.isVisible()).toBe(true);
  await page.goBack();
  await offered.waitFor({ state: 'detached' });
  await window.close();
});

test('in the sandbox a demo person logs in with one click', async () => {
  const window = await openWindow(browser, phone, { locale: 'en-US' });
  const { page } = window;
  await page.goto(`${site}/login`);
  await page.getByRole('button', { name: /^顾清扬/ }).click();
  await page.waitForURL(/\/console\/\d+$/);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await window.checkAccess();
  await window.picture('console-home-demo-en');
  await window.close();
});

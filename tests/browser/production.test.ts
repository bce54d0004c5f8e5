// @module-tag chromium
/** A production service behind https: its setup, and the first log-in of an administrator. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, type RunningApp, startApp } from '../support/app.js';
import { authenticatorCode } from '../support/authenticator.js';
import { givenEnterprise } from '../support/given-enterprise.js';
import { OPERATOR, PASSWORD, productionSettings, withCodes } from '../support/new-service.js';
import { waitingSeal } from '../support/waiting-seal.js';
import { desktop, openBrowser, openWindow, phone, type Window } from './browser.js';
import { giveMobileAndCode } from './console-visitor.js';
import { type HttpsFront, httpsFront } from './https-front.js';

let app: RunningApp;
let front: HttpsFront;
let browser: Browser;
let site: string;
/** Of the operator, shown at the end of the setup. */
let recoveryCodes: string[] = [];

beforeAll(async () => {
  const port = await freePort();
  site = `https://localhost:${port}`;
  app = withCodes(
    await startApp({
      settings: { ...productionSettings(site), PLATFORM_NETWORKS: '127.0.0.0/8, ::1', SEAL_REVIEW: 'true' },
    }),
  );
  front = await httpsFront(port, app.baseUrl);
  browser = await openBrowser();
});
afterAll(async () => {
  await front.close();
  await app.close();
});

async function look({ checkAccess, picture }: Window, name: string): Promise<void> {
  await checkAccess();
  await picture(name);
}

const inChinese = {
  ...{ locale: 'zh-CN', code: '初始化码', mobile: '您的手机号', next: '下一步' },
  ...{ passed: /^正常的/, remedy: '在 SMS_PROVIDERS 中填写真实的服务商', settings: '当前设置' },
};
const inEnglish = {
  ...{ locale: 'en-US', code: 'Setup code', mobile: 'Your mobile number', next: 'Next' },
  ...{ passed: /^In order:/, remedy: 'name a real provider in SMS_PROVIDERS', settings: 'Settings in force' },
};

test.each([
  [inChinese, desktop],
  [inEnglish, desktop],
  [inEnglish, phone],
])('the checks are told in the language of the page: $locale', async (words, size) => {
  const window = await openWindow(browser, size, { ignoreHTTPSErrors: true, locale: words.locale });
  const { page } = window;
  await page.goto(`${site}/setup`);
  await page.getByLabel(words.code).fill((await app.app.setupCode()) ?? '');
  await page.getByLabel(words.mobile).fill(OPERATOR.mobile);
  await page.getByRole('button', { name: words.next }).click();
  await page.getByText(words.remedy).waitFor();
  const next = await page.getByRole('button', { name: words.next }).boundingBox();
  expect(next?.y, 'the way on is in sight below the list').toBeLessThan(size.height - 40);
  await look(window, `setup-findings-${words.locale}`);
  await page.getByText(words.passed).click();
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  await look(window, `setup-passed-${words.locale}`);
  await page.getByRole('button', { name: words.next }).click();
  await page.getByRole('heading', { name: words.settings }).waitFor();
  await look(window, `setup-settings-${words.locale}`);
  await window.close();
});

test('whoever reads the log becomes the operator, and enters the first enterprise', async () => {
  const code = (await app.app.setupCode()) ?? '';
  const window = await openWindow(browser, phone, { ignoreHTTPSErrors: true });
  const { page } = window;
  await page.goto(`${site}/setup`);
  await page.getByLabel('初始化码').fill('aaaa-aaaa-aaaa-aaaa');
  await page.getByLabel('您的手机号').fill(OPERATOR.mobile);
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByText(/还可尝试 9 次/).waitFor();
  await look(window, 'setup-code');
  await page.getByLabel('初始化码').fill(code);
  const goOn = () => page.getByRole('button', { name: '下一步' }).click();
  await goOn();
  // The settings of tests leave text messages to the sandbox: the finding says what that means, and what helps.
  await page.getByText('需留意').first().waitFor();
  await page.getByText('在 SMS_PROVIDERS 中填写真实的服务商').waitFor();
  await look(window, 'setup-findings');
  await goOn();
  await page.getByText(`浏览器打开的地址与设置一致：${site}`).waitFor();
  await page.getByText(`BASE_URL=${site}`).waitFor();
  expect(await page.locator('main').textContent()).not.toContain(app.app.services.config.masterKey);
  await look(window, 'setup-settings');
  // Somebody who has changed a setting restarts the service and reloads the page.
  await page.reload();
  await page.getByRole('heading', { name: '地址与设置' }).waitFor();
  await page.getByText(`浏览器打开的地址与设置一致：${site}`).waitFor();
  await goOn();
  await page.getByText('根证书指纹').waitFor();
  expect(await page.getByRole('button', { name: '下一步' }).isDisabled()).toBe(true);
  await page.getByRole('checkbox', { name: '主密钥已在服务器之外另存一份' }).check();
  await look(window, 'setup-keys');
  await goOn();
  await page.getByLabel('企业名称').fill('星河科技有限公司');
  await page.getByLabel('统一社会信用代码（选填）').fill('91310000000000000X');
  await look(window, 'setup-enterprise');
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByLabel('您的姓名').fill(OPERATOR.name);
  await page.getByLabel('登录密码').fill(PASSWORD);
  const secret = (await page.locator('code').textContent()) ?? '';
  await page.getByLabel('6 位动态口令').fill(authenticatorCode(app, secret));
  await look(window, 'setup-operator');
  await page.getByRole('button', { name: '完成初始化' }).click();
  // The service refuses the credit code: back to where it was typed.
  await page.getByText('不是统一社会信用代码').waitFor();
  await page.getByLabel('统一社会信用代码（选填）').fill('');
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByLabel('6 位动态口令').fill(authenticatorCode(app, secret));
  await page.getByRole('button', { name: '完成初始化' }).click();
  await page.getByRole('heading', { name: '初始化完成' }).waitFor();
  const codes = page.getByRole('listitem');
  expect(await codes.count()).toBe(10);
  recoveryCodes = await codes.allTextContents();
  await look(window, 'setup-done');
  await page.getByRole('button', { name: '我已保存，进入控制台' }).click();
  await page.waitForURL(/\/console\/\d+$/);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto(`${site}/platform`);
  await page.getByRole('heading', { name: '登录运营平台' }).waitFor();
  await page.getByLabel('手机号').fill(OPERATOR.mobile);
  await page.getByLabel('密码').fill(PASSWORD);
  // That of the setup has served.
  await page.getByLabel('动态口令或恢复码').fill(authenticatorCode(app, secret, 1));
  await look(window, 'platform-login');
  await page.getByRole('button', { name: '登录' }).click();
  await page.getByText(`运营人员：${OPERATOR.name}`).waitFor();
  await page.getByText('在 SMS_PROVIDERS 中填写真实的服务商').waitFor();
  await page.getByText('数据库结构为最新').first().waitFor();
  await look(window, 'platform');
  await page.reload();
  await page.getByRole('button', { name: 'EN: switch to English' }).click();
  await page.getByText(`Operator: ${OPERATOR.name}`).waitFor();
  await page.getByText('name a real provider in SMS_PROVIDERS').waitFor();
  await look(window, 'platform-en');
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('heading', { name: 'Log in to the platform' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Log in to the platform' }).waitFor();
  const again = await openWindow(browser, phone, { ignoreHTTPSErrors: true, locale: 'en-US' });
  await again.page.goto(`${site}/setup`);
  await again.page.getByRole('heading', { name: 'Log in' }).waitFor();
  expect(new URL(again.page.url()).pathname).toBe('/login');
  await again.close();
  await window.close();
});

/** The operator's window, after a log-in by another recovery code. */
async function enterPlatform(): Promise<Window> {
  const window = await openWindow(browser, phone, { ignoreHTTPSErrors: true });
  const { page } = window;
  await page.goto(`${site}/platform`);
  await page.getByLabel('手机号').fill(OPERATOR.mobile);
  await page.getByLabel('密码').fill(PASSWORD);
  await page.getByLabel('动态口令或恢复码').fill(recoveryCodes.pop() ?? '');
  await page.getByRole('button', { name: '登录' }).click();
  await page.getByText(`运营人员：${OPERATOR.name}`).waitFor();
  return window;
}

test('the operator retries jobs, tests providers and sees what is stored', async () => {
  const window = await enterPlatform();
  await lookAtJobs(window);
  await lookAtProviders(window);
  await window.close();
});

test('the operator administers enterprises, and decides on seals and certificates', async () => {
  const window = await enterPlatform();
  await lookAtCorps(window);
  await lookAtSeals(window);
  await lookAtCertificates(window);
  await window.close();
});

/** A job that has failed, and another try. */
async function lookAtJobs(window: Window): Promise<void> {
  const { page } = window;
  const { pool } = app.app.database;
  await pool.query(
    "select cinnabar_jobs.add_job('flows.archiveOf', payload => '{}', max_attempts => 1, run_at => now() + '1 day')",
  );
  await pool.query(
    "update cinnabar_jobs._private_jobs set attempts = 1, last_error = '时间戳服务没有响应' where max_attempts = 1",
  );
  await page.getByRole('button', { name: '任务', exact: true }).click();
  await lookInBothSizes(window, 'platform-jobs', () => page.getByText('时间戳服务没有响应').waitFor());
  await page.getByRole('button', { name: /^立即重试/ }).click();
  await page.getByText('已试 0 次').waitFor();
  await pool.query('delete from cinnabar_jobs._private_jobs where max_attempts = 1');
  await page.getByRole('button', { name: '审计', exact: true }).click();
  await lookInBothSizes(window, 'platform-acts', () => page.getByText('重试后台任务').waitFor());
}

/** Each with its state; a test says how it ended, and how long it took. */
async function lookAtProviders(window: Window): Promise<void> {
  const { page } = window;
  await page.getByRole('button', { name: '服务商', exact: true }).click();
  await page.getByText('沙箱模拟', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: /^测试时间戳/ }).click();
  await page.getByText(/内置时间戳服务：.* 的时间为/).waitFor();
  await lookInBothSizes(window, 'platform-providers', () => page.getByText(/用时 \d+ 毫秒/).waitFor());
  await page.getByRole('button', { name: '存储', exact: true }).click();
  await lookInBothSizes(window, 'platform-storage', () => page.getByText('最大的表').waitFor());
}

async function lookInBothSizes(
  { page, checkAccess, picture }: Window,
  name: string,
  isThere: () => Promise<void>,
): Promise<void> {
  for (const size of [desktop, phone]) {
    await page.setViewportSize(size);
    await isThere();
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await checkAccess();
    await picture(`${name}-${size.width}`);
  }
}

/** Revoking takes the end of the number. */
async function lookAtCertificates(window: Window): Promise<void> {
  const { page } = window;
  const { authority, clock } = app.app.services;
  const corp = await givenEnterprise(app);
  await authority.enterpriseSigner({ ...corp, corpCode: null }, clock.now());
  await page.getByRole('button', { name: '证书', exact: true }).click();
  await lookInBothSizes(window, 'platform-certificates', () => page.getByText('根证书').first().waitFor());
  await page
    .getByRole('button', { name: /^吊销序列号/ })
    .first()
    .click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText('已签合同按时间戳仍有效').waitFor();
  expect(await sheet.getByRole('button', { name: '吊销' }).isDisabled()).toBe(true);
  await window.checkAccess();
  await window.picture('platform-revoke');
}

/** The list, one enterprise, and what stopping it means. */
async function lookAtCorps(window: Window): Promise<void> {
  const { page } = window;
  await page.getByRole('button', { name: '企业', exact: true }).click();
  const corp = page.getByRole('button', { name: /^星河科技有限公司/ });
  await lookInBothSizes(window, 'platform-corps', () => corp.waitFor());
  await corp.click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: '停用企业' }).click();
  await lookInBothSizes(window, 'platform-stop', () => sheet.getByText('进行中 0 份将不能签署').waitFor());
  await sheet.getByRole('button', { name: '返回' }).click();
  await sheet.getByRole('button', { name: '修改设置' }).click();
  const approval = sheet.getByRole('group', { name: '发起须经审批' }).getByRole('checkbox', { name: '开启' });
  await approval.check();
  await lookInBothSizes(window, 'platform-settings', () =>
    sheet.getByText('影响：今后发起的合同须先获批准。').waitFor(),
  );
  await sheet.getByRole('button', { name: '保存发起须经审批' }).click();
  await sheet.getByText('今后发起的合同须先获批准').waitFor({ state: 'detached' });
  expect(await approval.isChecked()).toBe(true);
  await sheet.getByRole('button', { name: '返回' }).click();
  await sheet.getByRole('button', { name: '充值' }).waitFor();
  await window.picture('platform-corp');
  await sheet.getByRole('button', { name: '关闭与导出' }).click();
  await lookInBothSizes(window, 'platform-closing', () => sheet.getByText('corp export --corp').waitFor());
  await sheet.getByRole('button', { name: '返回' }).click();
  await sheet.getByRole('button', { name: '关闭', exact: true }).click();
  await page.getByRole('button', { name: '新建企业' }).click();
  await sheet.getByLabel('统一社会信用代码').fill('91350100M000100Y44');
  await sheet.getByText('请核对后重填').waitFor();
  await look(window, 'platform-new-corp');
  await sheet.getByRole('button', { name: '关闭' }).click();
}

/** The queue of seals under review: the keys, a rejection, and what passes. */
async function lookAtSeals(window: Window): Promise<void> {
  const { page } = window;
  const corp = await givenEnterprise(app);
  for (const name of ['公章一', '公章二']) await waitingSeal(corp, name);
  await page.getByRole('button', { name: '印章审核', exact: true }).click();
  await lookInBothSizes(window, 'platform-seals', () => page.getByText('第 1 枚，共 2 枚待审核').waitFor());
  await page.keyboard.press('j');
  await page.getByText('第 2 枚，共 2 枚待审核').waitFor();
  await page.getByRole('button', { name: '驳回' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: '图片模糊' }).click();
  await look(window, 'platform-reject');
  await sheet.getByRole('button', { name: '驳回' }).click();
  await page.getByText('第 1 枚，共 1 枚待审核').waitFor();
  await page.getByRole('button', { name: '通过' }).click();
  await page.getByText('没有待审核的印章').waitFor();
  await page.getByRole('button', { name: '停用印章公章一' }).click();
  await sheet.getByText('只等待这枚印章的合同有 0 份').waitFor();
  await sheet.getByRole('button', { name: '涉嫌冒用' }).click();
  await sheet.getByRole('button', { name: '停用', exact: true }).click();
  await lookInBothSizes(window, 'platform-decided-seals', () =>
    page.getByRole('button', { name: '恢复印章公章一' }).waitFor(),
  );
}

test('an administrator lands on own security until they have a second factor', async () => {
  const corp = await givenEnterprise(app);
  const { mobile } = await corp.member(['ADMIN']);
  const window = await openWindow(browser, phone, { ignoreHTTPSErrors: true });
  const { page } = window;
  await page.goto(`${site}/login?next=/console/${corp.corpId}/contracts`);
  await giveMobileAndCode(app, page.locator('form'), mobile);
  await page.getByText('您的角色权限较大').waitFor();
  await look(window, 'production-enrol');
  await page.goto(`${site}/console/${corp.corpId}/contracts`);
  await page.getByRole('button', { name: '前往登录与安全' }).click();
  await page.getByRole('button', { name: '设置', exact: true }).first().click();
  const sheet = page.getByRole('dialog', { name: '设置动态口令' });
  const secret = (await sheet.locator('code').textContent()) ?? '';
  await sheet.getByLabel('6 位动态口令').fill(authenticatorCode(app, secret));
  await sheet.getByRole('button', { name: '确认' }).click();
  await page.getByRole('button', { name: '我已保存' }).click();
  await page.getByRole('button', { name: '继续' }).click();
  await page.waitForURL(/\/console\/\d+/);
  await window.close();
});

// @module-tag chromium
/**
 * My account: changing the mobile, recovering an earlier account, correcting the name, and returning after a long
 * absence.
 */
import { memberCreate } from '@cinnabar/api/operations/members.js';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { desktop, openBrowser, openWindow, phone } from './browser.js';
import { lookAt } from './settled.js';

describe('my account', () => {
  let app: RunningApp;
  let browser: Browser;
  let buyer: Enterprise;
  let mobiles = 13_600_020_000;
  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser();
    buyer = await givenEnterprise(app, { profile: { corpName: '星河科技有限公司' } });
  });
  afterAll(async () => {
    await app.close();
  });

  async function signIn(page: Page, mobile: string): Promise<void> {
    await page.goto(`${app.baseUrl}/contracts`);
    await page.getByLabel('手机号').fill(mobile);
    await page.getByRole('button', { name: '获取验证码' }).click();
    await page.getByText('验证码已发送至').waitFor();
    await page.getByLabel('短信验证码').fill(await app.newestCode(mobile));
    await page.getByRole('button', { name: '登录' }).click();
  }

  async function passFace(page: Page): Promise<void> {
    await page.waitForURL(/\/face\//);
    await page.getByLabel('我同意采集').check();
    await page.getByRole('button', { name: '模拟通过' }).click();
    await page.waitForURL(/\/contracts/);
  }

  test('a code to each mobile changes the mobile', async () => {
    const { mobile } = await buyer.member();
    const another = String(++mobiles);
    const window = await openWindow(browser, phone, { alsoIn: desktop });
    const { page } = window;
    await signIn(page, mobile);
    await page.getByRole('heading', { name: '我的账号' }).waitFor();
    await lookAt(window, 'account-1');
    await page.getByRole('button', { name: '更换手机号' }).click();
    await page.getByRole('dialog').getByLabel('新手机号').fill(another);
    await lookAt(window, 'account-2-another');
    await page.getByRole('button', { name: '获取验证码' }).click();
    await page.getByLabel(/旧手机号.*的验证码/).fill('000000');
    await page.getByLabel(/新手机号.*的验证码/).fill(await app.newestCode(another));
    await page.getByRole('button', { name: '更换', exact: true }).click();
    await page.getByText('验证码错误').waitFor();
    await lookAt(window, 'account-3-wrong-code');
    await page.getByLabel(/旧手机号.*的验证码/).fill(await app.newestCode(mobile));
    await page.getByRole('button', { name: '更换', exact: true }).click();
    await page
      .getByText(`${another.slice(0, 3)}****${another.slice(-4)}`)
      .first()
      .waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: '我的账号' }).waitFor();
    expect(window.complaints.filter((complaint) => !complaint.includes('/pages/mine/mobile'))).toEqual([]);
    await window.close();
  });

  test('a person sees what they have agreed to, gets a copy of their data, and deletes their account', async () => {
    const { mobile } = await buyer.member();
    const window = await openWindow(browser, phone);
    const { page } = window;
    await signIn(page, mobile);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: '我同意的协议' }).click();
    await dialog.getByText('您还没有同意过任何协议').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '导出个人信息' }).click();
    await dialog.getByRole('button', { name: '获取验证码' }).click();
    await dialog.getByText('重新获取').waitFor();
    await dialog.getByLabel(/的验证码/).fill(await app.newestCode(mobile));
    await lookAt(window, 'data-1-export');
    const saving = page.waitForEvent('download');
    await dialog.getByRole('button', { name: '导出', exact: true }).click();
    expect((await saving).suggestedFilename()).toMatch(/^cinnabar-\d+-\d{8}\.zip$/);
    await dialog.waitFor({ state: 'detached' });
    await app.advance(61);
    await page.getByRole('button', { name: '注销账号' }).click();
    await dialog.getByRole('button', { name: '获取验证码' }).click();
    await dialog.getByText('重新获取').waitFor();
    await dialog.getByLabel(/的验证码/).fill(await app.newestCode(mobile));
    await lookAt(window, 'data-2-erase');
    await dialog.getByRole('button', { name: '注销并清除' }).click();
    await page.getByText('您的个人信息已清除').waitFor();
    await lookAt(window, 'data-3-erased');
    await page.getByRole('button', { name: '离开' }).click();
    await page.getByLabel('手机号').waitFor();
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('a person with another earlier mobile recovers their account by a face check', async () => {
    const [former, mobile] = [String(++mobiles), String(++mobiles)];
    const window = await openWindow(browser, phone);
    const { page } = window;
    const saysWho = async () => {
      await page.getByRole('button', { name: '我换过手机号' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('真实姓名').fill('赵换号');
      await dialog.getByLabel('证件号码').fill('11010519491231002X');
      await dialog.getByLabel('我同意收集').check();
      await lookAt(window, 'account-4-who');
      await dialog.getByRole('button', { name: '去刷脸' }).click();
      await passFace(page);
    };
    await signIn(page, former);
    await saysWho();
    await page.getByRole('heading', { name: '实名认证完成' }).waitFor();
    await buyer.owner.client.data(memberCreate, { userName: '赵换号', mobile: former, jobNum: '1' });
    await page.getByRole('button', { name: '查看我的合同' }).click();
    await page.getByText('已实名：赵**').waitFor();
    await page.getByRole('button', { name: '退出', exact: true }).click();
    await signIn(page, mobile);
    await saysWho();
    await page.getByRole('heading', { name: '已找回您的账号' }).waitFor();
    await lookAt(window, 'account-4-found');
    await page.getByRole('button', { name: '查看我的合同' }).click();
    await page.getByText('星河科技有限公司').waitFor();
    await page.getByText('已实名：赵**').waitFor();
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('a misspelt name is corrected', async () => {
    const person = await buyer.member();
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await signIn(page, person.mobile);
    await page.getByRole('button', { name: '姓名有误' }).click();
    await page.getByRole('dialog').getByLabel('正确的姓名').fill('员公正');
    await lookAt(window, 'account-5-name');
    await page.getByRole('button', { name: '去刷脸' }).click();
    await page.waitForURL(/\/face\//);
    await page.getByText('员公正').waitFor();
    await lookAt(window, 'account-6-face');
    await passFace(page);
    await page.getByRole('heading', { name: '姓名已更正' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await lookAt(window, 'account-7-renamed');
    await page.getByRole('button', { name: '查看我的合同' }).click();
    await page.getByText('已实名：员**').waitFor();
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('a person absent for half a year passes a face check first', async () => {
    const { mobile } = await buyer.member();
    await app.advance(181 * 24 * 3_600);
    const window = await openWindow(browser, desktop, { alsoIn: phone });
    const { page } = window;
    await signIn(page, mobile);
    await page.getByRole('heading', { name: '请确认是您本人' }).waitFor();
    await lookAt(window, 'account-8-away');
    await page.getByRole('button', { name: '我不是此前的用户' }).click();
    await page.getByRole('dialog').getByLabel('真实姓名').waitFor();
    await page.getByRole('button', { name: '关闭' }).click();
    await page.getByRole('button', { name: '去刷脸' }).click();
    await passFace(page);
    await page.getByRole('heading', { name: '欢迎回来' }).waitFor();
    await page.getByRole('button', { name: '查看我的合同' }).click();
    await page.getByRole('heading', { name: '我的账号' }).waitFor();
    expect(window.complaints).toEqual([]);
    await window.close();
  });
});

// @module-tag chromium
import { contractCancel } from '@cinnabar/api/operations/flows.js';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { taskInfo } from '../support/given-flow.js';
import { desktop, openBrowser, openWindow, phone } from './browser.js';
import { filledIn, givenForm } from './given-form.js';
import { drawn, enter } from './visitor.js';

describe('the fill page', () => {
  let app: RunningApp;
  let browser: Browser;
  let company: Enterprise;
  let employee: Person;
  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser();
    company = await givenEnterprise(app, { profile: { corpName: '云帆国际贸易（上海）有限公司' } });
    employee = await company.member();
  });
  afterAll(async () => {
    await app.close();
  });

  const values: Readonly<Record<string, string>> = {
    姓名: '王芳',
    联系电话: '13800138000',
    身份证号: '11010119900307002X',
    '月薪（元）': '12000',
    入职日期: '2026-12-01',
    工作经历: '2019 年至今在星河科技有限公司任采购经理。',
  };

  test.each([
    ['phone', phone],
    ['desktop', desktop],
  ] as const)('a form with every type of field is filled in and handed in on a %s', async (kind, size) => {
    const { flowId, address } = await givenForm(browser, company, employee, { title: '员工入职登记表' });
    const window = await openWindow(browser, size);
    const { page } = window;
    await enter(app, window, address, employee.mobile);
    await drawn(page);
    await window.checkAccess();
    await window.picture('fill-1-desk');
    for (const name of ['姓名', '联系电话', '身份证号', '月薪（元）', '入职日期']) await typeInto(name);
    if (kind === 'phone') await go('所在部门');
    await page
      .locator('[data-field]')
      .getByLabel(/^所在部门/)
      .selectOption('市场部');
    if (kind === 'phone') await go('已阅读员工手册');
    await page.getByRole('checkbox').check();
    await window.picture('fill-2-half');
    await typeInto('工作经历');
    if (kind === 'phone') await go('证件照');
    const photo = await sharp({ create: { width: 2600, height: 3200, channels: 3, background: '#8fb3d9' } })
      .jpeg()
      .toBuffer();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: '照片<img src=x onerror=alert(1)>.jpg', mimeType: 'image/jpeg', buffer: photo });
    await page.getByText('更换图片').waitFor();
    await page.getByText('已自动保存').waitFor();
    await page.getByText('必填项已填完').waitFor();
    await window.checkAccess();
    await window.picture('fill-3-complete');
    if (kind === 'phone') {
      await page.getByRole('button', { name: '列表' }).click();
      await window.checkAccess();
      await window.picture('fill-4-list');
    }
    await page.getByRole('button', { name: '提交填写' }).click();
    await page.getByRole('heading', { name: '已提交，共 9 项' }).waitFor();
    await page.getByText('接下来由云帆国际贸易（上海）有限公司签署。').waitFor();
    await window.checkAccess();
    await window.picture('fill-5-done');
    expect(await filledIn(company.owner, flowId)).toMatchObject({
      name: '王芳',
      mobile: '13800138000',
      salary: '12,000.00',
      start: '2026年12月01日',
      department: '市场部',
      handbook: 'true',
      history: values['工作经历'],
      emergency: null,
    });
    expect((await taskInfo(company.owner, flowId)).flowStatus).toBe(2);
    await page.reload();
    await page.getByRole('heading', { name: '已提交，共 9 项' }).waitFor();
    expect(window.complaints).toEqual([]);
    await window.close();

    /** On a phone one field is visible at a time. */
    async function go(name: string): Promise<void> {
      const field = page.getByLabel(labelled(name)).filter({ visible: true });
      for (let tries = 0; tries < 12 && (await field.count()) === 0; tries += 1) {
        await page.getByRole('button', { name: '下一项', exact: true }).click();
      }
      await field.first().waitFor();
    }

    async function typeInto(name: string): Promise<void> {
      if (kind === 'phone') await go(name);
      await page
        .locator('[data-field]')
        .getByLabel(labelled(name))
        .fill(values[name] ?? '');
    }
  });

  test('a character that no font contains is rejected beside its field, and the draft is available on another device', async () => {
    const { address } = await givenForm(browser, company, employee, { title: '员工入职登记表二' });
    const first = await openWindow(browser, desktop);
    await enter(app, first, address, employee.mobile);
    await drawn(first.page);
    const name = first.page.locator('[data-field]').getByLabel(/^姓名/);
    await name.fill('王\u{2A6D6}\u{10FFFD}');
    await name.blur();
    await first.page.getByText('无法显示，请更换写法').waitFor();
    await first.page.getByText('还差 9 项').first().waitFor();
    await first.checkAccess();
    await first.picture('fill-6-error');
    await name.fill('王芳芳');
    await name.blur();
    await first.page.getByText('无法显示，请更换写法').waitFor({ state: 'detached' });
    await inPlace(first.page, '联系电话', '13800138000');
    await first.picture('fill-7-in-place');
    await first.page.getByText('已自动保存').waitFor();
    // What is typed without a connection is saved once there is one.
    await first.page.context().setOffline(true);
    await first.page.getByText('网络已断开').waitFor();
    await first.page.locator('[data-field]').getByLabel(/^月薪/).fill('12000');
    await first.page.getByText('尚未保存，恢复网络后自动保存').waitFor();
    await first.picture('fill-7-offline');
    await first.page.context().setOffline(false);
    await first.page.getByText('已自动保存').waitFor();

    const second = await openWindow(browser, phone, { locale: 'en-US' });
    await second.page.goto(address);
    await second.page.getByRole('button', { name: 'Send code' }).click();
    const code = second.page.getByLabel('Code from the text message');
    await code.waitFor();
    await code.fill(await app.newestCode(employee.mobile));
    await drawn(second.page);
    // The first empty field comes first: values typed elsewhere are present.
    await second.page
      .locator('[data-field]')
      .getByLabel(/^身份证号/)
      .waitFor();
    await second.page.getByRole('button', { name: 'List' }).click();
    expect(await second.page.locator('[data-field]').getByLabel(/^姓名/).inputValue()).toBe('王芳芳');
    expect(
      await second.page
        .locator('[data-field]')
        .getByLabel(/^联系电话/)
        .inputValue(),
    ).toBe('13800138000');
    await second.checkAccess();
    await second.picture('fill-8-english');
    const unexpected = first.complaints.filter((each) => !each.includes('ERR_INTERNET_DISCONNECTED'));
    expect([...unexpected, ...second.complaints]).toEqual([]);
    await first.close();
    await second.close();
  });

  test('refusing requires a reason; a revoked form shows it at once', async () => {
    const { flowId, address } = await givenForm(browser, company, employee, { title: '员工入职登记表三' });
    const window = await openWindow(browser, phone);
    const { page } = window;
    await enter(app, window, address, employee.mobile);
    await drawn(page);
    await page.getByRole('button', { name: '更多' }).click();
    await page.getByRole('dialog', { name: '更多' }).waitFor();
    await window.checkAccess();
    await window.picture('fill-9-more');
    await page.getByRole('button', { name: '拒绝填写' }).click();
    await page.getByRole('button', { name: '不应由我填写' }).click();
    await window.checkAccess();
    await window.picture('fill-10-refuse');
    await page.getByRole('button', { name: '确认拒绝' }).click();
    await page.getByRole('heading', { name: '合同已被拒签' }).waitFor();
    await page.getByText('不应由我填写').waitFor();
    await window.picture('fill-11-refused');
    expect((await taskInfo(company.owner, flowId)).flowStatus).toBe(6);

    const other = await givenForm(browser, company, employee, { title: '员工入职登记表四' });
    await enter(app, window, other.address, employee.mobile);
    await drawn(page);
    await company.owner.client.data(contractCancel, { flowId: other.flowId, cancelMsg: '岗位取消' });
    await page.evaluate(`window.dispatchEvent(new Event('focus'))`);
    await page.reload();
    await page.getByRole('heading', { name: '合同已撤销' }).waitFor();
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('a session that has ended asks for the code again over the page, and nothing typed is lost', async () => {
    const { address } = await givenForm(browser, company, employee, { title: '员工入职登记表六' });
    const window = await openWindow(browser, phone);
    const { page } = window;
    await enter(app, window, address, employee.mobile);
    await drawn(page);
    await app.app.database.pool.query('delete from link_sessions');
    const name = page.locator('[data-field]').getByLabel(/^姓名/);
    await name.fill('王芳芳');
    const sheet = page.getByRole('dialog', { name: '请重新验证身份' });
    await sheet.waitFor();
    await window.checkAccess();
    await window.picture('fill-12-again');
    await app.advance(61);
    await sheet.getByRole('button', { name: '获取验证码' }).click();
    await sheet.getByLabel('短信验证码').waitFor();
    await sheet.getByLabel('短信验证码').fill(await app.newestCode(employee.mobile));
    await sheet.waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('王芳芳');
    await window.close();
  });

  test('disconnected during submission, the form is submitted once, and the actual state is shown', async () => {
    const { flowId, address } = await givenForm(browser, company, employee, {
      title: '员工入职登记表五',
      more: {},
    });
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enter(app, window, address, employee.mobile);
    await drawn(page);
    for (const [name, value] of Object.entries(values)) {
      await page.locator('[data-field]').getByLabel(labelled(name)).fill(value);
    }
    await page
      .locator('[data-field]')
      .getByLabel(/^所在部门/)
      .selectOption('研发部');
    await page.getByRole('checkbox').check();
    const photo = await sharp({ create: { width: 60, height: 80, channels: 4, background: '#8fb3d9' } })
      .png()
      .toBuffer();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: photo });
    await page.getByText('更换图片').waitFor();
    let sent = 0;
    await page.route('**/signTask/fillSignForm', async (route) => {
      sent += 1;
      await route.fetch();
      await route.abort('connectionreset');
    });
    await page.getByRole('button', { name: '提交填写' }).dblclick();
    await page.getByRole('heading', { name: '已提交，共 9 项' }).waitFor();
    expect(sent).toBe(1);
    expect((await taskInfo(company.owner, flowId)).flowStatus).toBe(2);
    await window.close();
  });
});

function labelled(name: string): RegExp {
  return new RegExp(`^${name.replace(/[（）()]/g, '.')}( \\*|选填|$)`);
}

/** At its position on the page. */
async function inPlace(page: Page, name: string, value: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${name}，第`) }).click();
  await page.locator('[data-in-place]').fill(value);
}

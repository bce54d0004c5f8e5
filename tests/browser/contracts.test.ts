// @module-tag chromium
/** “My contracts”: sign-in by mobile, pending items first. */
import { accessAuth } from '@cinnabar/api/operations/members.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { givenSeal, sign } from '../support/given-flow.js';
import { desktop, openBrowser, openWindow, phone } from './browser.js';
import { givenContract, startContract } from './given-contract.js';
import { lookAt } from './settled.js';

const sizes = [
  ['phone', phone],
  ['desktop', desktop],
] as const;

describe('my contracts', () => {
  let app: RunningApp;
  let browser: Browser;
  let buyer: Enterprise;
  let seller: Enterprise;
  const people = new Map<string, Person>();
  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser();
    buyer = await givenEnterprise(app, { profile: { corpName: '星河科技有限公司' } });
    seller = await givenEnterprise(app, {
      profile: { corpName: '云帆国际贸易（中国上海自由贸易试验区临港新片区）供应链管理股份有限公司' },
    });
    await givenSeal(buyer);
    await givenSeal(seller);
    const areas = [
      { of: 1, name: '甲方盖章' },
      { of: 2, name: '乙方盖章' },
    ] as const;
    const owner = buyer.owner.client;
    const asCorp = await givenContract(owner, { title: '软件服务合同', second: 1, parallel: true, areas });
    const long = await givenContract(owner, {
      title: '关于设备采购、安装、调试、培训与售后服务的框架协议及其补充条款（2026 年修订版）',
      second: 1,
      parallel: true,
      areas,
    });
    const asSelf = await givenContract(owner, { title: '劳动合同', second: 0, areas });
    const deadline = { expireDate: '2030-12-01 23:59:59' };
    for (const [name] of sizes) {
      const person = await seller.member(['ADMIN']);
      people.set(name, person);
      const enterprise = { person, enterprise: seller };
      await startContract(buyer, asCorp, enterprise);
      await startContract(buyer, long, enterprise, deadline);
      const self = await startContract(buyer, asSelf, { person, enterprise: null });
      const done = await startContract(buyer, asCorp, enterprise);
      await sign(buyer.owner, done);
      await sign(person, done);
      expect(self).toBeGreaterThan(0);
    }
  });
  afterAll(async () => {
    await app.close();
  });

  function personOn(name: string): Person {
    const person = people.get(name);
    if (person === undefined) throw new Error(`nobody is on a ${name}`);
    return person;
  }

  test('pending items come first, and open without another code', async () => {
    const { mobile } = personOn('phone');
    const window = await openWindow(browser, phone, { alsoIn: desktop });
    const { page } = window;
    await page.goto(`${app.baseUrl}/contracts`);
    await page.getByLabel('手机号').fill(mobile);
    await lookAt(window, 'mine-1-mobile');
    await page.getByRole('button', { name: '获取验证码' }).click();
    await page.getByText('验证码已发送至').waitFor();
    await page.getByLabel('短信验证码').fill('000000');
    await page.getByRole('button', { name: '登录' }).click();
    await page.getByText('验证码错误').waitFor();
    await lookAt(window, 'mine-2-wrong-code');
    await page.getByLabel('短信验证码').fill(await app.newestCode(mobile));
    await page.getByRole('button', { name: '登录' }).click();
    await page.getByRole('heading', { name: '待您处理 2 份' }).waitFor();
    await lookAt(window, 'mine-3-list');
    await page.reload();
    await page.getByRole('heading', { name: '待您处理 2 份' }).waitFor();
    await page.getByRole('button', { name: /待签署.*软件服务合同/ }).click();
    await page.waitForURL(/\/sign\/\d+/);
    await page
      .getByRole('button', { name: /^下一处/ })
      .filter({ visible: true })
      .first()
      .waitFor();
    await page.goBack();
    await page.getByRole('button', { name: /已完成/ }).click();
    await page.getByRole('heading', { name: '合同已签署完成' }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: '退出', exact: true }).click();
    await page.getByLabel('手机号').waitFor();
    expect(window.complaints.filter((complaint) => !complaint.includes('/pages/mine/enter'))).toEqual([]);
    await window.close();
  });

  test('is complete in English, and empty for a new user', async () => {
    const person = personOn('phone');
    const window = await openWindow(browser, phone, { locale: 'en-US' });
    const { page } = window;
    await app.advance(61);
    await page.goto(`${app.baseUrl}/contracts`);
    await page.getByLabel('Mobile number').fill(person.mobile);
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByLabel('Code from the text message').waitFor();
    await page.getByLabel('Code from the text message').fill(await app.newestCode(person.mobile));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: '2 to do' }).waitFor();
    await lookAt(window, 'mine-4-english');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Mobile number').fill('13600009099');
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByLabel('Code from the text message').waitFor();
    await page.getByLabel('Code from the text message').fill(await app.newestCode('13600009099'));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'No contracts yet' }).waitFor();
    await lookAt(window, 'mine-5-empty');
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('a member admitted by an application can read, and must prove their identity to act', async () => {
    const { userId } = personOn('desktop');
    const address = await seller.owner.client.data(accessAuth, { userId });
    const window = await openWindow(browser, desktop, { alsoIn: phone });
    const { page } = window;
    await page.goto(address);
    await page.getByRole('button', { name: '进入' }).click();
    await page.getByRole('heading', { name: '待您处理 2 份' }).waitFor();
    await lookAt(window, 'access-list');
    await page.getByRole('button', { name: /待签署.*软件服务合同/ }).click();
    await page.getByRole('button', { name: '获取验证码' }).waitFor();
    expect(window.complaints).toEqual([]);
    await window.close();
  });
});

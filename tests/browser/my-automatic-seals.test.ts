// @module-tag chromium
/** “My contracts”: automatic placements in a person's name, and ending them. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { askedForAutomatic, switchedOn } from '../support/automatic-seal.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { type GivenTemplate, givenSeal, givenTemplate } from '../support/given-flow.js';
import { desktop, openBrowser, openWindow, phone } from './browser.js';
import { lookAt } from './settled.js';

describe('automatic placements under “my contracts”', () => {
  let app: RunningApp;
  let browser: Browser;
  let buyer: Enterprise;
  const templates: GivenTemplate[] = [];
  let sealId: Awaited<ReturnType<typeof givenSeal>>;
  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser();
    buyer = await givenEnterprise(app, { profile: { corpName: '云帆国际贸易供应链管理股份有限公司' } });
    sealId = await givenSeal(buyer);
    const parties = [{ flag: '甲方', mode: 3, area: true }] as const;
    for (const name of ['设备采购合同', '框架协议']) {
      templates.push(await givenTemplate(buyer.owner.client, { name, parties }));
    }
  });
  afterAll(async () => {
    await app.close();
  });

  test('are listed with their terms, and end at once', async () => {
    const clerk = await buyer.member();
    for (const template of templates) {
      await switchedOn(app, await askedForAutomatic(buyer, sealId, clerk, template));
    }
    const window = await openWindow(browser, phone, { alsoIn: desktop });
    const { page } = window;
    await page.goto(`${app.baseUrl}/contracts`);
    await page.getByLabel('手机号').fill(clerk.mobile);
    await page.getByRole('button', { name: '获取验证码' }).click();
    await page.getByText('验证码已发送至').waitFor();
    await page.getByLabel('短信验证码').fill(await app.newestCode(clerk.mobile));
    await page.getByRole('button', { name: '登录' }).click();
    const section = page.getByRole('region', { name: '自动落章' });
    await section.getByText('模板：设备采购合同').waitFor();
    await section.scrollIntoViewIfNeeded();
    await lookAt(window, 'mine-6-automatic');
    await section.getByRole('button', { name: '停止自动落章' }).first().click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText('立即生效').waitFor();
    await lookAt(window, 'mine-7-automatic-stop');
    await sheet.getByRole('button', { name: '停止自动落章' }).click();
    await section.getByText('模板：框架协议').waitFor({ state: 'detached' });
    await section.getByRole('button', { name: '停止自动落章' }).click();
    await sheet.getByRole('button', { name: '停止自动落章' }).click();
    await section.getByText('已停止自动落章').waitFor();
    expect(window.complaints).toEqual([]);
    await window.close();
  });
});

// @module-tag chromium
/** Simulated face checks in the sandbox, recognisable as such. */
import { faceAuth, fetchAuth, infoByCorpId, memberCreate } from '@cinnabar/api/operations/members.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { givenSeal } from '../support/given-flow.js';
import { desktop, openBrowser, openWindow, phone } from './browser.js';
import { givenContract, startContract } from './given-contract.js';
import { lookAt } from './settled.js';

describe('the page of a face check', () => {
  let app: RunningApp;
  let browser: Browser;
  let buyer: Enterprise;
  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser();
    buyer = await givenEnterprise(app, { profile: { corpName: '星河科技有限公司' } });
    await givenSeal(buyer);
  });
  afterAll(async () => {
    await app.close();
  });

  test('returns to the requester with the result', async () => {
    const member = await buyer.member();
    const template = await givenContract(buyer.owner.client, {
      title: '采购合同',
      second: 0,
      areas: [
        { of: 1, name: '甲方盖章' },
        { of: 2, name: '乙方签名' },
      ],
    });
    const flowId = await startContract(buyer, template, { person: member, enterprise: null });
    const callbackUrl = 'http://erp.example.com/back';
    const { url } = await buyer.owner.client.data(faceAuth, {
      authType: 'signContract',
      id: String(flowId),
      channel: 'channelA',
      callbackUrl,
    });
    const window = await openWindow(browser, phone, { alsoIn: desktop });
    const { page } = window;
    await page.route('http://erp.example.com/**', (asked) => asked.fulfill({ body: 'back' }));
    await page.goto(url);
    await page.getByRole('heading', { name: '刷脸认证' }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/face\//);
    await lookAt(window, 'face-1');
    await page.getByLabel('我同意采集').check();
    await window.picture('face-2-agreed');
    await page.getByRole('button', { name: '模拟通过' }).click();
    await page.waitForURL(/erp\.example\.com/);
    expect(new URL(page.url()).searchParams.get('code')).toBe('0');
    await page.goto(url);
    await page.getByRole('heading', { name: '核验通过' }).waitFor();
    await lookAt(window, 'face-3-passed');
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('reports failure, and can be left', async () => {
    const { url } = await buyer.owner.client.data(faceAuth, {
      authType: 'person',
      id: String(buyer.owner.userId),
      channel: 'channelB',
      callbackUrl: 'http://erp.example.com/back',
    });
    const window = await openWindow(browser, phone);
    const { page } = window;
    await page.route('http://erp.example.com/**', (asked) => asked.fulfill({ body: 'back' }));
    await page.goto(url);
    await page.getByRole('button', { name: '取消并返回' }).click();
    await page.waitForURL('http://erp.example.com/back');
    await page.goto(url);
    await page.getByLabel('我同意采集').check();
    await page.getByRole('button', { name: '模拟不通过' }).click();
    await page.waitForURL(/erp\.example\.com/);
    expect(new URL(page.url()).searchParams.get('code')).toBe('1403');
    await page.goto(url);
    await page.getByRole('heading', { name: '核验未通过' }).waitFor();
    await window.picture('face-4-failed');
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('identifies an unknown person', async () => {
    const { userId } = await buyer.owner.client.data(memberCreate, {
      userName: '赵新',
      mobile: '13600009021',
      jobNum: 'F-1',
    });
    const url = await buyer.client.with({ userId: String(userId) }).data(fetchAuth, {});
    const window = await openWindow(browser, desktop, { alsoIn: phone, locale: 'en-US' });
    const { page } = window;
    await page.goto(url);
    await page.getByLabel('Full name').fill('赵新');
    await page.getByLabel('ID document number').fill('34052419800101001X');
    await page.getByLabel('I agree').check();
    await lookAt(window, 'face-5-who-english');
    await page.getByRole('button', { name: 'Pass' }).click();
    await page.getByRole('heading', { name: 'Passed' }).waitFor();
    const [info] = await buyer.owner.client.data(infoByCorpId, { userId });
    expect(info?.realName).toBe('赵新');
    expect(window.complaints).toEqual([]);
    await window.close();
  });
});

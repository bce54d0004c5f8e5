// @module-tag chromium
/** Face checks by real providers: the page leads to the provider's, and shows the result when the person has returned. */
import { faceAuth } from '@cinnabar/api/operations/members.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeAlipayCertify } from '../fakes/alipay-certify.js';
import { FakeTencentFaceId } from '../fakes/tencent-faceid.js';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { desktop, openBrowser, openWindow, phone, type Window } from './browser.js';
import { lookAt } from './settled.js';

const CALLBACK = 'http://erp.example.com/back';

describe('the page of a face check by a provider', () => {
  let app: RunningApp;
  let browser: Browser;
  let buyer: Enterprise;
  let tencent: FakeTencentFaceId;
  let alipay: FakeAlipayCertify;

  beforeAll(async () => {
    tencent = await FakeTencentFaceId.open();
    alipay = await FakeAlipayCertify.open();
    app = await startApp({
      settings: {
        FACE_CHANNEL_A: 'tencent',
        TENCENT_FACE_APP_ID: tencent.appId,
        TENCENT_FACE_SECRET: tencent.secret,
        TENCENT_FACE_URL: tencent.server.url,
        FACE_CHANNEL_B: 'alipay',
        ALIPAY_FACE_APP_ID: alipay.appId,
        ALIPAY_FACE_PRIVATE_KEY: alipay.appKeys.privatePem,
        ALIPAY_FACE_PUBLIC_KEY: alipay.keys.publicPem,
        ALIPAY_FACE_GATEWAY: alipay.gateway,
      },
    });
    browser = await openBrowser();
    buyer = await givenEnterprise(app, { profile: { corpName: '星河科技有限公司' } });
  });
  afterAll(async () => {
    await app.close();
    await tencent.server.close();
    await alipay.server.close();
  });

  /** Opens the page of a new check and agrees. */
  async function begin(window: Window, channel: 'channelA' | 'channelB'): Promise<string> {
    const about = { authType: 'person', id: String(buyer.owner.userId), channel } as const;
    const { url } = await buyer.owner.client.data(faceAuth, { ...about, callbackUrl: CALLBACK });
    const { page } = window;
    await page.route(`${CALLBACK}**`, (asked) => asked.fulfill({ body: 'back' }));
    await page.goto(url);
    await page.getByLabel('我同意采集').check();
    await page.getByRole('button', { name: '刷脸认证' }).click();
    return url;
  }

  test('leads to the provider and back to the requester', async () => {
    const window = await openWindow(browser, desktop);
    await begin(window, 'channelA');
    await window.page.waitForURL(/erp\.example\.com/);
    expect(new URL(window.page.url()).searchParams.get('code')).toBe('0');
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('shows a code for the app; the result appears where the person started', async () => {
    const [computer, mobile] = [await openWindow(browser, desktop), await openWindow(browser, phone)];
    const url = await begin(computer, 'channelB');
    await computer.page.getByRole('img', { name: '请用支付宝扫码' }).waitFor();
    await lookAt(computer, 'face-6-scan');
    const [certifyId = ''] = alipay.checks.keys();
    const check = alipay.checks.get(certifyId);
    if (check === undefined) throw new Error('nothing was started');
    // The app opens the page to which it returns, on the phone.
    await mobile.page.goto(check.returnUrl);
    await mobile.page.getByRole('heading', { name: '操作已完成' }).waitFor();
    await lookAt(mobile, 'face-7-elsewhere');
    check.state = 'passed';
    await computer.page.waitForURL(/erp\.example\.com/);
    expect(new URL(computer.page.url()).searchParams.get('code')).toBe('0');
    await mobile.page.goto(url);
    await mobile.page.getByRole('heading', { name: '核验通过' }).waitFor();
    await computer.close();
    await mobile.close();
  });
});

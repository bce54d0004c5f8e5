// @module-tag chromium
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { desktop, openBrowser, openWindow, phone, type Viewport, type Window } from './browser.js';

describe('the reference at /docs', () => {
  let app: RunningApp;
  let browser: Browser;
  const asked = new Set<string>();

  beforeAll(async () => {
    app = await startApp({ demoData: true });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  async function open(viewport: Viewport, operation = ''): Promise<Window> {
    const window = await openWindow(browser, viewport);
    window.page.on('request', (request) => asked.add(new URL(request.url()).origin));
    await window.page.goto(`${app.baseUrl}/docs${operation}`);
    return window;
  }

  test('an operation can be tried with the demo credentials', async () => {
    const window = await open(desktop, '#post-/corp/baseInfo');
    const { page } = window;
    await page.getByText('查询企业基本信息').first().waitFor();
    await page.getByRole('button', { name: /使用演示凭证/ }).click();
    await page.getByRole('status').filter({ hasText: '，' }).waitFor();
    await window.picture('reference-operation');
    const answered = page.waitForResponse((response) => response.url().endsWith('/corp/baseInfo'));
    await page.getByRole('button', { name: 'TRY' }).click();
    const response = await answered;
    expect(await response.json()).toMatchObject({
      code: '200',
      data: { accountBalance: expect.any(Number) },
    });
    await page.getByText('Response Status: ').first().waitFor();
    await window.picture('reference-tried');
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test.each([
    ['desktop', desktop],
    ['phone', phone],
  ] as const)('on a %s it is there, and asks nobody but the service', async (_name, viewport) => {
    const window = await open(viewport);
    await window.page.getByText('请求均为').first().waitFor();
    await window.picture('reference');
    await window.page
      .getByText('/service/getAccessToken')
      .or(window.page.getByText('Get an access token'))
      .first()
      .waitFor();
    const fits = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth';
    expect(await window.page.evaluate(fits)).toBe(true);
    expect(window.complaints).toEqual([]);
    expect([...asked]).toEqual([app.baseUrl]);
    await window.close();
  });
});

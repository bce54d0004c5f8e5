import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { chromiumPath, desktop, openBrowser, openWindow, phone, withoutChromium } from './browser.js';

describe.skipIf(chromiumPath === null)(`a browser (${withoutChromium})`, () => {
  let app: RunningApp;
  let browser: Browser;
  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  test.each([phone, desktop])(
    'says of an invented link that it is not valid, and nothing more',
    async (size) => {
      const window = await openWindow(browser, size);
      const response = await window.page.goto(`${app.baseUrl}/l/${'x'.repeat(43)}`);
      expect(response?.status()).toBe(404);
      await window.page.getByRole('heading', { name: '链接无效或不属于您' }).waitFor();
      await window.checkAccess();
      await window.picture('invented-link');
      await window.page.goto(`${app.baseUrl}/sign/7?p=9&l=123`);
      await window.page.getByRole('heading', { name: '链接无效或不属于您' }).waitFor();
      await window.close();
    },
  );
});

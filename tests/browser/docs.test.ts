// @module-tag chromium
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { desktop, openBrowser, openWindow, phone, type Viewport, type Window } from './browser.js';

const SIGN = '/docs/flows/signTask.signContract';

describe('the documentation at /docs', () => {
  let app: RunningApp;
  let browser: Browser;
  const asked = new Set<string>();

  beforeAll(async () => {
    app = await startApp({ demoData: true });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await app.close();
  });

  async function open(viewport: Viewport, address: string, locale = 'zh-CN'): Promise<Window> {
    const window = await openWindow(browser, viewport, { locale });
    window.page.on('request', (request) => asked.add(new URL(request.url()).origin));
    await window.page.goto(app.baseUrl + address);
    return window;
  }

  async function expectSound(window: Window): Promise<void> {
    const fits = `document.documentElement.scrollWidth <= document.documentElement.clientWidth
      && document.getElementById('docs-content').scrollWidth <= document.getElementById('docs-content').clientWidth`;
    // A page draws itself anew a moment after the window has changed.
    await expect.poll(() => window.page.evaluate(fits)).toBe(true);
    await window.checkAccess();
    expect(window.complaints).toEqual([]);
    expect([...asked]).toEqual([app.baseUrl]);
  }

  const places = [
    ['docs-start', '/docs', '朱砂签文档', 'Cinnabar documentation'],
    ['docs-guide', '/docs/guides/quick-start', '快速开始', 'Quick start'],
    ['docs-operation', SIGN, '签署合同', 'Sign a contract'],
    ['docs-area', '/docs/seals', '印章', 'Seals'],
    ['docs-codes', '/docs/codes', '错误码与原因', 'Codes and reasons'],
    ['docs-events', '/docs/events', '事件', 'Events'],
  ] as const;

  test.each(['zh-CN', 'en-US'])('every kind of page is there for a browser in %s', async (locale) => {
    const window = await open(phone, '/docs', locale);
    for (const [name, address, zh, en] of places) {
      await window.page.setViewportSize(phone);
      await window.page.goto(app.baseUrl + address);
      const heading = locale === 'zh-CN' ? zh : en;
      await window.page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      await window.picture(`${name}-${locale}`);
      await expectSound(window);
      await window.page.setViewportSize(desktop);
      await window.picture(`${name}-${locale}-${desktop.width}`);
      await expectSound(window);
    }
    await window.close();
  });

  test('the address names the language, and the switch keeps the place', async () => {
    const window = await open(desktop, SIGN);
    const { page } = window;
    await page.getByRole('heading', { level: 1, name: '签署合同' }).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('?lang=zh');
    await page.getByRole('button', { name: 'EN' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign a contract' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(SIGN);
    await expect.poll(() => new URL(page.url()).search).toBe('?lang=en');
    const shared = await open(desktop, `${SIGN}?lang=en`, 'zh-CN');
    await shared.page.getByRole('heading', { level: 1, name: 'Sign a contract' }).waitFor();
    await shared.close();
    await window.close();
  });

  test('a link to a field opens what is folded up around it', async () => {
    const window = await open(desktop, `${SIGN}#request.signComponents.specialAttribute.fontSize`);
    const field = window.page.locator('[id="request.signComponents.specialAttribute.fontSize"]');
    await field.getByText('字号').waitFor();
    const top = async () => (await field.boundingBox())?.y ?? Number.POSITIVE_INFINITY;
    await expect.poll(top).toBeLessThan(400);
    await window.close();
  });

  test('the keyboard searches, chooses and opens', async () => {
    const window = await open(desktop, '/docs');
    const { page } = window;
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('/');
    await page.getByRole('combobox').fill('印章');
    await page.getByRole('option').first().waitFor();
    await window.picture('docs-search');
    await window.checkAccess();
    await page.getByRole('combobox').fill('SEAL_NOT_FOUND');
    await page
      .getByRole('option', { name: /SEAL_NOT_FOUND/ })
      .first()
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: '错误码与原因' }).waitFor();
    expect(page.url()).toContain('/docs/codes?lang=zh#SEAL_NOT_FOUND');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: '朱砂签文档' }).waitFor();
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('on a phone the contents come as a drawer, and go when a page is chosen', async () => {
    const window = await open(phone, '/docs');
    const { page } = window;
    await page.getByRole('button', { name: '打开目录' }).click();
    const drawer = page.getByRole('dialog', { name: '目录' });
    await drawer.waitFor();
    await window.picture('docs-menu');
    await window.checkAccess();
    await drawer.getByRole('link', { name: '印章', exact: true }).click();
    await drawer.waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1, name: '印章' }).waitFor();
    await window.close();
  });

  test('an operation is tried out with the demo credentials, about the ids of the demo data', async () => {
    const window = await open(desktop, '/docs/seals/seal.getSealInfo');
    const { page } = window;
    await page.getByRole('button', { name: '使用演示凭证' }).click();
    await page.getByRole('button', { name: '发送请求' }).click();
    const answer = page.getByRole('group', { name: '响应', exact: true });
    await answer.getByText('合同专用章').first().waitFor();
    await page.getByText(/^\d+ 毫秒$/).waitFor();
    await page.getByText(/^\d+ 毫秒$/).scrollIntoViewIfNeeded();
    await window.picture('docs-tried');
    await window.checkAccess();
    await page.getByLabel('请求体（JSON）').fill('{"sealId": 987654}');
    await page.getByRole('button', { name: 'Python' }).click();
    await page.getByRole('group', { name: '请求示例', exact: true }).getByText('987654').waitFor();
    await page.getByRole('button', { name: '发送请求' }).click();
    await page.getByText('code SEAL_NOT_FOUND').waitFor();
    await page.getByLabel('请求体（JSON）').fill('{');
    await page.getByRole('button', { name: '发送请求' }).click();
    await page.getByText('不是有效的 JSON。').waitFor();
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('Back shows what was read', async () => {
    const window = await open(desktop, '/docs/guides/integration');
    const { page } = window;
    await page.getByRole('heading', { level: 1 }).waitFor();
    const table = page.getByRole('heading', { name: '错误码', exact: true });
    await table.scrollIntoViewIfNeeded();
    const place = async () => Math.round((await table.boundingBox())?.y ?? 0);
    const before = await place();
    await page.getByRole('navigation', { name: '目录' }).getByRole('link', { name: '术语表' }).click();
    await page.getByRole('heading', { level: 1, name: 'Glossary' }).waitFor();
    await page.goBack();
    await expect.poll(place).toBe(before);
    await window.close();
  });

  test('in production nothing is tried out, and the page says why', async () => {
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await page.route('**/docs/**', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('data-mode="sandbox"', 'data-mode="production"');
      await route.fulfill({ response, body });
    });
    await page.goto(app.baseUrl + SIGN);
    await page.getByText('试用只在沙箱中提供').waitFor();
    expect(await page.getByRole('button', { name: '使用演示凭证' }).count()).toBe(0);
    await window.close();
  });

  test('what is not there says so', async () => {
    const window = await open(desktop, '/docs/flows/signTask.nothing');
    await window.page.getByRole('heading', { level: 1, name: '没有这一页' }).waitFor();
    await window.checkAccess();
    await window.close();
  });
});

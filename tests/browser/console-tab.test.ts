// @module-tag chromium
/** What a tab of the console keeps of its session, and what that is good for. */
import { OPERATIONS_OF_CONSOLE } from '@cinnabar/api/console-door.js';
import { contractList, signTaskOverview } from '@cinnabar/api/operations/flow-lists.js';
import { resumeConsole } from '@cinnabar/api/pages/login.js';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { consoleOf } from '../support/console-login.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { desktop, openBrowser, openWindow } from './browser.js';
import { enterConsole } from './console-visitor.js';

const ownName = '星河科技有限公司';
const otherName = '云帆贸易有限公司';

describe('a tab of the console', () => {
  let app: RunningApp;
  let browser: Browser;
  let own: Enterprise;
  let other: Enterprise;
  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser();
    own = await givenEnterprise(app, { profile: { corpName: ownName } });
    other = await givenEnterprise(app, { profile: { corpName: otherName } });
  });
  afterAll(async () => {
    await app.close();
  });

  const kept = (page: Page) => page.evaluate<string | null>("sessionStorage.getItem('cinnabar-console')");
  const homeIsRead = async (page: Page, name: string) => {
    await page.locator('#mine').filter({ hasText: /\d/ }).waitFor();
    await page.getByText(name).first().waitFor();
  };
  const answered = (page: Page, path: string) =>
    page.waitForResponse((response) => new URL(response.url()).pathname === OPERATIONS_OF_CONSOLE + path);

  test('asks for its home together with the session when it is reloaded', async () => {
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enterConsole(app, window, own.owner, `/console/${own.corpId}`);
    await homeIsRead(page, ownName);
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route(`**${resumeConsole.path}`, async (route) => {
      await held;
      await route.continue();
    });
    const asked = [signTaskOverview, contractList].map(({ path }) => answered(page, path));
    await page.reload({ waitUntil: 'commit' });
    for (const response of await Promise.all(asked)) expect(response.status()).toBe(200);
    goOn();
    await homeIsRead(page, ownName);
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('shows the home of whoever has logged in meanwhile, and none of the one before', async () => {
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enterConsole(app, window, own.owner, `/console/${own.corpId}`);
    await homeIsRead(page, ownName);
    const before = await kept(page);
    const { cookies } = await consoleOf(app, other.owner.mobile);
    await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: app.baseUrl })));
    const refused = answered(page, signTaskOverview.path);
    await page.goto(`${app.baseUrl}/console/${other.corpId}`);
    expect((await (await refused).json()).code).not.toBe(0);
    await homeIsRead(page, otherName);
    expect(await page.locator('body').textContent()).not.toContain(ownName);
    expect(await kept(page)).not.toBe(before);
    await window.close();
  });

  test('keeps nothing after the log-out, nor once the session has ended', async () => {
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enterConsole(app, window, other.owner, `/console/${other.corpId}/me`);
    await page.getByRole('main').getByRole('button', { name: '退出登录' }).click();
    await page.getByRole('heading', { name: '登录' }).waitFor();
    expect(await kept(page)).toBeNull();
    await window.close();

    const second = await openWindow(browser, desktop);
    await enterConsole(app, second, own.owner, `/console/${own.corpId}`);
    await homeIsRead(second.page, ownName);
    expect(await kept(second.page)).toMatch(/^.{20,}$/);
    await app.advance(13 * 3600);
    await second.page.reload();
    await second.page.getByRole('heading', { name: '登录' }).waitFor();
    expect(await kept(second.page)).toBeNull();
    await second.close();
  });
});

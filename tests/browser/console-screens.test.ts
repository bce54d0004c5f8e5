// @module-tag chromium
/** Every screen of the console, and contracts in every state, in three sizes and both languages: nothing is cut. */
import { FlowStatus } from '@cinnabar/api/enums.js';
import { contractList } from '@cinnabar/api/operations/flows.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { givenShowcase, SHOWCASE_OWNER, type Showcase } from '../sandbox/given-showcase.js';
import type { DataOf } from '../support/client.js';
import { consoleOf } from '../support/console-login.js';
import { desktop, openBrowser, openWindow, phone, type Window } from './browser.js';
import { enterConsole } from './console-visitor.js';
import { chineseLeft, lookInAllSizes } from './settled.js';

const SCREENS = [
  '',
  '/contracts?scope=corp',
  '/contracts/new',
  '/approvals',
  '/templates',
  '/seals',
  '/members',
  '/fees',
  '/fees?of=collection',
  '/me',
] as const;

/** On a phone, without scrolling past the pages. */
async function reasonInSight({ page }: Window): Promise<void> {
  await page.setViewportSize(phone);
  const end = page.getByRole('region', { name: '合同如何终止' });
  await end.getByText('已拒签').waitFor();
  const reason = await end.getByText('交付日期需改到下个季度').boundingBox();
  expect(reason === null ? null : reason.y + reason.height).toBeLessThan(phone.height / 2);
  await page.setViewportSize(desktop);
}

describe('in the console', { timeout: 300_000 }, () => {
  let showcase: Showcase;
  let browser: Browser;
  beforeAll(async () => {
    [showcase, browser] = await Promise.all([givenShowcase(), openBrowser()]);
  }, 200_000);
  afterAll(() => showcase.app.close());

  test.each(['zh-CN', 'en-US'])('every screen is whole in three sizes, in %s', async (locale) => {
    const { app, corpId } = showcase;
    const window = await openWindow(browser, desktop, { locale });
    const { page } = window;
    for (const screen of SCREENS) {
      await enterConsole(app, window, SHOWCASE_OWNER, `/console/${corpId}${screen}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect.poll(() => page.locator('[aria-busy=true]').count(), { timeout: 30_000 }).toBe(0);
      if (locale === 'en-US') expect(await chineseLeft(window), screen).toEqual([]);
      await lookInAllSizes(window, `screen-${screen.replaceAll(/\W/g, '-')}-${locale}`);
    }
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('a contract is whole in three sizes, whatever its state', async () => {
    const { app, corpId } = showcase;
    const owner = await consoleOf(app, SHOWCASE_OWNER.mobile);
    const listed = await owner.act<DataOf<typeof contractList>>(corpId, contractList.path, {
      docQueryType: 0,
      listPageSize: 50,
    });
    const ofEach = new Map(listed.envelope.data.map((flow) => [flow.flowStatus, flow]));
    const window = await openWindow(browser, desktop);
    const { page } = window;
    for (const { flowId, flowStatus } of ofEach.values()) {
      await enterConsole(app, window, SHOWCASE_OWNER, `/console/${corpId}/contracts/${flowId}`);
      await page.locator('article[data-page] img').first().waitFor();
      await lookInAllSizes(window, `screen-contract-${flowStatus}`);
      if (flowStatus === FlowStatus.refused) await reasonInSight(window);
    }
    expect(ofEach.size).toBe(6);
    expect(window.complaints).toEqual([]);
    await window.close();
  });
});

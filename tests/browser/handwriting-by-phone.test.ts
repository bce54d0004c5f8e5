// @module-tag chromium
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { desktop, openBrowser, openWindow, phone } from './browser.js';
import { givenContract, signAddress, startContract } from './given-contract.js';
import { drawn, enter, placeOnly, press } from './visitor.js';

describe('handwriting by phone', () => {
  let app: RunningApp;
  let browser: Browser;
  let buyer: Enterprise;
  let guest: Person;
  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser();
    buyer = await givenEnterprise(app);
    guest = await buyer.member();
  });
  afterAll(async () => {
    await app.close();
  });

  test('handwriting on the phone appears on the desktop’s contract; an expired code is replaced', async () => {
    const template = await givenContract(buyer.owner.client, {
      title: '手机书写',
      second: 0,
      parallel: true,
      areas: [{ of: 2, name: '乙方签名', width: 160, height: 80 }],
    });
    const flowId = await startContract(buyer, template, { person: guest, enterprise: null });
    const atDesk = await openWindow(browser, desktop);
    const { page } = atDesk;
    await enter(app, atDesk, await signAddress(buyer.owner.client, flowId, '乙方'), guest.mobile);
    await drawn(page);
    await placeOnly(page);
    await press(page, '换用其他签名');
    await press(page, '手写');
    const first = addressOfCode(page);
    await press(page, '用手机书写');
    const late = await first;
    await page.getByRole('img', { name: /用手机扫描/ }).waitFor();
    await atDesk.checkAccess();
    await atDesk.picture('pad-by-phone-1-code');

    await app.advance(301);
    await page.getByText('二维码已失效').waitFor();
    const second = addressOfCode(page);
    await press(page, '重新获取二维码');
    const address = await second;
    await page.getByRole('img', { name: /用手机扫描/ }).waitFor();

    const inHand = await openWindow(browser, phone);
    await inHand.page.goto(address);
    await inHand.page.locator('canvas').waitFor();
    await inHand.checkAccess();
    await write(inHand.page);
    await inHand.picture('pad-by-phone-2-pad');
    await press(inHand.page, '使用此签名');
    await inHand.page.getByRole('heading', { name: '已送到电脑' }).waitFor();
    await inHand.checkAccess();
    await inHand.picture('pad-by-phone-3-sent');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('[data-mark], [data-area]').first().waitFor();
    await press(page, '确认签署');
    await page.getByRole('dialog', { name: '确认签署' }).waitFor();
    await atDesk.picture('pad-by-phone-4-taken-over');
    expect(atDesk.complaints).toEqual([]);
    expect(inHand.complaints).toEqual([]);

    await inHand.page.goto(late);
    await inHand.page.reload();
    await inHand.page.getByRole('heading', { name: '二维码已失效' }).waitFor();
    await inHand.close();
    await atDesk.close();
  }, 120_000);
});

/** The target of the next code on the page. */
async function addressOfCode(page: Page): Promise<string> {
  const response = await page.waitForResponse((each) => each.url().endsWith('/pages/sign/pad/open'));
  const { data }: { data: { address: string } } = JSON.parse(await response.text());
  return data.address;
}

/** A few strokes along the long side of an upright phone. */
async function write(page: Page): Promise<void> {
  const box = await page.locator('canvas').boundingBox();
  if (box === null) throw new Error('no pad');
  const at = (x: number, y: number) => [box.x + box.width * (1 - y), box.y + box.height * x] as const;
  for (const [from, to] of [
    [at(0.25, 0.3), at(0.4, 0.65)],
    [at(0.35, 0.6), at(0.55, 0.35)],
    [at(0.55, 0.3), at(0.7, 0.7)],
  ] as const) {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 12 });
    await page.mouse.up();
  }
}

// @module-tag chromium
/** Pages in frames of an enterprise's own site: the messages to it, and the sites that may not embed them. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { embedOriginsSetting, saveSetting } from '@cinnabar/server/areas/enterprise/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { givenSeal } from '../support/given-flow.js';
import { desktop, openBrowser, openWindow } from './browser.js';
import { givenContract, signAddress, startContract } from './given-contract.js';
import { placeOnly } from './visitor.js';

/** Every address is a page that embeds what its query names, and records the messages it receives. */
const hostPage = `<!doctype html><html lang="zh"><title>ERP</title><body><script src="/host.js"></script></body></html>`;
const hostScript = `
const address = new URLSearchParams(location.search).get('frame');
window.heard = [];
addEventListener('message', (event) => window.heard.push({ origin: event.origin, ...event.data }));
const frame = document.createElement('iframe');
frame.width = 1000;
frame.height = 800;
frame.allow = 'camera; clipboard-write';
frame.src = address;
document.body.append(frame);
`;

const fromFrame = { accept: 'text/html', 'sec-fetch-dest': 'iframe' };

describe('embedded pages', () => {
  let app: RunningApp;
  let browser: Browser;
  let merchant: Enterprise;
  let supplier: Enterprise;
  let site: Server;
  let host: string;
  let foreign: string;

  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser();
    merchant = await givenEnterprise(app, { profile: { corpName: '星河科技有限公司' } });
    supplier = await givenEnterprise(app, { profile: { corpName: '云帆贸易有限公司' } });
    await givenSeal(merchant);
    await givenSeal(supplier);
    site = createServer((request, response) => {
      const isScript = (request.url ?? '').startsWith('/host.js');
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
      if ((request.url ?? '').includes('secret')) response.setHeader('referrer-policy', 'no-referrer');
      response.end(isScript ? hostScript : hostPage);
    });
    await new Promise<void>((resolve) => site.listen(0, '0.0.0.0', resolve));
    const { port } = site.address() as AddressInfo;
    // For a browser this is a site other than 127.0.0.1, where the service is.
    host = `http://localhost:${port}`;
    foreign = `http://127.0.0.1:${port}`;
    await allow([host]);
    // Its own members confirm in its frame.
    await allow([host], supplier);
  });
  afterAll(async () => {
    site.close();
    await app.close();
  });

  function allow(origins: readonly string[], { corpId } = merchant): Promise<boolean> {
    const { name, value } = embedOriginsSetting(origins);
    return transact(app.app.database.db, (tx) => saveSetting(tx, corpId, name, value));
  }

  async function signerAddress(title: string, returnUrl?: string): Promise<string> {
    const template = await givenContract(merchant.owner.client, {
      title,
      second: 1,
      parallel: true,
      areas: [
        { of: 1, name: '甲方盖章' },
        { of: 2, name: '乙方盖章' },
      ],
    });
    const flowId = await startContract(merchant, template, { person: supplier.owner, enterprise: supplier });
    return signAddress(merchant.owner.client, flowId, '乙方', returnUrl);
  }

  const framed = (origin: string, address: string) => `${origin}/?frame=${encodeURIComponent(address)}`;

  async function heard(page: Page): Promise<readonly Record<string, unknown>[]> {
    return page.evaluate('window.heard');
  }

  async function enterIn(frame: FrameLocator): Promise<void> {
    await frame.getByRole('button', { name: '获取验证码' }).click();
    await frame.getByLabel('短信验证码').waitFor();
    await frame.getByLabel('短信验证码').fill(await app.newestCode(supplier.owner.mobile));
  }

  test('an allowed site is notified of what happens, in order, without personal data', async () => {
    const address = await signerAddress('嵌入的合同', `${host}/done`);
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await page.goto(framed(host, address));
    const frame = page.frameLocator('iframe');
    await enterIn(frame);
    await placeOnly(frame);
    await frame
      .getByRole('button', { name: '确认签署', exact: true })
      .filter({ visible: true })
      .first()
      .click();
    await app.advance(61);
    await frame.getByText('秒后可重新获取').waitFor();
    await frame.getByRole('textbox', { name: /已发送至/ }).fill(await app.newestCode(supplier.owner.mobile));
    await frame.getByRole('checkbox', { name: /^我同意/ }).check();
    await frame.getByRole('dialog').getByRole('button', { name: '签署', exact: true }).click();
    await frame.getByRole('heading', { name: '签署完成' }).waitFor();
    await window.picture('embedded-signed');
    await frame.getByRole('button', { name: /返回/ }).click();
    await expect.poll(async () => (await heard(page)).map(({ type }) => type)).toContain('closed');
    const events = await heard(page);
    const order = events.map(({ type }) => type).filter((type) => type !== 'height');
    expect(order).toEqual(['ready', 'step', 'step', 'signed', 'closed']);
    expect(events.map(({ type }) => type)).toContain('height');
    const signed = events.find(({ type }) => type === 'signed');
    expect(signed).toMatchObject({ source: 'cinnabar', v: 1, page: 'sign', data: { signStatus: 3 } });
    for (const event of events) {
      expect(event['origin']).toBe(app.baseUrl);
      expect(JSON.stringify(event)).not.toContain(supplier.owner.mobile);
    }
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('a reload stays signed in, and can still be embedded', async () => {
    const address = await signerAddress('再次打开');
    await app.advance(61);
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await page.goto(framed(host, address));
    const frame = page.frameLocator('iframe');
    await enterIn(frame);
    await frame
      .getByRole('button', { name: /^下一处/ })
      .filter({ visible: true })
      .first()
      .waitFor();
    const inner = page.frames().find((each) => each.url().includes('/sign/'));
    if (inner === undefined) throw new Error('there is no frame');
    expect(inner.url()).not.toContain('#');
    // Without the key of the first address: the browser's cookie proves that the link was opened here.
    await inner.goto(inner.url().replace(/&f=[0-9a-f]+/, ''));
    await frame
      .getByRole('button', { name: /^下一处/ })
      .filter({ visible: true })
      .first()
      .waitFor();
    await window.close();
  });

  test('another site cannot embed them, and is notified of nothing', async () => {
    const address = await signerAddress('别处不可嵌入');
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await page.goto(framed(foreign.replace('127.0.0.1', '127.0.0.2'), address));
    await expect.poll(() => window.complaints.join(' ')).toContain('frame-ancestors');
    expect(await page.frameLocator('iframe').getByRole('button').count()).toBe(0);
    expect(await heard(page)).toEqual([]);
    await window.close();
  });

  test('without allowed sites nobody can embed them', async () => {
    await allow([]);
    await allow([], supplier);
    const address = await signerAddress('未开放嵌入');
    const window = await openWindow(browser, desktop);
    await window.page.goto(framed(host, address));
    await expect.poll(() => window.complaints.join(' ')).toContain('frame-ancestors');
    expect(await heard(window.page)).toEqual([]);
    await window.close();
    await allow([host]);
    await allow([host], supplier);
  });

  test('a window of its own is offered if the browser stores no cookies in frames', async () => {
    const address = await signerAddress('不留凭据');
    const window = await openWindow(browser, desktop);
    const { page } = window;
    // The target of the link, opened by a browser without any cookies.
    const response = await fetch(address, { redirect: 'manual', headers: fromFrame });
    const led = new URL(response.headers.get('location') ?? '', app.baseUrl);
    await page.goto(framed(host, led.href));
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { name: '请在新窗口打开' }).waitFor();
    const opened = page.waitForEvent('popup');
    await frame.getByRole('button', { name: '在新窗口打开' }).click();
    const popup = await opened;
    await popup.getByRole('button', { name: '获取验证码' }).waitFor();
    await window.close();
  });

  test('an enterprise’s allowed sites cannot be found by counting link ids', async () => {
    const address = await signerAddress('不可探知');
    const response = await fetch(address, { redirect: 'manual', headers: fromFrame });
    const page = new URL(response.headers.get('location') ?? '', app.baseUrl);
    const policyOf = async (url: URL) =>
      (await fetch(url, { headers: { 'sec-fetch-dest': 'iframe' } })).headers.get('content-security-policy');
    expect(await policyOf(page)).toContain(`frame-ancestors ${host}`);
    page.searchParams.set('f', '0'.repeat(32));
    expect(await policyOf(page)).toContain("frame-ancestors 'none'");
    page.searchParams.delete('f');
    expect(await policyOf(page)).toContain("frame-ancestors 'none'");
  });
});

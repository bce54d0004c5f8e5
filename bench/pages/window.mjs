// Controls the installed Chromium, emulates a phone, and reads its measurements.
import { existsSync, readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { findChromium } from '../../scripts/test-tools/tools.mjs';

/** null if no Chromium is installed: nothing can be measured. */
export const chromiumPath = findChromium();

export function openBrowser() {
  return chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
}

/** 1.6 Mbit/s down, 0.75 Mbit/s up, 150 ms round trip: a phone with poor reception. */
export const SLOW = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

/** A phone-sized window with a session of the link; throttled by `slowDown`. */
export async function openPhone(browser, baseUrl, address, mobile) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    hasTouch: true,
    isMobile: true,
    locale: 'zh-CN',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const session = await context.newCDPSession(page);
  await page.goto(address);
  await page.getByRole('button', { name: '获取验证码' }).click();
  await page.getByLabel('短信验证码').waitFor();
  await page.getByLabel('短信验证码').fill(await newestCode(baseUrl, mobile));
  await page.locator('article[data-page] img').first().waitFor();
  return {
    page,
    session,
    slowDown: () => session.send('Network.emulateNetworkConditions', SLOW),
    forgetFiles: () => session.send('Network.clearBrowserCache'),
    close: () => context.close(),
  };
}

export async function newestCode(baseUrl, mobile) {
  const { messages } = await (await fetch(`${baseUrl}/sandbox/sms?mobile=${mobile}`)).json();
  return messages.findLast(({ code }) => code !== null).code;
}

/** Resident memory of the page's renderer process, MB; null if the system does not report it. */
export async function pageMemory(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const sizes = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => `/proc/${id}/status`)
    .filter((path) => existsSync(path))
    .map((path) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(path, 'utf8'))?.[1] ?? 0) / 1024);
  return sizes.length === 0 ? null : Math.max(...sizes);
}

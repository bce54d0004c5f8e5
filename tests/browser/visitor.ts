import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { RunningApp } from '../support/app.js';
import type { Window } from './browser.js';

/** Opens the link and enters with the code that its text message carries. */
export async function enter(
  app: RunningApp,
  { page }: Window,
  address: string,
  mobile: string,
): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: '获取验证码' }).click();
  await page.getByLabel('短信验证码').waitFor();
  await page.getByLabel('短信验证码').fill(await app.newestCode(mobile));
  await page.getByRole('button', { name: '进入' }).click();
}

/** The code of the act itself, into the sheet that asks for it. */
export async function giveCode(app: RunningApp, page: Page, mobile: string): Promise<void> {
  await page.getByText('秒后可重新获取').waitFor();
  await page.getByRole('textbox', { name: /已发送至/ }).fill(await app.newestCode(mobile));
}

/** Ticks what is agreed to by signing, where that was not done before. */
export async function agree(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /^我同意/ }).check();
}

/** Pictures of pages are there and drawn. */
export async function drawn(page: Page): Promise<void> {
  await page.locator('article[data-page] img').first().waitFor();
  // Asked from outside: the policy of the pages lets no text become a script.
  await expect
    .poll(() =>
      page.evaluate(
        `[...document.querySelectorAll('article[data-page] img')].every((image) => image.naturalWidth > 0)`,
      ),
    )
    .toBe(true);
}

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

/** The one of that name that is in sight: phones and desktops have their own bars. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  await page
    .getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) })
    .filter({ visible: true })
    .first()
    .click();
}

/** To the next place; where it is not in sight yet, the first press only shows it. */
export async function openNext(page: Page, sheet: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: sheet });
  await press(page, /^下一处/);
  if (!(await dialog.isVisible())) {
    await page.waitForTimeout(500);
    await press(page, /^下一处/);
  }
  await dialog.waitFor();
}

/** The seal into all places, up to the sheet that asks for the intent. */
export async function placeEverywhere(page: Page): Promise<void> {
  await openNext(page, '选择印章');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^盖到全部|^盖在这里/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await press(page, '确认签署');
  await page.getByRole('dialog', { name: '确认签署' }).waitFor();
}

/** The button of the sheet that binds. */
export function signButton(page: Page) {
  return page.getByRole('dialog').getByRole('button', { name: '签署', exact: true });
}

import type { FrameLocator, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { RunningApp } from '../support/app.js';
import type { Window } from './browser.js';

/** Opens the link and enters with the code from its text message. */
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
}

/** Enters the code for the act itself in the sheet that requests it. */
export async function giveCode(app: RunningApp, page: Page, mobile: string): Promise<void> {
  await page.getByText('秒后可重新获取').waitFor();
  await page.getByRole('textbox', { name: /已发送至/ }).fill(await app.newestCode(mobile));
}

/** Accepts the agreements required for signing, unless accepted before. */
export async function agree(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /^我同意/ }).check();
}

/** Page pictures have loaded and are drawn. */
export async function drawn(page: Page): Promise<void> {
  await page.locator('article[data-page] img').first().waitFor();
  // Evaluated from outside: the pages' Content-Security-Policy forbids evaluating text as script.
  await expect
    .poll(() =>
      page.evaluate(
        `[...document.querySelectorAll('article[data-page] img')].every((image) => image.naturalWidth > 0)`,
      ),
    )
    .toBe(true);
}

/** The visible element of that name: phones and desktops have separate bars. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  await page
    .getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) })
    .filter({ visible: true })
    .first()
    .click();
}

/**
 * Presses on until something of that kind is visible: out of sight, an area is only scrolled to, and a sheet that is just
 * opening covers the button.
 */
async function pressNextUntil(page: Page | FrameLocator, wanted: Locator): Promise<void> {
  const next = page
    .getByRole('button', { name: /^下一处/ })
    .filter({ visible: true })
    .first();
  const isThere = async () => {
    await next.click({ timeout: 1_000 }).catch(() => undefined);
    const appeared = wanted.first().waitFor({ timeout: 500 });
    return appeared.then(
      () => true,
      () => false,
    );
  };
  await expect.poll(isThere).toBe(true);
}

/** To the next area and its sheet. */
export function openNext(page: Page | FrameLocator, sheet: string): Promise<void> {
  return pressNextUntil(page, page.getByRole('dialog', { name: sheet }));
}

/** The button that opens the sheet, once nothing is left to place. */
export function confirmButton(page: Page | FrameLocator): Locator {
  return page.getByRole('button', { name: '确认签署', exact: true }).filter({ visible: true });
}

/** The only place, with the only seal or signature. */
export function placeOnly(page: Page | FrameLocator): Promise<void> {
  return pressNextUntil(page, confirmButton(page));
}

/** Places the seal in all areas, up to the sheet that asks for the intent. */
export async function placeEverywhere(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^选择/ });
  await pressNextUntil(page, dialog.or(confirmButton(page)));
  if (await dialog.isVisible()) {
    await dialog
      .getByRole('button', { name: /^盖到全部|^盖在这里/ })
      .first()
      .click();
    await dialog.waitFor({ state: 'detached' });
  }
  await press(page, '确认签署');
  await page.getByRole('dialog', { name: '确认签署' }).waitFor();
}

/** The sheet's confirmation button. */
export function signButton(page: Page) {
  return page.getByRole('dialog').getByRole('button', { name: '签署', exact: true });
}

// @module-tag chromium
/** Every shared component in all of its states: no text cut, contrast, names, and targets that a finger hits. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { desktop, openBrowser, openWindow, phone } from './browser.js';
import { cutParts, enlargeText } from './cut-parts.js';
import { buildGallery, type GallerySite } from './gallery-site.js';

describe('the gallery', () => {
  let browser: Browser;
  let gallery: GallerySite;
  beforeAll(async () => {
    gallery = await buildGallery();
    browser = await openBrowser();
  });
  afterAll(() => gallery.remove());

  async function open(page: Page, language: string): Promise<void> {
    await gallery.open(page, `/?lang=${language}`);
    await page.getByRole('heading', { name: 'Gallery' }).waitFor();
  }

  test.each([
    ['zh', desktop],
    ['zh', phone],
    ['en', desktop],
    ['en', phone],
  ] as const)('in %s: nothing is cut, too faint or too small to hit, at %o', async (language, size) => {
    const window = await openWindow(browser, size);
    const { page } = window;
    await open(page, language);
    expect(await page.getByRole('region').count()).toBeGreaterThan(20);
    expect(await cutParts(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    // Once for each language and each size: they change different things.
    if ((language === 'zh') === (size === desktop)) await window.checkAccess();
    await picture(page, `gallery-${language}-${size.width}`);
    await enlargeText(page);
    expect(await cutParts(page), 'with text of twice its size').toEqual([]);
    await picture(page, `gallery-${language}-${size.width}-large`);
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test.each([desktop, phone])('sheets open over the page and close again, at %o', async (size) => {
    const window = await openWindow(browser, size);
    const { page } = window;
    await open(page, 'zh');
    for (const name of ['Open sheet', 'Open reason sheet', 'Open busy sheet']) {
      await page.getByRole('button', { name, exact: true }).click();
      const sheet = page.getByRole('dialog');
      await sheet.waitFor();
      expect(await cutParts(page)).toEqual([]);
      await window.picture(`gallery-${name.replaceAll(' ', '-').toLowerCase()}`);
      await sheet.press('Escape');
      // One whose act is running stays.
      if (name !== 'Open busy sheet') await sheet.waitFor({ state: 'detached' });
    }
    expect(await page.getByRole('dialog').isVisible()).toBe(true);
    await window.close();
  });
});

async function picture(page: Page, name: string): Promise<void> {
  if (process.env['PICTURES'] === undefined) return;
  const path = new URL(`../output/browser/${name}.png`, import.meta.url).pathname;
  await page.screenshot({ path, fullPage: true, animations: 'disabled', scale: 'css', timeout: 120_000 });
}

/** Buttons, fields and links below 44 px, or 40 where only a mouse reaches them, apart from links within text. */
function smallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate<
    readonly string[]
  >(`[...document.querySelectorAll('dd button, dd a, dd input, dd select')]
    .filter((element) => element.closest('p, label, .sr-only') === null)
    .filter((element) => {
      const { width, height } = element.getBoundingClientRect();
      const least = innerWidth < 1024 ? 44 : 40;
      return width > 2 && height > 2 && (height < least || width < least);
    })
    .map((element) => element.tagName + ' ' + element.textContent.trim().slice(0, 40))`);
}

import { expect } from 'vitest';
import { desktop, phone, tablet, type Window } from './browser.js';
import { cutParts } from './cut-parts.js';

/** Checks accessibility once the page has come to rest and that no text is cut, and keeps a screenshot. */
export async function lookAt(window: Window, picture: string): Promise<void> {
  await window.checkAccess();
  expect(await cutParts(window.page), `cut in ${picture}`).toEqual([]);
  await window.picture(picture);
}

/** The same on a desktop, a tablet and a phone, without walking there again. Ends in the size in which it began. */
export async function lookInAllSizes(window: Window, picture: string): Promise<void> {
  const { page } = window;
  const before = page.viewportSize();
  for (const size of [desktop, tablet, phone]) {
    await page.setViewportSize(size);
    // A page draws itself anew a moment after the window has changed.
    await expect.poll(() => cutParts(page), { message: `cut in ${picture} at ${size.width} px` }).toEqual([]);
    await window.checkAccess();
    await window.picture(`${picture}-${size.width}`);
  }
  if (before !== null) await page.setViewportSize(before);
}

/** Chinese on an English page: only what people have entered is, and that is marked as such. */
export function chineseLeft({ page }: Window): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(FIND_CHINESE);
}

/** Runs in the page. */
const FIND_CHINESE = `(() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!/\\p{Script=Han}/u.test(node.data)) continue;
    if (parent.closest('bdi, noscript, [lang|=zh], article[data-page]') !== null) continue;
    if (parent.getClientRects().length > 0) found.push(parent.tagName + ' ' + node.data.trim().slice(0, 40));
  }
  return found;
})()`;

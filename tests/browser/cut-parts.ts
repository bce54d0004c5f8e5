import type { Page } from 'playwright-core';

/** Text at twice its size, as readers set it in their browser. */
export async function enlargeText(page: Page): Promise<void> {
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
}

/**
 * Visible texts that reach beyond the window or out of their own element. Of a line of tabs that scrolls sideways, the line has
 * to be within the window.
 */
export async function cutParts(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(FIND);
}

/** Runs in the page. */
const FIND = `[...document.querySelectorAll('body *')]
  .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
  .filter((element) => {
    const { left, right, width, height } = element.getBoundingClientRect();
    if (width < 2 || height < 2 || element.closest('noscript, .sr-only') !== null) return false;
    const { display, overflowX, overflowY } = getComputedStyle(element);
    const isCutAcross = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
    const isBelow = display !== 'inline' && element.scrollHeight > element.clientHeight + 4;
    const isCutBelow = isBelow && overflowY !== 'auto' && overflowY !== 'scroll';
    const line = element.closest('nav > ul');
    const scrolls = line !== null && getComputedStyle(line).overflowX === 'auto';
    const outer = scrolls ? line.getBoundingClientRect() : { left, right };
    return outer.right > innerWidth + 1 || outer.left < -1 || isCutAcross || isCutBelow;
  })
  .map((element) => element.tagName + ' ' + element.textContent.trim().slice(0, 60))`;

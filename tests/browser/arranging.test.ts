// @module-tag chromium
/** Controls are arranged on pages: by pointer, by keyboard alone, and in the list, which comes to the same. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { desktop, openBrowser, openWindow } from './browser.js';
import { buildGallery, type GallerySite } from './gallery-site.js';

interface Outline {
  readonly key: string;
  readonly page: number;
  readonly name: string;
  readonly party: string;
  readonly order: number | null;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

describe('arranging controls', () => {
  let browser: Browser;
  let gallery: GallerySite;
  beforeAll(async () => {
    gallery = await buildGallery();
    browser = await openBrowser();
  });
  afterAll(() => gallery.remove());

  async function givenPages(pages: number, controls: number) {
    const window = await openWindow(browser, desktop);
    await gallery.open(window.page, `/arranging/?lang=zh&pages=${pages}&controls=${controls}`);
    await window.page.locator('[data-field]').first().waitFor();
    return window;
  }

  test('by pointer: they are dragged, framed, aligned, resized, added and undone', async () => {
    const window = await givenPages(3, 6);
    const { page } = window;
    const second = await centreOf(button(page, 'c3'));
    const scale = await scaleOf(page);

    // Near the left edge of the upper one it snaps to that edge.
    await page.mouse.move(second.x, second.y);
    await page.mouse.down();
    await watchRendering(page);
    await moveTo(page, { x: second.x - 226 * scale, y: second.y + 80 * scale });
    await expect.poll(() => page.getByText(/^\d+\.\d 毫米$/).count()).toBeGreaterThan(0);
    await window.picture('arranging-1-dragging');
    expect(await renderings(page)).toBe(0);
    await page.mouse.up();
    await expect.poll(() => outlineOf(page, 'c3')).toMatchObject({ x: 60 });

    // Escape, and a place beside the pages, return it to where it was.
    const before = await outlineOf(page, 'c3');
    await grab(page, button(page, 'c3'));
    await moveBy(page, { x: 100, y: 100 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await grab(page, button(page, 'c3'));
    await moveTo(page, { x: desktop.width - 20, y: 400 });
    await page.mouse.up();
    expect(await outlineOf(page, 'c3')).toEqual(before);

    // A frame selects both; they are dragged together, to the next page.
    const first = await page.locator('[data-page="1/1"]').boundingBox();
    if (first === null) throw new Error('no page');
    await page.mouse.move(first.x + 10, first.y + 10);
    await page.mouse.down();
    await moveTo(page, { x: first.x + 300 * scale, y: first.y + 300 * scale });
    await page.mouse.up();
    await expect.poll(() => selected(page)).toEqual(['c0', 'c3']);
    const apart = (await outlineOf(page, 'c3')).y - (await outlineOf(page, 'c0')).y;
    const next = await page.locator('[data-page="1/2"]').boundingBox();
    if (next === null) throw new Error('no page');
    await grab(page, button(page, 'c0'));
    await page.keyboard.down('Alt');
    await moveTo(page, { x: first.x + 300, y: next.y + 60 });
    await page.mouse.up();
    await page.keyboard.up('Alt');
    await expect.poll(() => outlineOf(page, 'c0')).toMatchObject({ page: 2 });
    const carried = await outlineOf(page, 'c3');
    expect(carried.page).toBe(2);
    expect(carried.y - (await outlineOf(page, 'c0')).y).toBe(apart);

    await page.getByRole('button', { name: '撤销' }).click();
    await expect.poll(() => outlineOf(page, 'c0')).toMatchObject({ page: 1, x: 60, y: 60 });

    // Shift and a click select more; a handle resizes the only selected one.
    await button(page, 'c0').click();
    await button(page, 'c3').click({ modifiers: ['Shift'] });
    await expect.poll(() => selected(page)).toEqual(['c0', 'c3']);
    await button(page, 'c3').click();
    await grab(page, page.locator('[data-handle="se"]'));
    await moveBy(page, { x: 40 * scale, y: 20 * scale });
    await page.mouse.up();
    const wide = await outlineOf(page, 'c3');
    expect([Math.round(wide.width / 10), Math.round(wide.height / 4)]).toEqual([20, 11]);

    // Out of the palette.
    await grab(page, page.getByRole('button', { name: '单行文本' }).first());
    await moveTo(page, { x: first.x + first.width / 2, y: first.y + 400 * scale });
    await page.mouse.up();
    await expect.poll(async () => (await outlines(page)).length).toBe(7);
    expect(await selected(page)).toHaveLength(1);

    // Zooming keeps what is under the pointer there.
    const held = await centreOf(button(page, 'c0'));
    await page.mouse.move(held.x, held.y);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -200);
    await page.keyboard.up('Control');
    await expect.poll(() => scaleOf(page)).toBeGreaterThan(scale * 1.5);
    const after = await centreOf(button(page, 'c0'));
    expect(Math.hypot(after.x - held.x, after.y - held.y)).toBeLessThan(3);
    await window.checkAccess();
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('by keyboard alone: they are added, moved, sized, selected, copied and carried on', async () => {
    const window = await givenPages(12, 12);
    const { page } = window;
    await page.getByRole('button', { name: '单行文本' }).first().press('Enter');
    const added = page.locator('[data-field]:focus');
    await expect
      .poll(() => added.getAttribute('aria-label'))
      .toMatch(/^单行文本 新控件，A 甲方，必填，第 1 页/);
    const key = (await added.getAttribute('data-field')) ?? '';
    await added.press('Home');
    await added.press('Shift+ArrowRight');
    await added.press('ArrowRight');
    await added.press('Alt+Shift+ArrowDown');
    await expect.poll(() => outlineOf(page, key)).toMatchObject({ x: 11, width: 160, height: 34 });

    // To another page, with the focus.
    await added.press('PageDown');
    await expect.poll(() => outlineOf(page, key)).toMatchObject({ page: 2 });
    await expect.poll(() => focused(page)).toBe(key);

    // Tab goes on in reading order, also to pages that are not rendered yet.
    for (const next of ['c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8', 'c9']) {
      await page.locator('[data-field]:focus').press('Tab');
      await expect.poll(() => focused(page)).toBe(next);
    }
    expect(await selected(page)).toEqual(['c9']);

    // Space begins to select several, and the focus moves without losing them.
    await button(page, 'c9').press('Space');
    await button(page, 'c9').press('Tab');
    await expect.poll(() => focused(page)).toBe('c10');
    await button(page, 'c10').press('Space');
    await expect.poll(async () => (await selected(page)).toSorted()).toEqual(['c10', 'c9']);
    await button(page, 'c10').press('ArrowRight');
    await expect.poll(() => outlineOf(page, 'c9')).toMatchObject({ x: 61 });
    expect(await outlineOf(page, 'c10')).toMatchObject({ x: 61 });
    await button(page, 'c10').press('Escape');
    await expect.poll(() => selected(page)).toEqual([]);

    await button(page, 'c10').press('Control+c');
    await button(page, 'c10').press('Control+v');
    await expect.poll(async () => (await outlines(page)).length).toBe(14);
    await page.locator('[data-field]:focus').press('Control+a');
    await expect.poll(async () => (await selected(page)).length).toBeGreaterThan(1);
    const gone = await selected(page);
    await page.locator('[data-field]:focus').press('Delete');
    await expect.poll(async () => (await outlines(page)).length).toBe(14 - gone.length);
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await outlines(page)).length).toBe(14);
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('in the list: cells, pages, sizes, names and order change as on the canvas', async () => {
    const window = await givenPages(5, 10);
    const { page } = window;
    const cell = (row: number, column: string) => page.locator(`[data-cell="${row} ${column}"]`);
    const typed = page.locator('td input:focus:not([type=checkbox])');

    await cell(0, 'name').focus();
    await cell(0, 'name').press('Enter');
    await typed.fill('身份证号');
    await typed.press('Enter');
    await expect.poll(() => outlineOf(page, 'c0')).toMatchObject({ name: '身份证号' });
    await page.getByRole('button', { name: 'px', exact: true }).click();
    await cell(0, 'name').focus();
    for (const next of ['party', 'type', 'required', 'key', 'x']) {
      await page.locator('[data-cell]:focus').press('ArrowRight');
      await expect.poll(() => cellInFocus(page)).toBe(`0 ${next}`);
    }
    await cell(0, 'x').press('7');
    await typed.press('5');
    await typed.press('Enter');
    await expect.poll(() => outlineOf(page, 'c0')).toMatchObject({ x: 75 });

    // What cannot stand there is refused in words.
    await cell(0, 'page').focus();
    await cell(0, 'page').press('9');
    await typed.press('Enter');
    await page.getByText('“9”不能用于“页”').waitFor();

    // The canvas selects what the list selects.
    await cell(0, 'name').focus();
    await cell(0, 'name').press('Space');
    await cell(0, 'name').press('ArrowDown');
    await cell(1, 'name').press('Space');
    await expect.poll(() => selected(page)).toEqual(['c0', 'c5']);
    await page.getByRole('button', { name: '对齐与分布' }).click();
    await page.getByRole('button', { name: '左对齐' }).last().click();
    await expect.poll(() => outlineOf(page, 'c5')).toMatchObject({ x: 75 });
    const bar = page.getByRole('region', { name: '控件清单' });
    await bar.getByLabel('批量命名').fill('字段{n}');
    await bar.getByLabel('批量命名').press('Enter');
    await expect.poll(() => outlineOf(page, 'c5')).toMatchObject({ name: '字段2' });

    await bar.getByRole('button', { name: '下移' }).click();
    await expect.poll(async () => (await outlineOf(page, 'c0')).order).toBe(2);
    await bar.getByRole('button', { name: '复制到页' }).click();
    const sheet = page.getByRole('dialog', { name: '复制到其他页' });
    await sheet.getByRole('radio', { name: '奇数页' }).check();
    await sheet.getByText('将复制到 2 页').waitFor();
    await sheet.getByText('其中 1 页尺寸不同').waitFor();
    await sheet.getByRole('button', { name: '复制', exact: true }).click();
    await expect.poll(async () => (await outlines(page)).length).toBe(14);

    await bar.getByLabel('移到页').fill('4');
    await bar.getByLabel('移到页').press('Enter');
    await expect
      .poll(async () => (await outlines(page)).filter(({ page: each }) => each === 4).length)
      .toBe(6);

    // Cells of a spreadsheet.
    await cell(0, 'name').focus();
    await pasteInto(page, '甲\t员工\n乙\t甲方\n');
    await page.getByText(/已更改 2 个控件/).waitFor();
    const names = (await outlines(page)).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['甲', '乙']));
    await window.checkAccess();
    await window.picture('arranging-2-list');

    // A line of the checks leads to its control.
    await cell(0, 'width').focus();
    await cell(0, 'height').focus();
    await cell(0, 'height').press('Enter');
    await typed.fill('14');
    await typed.press('Enter');
    await page.getByRole('button', { name: /^定位：.*高度小于/ }).click();
    await expect.poll(async () => (await focused(page)) !== null).toBe(true);
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('500 controls on 200 pages: aligned, copied to the odd pages, and 20 steps undone, by keyboard', async () => {
    const window = await givenPages(200, 500);
    const { page } = window;
    await button(page, 'c0').focus();
    await button(page, 'c0').press('Control+a');
    await expect.poll(async () => (await selected(page)).toSorted()).toEqual(['c0', 'c200', 'c400']);
    await page.getByRole('button', { name: '左对齐' }).press('Enter');
    const { x } = await outlineOf(page, 'c0');
    await expect.poll(async () => (await outlineOf(page, 'c200')).x).toBe(x);
    await expect.poll(async () => (await outlineOf(page, 'c400')).x).toBe(x);

    const before = await outlines(page);
    await page.getByRole('button', { name: '复制到页' }).press('Enter');
    const sheet = page.getByRole('dialog', { name: '复制到其他页' });
    await sheet.getByRole('radio', { name: '奇数页' }).press('Space');
    await sheet.getByRole('button', { name: '复制', exact: true }).press('Enter');
    // The page of the originals is odd itself.
    await expect.poll(async () => (await outlines(page)).length).toBe(500 + 3 * 99);
    const copied = (await outlines(page)).slice(500);
    expect(copied.every((each) => each.page % 2 === 1 && each.page !== 1)).toBe(true);

    await button(page, 'c0').focus();
    await button(page, 'c0').press('Escape');
    for (let step = 0; step < 19; step += 1) await button(page, 'c0').press('ArrowDown');
    await expect.poll(async () => (await outlineOf(page, 'c0')).y).toBe((before[0]?.y ?? 0) + 19);
    for (let step = 0; step < 20; step += 1) await page.keyboard.press('Control+z');
    await expect.poll(async () => (await outlines(page)).length).toBe(500);
    expect(await outlines(page)).toEqual(before);
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('of 2,000 controls only those of the pages in sight are rendered', async () => {
    const window = await givenPages(200, 2_000);
    const { page } = window;
    expect(await page.locator('article[data-page]').count()).toBeLessThanOrEqual(7);
    expect(await page.locator('[data-field]').count()).toBeLessThanOrEqual(70);
    expect(await page.locator('[role=gridcell]').count()).toBeLessThan(600);
    await window.close();
  });
});

function button(page: Page, key: string): Locator {
  return page.locator(`[data-field="${key}"]`);
}

async function outlines(page: Page): Promise<readonly Outline[]> {
  return JSON.parse((await page.locator('#controls').textContent()) ?? '[]');
}

async function outlineOf(page: Page, key: string): Promise<Outline> {
  const found = (await outlines(page)).find((each) => each.key === key);
  if (found === undefined) throw new Error(`no control ${key}`);
  return found;
}

function selected(page: Page): Promise<readonly string[]> {
  return page.evaluate(
    `[...document.querySelectorAll('[data-field][aria-pressed=true]')].map((each) => each.dataset.field)`,
  );
}

function focused(page: Page): Promise<string | null> {
  return page.evaluate(`document.activeElement?.dataset.field ?? null`);
}

async function scaleOf(page: Page): Promise<number> {
  const box = await page.locator('[data-page="1/1"]').boundingBox();
  if (box === null) throw new Error('no page');
  return box.width / 794;
}

async function centreOf(element: Locator): Promise<Point> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('not in sight');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

let pointer: Point = { x: 0, y: 0 };

async function grab(page: Page, element: Locator): Promise<void> {
  pointer = await centreOf(element);
  await page.mouse.move(pointer.x, pointer.y);
  await page.mouse.down();
}

async function moveTo(page: Page, to: Point): Promise<void> {
  await page.mouse.move(to.x, to.y, { steps: 12 });
}

function moveBy(page: Page, { x, y }: Point): Promise<void> {
  return moveTo(page, { x: pointer.x + x, y: pointer.y + y });
}

/** Counts what only rendering changes. */
function watchRendering(page: Page): Promise<void> {
  return page.evaluate(`{
    globalThis.rendered = 0;
    new MutationObserver((changes) => { globalThis.rendered += changes.length; }).observe(
      document.querySelector('main section'),
      { subtree: true, childList: true, attributes: true, attributeFilter: ['class', 'aria-pressed', 'aria-label'] },
    );
  }`);
}

function renderings(page: Page): Promise<number> {
  return page.evaluate('globalThis.rendered');
}

function cellInFocus(page: Page): Promise<string | null> {
  return page.evaluate('document.activeElement?.dataset.cell ?? null');
}

/** As Ctrl+V does, without the clipboard, which all windows share. */
function pasteInto(page: Page, text: string): Promise<void> {
  return page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(event);
  }`);
}

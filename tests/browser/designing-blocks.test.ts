// @module-tag chromium
/** Controls that somebody keeps as a block, and puts on the pages of a template again. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { desktop, openBrowser, openWindow } from './browser.js';
import { enterConsole } from './console-visitor.js';
import { givenDraft, keptDraft } from './given-draft.js';
import { lookAt } from './settled.js';

const files = [{ name: '采购合同.txt', text: '第一章 总则\n'.repeat(95) }];
const place = { participantFlag: '甲方', fileIndex: 0, required: 1, pageNum: 1 } as const;
const components = [
  {
    ...{ ...place, componentName: '盖章', componentType: 6, positionX: 96, positionY: 200 },
    specialAttribute: { signStyle: 1, sealSpecs: 1, showSignDate: 0, width: 159, height: 159 },
  },
  {
    ...{ ...place, componentName: '签订日期', componentType: 3, positionX: 300, positionY: 260 },
    componentKey: 'signed_on',
    specialAttribute: { dateFormat: 'yyyy-MM-dd', width: 120, height: 24 },
  },
] as const;

describe('a block of the designer', () => {
  let app: RunningApp;
  let browser: Browser;
  let corp: Enterprise;
  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser();
    corp = await givenEnterprise(app, { profile: { corpName: '星河科技有限公司' } });
  });
  afterAll(() => app.close());

  const panelOf = (page: Page) => page.getByRole('complementary', { name: '属性' });
  const blocksOf = (page: Page) => page.getByRole('region', { name: '常用组合' });
  const more = async (page: Page, block: string, words: string) => {
    await blocksOf(page)
      .getByRole('button', { name: `常用组合“${block}”：更多操作` })
      .click();
    await blocksOf(page).getByRole('button', { name: words }).click();
  };

  test('is kept, put on another page, undone at once, renamed and deleted', async () => {
    const { draftId, path } = await givenDraft(corp, { files, flags: ['甲方'], components });
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enterConsole(app, window, corp.owner, path);
    const first = page.locator('[data-field]').first();
    await first.focus();
    await first.press('Control+a');
    await panelOf(page).getByRole('button', { name: '保存为常用组合…' }).click();
    const sheet = page.getByRole('dialog', { name: '保存为常用组合' });
    await sheet.getByLabel('名称').fill('签章+日期');
    await lookAt(window, 'designing-blocks-1-sheet');
    await sheet.getByLabel('名称').press('Enter');
    await sheet.waitFor({ state: 'detached' });

    await page
      .getByRole('navigation', { name: '页面' })
      .getByRole('button', { name: /^第 2 页/ })
      .click();
    await expect.poll(() => page.evaluate(IN_SIGHT)).toBe('1/2');
    const block = blocksOf(page).getByRole('button', { name: '放置常用组合“签章+日期”，2 个控件' });
    await block.focus();
    await block.press('Enter');
    await expect.poll(async () => (await keptDraft(corp, draftId)).components.length).toBe(4);
    const [seal, date, otherSeal, otherDate] = (await keptDraft(corp, draftId)).components;
    expect(otherSeal).toMatchObject({
      participantFlag: '甲方',
      pageNum: 2,
      specialAttribute: seal?.specialAttribute,
    });
    expect(otherDate).toMatchObject({
      pageNum: 2,
      componentKey: 'signed_on_2',
      specialAttribute: date?.specialAttribute,
    });
    const apart = (one: typeof seal, other: typeof seal) => ({
      x: (other?.positionX ?? 0) - (one?.positionX ?? 0),
      y: (other?.positionY ?? 0) - (one?.positionY ?? 0),
    });
    expect(apart(otherSeal, otherDate)).toEqual(apart(seal, date));
    // The new ones have the focus, so that the arrow keys move them.
    await expect.poll(() => page.evaluate(FOCUSED)).toMatch(/^盖章/);
    await lookAt(window, 'designing-blocks-2-placed');

    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await keptDraft(corp, draftId)).components.length).toBe(2);
    await page.reload();
    await more(page, '签章+日期', '重命名');
    const naming = page.getByRole('dialog', { name: '重命名常用组合' });
    await naming.getByLabel('名称').fill('甲方签章');
    await naming.getByRole('button', { name: '保存' }).click();
    await blocksOf(page).getByText('甲方签章').waitFor();

    await first.focus();
    await panelOf(page).getByRole('button', { name: '保存为常用组合…' }).click();
    await sheet.getByLabel('名称').fill('甲方签章');
    await sheet.getByText('已有同名的常用组合').waitFor();
    expect(await sheet.getByRole('button', { name: '保存' }).isDisabled()).toBe(true);
    await sheet.getByRole('button', { name: '关闭' }).click();

    await more(page, '甲方签章', '删除');
    await page
      .getByRole('dialog', { name: '删除常用组合“甲方签章”' })
      .getByRole('button', { name: '删除' })
      .click();
    await blocksOf(page).waitFor({ state: 'detached' });
    expect(window.complaints).toEqual([]);
    await window.close();
  });
});

const FOCUSED = `document.activeElement?.getAttribute('aria-label') ?? ''`;
/** The page at the middle of the window. */
const IN_SIGHT = `document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('[data-page]')?.dataset.page ?? ''`;

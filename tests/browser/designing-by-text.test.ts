// @module-tag chromium
/** What the designer knows of the text below the controls: lines to stand on, texts to follow, and what is wrong. */
import { publishTemplate, readTemplateDraft } from '@cinnabar/api/operations/template-drafts.js';
import type { PageGuides } from '@cinnabar/api/pages/page-guides.js';
import { PDF } from '@libpdf/core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { consoleOf } from '../support/console-login.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { desktop, openBrowser, openWindow } from './browser.js';
import { enterConsole } from './console-visitor.js';
import { givenDraft, keptDraft } from './given-draft.js';
import { lookAt } from './settled.js';

const contract = `采购合同

甲方：星河科技有限公司
交货地点：上海市
付款期限：三十日内
`;

describe('the designer of templates', () => {
  let app: RunningApp;
  let browser: Browser;
  let corp: Enterprise;
  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser();
    corp = await givenEnterprise(app, { profile: { corpName: '星河科技有限公司' } });
  });
  afterAll(() => app.close());

  const textAt = (positionX: number, positionY: number) => ({
    ...{
      participantFlag: '甲方',
      fileIndex: 0,
      componentName: '备注',
      componentType: 1,
      required: 1 as const,
    },
    ...{ pageNum: 1, positionX, positionY },
    specialAttribute: { width: 160, height: 24, font: 'SimSun' as const, fontSize: 14 },
  });

  /** Lines that are drawn over the pages while a control is dragged, by their y on the screen. */
  const guidesOf = (page: Page) =>
    page.evaluate<readonly number[]>(
      `[...document.querySelectorAll('[aria-hidden] > div.bg-info')].filter((line) => !line.hidden && line.getBoundingClientRect().height === 1).map((line) => line.getBoundingClientRect().top)`,
    );

  test('a dragged control stands on the line of text that it comes near to', async () => {
    const guides = (page: Page) =>
      page.waitForResponse((answer) => answer.url().endsWith('/pages/console/guides'));
    const { draftId, path } = await givenDraft(corp, {
      files: [{ name: '采购合同.txt', text: contract }],
      flags: ['甲方', '乙方'],
      components: [textAt(420, 600)],
    });
    const { contractFileList } = await keptDraft(corp, draftId);
    const visitor = await consoleOf(app, corp.owner.mobile);
    const { envelope } = await visitor.page<PageGuides>('/pages/console/guides', {
      ...{ corpId: corp.corpId, fileUrl: contractFileList[0]?.fileUrl, page: 1 },
    });
    const baseline = envelope.data.baselines.at(-1)?.y ?? 0;
    expect(baseline).toBeGreaterThan(100);

    const window = await openWindow(browser, desktop);
    const { page } = window;
    const arrived = guides(page);
    await enterConsole(app, window, corp.owner, path);
    await (await arrived).finished();
    const box = await page.locator('[data-field]').first().boundingBox();
    const paper = await page.locator('[data-page$="/1"]').first().boundingBox();
    if (box === null || paper === null) throw new Error('nothing is shown');
    const { width = 0 } = contractFileList[0] ?? {};
    const scale = paper.width / width;
    const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    // Its bottom would be four px below the line.
    const to = paper.y + (baseline + 4 - 12) * scale;
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 30, to + 20, { steps: 5 });
    await page.mouse.move(from.x + 30, to, { steps: 5 });
    await expect
      .poll(async () => (await guidesOf(page)).some((y) => Math.abs(y - paper.y - baseline * scale) < 1.5))
      .toBe(true);
    await window.picture('designing-8-baseline');
    await page.mouse.up();
    await expect
      .poll(async () => ((await keptDraft(corp, draftId)).components[0]?.positionY ?? 0) + 24)
      .toBeCloseTo(baseline, 0);
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('a control that begins to follow a text stays where it is, in the list too, and one step takes it back', async () => {
    const { draftId, path } = await givenDraft(corp, {
      files: [{ name: '采购合同.txt', text: contract }],
      flags: ['甲方', '乙方'],
      components: [textAt(420, 300)],
    });
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enterConsole(app, window, corp.owner, path);
    const panel = page.getByRole('complementary', { name: '属性' });
    const kept = async () => (await keptDraft(corp, draftId)).components[0];
    await page.locator('[data-field]').first().click();
    await panel.getByLabel('锚点文字').fill('付款期限');
    await panel.getByText('文件中共 1 处').waitFor();
    await expect.poll(async () => (await kept())?.keyword).toBe('付款期限');
    const { offsetX = 0, offsetY = 0 } = (await kept()) ?? {};
    expect(offsetX).toBeGreaterThan(200);
    expect(offsetY).toBeGreaterThan(50);
    // Another offset moves it at once.
    await panel.getByLabel('横向偏移').fill(String(offsetX - 20));
    await expect.poll(kept).toMatchObject({ positionX: 400, positionY: 300, offsetX: offsetX - 20, offsetY });
    await expect.poll(() => panel.getByLabel('X', { exact: true }).inputValue()).toBe('105.8');
    await page.getByRole('button', { name: '撤销' }).click();
    await expect.poll(async () => (await kept())?.positionX).toBe(420);
    await page.getByRole('button', { name: '撤销' }).click();
    await expect.poll(() => panel.getByLabel('锚点文字').inputValue()).toBe('');

    await panel.getByRole('button', { name: /^控件清单/ }).click();
    const cell = page.locator('[data-cell="0 anchor"]');
    await cell.focus();
    await cell.press('Enter');
    await page.locator('td input:focus:not([type=checkbox])').fill('付款期限');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await kept())?.offsetX).toBe(offsetX);
    expect(await kept()).toMatchObject({ keyword: '付款期限', keywordIndex: 1, offsetY });
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('the checks name a default value that does not fit, and a scan', async () => {
    const scan = PDF.create();
    scan.addPage({ width: 600, height: 800 });
    const narrow = {
      ...textAt(420, 300),
      specialAttribute: { width: 30, height: 20, font: 'SimSun' as const, fontSize: 14 },
    };
    const { path } = await givenDraft(corp, {
      files: [
        { name: '采购合同.txt', text: contract },
        { name: '扫描件.pdf', text: await scan.save() },
      ],
      flags: ['甲方', '乙方'],
      components: [{ ...narrow, value: '星河科技有限公司上海分公司采购部' }],
    });
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enterConsole(app, window, corp.owner, path);
    const panel = page.getByRole('complementary', { name: '属性' });
    await panel.getByRole('button', { name: /^检查/ }).click();
    await panel.getByText('“备注”的默认值在控件中放不下或没有字形').waitFor();
    await panel.getByText('“扫描件.pdf”是扫描件').waitFor();
    await lookAt(window, 'designing-9-checks');
    await panel.getByRole('button', { name: /^定位：“备注”的默认值/ }).click();
    await panel.getByRole('button', { name: '属性' }).click();
    await panel.getByLabel('默认值').fill('好');
    await panel.getByRole('button', { name: /^检查/ }).click();
    await panel.getByText('“备注”的默认值在控件中放不下或没有字形').waitFor({ state: 'detached' });
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('default values are on the page as contracts will show them, of a published template too', async () => {
    const { draftId } = await givenDraft(corp, {
      name: '有默认值的合同',
      files: [{ name: '采购合同.txt', text: contract }],
      flags: ['甲方', '乙方'],
      components: [
        { ...textAt(420, 300), value: '星河科技有限公司' },
        { ...textAt(420, 400), componentName: '数量', value: '星河科技有限公司上海分公司采购部' },
      ],
    });
    const { draftVersion, draft } = await corp.owner.client.data(readTemplateDraft, { draftId });
    const { templateId } = await corp.owner.client.data(publishTemplate, { ...draft, draftId, draftVersion });
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enterConsole(app, window, corp.owner, `/console/${corp.corpId}/templates/${templateId}/design`);
    const control = (name: string) =>
      page.locator('main').getByRole('button', { name: new RegExp(`^单行文本 ${name}`) });
    const drawnOn = (name: string) =>
      page.evaluate<number>(
        `[...document.querySelectorAll('[data-field][aria-label^="单行文本 ${name}"] img')].filter(({ naturalWidth }) => naturalWidth > 0).length`,
      );
    await expect.poll(() => drawnOn('备注')).toBe(1);
    await expect.poll(() => drawnOn('数量')).toBe(1);
    await lookAt(window, 'designing-9-defaults');
    // One that has moved is in words until it has been drawn where it is now; the other stays as it is.
    await control('数量').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => drawnOn('数量')).toBe(0);
    expect(await drawnOn('备注')).toBe(1);
    await expect.poll(() => drawnOn('数量')).toBe(1);
    expect(window.complaints).toEqual([]);
    await window.close();
  });
});

// @module-tag chromium
/** A template of forty controls, designed and published with the keyboard alone. */
import { keepTemplateDraft } from '@cinnabar/api/operations/template-drafts.js';
import { templateInfo, templateList } from '@cinnabar/api/operations/templates.js';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { offeredByList } from '../rules/designer/canvas-acts.js';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { desktop, openBrowser, openWindow } from './browser.js';
import { enterConsole } from './console-visitor.js';
import { givenDraft, keptDraft } from './given-draft.js';

/** Four pages. */
const files = [{ name: '采购合同.txt', text: '第一章 总则\n'.repeat(150) }];

const names = Array.from({ length: 40 }, (_, index) => `条款${String(index + 1).padStart(2, '0')}`);

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

  test('forty controls are added, arranged, named and published by keyboard alone', async () => {
    const { draftId, path } = await givenDraft(corp, { files, flags: ['甲方', '乙方'] });
    expect((await keptDraft(corp, draftId)).contractFileList[0]?.totalPage).toBe(4);
    const window = await openWindow(browser, desktop);
    const { page } = window;
    const { keyboard } = page;
    await enterConsole(app, window, corp.owner, path);
    await page.getByRole('article').first().waitFor();
    await expect.poll(() => page.getByRole('button', { name: '单行文本' }).isEnabled()).toBe(true);

    const add = async (kind: string) => {
      await walkTo(page, 'Shift+Tab', kind);
      await keyboard.press('Enter');
      await expect.poll(() => inFocus(page)).toMatch(new RegExp(`^${kind}.*第 1 页`));
    };
    await walkTo(page, 'Tab', 'A甲方');
    await keyboard.press('Enter');
    await walkTo(page, 'Tab', '单行文本');
    await keyboard.press('Enter');
    await expect.poll(() => inFocus(page)).toMatch(/^单行文本，A 甲方，必填，第 1 页/);
    for (const key of ['Home', 'Shift+ArrowUp', 'Alt+Shift+ArrowRight']) await keyboard.press(key);
    // The copy has the focus, so that keys go on with it.
    await keyboard.press('Control+d');
    await expect.poll(() => inFocus(page)).toMatch(/^单行文本 单行文本2，.*左 4 毫米/);
    await keyboard.press('Control+d');
    await expect.poll(() => inFocus(page)).toMatch(/^单行文本 单行文本3，.*左 8 毫米/);
    // Enter leads to its properties, and Escape back to it.
    await keyboard.press('Enter');
    await expect.poll(() => inFocus(page)).toBe('名称');
    await keyboard.press('Control+a');
    await keyboard.insertText('备注');
    await walkTo(page, 'Tab', '必填');
    await keyboard.press('Space');
    await keyboard.press('Escape');
    await expect.poll(() => inFocus(page)).toMatch(/^单行文本 备注，A 甲方，第 1 页/);
    for (const kind of ['数字', '日期', '盖章']) await add(kind);
    await walkTo(page, 'Shift+Tab', 'B乙方');
    await keyboard.press('Enter');
    for (const kind of ['多行文本', '勾选', '签名', '下拉']) await add(kind);
    await keyboard.press('Enter');
    await walkTo(page, 'Tab', '选项，每行一个');
    await keyboard.insertText('销售');
    await keyboard.press('Enter');
    await keyboard.insertText('研发');
    await keyboard.press('Escape');
    await expect.poll(async () => (await keptDraft(corp, draftId)).components.length).toBe(10);
    await window.picture('designing-by-keys-1-page');

    expect(await inFocus(page)).toMatch(/^下拉，B 乙方/);
    await keyboard.press('Control+a');
    await walkTo(page, 'Tab', '复制到页…');
    await keyboard.press('Enter');
    await page.getByRole('dialog', { name: '复制到其他页' }).getByText('将复制到 3 页').waitFor();
    await walkTo(page, 'Tab', '各页显示同一个值');
    await walkTo(page, 'Tab', '复制');
    await keyboard.press('Enter');
    await expect.poll(async () => (await keptDraft(corp, draftId)).components.length).toBe(40);

    await walkTo(page, 'Shift+Tab', '控件清单 40');
    await keyboard.press('Enter');
    await walkTo(page, 'Tab', '全选');
    await keyboard.press('Space');
    await walkTo(page, 'Shift+Tab', '对齐与分布');
    await keyboard.press('Enter');
    await walkTo(page, 'Tab', '右对齐');
    await keyboard.press('Enter');
    const places = async () => (await keptDraft(corp, draftId)).components.map(({ positionX }) => positionX);
    await expect.poll(async () => new Set(await places()).size).toBeGreaterThan(3);
    await keyboard.press('Control+z');
    for (const [act, { role, name }] of Object.entries(offeredByList)) {
      expect(await page.getByRole(role, { name }).first().isEnabled(), act).toBe(true);
    }
    await keyboard.press('Control+Shift+z');
    // What is undone is shown, and the focus stays in the list.
    expect(await inFocus(page)).toBe('对齐与分布');
    await walkTo(page, 'Tab', '0 name');
    await pasteInto(page, names.join('\n'));
    const kept = async () => (await keptDraft(corp, draftId)).components;
    await expect
      .poll(async () => (await kept()).map(({ componentName }) => componentName).toSorted())
      .toEqual(names);
    await walkTo(page, 'ArrowRight', '0 required');
    await keyboard.press('n');
    await keyboard.press('Enter');
    const first = async () => (await kept()).find(({ componentName }) => componentName === names[0]);
    await expect.poll(first).toMatchObject({ required: 0 });
    // Redone before the page knows that the design without it is saved.
    const answer = await holdAnswer(page, keepTemplateDraft.path);
    await keyboard.press('Control+z');
    await expect.poll(first).toMatchObject({ required: 1 });
    await keyboard.press('Control+Shift+z');
    answer.release();
    await expect.poll(first).toMatchObject({ required: 0 });
    await window.checkAccess();
    await window.picture('designing-by-keys-2-list');

    await walkTo(page, 'Shift+Tab', '发布模板');
    await keyboard.press('Enter');
    await walkTo(page, 'Tab', '版本说明');
    await keyboard.insertText('以键盘制作');
    await walkTo(page, 'Tab', '发布模板');
    await keyboard.press('Enter');
    await page.getByRole('link', { name: '用它发起' }).waitFor();
    const [made] = await corp.owner.client.data(templateList, { templateName: '采购合同' });
    if (made === undefined) throw new Error('nothing was published');
    const { templateId } = made;
    const { componentList, participantList } = await corp.owner.client.data(templateInfo, {
      templateId,
      templateType: '1',
    });
    expect(componentList.map(({ componentName }) => componentName).toSorted()).toEqual(names);
    const counts = new Map<string, number>();
    for (const { participantId, componentType } of componentList) {
      const party = participantList.find((each) => each.participantId === participantId);
      const kind = `${party?.participantFlag} ${componentType}`;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    expect(Object.fromEntries(counts)).toEqual({
      ...{ '甲方 1': 12, '甲方 2': 4, '甲方 3': 4, '甲方 6': 4 },
      ...{ '乙方 6': 4, '乙方 8': 4, '乙方 101': 4, '乙方 102': 4 },
    });
    expect(window.complaints).toEqual([]);
    await window.close();
  });
});

/** What a screen reader calls the element with the focus; row and column of a cell. */
function inFocus(page: Page): Promise<string> {
  return page.evaluate<string>(`{
    const element = document.activeElement;
    const label = element?.dataset.cell ?? element?.getAttribute('aria-label') ?? element?.labels?.[0]?.textContent ?? element?.textContent;
    (label ?? '').trim();
  }`);
}

/** Presses a key until an element whose name begins with these words has the focus. */
async function walkTo(page: Page, key: 'Tab' | 'Shift+Tab' | 'ArrowRight', words: string): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < 200; step += 1) {
    await page.keyboard.press(key);
    const name = await inFocus(page);
    if (name.startsWith(words)) return;
    passed.push(name.slice(0, 20));
  }
  throw new Error(`the keyboard does not reach “${words}”: ${passed.join(' | ')}`);
}

/** The service answers the next request to this path, and the page learns of it on release. */
async function holdAnswer(page: Page, path: string): Promise<{ readonly release: () => void }> {
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  const answer = async (route: Route) => {
    const response = await route.fetch();
    await released;
    await route.fulfill({ response });
  };
  await page.route(`**${path}`, answer, { times: 1 });
  return { release };
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

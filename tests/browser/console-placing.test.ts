// @module-tag chromium
/** A contract from a file in the console: its signature areas are proposed where the file asks for them. */
import { contractList } from '@cinnabar/api/operations/flow-lists.js';
import { contractTaskInfo, signComponentList } from '@cinnabar/api/operations/flow-read.js';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { docx, paragraph, run } from '../support/pdf/office-files.js';
import { desktop, openBrowser, openWindow, phone, type Window } from './browser.js';
import { enterConsole } from './console-visitor.js';
import { lookAt } from './settled.js';
import { drawn } from './visitor.js';

// A cold start of LibreOffice takes seconds, and longer beside other tests.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const lines = [
  '设备采购合同',
  '甲方：星河科技有限公司',
  '合同金额：____________元',
  '甲方（盖章）：',
  '乙方（签字）：',
];

const word = {
  name: '设备采购合同.docx',
  mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  buffer: Buffer.from(docx({ body: lines.map((text) => paragraph(run(text, 'SimSun'))).join('') })),
};
const plain = {
  name: '借款合同.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from(lines.join('\n\n').replace('设备采购', '借款')),
};

describe('a contract from a file', () => {
  let app: RunningApp;
  let browser: Browser;
  let buyer: Enterprise;
  let clerk: Person;
  let guest: Person;
  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser();
    buyer = await givenEnterprise(app, { profile: { corpName: '星河科技有限公司' } });
    clerk = await buyer.member();
    guest = await buyer.member();
  });
  afterAll(() => app.close());

  const suggested = (page: Page) => page.locator('main').getByRole('button', { name: /，建议，/ });
  const placed = (page: Page) => page.locator('main [data-field]:not([aria-label*="，建议，"])');

  /** Uploads, names both parties, who sign at the same time, and goes to the page on which areas are placed. */
  async function toPlacing(window: Window, file: typeof word, title: string): Promise<void> {
    const { page } = window;
    await enterConsole(app, window, clerk, `/console/${buyer.corpId}/contracts/new?way=file`);
    await page.locator('input[type=file]').setInputFiles(file);
    await expect.poll(() => page.getByLabel('合同标题').inputValue(), { timeout: 150_000 }).toBe(title);
    await page.getByRole('button', { name: '下一步' }).click();
    await expect.poll(() => page.getByLabel('手机号').first().inputValue()).toBe(clerk.mobile);
    const second = page.getByRole('listitem').filter({ hasText: '参与方 乙方' });
    await second.getByRole('radio', { name: '个人' }).check();
    await second.getByLabel('手机号').fill(guest.mobile);
    await expect.poll(() => second.getByLabel('姓名').inputValue()).toBe(guest.realName);
    await second.getByLabel('签署顺序').selectOption('1');
    await page.getByRole('button', { name: '下一步' }).click();
    await page.getByText(/^扣 1 份/).waitFor();
    await page.getByRole('button', { name: '先放置签章位置' }).click();
    await page.waitForURL(/\/(l|place)\//);
    await drawn(page);
    // The blank is no party's to fill in.
    await expect.poll(() => suggested(page).count()).toBe(2);
  }

  async function sendsIt(window: Window, flowTitle: string) {
    const { page } = window;
    await page.getByRole('button', { name: '检查并发送' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '发送合同' }).click();
    await page.getByRole('heading', { name: '合同已发送' }).waitFor();
    // Back to the console, where the sender's own turn awaits them.
    await page.waitForURL(/\/console\/\d+$/);
    expect(window.complaints).toEqual([]);
    await window.close();
    const [found] = await clerk.client.data(contractList, { docQueryType: 2, flowTitle });
    if (found === undefined) throw new Error(`no contract is named ${flowTitle}`);
    const { flowId } = found;
    const task = await clerk.client.data(contractTaskInfo, { flowId });
    expect(task.participantList.map(({ signOrder }) => signOrder)).toEqual([1, 1]);
    const files = await clerk.client.data(signComponentList, { flowId });
    return files
      .flatMap(({ componentList }) => componentList)
      .map(({ participantId, componentName, positionY }) => ({
        flag: task.participantList.find((party) => party.participantId === participantId)?.participantFlag,
        ...{ componentName, positionY },
      }));
  }

  test('a member uploads a Word document, accepts all suggestions, and sends: the areas are the right parties’', {
    tags: ['libreoffice'],
  }, async () => {
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await toPlacing(window, word, '设备采购合同');
    const panel = page.getByRole('complementary', { name: '控件与检查' });
    await lookAt(window, 'console-placing-2-suggestions');

    // One key each: Enter accepts and goes on, Delete dismisses; nothing has been added by itself.
    expect(await placed(page).count()).toBe(0);
    await suggested(page).first().click();
    await panel.getByRole('heading', { name: '建议的控件' }).waitFor();
    await lookAt(window, 'console-placing-3-selected');
    await page.keyboard.press('Enter');
    await expect.poll(() => placed(page).count()).toBe(1);
    await expect.poll(() => suggested(page).count()).toBe(1);
    await page.keyboard.press('Delete');
    await expect.poll(() => suggested(page).count()).toBe(0);
    await page.getByRole('button', { name: '撤销' }).click();
    await expect.poll(() => placed(page).count()).toBe(0);
    await panel.getByRole('button', { name: '恢复' }).click();

    await panel.getByRole('button', { name: '接受全部 2' }).click();
    await expect.poll(() => placed(page).count()).toBe(2);
    expect(await suggested(page).count()).toBe(0);
    await page.getByRole('button', { name: '撤销' }).click();
    await expect.poll(() => suggested(page).count()).toBe(2);
    await page.getByRole('button', { name: '重做' }).click();
    await expect.poll(() => placed(page).count()).toBe(2);
    await lookAt(window, 'console-placing-4-accepted');

    const areas = await sendsIt(window, '设备采购合同');
    expect(areas).toMatchObject([
      { flag: '甲方', componentName: expect.stringContaining('甲方') },
      { flag: '乙方', componentName: expect.stringContaining('乙方') },
    ]);
    expect(areas[1]?.positionY).toBeGreaterThan(areas[0]?.positionY ?? Number.NaN);
  });

  test('on a phone one is dismissed and one accepted by the bar below the pages', async () => {
    const window = await openWindow(browser, phone);
    const { page } = window;
    await toPlacing(window, plain, '借款合同');
    await window.checkAccess();
    await window.picture('console-placing-5-phone');
    await page.getByRole('button', { name: '建议 2' }).click();
    const sheet = page.getByRole('dialog', { name: '清单' });
    await window.checkAccess();
    await window.picture('console-placing-6-phone-list');
    await sheet.getByRole('button', { name: /甲方/ }).first().click();
    const bar = page.getByRole('toolbar', { name: '建议的控件' });
    await bar.getByText(/甲方/).waitFor();
    await window.checkAccess();
    await window.picture('console-placing-7-phone-selected');
    await bar.getByRole('button', { name: '忽略' }).click();
    await bar.getByText(/乙方/).waitFor();
    await bar.getByRole('button', { name: '接受' }).click();
    await expect.poll(() => placed(page).count()).toBe(1);
    expect((await sendsIt(window, '借款合同')).map(({ flag }) => flag)).toEqual(['乙方']);
  });
});

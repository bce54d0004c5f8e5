// @module-tag chromium
/** What the designer takes off its author: suggestions, placeholders, moving with the text, previews. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { type FlowId, givenSeal, sign } from '../support/given-flow.js';
import { openPersonalContracts } from '../support/my-session.js';
import { givenOwnPassword } from '../support/own-password.js';
import { desktop, openBrowser, openWindow, phone } from './browser.js';
import { enterConsole } from './console-visitor.js';
import { givenDraft, keptDraft } from './given-draft.js';
import { lookAt } from './settled.js';

const contract = `采购合同

甲方：________________
乙方身份证号：____________________
合同金额：____________元
签订日期：____年____月____日

甲方（盖章）：

乙方（签字）：
`;

/** The same two pages later, with one clause reworded and one gone. */
const longer = `${'第一章 总则\n'.repeat(95)}${contract
  .replace('乙方身份证号', '乙方法定代表人居民身份证号')
  .replace('合同金额：____________元\n', '')}`;

/** Its line stands where it stood, with a label that has nothing of the old one. */
const renamed = contract.replace('乙方身份证号', '证照信息');

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

  const panelOf = (page: Page) => page.getByRole('complementary', { name: '属性' });
  const suggested = (page: Page) => page.locator('main').getByRole('button', { name: /，建议，/ });
  const isInFocus = (page: Page) =>
    page.evaluate<string>(`document.activeElement?.getAttribute('aria-label') ?? ''`);

  const isSelected = async (page: Page) =>
    (await page.locator('[data-field][aria-pressed=true]').first().getAttribute('aria-label')) ?? '';

  test('suggestions are accepted and dismissed by one key each, the rest at once, and undone at once', async () => {
    const files = [{ name: '采购合同.txt', text: contract }];
    const { draftId, path } = await givenDraft(corp, { files, flags: ['甲方', '乙方'] });
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enterConsole(app, window, corp.owner, path);
    await expect.poll(() => suggested(page).count()).toBe(6);
    await panelOf(page).getByRole('button', { name: '建议 6' }).click();
    await lookAt(window, 'designing-1-suggestions');
    // Nothing has been added by itself.
    expect((await keptDraft(corp, draftId)).components).toEqual([]);

    await panelOf(page)
      .getByRole('button', { name: /^乙方身份证号/ })
      .click();
    await expect.poll(() => isInFocus(page)).toMatch(/^单行文本 乙方身份证号，B 乙方，必填，建议/);
    await page.keyboard.press('Enter');
    await expect.poll(() => isInFocus(page)).toMatch(/^数字 合同金额，.*建议/);
    await page.keyboard.press('Delete');
    await expect.poll(() => isInFocus(page)).toMatch(/^日期 .*建议/);
    await panelOf(page).getByText('已忽略 1 项').waitFor();
    await panelOf(page).getByRole('button', { name: '属性' }).click();
    await panelOf(page).getByRole('heading', { name: '建议的控件' }).waitFor();
    await panelOf(page).getByRole('button', { name: '建议 4' }).click();
    await panelOf(page).getByRole('button', { name: '接受全部 4' }).click();
    await expect.poll(() => suggested(page).count()).toBe(0);
    await expect.poll(async () => (await keptDraft(corp, draftId)).components.length).toBe(5);
    expect((await keptDraft(corp, draftId)).components).toMatchObject([
      { participantFlag: '乙方', componentType: 1, specialAttribute: { maxLength: '18' } },
      { participantFlag: '甲方', componentType: 1 },
      { componentType: 3, specialAttribute: { dateFormat: expect.stringMatching(/^yyyy.*MM.*dd$/) } },
      { participantFlag: '甲方', componentType: 6, specialAttribute: { signStyle: 1, sealSpecs: 1 } },
      { participantFlag: '乙方', componentType: 6, specialAttribute: { signStyle: 1, sealSpecs: 2 } },
    ]);
    await page.getByRole('button', { name: '撤销' }).click();
    await expect.poll(() => suggested(page).count()).toBe(4);

    // What was dismissed stays so after a reload, until it is wanted again.
    await expect.poll(async () => (await keptDraft(corp, draftId)).components.length).toBe(1);
    await page.reload();
    await expect.poll(() => suggested(page).count()).toBe(4);
    await panelOf(page).getByRole('button', { name: '建议 4' }).click();
    await panelOf(page).getByRole('button', { name: '恢复' }).click();
    await panelOf(page).getByRole('button', { name: '接受：合同金额' }).waitFor();
    await panelOf(page).getByRole('button', { name: '接受本页 5' }).click();
    await expect.poll(() => suggested(page).count()).toBe(0);
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('the suggestions of the page in sight are accepted without those of the others, and undone at once', async () => {
    const text = `${contract}${'第二章 附则\n'.repeat(40)}收货人：________________\n联系电话：________________\n`;
    const { draftId, path } = await givenDraft(corp, {
      files: [{ name: '采购合同.txt', text }],
      flags: ['甲方', '乙方'],
    });
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enterConsole(app, window, corp.owner, path);
    const panel = panelOf(page);
    await panel.getByRole('button', { name: '建议 8' }).click();
    const kept = async () => (await keptDraft(corp, draftId)).components.map(({ pageNum }) => pageNum);
    await page
      .getByRole('navigation', { name: '页面' })
      .getByRole('button', { name: /第 2 页/ })
      .click();
    await panel.getByRole('button', { name: '接受本页 2' }).click();
    await expect.poll(kept).toEqual([2, 2]);
    expect(
      await panel
        .getByRole('region', { name: '第 1 页' })
        .getByRole('button', { name: /^接受：/ })
        .count(),
    ).toBe(6);
    expect(await panel.getByRole('region', { name: '第 2 页' }).count()).toBe(0);
    await panel.getByRole('button', { name: '接受本页 0' }).waitFor();
    await lookAt(window, 'designing-1-page-accepted');
    // What was accepted is selected, and can be arranged beside the page.
    await panel.getByRole('button', { name: '属性' }).click();
    await panel.getByRole('button', { name: '对齐与分布' }).click();
    await page.getByRole('button', { name: '左对齐' }).click();
    const columns = async () =>
      new Set((await keptDraft(corp, draftId)).components.map(({ positionX }) => positionX)).size;
    await expect.poll(columns).toBe(1);
    await lookAt(window, 'designing-1-arranged');
    await page.getByRole('button', { name: '撤销' }).click();
    await expect.poll(columns).toBe(2);
    // A condition can name every control, whether programs know it by a key or not.
    await page
      .locator('main')
      .getByRole('button', { name: /^单行文本 收货人/ })
      .press('Enter');
    await panel.getByLabel('显示条件').selectOption({ label: '取决于“联系电话”' });
    await expect
      .poll(async () => (await keptDraft(corp, draftId)).components)
      .toMatchObject([
        { specialAttribute: { showWhen: { key: 'mobile', operator: 'filled' } } },
        { componentKey: 'mobile' },
      ]);
    await page.getByRole('button', { name: '撤销' }).click();
    await page.getByRole('button', { name: '撤销' }).click();
    await panel.getByRole('button', { name: '建议 8' }).click();
    await panel.getByRole('button', { name: '接受本页 2' }).waitFor();
    await expect.poll(kept).toEqual([]);
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('a replaced file loses no control: they move with the text, are confirmed, or wait for a place', async () => {
    const files = [{ name: '采购合同.txt', text: contract }];
    const { draftId, path } = await givenDraft(corp, { files, flags: ['甲方', '乙方'] });
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enterConsole(app, window, corp.owner, path);
    await panelOf(page).getByRole('button', { name: '建议 6' }).click();
    await panelOf(page).getByRole('button', { name: '接受全部 6' }).click();
    await expect.poll(async () => (await keptDraft(corp, draftId)).components.length).toBe(6);
    const before = (await keptDraft(corp, draftId)).components;

    await page.getByRole('button', { name: '设置', exact: true }).click();
    await page.getByRole('button', { name: '采购合同.txt：更多操作' }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: '替换', exact: true }).click();
    await (await chooser).setFiles({ name: '新版.txt', mimeType: 'text/plain', buffer: Buffer.from(longer) });
    const sheet = page.getByRole('dialog', { name: '替换文件' });
    await sheet.getByText(/^已随文字移动 [1-9]/).waitFor();
    // The clause that is gone is named, and nothing has changed yet.
    await sheet.getByText('合同金额').waitFor();
    expect((await keptDraft(corp, draftId)).components).toEqual(before);
    await lookAt(window, 'designing-2-replacing');
    await sheet.getByRole('button', { name: '替换', exact: true }).click();
    await sheet.waitFor({ state: 'detached' });

    await page
      .getByRole('region', { name: /^待放置/ })
      .getByRole('button', { name: '合同金额' })
      .waitFor();
    await expect
      .poll(async () => (await keptDraft(corp, draftId)).components.some(({ pageNum }) => pageNum === 0))
      .toBe(true);
    const after = (await keptDraft(corp, draftId)).components;
    expect(after.map(({ componentName }) => componentName)).toEqual(
      before.map(({ componentName }) => componentName),
    );
    // The rest is with its text, two pages later.
    expect(after.filter(({ pageNum }) => pageNum === 3).length).toBeGreaterThanOrEqual(3);
    expect(after.every(({ pageNum }) => pageNum === 0 || pageNum === 3)).toBe(true);
    await lookAt(window, 'designing-3-tray');
    await page
      .getByRole('region', { name: /^待放置/ })
      .getByRole('button', { name: '合同金额' })
      .click();
    await expect.poll(() => isSelected(page)).toMatch(/合同金额/);
    await page.getByRole('button', { name: '撤销' }).click();
    await page.getByRole('button', { name: '撤销' }).click();
    await expect.poll(async () => (await keptDraft(corp, draftId)).components).toEqual(before);

    // A renamed label leaves a place that somebody has to confirm.
    await page.getByRole('button', { name: '设置', exact: true }).click();
    await page.getByRole('button', { name: '采购合同.txt：更多操作' }).click();
    const again = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: '替换', exact: true }).click();
    await (await again).setFiles({ name: '改名.txt', mimeType: 'text/plain', buffer: Buffer.from(renamed) });
    const doubt = sheet.getByRole('toolbar', { name: /身份证号/ });
    await doubt.getByRole('button', { name: '放在这里' }).click();
    await lookAt(window, 'designing-3-confirming');
    await sheet.getByRole('button', { name: '替换', exact: true }).click();
    await sheet.waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await keptDraft(corp, draftId)).contractFileList[0]?.fileName)
      .toBe('改名.txt');
    const confirmed = (await keptDraft(corp, draftId)).components;
    expect(confirmed.map(({ pageNum }) => pageNum)).toEqual(before.map(() => 1));
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('the preview draws samples and values of one’s own, and a problem leads to its control', async () => {
    const files = [{ name: '采购合同.txt', text: contract }];
    const components = [
      {
        ...{ participantFlag: '乙方', fileIndex: 0, componentName: '备注', componentType: 1 },
        required: 1,
        ...{ pageNum: 1, positionX: 100, positionY: 700 },
        specialAttribute: { width: 30, height: 20, font: 'SimSun', fontSize: 14 },
      },
      {
        ...{ participantFlag: '甲方', fileIndex: 0, componentName: '甲方盖章', componentType: 6 },
        required: 1,
        ...{ pageNum: 1, positionX: 400, positionY: 700 },
        specialAttribute: { width: 159, height: 159, signStyle: 1, sealSpecs: 1 },
      },
    ] as const;
    const { path } = await givenDraft(corp, { files, flags: ['甲方', '乙方'], components: [...components] });
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enterConsole(app, window, corp.owner, path);
    await page.getByRole('button', { name: '预览' }).click();
    const sheet = page.getByRole('dialog', { name: '预览' });
    await sheet.getByLabel('示例值').selectOption('longest');
    await sheet.getByText('1 个值画不下').waitFor();
    await sheet.getByRole('region', { name: '手机' }).getByRole('img').first().waitFor();
    await lookAt(window, 'designing-4-preview');
    await sheet.getByLabel('查看').selectOption('fill');
    const formOn = (device: string) => page.frameLocator(`iframe[title=${device}]`);
    // A value that does not fit is refused in the form as it would be in a contract.
    await formOn('电脑').getByText('内容超出控件范围').first().waitFor();
    await lookAt(window, 'designing-4-fill-page');
    await sheet.getByLabel('示例值').selectOption('own');
    await sheet.getByLabel('备注').fill('好');
    await sheet.getByText('所有的值都画得下。').waitFor();
    const form = formOn('手机');
    await expect.poll(() => form.getByRole('textbox', { name: /备注/ }).first().inputValue()).toBe('好');
    await form.getByRole('button', { name: '提交填写' }).click();
    await form
      .getByText(/已提交/)
      .first()
      .waitFor();
    await sheet.getByLabel('查看').selectOption('sign');
    const desk = formOn('电脑');
    await desk.locator('[data-area]').first().click();
    await desk.getByRole('button', { name: '确认签署' }).first().waitFor();
    await lookAt(window, 'designing-4-sign-page');
    await sheet.getByLabel('查看').selectOption('paper');
    const paper = sheet.getByRole('region', { name: '手机' });
    await paper.getByRole('img').first().waitFor();
    const drawn = await paper.boundingBox();
    await sheet.getByLabel('备注').fill('放不下的内容');
    await sheet.getByText('1 个值画不下').waitFor();
    await lookAt(window, 'designing-4-problem');
    // What one looks at does not move when a problem is found.
    expect(await paper.boundingBox()).toEqual(drawn);
    await sheet.getByRole('button', { name: '定位：备注' }).click();
    await expect.poll(() => isInFocus(page)).toMatch(/^单行文本 备注/);
    await panelOf(page).getByLabel('名称').waitFor();
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('a test run checks the start, and in the sandbox carries it out', async () => {
    const supplier = await givenEnterprise(app, { profile: { corpName: '云帆贸易有限公司' } });
    const files = [{ name: '采购合同.txt', text: contract }];
    const area = { fileIndex: 0, componentType: 6, required: 1, pageNum: 1, positionX: 100 } as const;
    const components = [
      { ...area, participantFlag: '甲方', componentName: '甲方盖章', positionY: 500 },
      { ...area, participantFlag: '乙方', componentName: '乙方签字', positionY: 800 },
    ].map((each) => ({
      ...each,
      specialAttribute: { width: 120, height: 60, signStyle: 1, sealSpecs: 2 } as const,
    }));
    const { path } = await givenDraft(corp, { files, flags: ['甲方', '乙方'], components });
    await givenSeal(corp);
    await givenOwnPassword(app, supplier.owner);
    await openPersonalContracts(app, supplier.owner, supplier);
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enterConsole(app, window, corp.owner, path);
    await page.getByRole('button', { name: '试运行' }).click();
    const sheet = page.getByRole('dialog', { name: '试运行' });
    const named = async (flag: string, person: typeof corp.owner) => {
      const fields = sheet.getByRole('group', { name: flag });
      await fields.getByLabel('姓名').fill(person.realName);
      await fields.getByLabel('手机号').fill(person.mobile);
    };
    await sheet.getByLabel('企业名称').fill('星河科技有限公司');
    await named('甲方', corp.owner);
    await named('乙方', supplier.owner);
    await sheet.getByRole('button', { name: '检查' }).click();
    await sheet.getByText('没有问题，可以发起。').waitFor();
    await sheet.getByText(/将扣 1 份合同/).waitFor();
    await lookAt(window, 'designing-5-trial');
    await sheet.getByRole('button', { name: '发起沙箱合同' }).click();
    const link = sheet.getByRole('link', { name: /^甲方 .*的窗口$/ });
    await link.waitFor();
    expect(await link.getAttribute('href')).toMatch(/\/l\//);

    const { rows } = await app.app.database.pool.query<{ readonly flow_id: FlowId }>(
      'select flow_id::int from flows where corp_id = $1 order by flow_id desc limit 1',
      [corp.corpId],
    );
    const [flow] = rows;
    if (flow === undefined) throw new Error('nothing was started');
    for (const person of [corp.owner, supplier.owner]) await sign(person, flow.flow_id);
    await sheet.getByText(/^2 个签名全部有效/).waitFor();
    await sheet
      .getByText(/^轮到后出现链接|· 轮到后/)
      .first()
      .waitFor({ state: 'detached' });
    await lookAt(window, 'designing-5-trial-end');
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('on a phone there are the preview and the controls, and a way to a computer', async () => {
    const files = [{ name: '采购合同.txt', text: contract }];
    const components = [
      {
        ...{
          participantFlag: '甲方',
          fileIndex: 0,
          componentName: '甲方盖章',
          componentType: 6,
        },
        required: 1,
        ...{ pageNum: 1, positionX: 100, positionY: 700 },
        specialAttribute: { width: 159, height: 159, signStyle: 1, sealSpecs: 1 },
      },
      {
        ...{ participantFlag: '甲方', fileIndex: 0, componentName: '甲方名称', componentType: 1 },
        required: 1,
        ...{ pageNum: 1, positionX: 150, positionY: 300 },
        specialAttribute: { width: 240, height: 24, font: 'SimSun', fontSize: 14 },
      },
    ] as const;
    const { path } = await givenDraft(corp, { files, flags: ['甲方', '乙方'], components: [...components] });
    const window = await openWindow(browser, phone);
    const { page } = window;
    await enterConsole(app, window, corp.owner, path);
    await page.getByText('手机屏幕放不下页面和工具').waitFor();
    await page.getByRole('region', { name: '手机' }).getByRole('img').first().waitFor();
    await lookAt(window, 'designing-6-phone-preview');
    const form = page.frameLocator('iframe[title=手机]');
    await page.getByLabel('查看').selectOption('fill');
    await form.getByRole('button', { name: '提交填写' }).waitFor();
    await lookAt(window, 'designing-6-phone-fill-page');
    await page.getByLabel('查看').selectOption('sign');
    await form.getByText('点此盖章').first().waitFor();
    await lookAt(window, 'designing-6-phone-sign-page');
    await page.getByRole('button', { name: '清单 2' }).click();
    await page.getByText('盖章 · 第 1 页 · 必填').waitFor();
    await page.getByRole('button', { name: '复制链接，到电脑上打开' }).waitFor();
    await lookAt(window, 'designing-7-phone-list');
    expect(window.complaints).toEqual([]);
    await window.close();
  });
});

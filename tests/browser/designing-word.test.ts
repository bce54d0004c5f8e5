// @module-tag chromium
/** A Word document with placeholders becomes a template that contracts are started from. */
import { startSignFlow } from '@cinnabar/api/operations/flow-start.js';
import { templateInfo, templateList } from '@cinnabar/api/operations/templates.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { docx, pageBreak, paragraph, run } from '../support/pdf/office-files.js';
import { desktop, openBrowser, openWindow } from './browser.js';
import { enterConsole } from './console-visitor.js';
import { lookAt } from './settled.js';

// A cold start of LibreOffice takes seconds, and longer beside other tests.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const line = (text: string) => paragraph(run(text, 'SimSun'));
const word = docx({
  body: [
    line('劳动合同'),
    line('甲方：{{甲方.名称*}}'),
    line('统一社会信用代码：{{甲方.信用代码}}'),
    line('乙方：{{乙方.姓名*}}'),
    line('身份证号：{{乙方.身份证号*}}'),
    line('手机：{{乙方.手机}}'),
    line('岗位：{{甲方.下拉:岗位|销售|研发}}'),
    line('入职日期：{{甲方.日期:入职日期}}'),
    line('月薪：{{甲方.金额:月薪}}'),
    line('坏的占位符：{{表格:明细}}'),
    pageBreak,
    line('同意调岗：{{乙方.勾选:同意调岗}}'),
    line('备注：{{甲方.多行:备注}}'),
    line('甲方：{{甲方.盖章}}'),
    line('乙方：{{乙方.签字}}'),
  ].join(''),
});

describe('a Word document with placeholders', { tags: ['libreoffice'] }, () => {
  let app: RunningApp;
  let browser: Browser;
  let corp: Enterprise;
  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser();
    corp = await givenEnterprise(app, { profile: { corpName: '星河科技有限公司' } });
  });
  afterAll(() => app.close());

  test('is checked, previewed, published, and starts a contract', async () => {
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enterConsole(app, window, corp.owner, `/console/${corp.corpId}/templates/drafts/new`);
    const mimeType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: '劳动合同.docx', mimeType, buffer: Buffer.from(word) });
    const brought = page.getByRole('dialog', { name: '占位符' });
    await brought.getByText('已按占位符添加 2 个参与方、12 个控件，可撤销。').waitFor({ timeout: 150_000 });
    await brought.getByText('{{表格:明细}}').waitFor();
    await brought.getByText('第 1 页第 10 行').waitFor();
    await lookAt(window, 'designing-word-1-placeholders');
    await brought.getByRole('button', { name: '完成' }).click();

    const panel = page.getByRole('complementary', { name: '属性' });
    await panel.getByRole('button', { name: /^检查/ }).click();
    await expect.poll(() => panel.getByRole('region', { name: /必须改正/ }).count()).toBe(0);
    await page.getByRole('button', { name: '预览' }).click();
    const preview = page.getByRole('dialog', { name: '预览' });
    await preview.getByText('所有的值都画得下。').waitFor();
    const isDrawn = "document.querySelector('[role=dialog] img')?.naturalWidth > 0";
    await expect.poll(() => page.evaluate<boolean>(isDrawn)).toBe(true);
    await lookAt(window, 'designing-word-2-preview');
    await preview.getByRole('button', { name: '关闭' }).click();

    await page.getByRole('button', { name: '发布模板' }).click();
    await page.getByRole('dialog', { name: '发布模板' }).getByRole('button', { name: '发布模板' }).click();
    await page.getByRole('link', { name: '用它发起' }).waitFor();
    const { client } = corp.owner;
    const [made] = await client.data(templateList, { templateName: '劳动合同' });
    if (made === undefined) throw new Error('nothing was published');
    const { templateId } = made;
    const detail = await client.data(templateInfo, { templateId, templateType: '1' });
    expect(detail.participantList).toMatchObject([
      { participantFlag: '甲方', participantType: 1, participantSetMode: 3 },
      { participantFlag: '乙方', participantType: 0, participantSetMode: 0 },
    ]);
    expect(detail.componentList).toHaveLength(12);
    const employee = await givenEnterprise(app);
    const started = await client.data(startSignFlow, {
      templateId,
      participantList: [
        {
          ...{ participantFlag: '甲方', psnAccount: corp.owner.mobile, psnName: corp.owner.realName },
          participantCorpName: '星河科技有限公司',
        },
        { participantFlag: '乙方', psnAccount: employee.owner.mobile, psnName: employee.owner.realName },
      ],
      fillComponents: [],
    });
    expect(started.flowId).toBeGreaterThan(0);
    expect(window.complaints).toEqual([]);
    await window.close();
  });
});

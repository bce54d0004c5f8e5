// @module-tag chromium
/** Templates in the console: from a file to a published template that starts contracts, and two people at one draft. */
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  publishTemplate,
  readTemplateDraft,
  templateVersionList,
} from '@cinnabar/api/operations/template-drafts.js';
import { getTemplateUrl, templateInfo, templateList } from '@cinnabar/api/operations/templates.js';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { givenTemplate } from '../support/given-flow.js';
import { desktop, openBrowser, openWindow } from './browser.js';
import { enterConsole } from './console-visitor.js';
import { lookAt } from './settled.js';
import { enter } from './visitor.js';

/** One red point. */
const picture = {
  name: '附图.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  ),
};

const sample = fileURLToPath(new URL('../../scripts/sample/purchase-contract.pdf', import.meta.url));

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

  const inTemplates = (path = '') => `/console/${corp.corpId}/templates${path}`;

  async function addParty(page: Page, name: string) {
    await page.getByRole('button', { name: '添加', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: '添加参与方' });
    await sheet.getByLabel('名称', { exact: true }).fill(name);
    await sheet.getByRole('button', { name: '确定' }).click();
    await sheet.waitFor({ state: 'detached' });
  }

  async function publish(page: Page, note: string) {
    await page.getByRole('button', { name: '发布模板' }).click();
    const sheet = page.getByRole('dialog', { name: '发布模板' });
    await sheet.getByLabel('版本说明').fill(note);
    await sheet.getByRole('button', { name: '发布模板' }).click();
  }

  test('a file becomes a template that starts contracts', async () => {
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enterConsole(app, window, corp.owner, inTemplates());
    await page.getByRole('link', { name: '新建模板' }).first().click();
    await page.getByText('上传合同文件，开始制作模板').waitFor();
    await page.locator('input[type=file]').setInputFiles(sample);
    await page.getByRole('article').first().waitFor();
    await page.getByRole('heading', { name: 'purchase-contract' }).waitFor();
    await addParty(page, '甲方');
    await addParty(page, '乙方');
    await page.getByText('A 先填，B 再填；A 先签，然后 B 签。').waitFor();
    const tools = page.getByRole('complementary', { name: '参与方与控件' });
    await tools.getByRole('button', { name: '盖章' }).click();
    await tools.getByRole('button', { name: '单行文本' }).click();
    const panel = page.getByRole('complementary', { name: '属性' });
    await panel.getByLabel('名称').fill('身份证号');
    await panel.getByRole('button', { name: '用 id_no' }).click();
    await expect.poll(() => panel.getByLabel('键').inputValue()).toBe('id_no');
    await tools.getByRole('button', { name: '下拉' }).click();
    await lookAt(window, 'designer-1-controls');
    await page.getByRole('button', { name: '发布模板' }).click();
    await page.getByRole('dialog').getByText('“下拉”没有选项').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click();
    await panel.getByLabel('选项，每行一个').fill('研发\n采购\n销售');
    const order = panel.getByRole('list', { name: '选项的顺序' }).getByRole('button');
    await order.nth(2).dragTo(order.nth(0));
    await expect.poll(() => order.first().textContent()).toBe('销售');
    await order.nth(1).press('ArrowDown');
    await expect.poll(() => panel.getByLabel('选项，每行一个').inputValue()).toBe('销售\n采购\n研发');
    await panel.getByLabel('选项，每行一个').fill('销售\n研发');
    await tools.getByRole('button', { name: '图片' }).click();
    await panel.getByLabel('选择图片').setInputFiles(picture);
    await panel.getByRole('button', { name: '去掉默认图片' }).waitFor();
    await lookAt(window, 'designer-1-picture');
    await publish(page, '首次发布');
    await page.getByRole('link', { name: '用它发起' }).waitFor();
    await lookAt(window, 'designer-2-published');
    const [made] = await corp.owner.client.data(templateList, { templateName: 'purchase-contract' });
    if (made === undefined) throw new Error('nothing was published');
    const { templateId } = made;
    const detail = await corp.owner.client.data(templateInfo, { templateId, templateType: '1' });
    expect(detail.participantList.map(({ participantFlag }) => participantFlag)).toEqual(['甲方', '乙方']);
    expect(detail.componentList).toMatchObject([
      { componentType: 6, componentName: '盖章' },
      { componentType: 1, componentName: '身份证号', componentKey: 'id_no' },
      { componentType: 102, specialAttribute: { options: ['销售', '研发'] } },
      { componentType: 103, value: expect.stringMatching(/./) },
    ]);
    const [version] = await corp.owner.client.data(templateVersionList, { templateId });
    expect(version).toMatchObject({ version: 1, note: '首次发布' });
    await page.getByRole('link', { name: '返回模板' }).click();
    await page.getByText('4 个控件').waitFor();
    await lookAt(window, 'designer-3-list');
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('who comes second reads along, takes over, and the first merges what both have changed', async () => {
    const { templateId } = await givenTemplate(corp.owner.client, {
      name: '劳动合同',
      parties: [{ flag: '甲方', mode: 3, signOrder: 1, area: true, controls: ['amount', 'place'] }],
    });
    const colleague = await corp.member(['TEMPLATE_ADMIN']);
    const [first, second] = [await openWindow(browser, desktop), await openWindow(browser, desktop)];
    const path = inTemplates(`/${templateId}/design`);
    const named = async (page: Page, old: string, name: string) => {
      await page.bringToFront();
      await page
        .getByRole('article')
        .first()
        .getByRole('button', { name: new RegExp(old) })
        .first()
        .click();
      await page.getByRole('complementary', { name: '属性' }).getByLabel('名称', { exact: true }).fill(name);
    };
    await enterConsole(app, first, corp.owner, path);
    await named(first.page, 'amount', '金额');
    await first.page.getByText(/已自动保存/).waitFor();
    await enterConsole(app, second, colleague, path);
    await second.page.getByText(/正在编辑/).waitFor();
    expect(await second.page.getByRole('button', { name: '发布模板' }).count()).toBe(0);
    await lookAt(second, 'designer-4-reader');
    await second.page.getByRole('button', { name: '接手' }).click();
    await second.page.getByRole('button', { name: '发布模板' }).waitFor();
    await named(second.page, 'place', '地点');
    await second.page.getByText(/已自动保存/).waitFor();
    const panel = first.page.getByRole('complementary', { name: '属性' });
    await panel.getByLabel('名称', { exact: true }).fill('合同金额');
    const sheet = first.page.getByRole('dialog', { name: '他人保存了这份草稿' });
    await sheet.waitFor();
    await lookAt(first, 'designer-5-both');
    await sheet.getByRole('button', { name: '合并并继续' }).click();
    await sheet.waitFor({ state: 'detached' });

    // Meanwhile the colleague publishes by a program: that is not overwritten, and both can be had.
    const read = async () => (await colleague.client.data(readTemplateDraft, { templateId })).draft;
    await expect
      .poll(async () => (await read()).components.map(({ componentName }) => componentName))
      .toContain('合同金额');
    const draft = await read();
    const components = draft.components.map((each) =>
      each.componentName === '地点' ? { ...each, componentName: '交货地点' } : each,
    );
    const sent = await colleague.client.post(publishTemplate.path, {
      ...draft,
      components,
      note: '同事发布',
    });
    expect(sent.envelope.msg).toBe('成功');
    await publish(first.page, '两人合并');
    const differences = first.page.getByRole('dialog', { name: '模板已被他人改动' });
    await differences.getByText('双方的改动互不影响').first().waitFor();
    await lookAt(first, 'designer-5-published-meanwhile');
    await differences.getByRole('button', { name: '合并并继续' }).click();
    await differences.waitFor({ state: 'detached' });
    await publish(first.page, '两人合并');
    await first.page.getByRole('link', { name: '用它发起' }).waitFor();
    const detail = await corp.owner.client.data(templateInfo, { templateId, templateType: '1' });
    expect(detail.componentList.map(({ componentName }) => componentName)).toEqual(
      expect.arrayContaining(['合同金额', '交货地点']),
    );
    const versions = await corp.owner.client.data(templateVersionList, { templateId });
    expect(versions.map(({ note }) => note).slice(0, 2)).toEqual(['两人合并', '同事发布']);
    // The browser reports the two saves that were refused.
    expect(first.complaints).toEqual([
      expect.stringContaining('409 (Conflict)'),
      expect.stringContaining('404 (Not Found)'),
    ]);
    expect(second.complaints).toEqual([]);
    await first.close();
    await second.close();
  });

  test('a link opens the designer of its template, and publishes while a change is being saved', async () => {
    const { client, mobile } = corp.owner;
    const { templateId } = await givenTemplate(client, {
      name: '采购合同',
      parties: [{ flag: '甲方', mode: 3, signOrder: 1, area: true }],
    });
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enter(app, window, await client.data(getTemplateUrl, { templateId }), mobile);
    // Longer than the pause after which a change is saved by itself.
    await page.route('**/template/keepDraft', async (route) => {
      await pause(1_500);
      await route.continue();
    });
    await page
      .getByRole('complementary', { name: '参与方与控件' })
      .getByRole('button', { name: '盖章' })
      .click();
    // Nobody has a console here in which blocks would be kept.
    await page.getByRole('complementary', { name: '属性' }).getByRole('button', { name: '删除' }).waitFor();
    expect(await page.getByText('常用组合').count()).toBe(0);

    const panel = page.getByRole('complementary', { name: '属性' });
    const kept = page.getByRole('article').getByRole('button', { name: /^盖章/ });
    const given = await kept.count();
    await page.keyboard.press('ArrowDown');
    await panel.getByRole('button', { name: '版本' }).click();
    await panel.getByRole('button', { name: '与草稿比较' }).first().click();
    await panel.getByText('控件 · 新增').waitFor();
    await panel.getByRole('region', { name: /^虚线/ }).getByRole('figure').first().waitFor();
    await lookAt(window, 'designer-6-versions');
    await panel.getByRole('button', { name: '恢复到草稿' }).first().click();
    await expect.poll(() => kept.count()).toBe(given - 1);
    await page.getByRole('button', { name: '撤销' }).click();
    await expect.poll(() => kept.count()).toBe(given);
    await publish(page, '经链接');
    await page.getByRole('heading', { name: '模板已发布' }).waitFor();
    const detail = await client.data(templateInfo, { templateId, templateType: '1' });
    expect(detail.componentList.map(({ componentType }) => componentType)).toEqual([6, 6]);
    expect(window.complaints).toEqual([]);
    await window.close();
  });
});

// @module-tag chromium
/** The list of templates: taking them from one enterprise to another. */
import { readFile } from 'node:fs/promises';
import { templateDraftList } from '@cinnabar/api/operations/template-drafts.js';
import { templateList } from '@cinnabar/api/operations/templates.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { partyA, partyB, templateOf, uploadedBy } from '../support/template-bodies.js';
import { desktop, openBrowser, openWindow, phone } from './browser.js';
import { enterConsole } from './console-visitor.js';
import { lookAt, lookInAllSizes } from './settled.js';

let app: RunningApp;
let browser: Browser;
let home: Enterprise;
let partner: Enterprise;

beforeAll(async () => {
  app = await startApp();
  browser = await openBrowser();
  home = await givenEnterprise(app, { profile: { corpName: '星河科技有限公司' } });
  partner = await givenEnterprise(app, { profile: { corpName: '云帆贸易有限公司' } });
  const fixed = { psnAccount: home.owner.mobile, psnName: home.owner.realName };
  await templateOf(home, '采购合同', await uploadedBy(home, '采购合同.pdf'), {
    participantList: [partyA, { ...partyB, participantSetMode: 1, ...fixed }],
  });
  await templateOf(home, HOSTILE, await uploadedBy(home, '合同.pdf'), {
    participantList: [partyA, { ...partyB, participantFlag: HOSTILE }],
  });
});
afterAll(() => app.close());

const HOSTILE = '<img src=x onerror="alert(1)"> ../../etc/passwd & {{甲方}} %s';

const templatesOf = ({ corpId }: Enterprise): string => `/console/${corpId}/templates`;

describe('the templates of the console', () => {
  let file: Buffer;

  test('are exported as a file', async () => {
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enterConsole(app, window, home.owner, templatesOf(home));
    // Names are shown as they are, and do nothing.
    await page.getByRole('link', { name: HOSTILE, exact: true }).waitFor();
    await page
      .getByText(`甲方、${HOSTILE}`)
      .or(page.getByText(`${HOSTILE}、甲方`))
      .waitFor();
    await page.getByRole('button', { name: '采购合同：更多操作' }).click();
    await page.getByRole('button', { name: '导出', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: '导出“采购合同”' });
    await sheet.getByText('姓名、手机号').waitFor();
    await lookAt(window, 'console-templates-1-export');
    const saving = page.waitForEvent('download');
    await sheet.getByRole('button', { name: '导出' }).click();
    const download = await saving;
    expect(download.suggestedFilename()).toBe('采购合同.zip');
    file = await readFile(await download.path());
    await sheet.waitFor({ state: 'detached' });
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('are imported as a draft, with what differs', async () => {
    const window = await openWindow(browser, desktop, { alsoIn: phone });
    const { page } = window;
    await enterConsole(app, window, partner.owner, templatesOf(partner));
    await page.getByRole('button', { name: '其他新建方式' }).first().click();
    await page.getByRole('button', { name: '导入模板文件' }).click();
    const sheet = page.getByRole('dialog', { name: '导入模板' });
    const input = sheet.locator('input[type=file]');
    await input.setInputFiles({
      name: '会议纪要.zip',
      mimeType: 'application/zip',
      buffer: Buffer.from('PK'),
    });
    await sheet.getByRole('alert').filter({ hasText: '不是完好的 ZIP 文件' }).waitFor();
    await lookAt(window, `console-templates-2-refused`);
    await input.setInputFiles({ name: '采购合同.zip', mimeType: 'application/zip', buffer: file });
    await sheet.getByText('“采购合同”已存为草稿。').waitFor();
    await sheet.getByText(/“乙方”的固定成员 .* 不是本企业成员，已改为发起时指定/).waitFor();
    await lookAt(window, `console-templates-3-imported`);
    const drafts = await partner.owner.client.data(templateDraftList, {});
    expect(drafts.map(({ templateName }) => templateName)).toContain('采购合同');
    expect(await partner.owner.client.data(templateList, {})).toEqual([]);
    await sheet.getByRole('button', { name: '继续编辑' }).click();
    await page.getByRole('heading', { name: '采购合同' }).waitFor();
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('begin with a sample where there are none, and further ones are in the menu', async () => {
    const newcomer = await givenEnterprise(app, { profile: { corpName: '远山咨询有限公司' } });
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enterConsole(app, window, newcomer.owner, templatesOf(newcomer));
    await page.getByText('示例仅供参考，使用前请由律师审阅。').waitFor();
    await lookInAllSizes(window, 'console-templates-4-samples');
    await page.getByRole('button', { name: '使用示例“劳动合同”' }).click();
    await page.getByRole('heading', { name: '劳动合同' }).waitFor();
    await page.getByRole('link', { name: '用它发起' }).waitFor();
    await page.getByRole('article').first().waitFor();
    await lookAt(window, 'console-templates-5-taken');
    await page.getByRole('link', { name: '返回模板' }).click();
    await page.getByRole('link', { name: '劳动合同', exact: true }).waitFor();
    await page.getByRole('button', { name: '其他新建方式' }).click();
    await page.getByRole('button', { name: '从示例' }).click();
    const sheet = page.getByRole('dialog', { name: '从示例新建' });
    await lookAt(window, 'console-templates-6-menu');
    await sheet.getByRole('button', { name: '使用示例“劳动合同”' }).click();
    await page.getByRole('heading', { name: '劳动合同 2' }).waitFor();
    expect(window.complaints).toEqual([]);
    await window.close();
  });
});

// @module-tag chromium
/** What the console keeps at the service: drafts and views in every browser; and whose clock counts. */
import { getSealListByPage } from '@cinnabar/api/operations/seals.js';
import { draftList } from '@cinnabar/api/operations/workspace.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { as, givenSeal, givenTemplate, startFlow } from '../support/given-flow.js';
import { desktop, openBrowser, openWindow, phone } from './browser.js';
import { enterConsole } from './console-visitor.js';
import { lookAt } from './settled.js';

describe('the console', () => {
  let app: RunningApp;
  let browser: Browser;
  let corp: Enterprise;
  let clerk: Person;
  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser();
    corp = await givenEnterprise(app, { profile: { corpName: '星河科技有限公司' } });
    clerk = await corp.member();
    await givenSeal(corp);
  });
  afterAll(async () => {
    await app.close();
  });

  test('goes on with a draft in another browser where it was left, and tells the older window', async () => {
    const { templateId } = await givenTemplate(corp.owner.client, {
      name: '采购合同',
      parties: [
        { flag: '甲方', mode: 3, signOrder: 1, area: true },
        { flag: '乙方', type: 0, mode: 0, signOrder: 2, area: true },
      ],
    });
    const home = `/console/${corp.corpId}/contracts/new`;
    const [small, wide] = [await openWindow(browser, phone), await openWindow(browser, desktop)];
    await enterConsole(app, small, corp.owner, `${home}?way=template&template=${templateId}`);
    await small.page.getByLabel('合同标题').fill('采购合同（未完）');
    await small.page.getByLabel('手机号').fill(clerk.mobile);
    await expect.poll(() => small.page.getByLabel('姓名').inputValue()).toBe(clerk.realName);
    await small.page.getByRole('button', { name: '下一步' }).click();
    await small.page.getByText(/已自动保存/).waitFor();
    await expect
      .poll(() => corp.owner.client.data(draftList, {}))
      .toMatchObject([{ flowTitle: '采购合同（未完）', step: 3, templateId }]);

    await enterConsole(app, wide, corp.owner, home);
    await wide.page.getByRole('link', { name: /采购合同（未完）/ }).waitFor();
    await lookAt(wide, 'console-drafts-1-list');
    await wide.page.getByRole('link', { name: /采购合同（未完）/ }).click();
    await wide.page.getByRole('button', { name: '发送合同' }).waitFor();
    await wide.page.getByRole('button', { name: '上一步' }).click();
    await wide.page.getByLabel('合同标题').fill('采购合同（桌面）');
    await expect
      .poll(() => corp.owner.client.data(draftList, {}))
      .toMatchObject([{ flowTitle: '采购合同（桌面）' }]);

    await small.page.getByRole('button', { name: '上一步' }).click();
    await small.page.getByLabel('合同标题').fill('采购合同（手机）');
    await small.page.getByText('这份草稿已在另一窗口修改并保存。').waitFor();
    await small.picture('console-drafts-2-older');
    await small.page.getByRole('button', { name: '另存为新草稿' }).click();
    await expect.poll(() => small.page.getByLabel('合同标题').inputValue()).toBe('采购合同（手机）');
    await expect
      .poll(async () =>
        (await corp.owner.client.data(draftList, {})).map(({ flowTitle }) => flowTitle).toSorted(),
      )
      .toEqual(['采购合同（手机）', '采购合同（桌面）'].toSorted());
    expect(wide.complaints).toEqual([]);
    await small.close();
    await wide.close();
  });

  test('leads back step by step, says of whom what is missing, and asks before a draft is discarded', async () => {
    const { templateId } = await givenTemplate(corp.owner.client, {
      name: '租赁合同',
      parties: [
        { flag: '甲方', mode: 3, signOrder: 1, area: true },
        { flag: '乙方', type: 0, mode: 0, signOrder: 2, area: true },
      ],
    });
    const drafts = async () =>
      (await corp.owner.client.data(draftList, {})).filter(
        ({ flowTitle }) => flowTitle === '租赁合同（三年）',
      );
    const window = await openWindow(browser, desktop);
    const { page } = window;
    const path = `/console/${corp.corpId}/contracts/new?way=template&template=${templateId}`;
    await enterConsole(app, window, corp.owner, path);
    await page.getByLabel('合同标题').fill('租赁合同（三年）');
    const second = page.getByRole('region', { name: '参与方 乙方' });
    await second.getByLabel('手机号').fill(clerk.mobile.slice(0, 10));
    await second.getByLabel('姓名').fill(clerk.realName);
    await second.getByRole('alert').filter({ hasText: '请填写 11 位手机号。' }).waitFor();
    await page.getByText('参与方 乙方：请填写 11 位手机号。').waitFor();
    await second.getByLabel('手机号').fill(clerk.mobile);
    await page.getByRole('button', { name: '下一步' }).click();
    await page.getByRole('definition').filter({ hasText: clerk.realName }).first().waitFor();
    await lookAt(window, 'console-steps-1-check');
    await page.goBack();
    expect(await second.getByLabel('姓名').inputValue()).toBe(clerk.realName);
    const focused = () => page.evaluate<string>('document.activeElement.textContent');
    await expect.poll(focused).toBe('发起合同');
    await page.goForward();
    await page.getByRole('button', { name: '发送合同' }).waitFor();
    await page.getByRole('button', { name: '放弃草稿' }).click();
    const sheet = page.getByRole('dialog', { name: '放弃这份草稿？' });
    await sheet.getByText('租赁合同（三年）').waitFor();
    await sheet.getByRole('button', { name: '保留' }).click();
    await sheet.waitFor({ state: 'detached' });
    // A change is saved shortly after it.
    await expect.poll(drafts).toHaveLength(1);
    await page.getByRole('button', { name: '放弃草稿' }).click();
    await sheet.getByRole('button', { name: '放弃草稿' }).click();
    await page.getByRole('link', { name: /租赁合同/ }).waitFor();
    expect(await drafts()).toEqual([]);
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('counts time by the service’s clock, in a browser that is an hour ahead', async () => {
    const template = await givenTemplate(corp.owner.client, { parties: [{ flag: '甲方', area: true }] });
    const now = app.app.services.clock.now().getTime();
    const deadline = new Date(now + 5.5 * 3_600_000);
    await startFlow(corp.owner.client, template, {
      templateName: '今日到期的合同',
      participantList: [as('甲方', clerk, corp)],
      expireDate: deadline.toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' }),
    });
    const window = await openWindow(browser, desktop);
    await window.page.clock.setSystemTime(Date.now() + 3_600_000);
    await enterConsole(app, window, clerk, `/console/${corp.corpId}/contracts`);
    await window.page.getByText('还剩 5 小时').waitFor();
    await window.close();
  });

  test('makes a seal, and opens it with its authorisations', async () => {
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enterConsole(app, window, corp.owner, `/console/${corp.corpId}/seals`);
    await page.getByRole('link', { name: '新建印章' }).click();
    await page.getByLabel('印章名称').fill('投标专用章');
    await page.getByRole('img', { name: '投标专用章' }).waitFor();
    await lookAt(window, 'console-seals-1-new');
    await page.getByRole('button', { name: '创建印章' }).click();
    await page.getByRole('link', { name: '投标专用章' }).click();
    await page.getByRole('heading', { name: '投标专用章' }).waitFor();
    await page.getByRole('button', { name: '添加授权' }).waitFor();
    await lookAt(window, 'console-seals-2-seal');
    expect(await corp.owner.client.data(getSealListByPage, { sealName: '投标专用章' })).toHaveLength(1);
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('shows a saved view in another browser', async () => {
    const [first, second] = [await openWindow(browser, desktop), await openWindow(browser, phone)];
    const list = `/console/${corp.corpId}/contracts`;
    await enterConsole(app, first, corp.owner, `${list}?tab=2&days=3`);
    await first.page.getByRole('button', { name: '视图' }).click();
    await first.page.getByRole('button', { name: '保存与管理视图' }).click();
    await first.page.getByLabel('视图名称').fill('等了三天');
    await first.page.getByRole('button', { name: '保存当前视图' }).click();
    await first.page.getByRole('button', { name: '删除视图 等了三天' }).waitFor();
    await lookAt(first, 'console-views-1-sheet');
    await enterConsole(app, second, corp.owner, list);
    await second.page.getByRole('button', { name: '视图' }).click();
    await second.page.getByRole('link', { name: '等了三天' }).click();
    await expect.poll(() => second.page.url()).toContain('tab=2&days=3');
    expect([...first.complaints, ...second.complaints]).toEqual([]);
    await first.close();
    await second.close();
  });

  test('makes a draft like a contract that was sent, with its parties', async () => {
    const template = await givenTemplate(corp.owner.client, {
      name: '服务合同',
      parties: [{ flag: '甲方', type: 0, area: true }],
    });
    const { flowId } = await startFlow(corp.owner.client, template, {
      participantList: [as('甲方', clerk, null)],
    });
    const window = await openWindow(browser, phone);
    const { page } = window;
    await enterConsole(app, window, corp.owner, `/console/${corp.corpId}/contracts/${flowId}`);
    await page.getByRole('button', { name: '更多' }).click();
    await page.getByRole('button', { name: '以此再发一份' }).click();
    await expect.poll(() => page.getByLabel('手机号').inputValue()).toBe(clerk.mobile);
    await lookAt(window, 'console-again-1-parties');
    await page.getByRole('button', { name: '下一步' }).click();
    await page.getByRole('button', { name: '发送合同' }).click();
    await page.getByText('待办理', { exact: true }).first().waitFor();
    expect(page.url()).not.toContain(`/contracts/${flowId}`);
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('ends the log-ins of a member whose device was lost', async () => {
    const member = await corp.member();
    const [theirs, window] = [await openWindow(browser, phone), await openWindow(browser, desktop)];
    await enterConsole(app, theirs, member, `/console/${corp.corpId}`);
    await theirs.page.getByRole('heading', { name: '首页' }).waitFor();
    const { page } = window;
    await enterConsole(app, window, corp.owner, `/console/${corp.corpId}/members?name=${member.mobile}`);
    await page.getByRole('button', { name: `编辑 ${member.realName}` }).click();
    const sheet = page.getByRole('dialog', { name: `成员 ${member.realName}` });
    await sheet.getByLabel('邮箱（选填）').fill('colleague@example.com');
    await sheet.getByText(/短信验证码/).waitFor();
    expect(await sheet.getByText('网络已断开').count()).toBe(0);
    await lookAt(window, 'console-members-1-member');
    await sheet.getByRole('button', { name: '全部退出登录' }).click();
    await sheet.getByText('目前没有登录。').waitFor();
    await sheet.getByRole('button', { name: '保存' }).click();
    await page.getByText(`已保存 ${member.realName}。`).waitFor();
    await theirs.page.getByRole('link', { name: '合同', exact: true }).click();
    await theirs.page.getByRole('dialog', { name: '请重新登录' }).waitFor();
    expect(window.complaints).toEqual([]);
    await theirs.close();
    await window.close();
  });
});

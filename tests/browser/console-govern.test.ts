// @module-tag chromium
/** Who may do what: seals that are stopped, the record of their use, and roles. */
import { approvalSign } from '@cinnabar/api/operations/approvals.js';
import { memberDuties, memberList } from '@cinnabar/api/operations/members.js';
import { sealAuthorMatrix } from '@cinnabar/api/operations/seal-authors.js';
import { addSealAuthor, getSealInfo } from '@cinnabar/api/operations/seals.js';
import { keepTemplateDraft } from '@cinnabar/api/operations/template-drafts.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { givenSeal, givenTemplate, sign, startFlow, taskInfo } from '../support/given-flow.js';
import { desktop, openBrowser, openWindow, phone } from './browser.js';
import { enterConsole } from './console-visitor.js';
import { chineseLeft, lookAt, lookInAllSizes } from './settled.js';

describe('in the console', { timeout: 180_000 }, () => {
  let app: RunningApp;
  let browser: Browser;
  let corp: Enterprise;
  let keeper: Person;
  let clerk: Person;
  let sealId: Awaited<ReturnType<typeof givenSeal>>;
  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser();
    corp = await givenEnterprise(app, { profile: { corpName: '星河科技有限公司' } });
    [keeper, clerk] = [await corp.member(['SEAL_ADMIN']), await corp.member()];
    sealId = await givenSeal(corp);
  });
  afterAll(() => app.close());

  /** A contract that waits for consent to the use of the seal. */
  async function waiting(more: Readonly<Record<string, string | 0 | 1>> = {}) {
    const template = await givenTemplate(corp.owner.client, {
      pages: 1,
      parties: [{ flag: '甲方', mode: 3, area: true }],
    });
    const { flowId } = await startFlow(clerk.client, template, { participantList: [], ...more });
    const { approvalId } = await sign(clerk, flowId);
    if (approvalId === null) throw new Error('no approval was asked for');
    return { flowId, approvalId };
  }

  test('a seal administrator stops a seal on the phone: the contract waits, and who consents is told', async () => {
    const { flowId, approvalId } = await waiting();
    const window = await openWindow(browser, phone);
    const { page } = window;
    await enterConsole(app, window, keeper, `/console/${corp.corpId}/seals/${sealId}`);
    await page.getByRole('button', { name: '停用' }).click();
    await page.getByText('停用后，1 份等待中的合同将不能盖此章').waitFor();
    await page.getByRole('button', { name: '遗失' }).click();
    await lookInAllSizes(window, 'scenario-10-stop');
    await page.getByRole('dialog').getByRole('button', { name: '停用' }).click();
    await page.getByText('已停用“合同专用章”').waitFor();
    await page.getByText('已停用（遗失）').waitFor();
    await lookInAllSizes(window, 'scenario-10-stopped');
    const told = await corp.owner.client.call(approvalSign, { approvalId, approvalStatus: 2 });
    expect([told.status, told.envelope.reason]).toEqual([403, 'SEAL_NOT_USABLE']);
    expect(await taskInfo(clerk, flowId)).toMatchObject({ flowStatus: 2 });
    await page.getByRole('button', { name: '恢复使用' }).click();
    await page.getByText('已恢复“合同专用章”').waitFor();
    expect(await corp.owner.client.data(getSealInfo, { sealId })).toMatchObject({ status: 1, stop: null });
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('an auditor sees who has used a seal, a confidential contract by its number only, and starts nothing', async () => {
    const auditor = await corp.member(['AUDITOR']);
    const { approvalId } = await waiting({ templateName: '年度框架协议' });
    await corp.owner.client.data(approvalSign, { approvalId, approvalStatus: 2 });
    const secret = await waiting({ privaryFlag: 1, templateName: '并购意向书' });
    const rejection = { approvalId: secret.approvalId, approvalStatus: 3, failReason: '金额有误' } as const;
    await corp.owner.client.data(approvalSign, rejection);
    const window = await openWindow(browser, desktop, { locale: 'en-US' });
    const { page } = window;
    await enterConsole(app, window, auditor, `/console/${corp.corpId}/seals`);
    await page.getByRole('button', { name: 'Use', exact: true }).click();
    await page.getByRole('link', { name: '年度框架协议' }).waitFor();
    await page.getByText('Confidential contract').waitFor();
    expect(await page.getByText('并购意向书').count()).toBe(0);
    expect(await page.getByRole('link', { name: 'New contract' }).count()).toBe(0);
    expect(await chineseLeft(window)).toEqual([]);
    await lookInAllSizes(window, 'seal-usage');
    await page.getByLabel('Basis').selectOption('rejected');
    await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBeLessThan(4);
    await page.getByText('Rejected', { exact: true }).last().waitFor();
    expect(await page.getByRole('link', { name: '年度框架协议' }).count()).toBe(0);
    await page.reload();
    await page.getByText('Confidential contract').waitFor();
    expect(await page.getByRole('link', { name: '年度框架协议' }).count()).toBe(0);
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('a seal administrator authorises, changes and withdraws from a cell of the matrix', async () => {
    const examiner = await corp.member();
    await corp.owner.client.data(addSealAuthor, {
      sealId,
      authorMemberRange: 1,
      userIdList: [{ userId: examiner.userId }],
      authorRole: 'SEAL_EXAMINER',
      authorRange: 0,
      expireTime: '2099-12-31 23:59:59',
      examinerNotify: 1,
    });
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enterConsole(app, window, keeper, `/console/${corp.corpId}/seals/matrix`);
    const cell = (person: Person) => page.getByRole('button', { name: `${person.realName}，合同专用章` });
    await cell(examiner).getByText('审').waitFor();
    await cell(keeper).getByText('按角色可用').waitFor();
    await lookInAllSizes(window, 'seal-matrix');
    await cell(clerk).click();
    await page.getByText('没有授权').waitFor();
    await lookInAllSizes(window, 'seal-matrix-cell');
    await page.getByRole('dialog').getByRole('button', { name: '授权' }).click();
    await page.getByLabel('结束日期').fill('2099-06-30');
    await page.getByRole('button', { name: '确认授权' }).click();
    await page.getByRole('button', { name: '修改期限' }).click();
    await page.getByLabel('结束日期').fill('2099-07-31');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByText('2099-07-31').first().waitFor();
    await lookAt(window, 'seal-matrix-held');
    await page.getByRole('button', { name: '撤销授权' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '撤销授权' }).click();
    await page.getByText('没有授权').waitFor();
    await page.getByRole('button', { name: '关闭' }).click();
    const rows = await keeper.client.data(sealAuthorMatrix, {});
    expect(rows.find(({ userId }) => userId === clerk.userId)?.authorisations).toEqual([]);
    await page.getByRole('checkbox', { name: '只看 30 天内到期' }).check();
    await page.getByText('没有符合条件的成员').waitFor();
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('an owner gives roles by check boxes, and is warned of an auditor with another role', async () => {
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enterConsole(app, window, corp.owner, `/console/${corp.corpId}/members`);
    await page.getByRole('button', { name: `编辑 ${clerk.realName}` }).click();
    await page.getByRole('button', { name: '修改角色' }).click();
    await page.getByRole('checkbox', { name: '审计员' }).check();
    expect(await page.getByText('就不再独立').count()).toBe(0);
    await page.getByRole('checkbox', { name: '模板管理员' }).check();
    await page.getByText('就不再独立').waitFor();
    await lookInAllSizes(window, 'roles');
    await page.getByRole('checkbox', { name: '审计员' }).uncheck();
    await page.getByRole('button', { name: '保存角色' }).click();
    await page.getByText(`已修改 ${clerk.realName} 的角色`).waitFor();
    const members = await corp.owner.client.data(memberList, {});
    expect(members.find(({ userId }) => userId === clerk.userId)?.roles).toEqual(['TEMPLATE_ADMIN']);
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('an administrator hands a leaver’s work over and ends the membership, whose session is dead at the next click', async () => {
    const leaver = await corp.member(['TEMPLATE_ADMIN']);
    const successor = await corp.member(['TEMPLATE_ADMIN']);
    // Without the right to templates, whatever roles earlier scenes gave to others.
    const colleague = await corp.member();
    const examined = await givenSeal(corp, '采购专用章');
    await corp.owner.client.data(addSealAuthor, {
      ...{ sealId: examined, authorMemberRange: 1, authorRole: 'SEAL_EXAMINER', authorRange: 0 },
      userIdList: [{ userId: leaver.userId }],
    });
    const template = await givenTemplate(corp.owner.client, {
      pages: 1,
      parties: [{ flag: '甲方', mode: 3, area: true }],
    });
    for (const more of [
      { templateName: '劳动合同' },
      { templateName: '租赁合同' },
      { privaryFlag: 1 as const },
    ]) {
      await startFlow(leaver.client, template, { participantList: [], ...more });
    }
    const draft = { templateName: '采购订单', participantList: [], contractFileList: [], components: [] };
    await leaver.client.data(keepTemplateDraft, {
      draftId: 'draft-of-a-leaver-00001',
      draftVersion: 0,
      draft,
    });
    const theirs = await openWindow(browser, desktop);
    await enterConsole(app, theirs, leaver, `/console/${corp.corpId}/templates`);
    await theirs.page.getByText('采购订单').first().waitFor();

    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enterConsole(app, window, corp.owner, `/console/${corp.corpId}/members`);
    await page.getByRole('button', { name: `编辑 ${leaver.realName}` }).click();
    await page.getByRole('button', { name: '离职交接' }).click();
    await page.getByRole('heading', { name: `离职交接 ${leaver.realName}` }).waitFor();
    await page.getByText('唯一审批人').waitFor();
    await page.getByText('保密合同').first().waitFor();
    await lookInAllSizes(window, 'scenario-11-stock');
    await page.getByRole('button', { name: '选择接手人' }).click();
    await page.getByText('还有 8 项未选择接手人').waitFor();
    await page.getByLabel('全部交给').selectOption({ label: successor.realName });
    const kept = page.getByLabel('采购订单 的接手人');
    await kept.selectOption({ label: corp.owner.realName });
    await page.goBack();
    await page.getByText('唯一审批人').waitFor();
    await page.goForward();
    await page.reload();
    await page.getByRole('button', { name: '交接 8 项' }).waitFor();
    await lookInAllSizes(window, 'scenario-11-give');
    await page.getByLabel('采购订单 的接手人').selectOption({ label: colleague.realName });
    await page.getByRole('button', { name: '交接 8 项' }).click();
    await page.getByText('1 项未能交接').waitFor();
    await page.getByText('已交接 7 项').waitFor();
    await lookInAllSizes(window, 'scenario-11-refused');
    await page.getByLabel('采购订单 的接手人').selectOption({ label: successor.realName });
    await page.getByRole('button', { name: '交接 1 项' }).click();
    await page.getByText('全部事项已交接').waitFor();
    await page.getByLabel(`输入“${leaver.realName}”确认`).fill(leaver.realName);
    await lookInAllSizes(window, 'scenario-11-end');
    await page.getByRole('button', { name: '移除成员' }).click();
    await page.getByText(`已移除 ${leaver.realName}`).waitFor();
    expect(window.complaints).toEqual([]);
    await window.close();
    const { counts } = await corp.owner.client.data(memberDuties, { userId: successor.userId });
    expect(counts).toMatchObject({ flow: 3, initiated: 3, approval: 1, template: 1 });
    await theirs.page.getByRole('link', { name: /^合同/ }).filter({ visible: true }).first().click();
    await theirs.page.getByText('不是该企业的成员').first().waitFor();
    await theirs.close();
  });
});

// @module-tag chromium
/** Who may do what: seals that are stopped, the record of their use, and roles. */
import { approvalSign } from '@cinnabar/api/operations/approvals.js';
import { memberDuties, memberList } from '@cinnabar/api/operations/members.js';
import { payOrderAdd } from '@cinnabar/api/operations/payments.js';
import { sealAuthorMatrix } from '@cinnabar/api/operations/seal-authors.js';
import { addSealAuthor, getSealInfo } from '@cinnabar/api/operations/seals.js';
import { keepTemplateDraft } from '@cinnabar/api/operations/template-drafts.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { givenSeal, givenTemplate, sign, startFlow, taskInfo } from '../support/given-flow.js';
import {
  givenChannels,
  givenSaleTemplate,
  lookAtOrder,
  payAtProvider,
  signerOf,
  startSale,
} from '../support/given-payments.js';
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
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '导出' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^印章授权表-\d{8}-\d{6}\.xlsx$/);
    await page.getByText('并已记入审计').waitFor();
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
    await page.getByRole('link', { name: leaver.realName }).click();
    await page.getByRole('heading', { name: leaver.realName }).waitFor();
    await page.getByText('唯一审批人').waitFor();
    await lookInAllSizes(window, 'member');
    await page.getByRole('button', { name: '编辑' }).click();
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
    expect(await kept.locator('option:checked').textContent()).toBe(corp.owner.realName);
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

  test('an owner sees balances and orders, refunds a payment, records one made offline, and tests a channel', async () => {
    const merchant = await givenEnterprise(app, { profile: { corpName: '云帆贸易有限公司' } });
    const payer = await givenEnterprise(app, { profile: { corpName: '北岸设备租赁有限公司' } });
    await Promise.all([givenSeal(merchant), givenSeal(payer)]);
    const channels = await givenChannels(app, merchant.corpId, ['chatAQrCode', 'payAPC']);
    const sale = await givenSaleTemplate(merchant);
    const ordered = async (title: string, amount: number) => {
      const flow = await startSale(merchant, sale, [payer.owner, payer], { amount, title });
      return payer.owner.client.data(payOrderAdd, {
        channelModelId: channels('chatAQrCode'),
        signerId: signerOf(flow),
      });
    };
    const [paid, open] = [await ordered('设备租赁合同', 1200), await ordered('设备保养合同', 88.5)];
    await payAtProvider(app, paid.businessOrderNo);
    const window = await openWindow(browser, desktop);
    const { page } = window;
    const fees = `/console/${merchant.corpId}/fees`;
    await enterConsole(app, window, merchant.owner, fees);
    await page.getByRole('link', { name: '费用' }).waitFor();
    await page.getByRole('button', { name: /^收款合同/ }).click();
    await page.getByText('期初 + 变动 = 期末').waitFor();
    await page.getByText('相符', { exact: true }).waitFor();
    await page.getByText('设备租赁合同').waitFor();
    await page.getByText('数据表').click();
    await lookInAllSizes(window, 'fees-ledger');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '导出' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('收款合同流水.xlsx');
    await page.getByRole('button', { name: '支付单' }).click();
    await page.getByRole('button', { name: /1,200\.00.*查看支付单/ }).waitFor();
    await lookInAllSizes(window, 'fees-orders');
    await page.getByRole('button', { name: /1,200\.00.*查看支付单/ }).click();
    await page.getByRole('dialog').getByText('已付').waitFor();
    await lookInAllSizes(window, 'fees-order');
    await page.getByRole('dialog').getByRole('button', { name: '退款' }).click();
    await page.getByText('退款后合同继续，付款状态变为未付').waitFor();
    await page.getByRole('button', { name: '合同取消' }).click();
    await lookInAllSizes(window, 'fees-refund');
    await page.getByRole('dialog').getByRole('button', { name: '退款' }).click();
    await expect
      .poll(async () => (await lookAtOrder(merchant.owner, paid.id)).extendInfo.refundReason)
      .toBe('合同取消');
    await enterConsole(app, window, merchant.owner, `${fees}?tab=orders&order=${open.id}`);
    await page.getByRole('button', { name: '确认线下付款' }).click();
    await page.getByLabel('依据，如银行流水号').fill('银行转账 20261128');
    await lookInAllSizes(window, 'fees-offline');
    await page.getByRole('dialog').getByRole('button', { name: '确认线下付款' }).click();
    await expect.poll(async () => (await lookAtOrder(merchant.owner, open.id)).status).toBe(5);
    await startSale(merchant, sale, [payer.owner, payer], { amount: 66, title: '设备保险合同' });
    await enterConsole(app, window, merchant.owner, `${fees}?tab=dues`);
    await page.getByText('设备保险合同').first().waitFor();
    await lookInAllSizes(window, 'fees-dues');
    await page.getByRole('button', { name: /确认线下付款.*设备保险合同/ }).click();
    await page.getByLabel('依据，如银行流水号').fill('现金收据 12');
    await page.getByRole('dialog').getByRole('button', { name: '确认线下付款' }).click();
    await page.getByText('的线下付款').waitFor();
    await enterConsole(app, window, merchant.owner, `${fees}?tab=days`);
    await page.getByText('这 30 天没有对账记录').waitFor();
    await lookInAllSizes(window, 'fees-days');
    await enterConsole(app, window, merchant.owner, `${fees}?tab=channels`);
    await page.getByRole('button', { name: '测试' }).first().click();
    await page.getByRole('button', { name: '开始测试' }).click();
    await page.getByRole('dialog').getByText('可用', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await lookInAllSizes(window, 'fees-channels');
    await page.getByRole('button', { name: '新增渠道' }).click();
    await lookInAllSizes(window, 'fees-channel');
    await page.keyboard.press('Escape');
    // A sheet leaves its entry of the history a moment later, which would end the next navigation.
    await expect.poll(() => page.evaluate('history.state')).toBeNull();
    for (const tab of ['', '?tab=orders', '?tab=days', '?tab=channels']) {
      await enterConsole(app, window, merchant.owner, `${fees}${tab}${tab === '' ? '?' : '&'}lang=en`);
      await page.getByRole('heading', { name: 'Fees' }).waitFor();
      await expect.poll(() => page.locator('[role=status][aria-label]').count()).toBe(0);
      expect(await chineseLeft(window)).toEqual([]);
      await lookInAllSizes(window, `fees-en${tab.replace('?tab=', '-')}`);
    }
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('without the right there are no balances, only orders of one’s own contracts', async () => {
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enterConsole(app, window, clerk, `/console/${corp.corpId}/fees?tab=channels`);
    await page.getByText('还没有支付单').waitFor();
    expect(await page.getByRole('link', { name: '费用' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: '流水' }).count()).toBe(0);
    expect(window.complaints).toEqual([]);
    await window.close();
  });
});

// @module-tag chromium
import { approvalSign, getApprovalSignUrl } from '@cinnabar/api/operations/approvals.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { as, type FlowId, givenSeal, sign, startFlow, taskInfo } from '../support/given-flow.js';
import { givenOwnPassword } from '../support/own-password.js';
import { desktop, openBrowser, openWindow, phone } from './browser.js';
import { givenContract, signAddress } from './given-contract.js';
import { drawn, enter, giveCode } from './visitor.js';

let worlds = 0;

const sizes = [
  ['phone', phone],
  ['desktop', desktop],
] as const;

describe('the approval page', () => {
  let app: RunningApp;
  let browser: Browser;
  let seller: Enterprise;
  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser();
    seller = await givenEnterprise(app, { profile: { corpName: '云帆国际贸易（上海）有限公司' } });
    await givenSeal(seller);
  });
  afterAll(async () => {
    await app.close();
  });

  /** A member without a role requests the enterprise's seal, once for each title. */
  async function waiting(titles: readonly string[], settings: Readonly<Record<string, unknown>> = {}) {
    const buyer = await givenEnterprise(app, {
      profile: { corpName: `星河科技（${++worlds}）有限公司`, settings },
    });
    const sealId = await givenSeal(buyer);
    const plain = await buyer.member();
    const flowIds: FlowId[] = [];
    for (const [index, title] of titles.entries()) {
      const template = await givenContract(buyer.owner.client, {
        title,
        second: 1,
        areas: [
          { of: 1, name: '甲方盖章' },
          { of: 1, name: '骑缝章', seam: true, page: 1, y: 300 },
          { of: 2, name: '乙方盖章' },
        ],
      });
      const { flowId } = await startFlow(plain.client, template, {
        participantList: [as('甲方', plain, buyer), as('乙方', seller.owner, seller)],
      });
      await sign(plain, flowId);
      flowIds.push(flowId);
      // The clock determines the order of the requests.
      if (index < titles.length - 1) await app.advance(60);
    }
    return { buyer, plain, sealId, flowIds };
  }

  async function link(approver: Person, flowId: FlowId | undefined): Promise<string> {
    const { envelope } = await approver.client.post<string>(getApprovalSignUrl.path, { flowId });
    if (envelope.code !== '0') throw new Error(JSON.stringify(envelope));
    return envelope.data;
  }

  const statuses = async (person: Person, flowId: FlowId | undefined) => {
    if (flowId === undefined) throw new Error('no flow');
    return (await taskInfo(person, flowId)).participantList.map(({ signStatus }) => signStatus);
  };

  test.each(sizes)(
    'a request is examined and approved: the seal is placed at once, on a %s',
    async (_kind, size) => {
      const { buyer, plain, flowIds } = await waiting(['设备采购合同']);
      const window = await openWindow(browser, size);
      const { page } = window;
      const address = await link(buyer.owner, flowIds[0]);
      await page.goto(address);
      await page.getByRole('button', { name: '获取验证码' }).waitFor();
      await window.picture('approve-1-entrance');
      await enter(app, window, address, buyer.owner.mobile);
      await page.getByRole('heading', { name: `${plain.realName} 申请使用合同专用章` }).waitFor();
      await drawn(page);
      await window.checkAccess();
      await window.picture('approve-2-desk');
      if (size === phone) await page.getByRole('button', { name: '查看用印处 1/2' }).click();
      else await page.getByRole('button', { name: '合同专用章，第 2 页' }).click();
      await page.getByRole('img', { name: '合同专用章，第 2 页' }).waitFor();
      await window.picture('approve-3-ghost');
      if (size === phone) {
        await page.getByRole('button', { name: '更多' }).click();
        await page.getByRole('dialog', { name: '更多' }).waitFor();
        await window.checkAccess();
        await window.picture('approve-4-more');
        await page.getByRole('dialog').press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
      await page.getByRole('button', { name: '同意用印' }).click();
      await page.getByRole('dialog', { name: '同意用印' }).waitFor();
      await window.checkAccess();
      await window.picture('approve-5-confirm');
      await page.getByRole('dialog').getByRole('button', { name: '同意用印' }).dblclick();
      await page.getByRole('heading', { name: '已同意用印' }).waitFor();
      await window.checkAccess();
      await window.picture('approve-6-done');
      expect(await statuses(plain, flowIds[0])).toEqual([3, 2]);
      await page.reload();
      await page.getByRole('heading', { name: '已同意用印' }).waitFor();
      expect(window.complaints).toEqual([]);
      await window.close();
    },
  );

  test('its requester sees who decides until when, and withdraws it', async () => {
    const { buyer, plain, flowIds } = await waiting(['设备采购合同']);
    const [flowId] = flowIds;
    if (flowId === undefined) throw new Error('no flow');
    const window = await openWindow(browser, phone, { alsoIn: desktop });
    const { page } = window;
    await enter(app, window, await signAddress(plain.client, flowId, '甲方'), plain.mobile);
    await page.getByRole('heading', { name: '已提交用印审批' }).waitFor();
    for (const fact of ['设备采购合同', buyer.corpName, '合同专用章', '员**']) {
      await page.getByRole('definition').filter({ hasText: fact }).waitFor();
    }
    await window.checkAccess();
    await window.picture('approve-0-requested');
    await page.getByRole('button', { name: '阅读合同' }).click();
    await drawn(page);
    await page.getByRole('button', { name: '返回', exact: true }).click();
    await page.getByRole('button', { name: '撤回申请' }).click();
    await page.getByText('撤回后不会加盖印章').waitFor();
    await window.checkAccess();
    await window.picture('approve-0-withdraw');
    await page.getByRole('button', { name: '确认撤回' }).click();
    await page
      .getByRole('button', { name: /^下一处/ })
      .filter({ visible: true })
      .first()
      .waitFor();
    expect(await statuses(plain, flowId)).toEqual([2, 2]);
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test.each(sizes)('several requests are decided together after one code, on a %s', async (_kind, size) => {
    const { buyer, plain, flowIds } = await waiting(['设备采购合同', '技术服务协议', '保密协议'], {
      approvalAuth: true,
    });
    const window = await openWindow(browser, size);
    const { page } = window;
    await enter(app, window, await link(buyer.owner, flowIds[0]), buyer.owner.mobile);
    await drawn(page);
    if (size === phone) await page.getByRole('button', { name: '待我审批（3）' }).click();
    await page.getByRole('checkbox', { name: '全选' }).check();
    await window.checkAccess();
    await window.picture('approve-7-list');
    await page.getByRole('button', { name: '批量同意' }).click();
    await page.getByRole('dialog', { name: '批量同意' }).waitFor();
    await giveCode(app, page, buyer.owner.mobile);
    await window.checkAccess();
    await window.picture('approve-8-proof');
    await page.getByRole('dialog').getByRole('button', { name: '批量同意' }).click();
    await page.getByRole('heading', { name: '3 件已处理' }).waitFor();
    await window.checkAccess();
    await window.picture('approve-9-results');
    for (const flowId of flowIds) expect(await statuses(plain, flowId)).toEqual([3, 2]);
    await page.getByRole('button', { name: '返回列表' }).click();
    await page.getByRole('heading', { name: /没有待审批的申请|已同意用印/ }).waitFor();
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('a forgotten password is reset with a code, and proves the decision', async () => {
    const { buyer, plain, flowIds } = await waiting(['设备采购合同'], { approvalAuth: true });
    await givenOwnPassword(app, buyer.owner);
    const window = await openWindow(browser, phone);
    const { page } = window;
    await enter(app, window, await link(buyer.owner, flowIds[0]), buyer.owner.mobile);
    await drawn(page);
    await page.getByRole('button', { name: '同意用印' }).click();
    const sheet = page.getByRole('dialog', { name: '同意用印' });
    await sheet.getByRole('button', { name: '签署密码' }).click();
    await sheet.getByRole('button', { name: '忘记密码' }).click();
    await page.getByText('秒后可重新获取').waitFor();
    const code = page.getByRole('textbox', { name: /已发送至/ });
    const right = await app.newestCode(buyer.owner.mobile);
    await code.fill(right === '000000' ? '000001' : '000000');
    await page.getByLabel('新的签署密码').fill('739154');
    await sheet.getByRole('button', { name: '同意用印' }).click();
    await expect.poll(() => code.inputValue()).toBe('');
    await code.fill(right);
    await page.getByLabel('新的签署密码').fill('739154');
    await window.checkAccess();
    await window.picture('approve-forgotten');
    await sheet.getByRole('button', { name: '同意用印' }).click();
    await page.getByRole('heading', { name: '已同意用印' }).waitFor();
    expect(await statuses(plain, flowIds[0])).toEqual([3, 2]);
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('a password is accepted too; a wrong one is reported; a rejection requires a reason', async () => {
    const { buyer, plain, flowIds } = await waiting(['设备采购合同', '技术服务协议'], { approvalAuth: true });
    await givenOwnPassword(app, buyer.owner);
    const window = await openWindow(browser, phone);
    const { page } = window;
    await enter(app, window, await link(buyer.owner, flowIds[0]), buyer.owner.mobile);
    await drawn(page);
    await page.getByRole('button', { name: '驳回' }).click();
    await page.getByRole('button', { name: '印章选错' }).click();
    await window.checkAccess();
    await window.picture('approve-10-reason');
    await page.getByRole('button', { name: '验证身份后驳回' }).click();
    await page.getByRole('button', { name: '签署密码' }).click();
    await page.getByLabel('6 位签署密码').fill('111111');
    await page.getByRole('button', { name: '确认驳回' }).click();
    await page.getByText(/密码不正确|密码错误/).waitFor();
    await window.checkAccess();
    await window.picture('approve-11-wrong');
    await page.getByLabel('6 位签署密码').fill(buyer.owner.signPwd);
    await page.getByRole('button', { name: '确认驳回' }).click();
    await page.getByRole('heading', { name: '已驳回' }).waitFor();
    await page.getByText('印章选错').waitFor();
    await window.picture('approve-12-rejected');
    expect(await statuses(plain, flowIds[0])).toEqual([2, 2]);
    // Another one is still waiting.
    await page.getByRole('button', { name: '下一件（还有 1 件）' }).click();
    await page.getByText('《技术服务协议》').first().waitFor();
    await page
      .getByRole('button', { name: '切换到中文' })
      .or(page.getByRole('button', { name: 'Switch to English' }))
      .click();
    await page.getByRole('heading', { name: `${plain.realName} requests the use of 合同专用章` }).waitFor();
    await page.getByText('page 2, seam').waitFor();
    await drawn(page);
    await window.checkAccess();
    await window.picture('approve-13-english');
    expect(
      window.complaints.filter((line) => !line.includes('/pages/operations/signTask/batchApprovalSign')),
    ).toEqual([]);
    await window.close();
  });

  test('a face check leads away and back, and proves the decision', async () => {
    const { buyer, plain, flowIds } = await waiting(['设备采购合同'], { approvalAuth: true });
    const window = await openWindow(browser, phone);
    const { page } = window;
    await enter(app, window, await link(buyer.owner, flowIds[0]), buyer.owner.mobile);
    await drawn(page);
    await page.getByRole('button', { name: '同意用印' }).click();
    await page.getByRole('button', { name: '刷脸认证', exact: true }).click();
    await window.checkAccess();
    await window.picture('approve-14-face');
    await page.getByRole('button', { name: '去刷脸' }).click();
    await page.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: '模拟通过' }).click();
    await page.getByText('刷脸已通过').waitFor();
    await window.checkAccess();
    await window.picture('approve-15-back');
    await page.getByRole('dialog').getByRole('button', { name: '同意用印' }).click();
    await page.getByRole('heading', { name: '已同意用印' }).waitFor();
    expect(await statuses(plain, flowIds[0])).toEqual([3, 2]);
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('with the keyboard alone; a concurrent decision of another approver is reported', async () => {
    const { buyer, plain, flowIds } = await waiting(['设备采购合同', '技术服务协议']);
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enter(app, window, await link(buyer.owner, flowIds[1]), buyer.owner.mobile);
    await page.getByRole('heading', { name: `${plain.realName} 申请使用合同专用章` }).waitFor();
    await drawn(page);
    await page.keyboard.press('j');
    await page.getByText('《设备采购合同》').first().waitFor();
    await page.keyboard.press('a');
    await page.getByRole('dialog', { name: '同意用印' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: '同意用印' }).focus();
    const other = await buyer.member(['SEAL_ADMIN']);
    const approvals = await buyer.owner.client.post<{ approvalId: number; signFlowId: number }[]>(
      '/signTask/getApprovalList',
      { docQueryType: 0 },
    );
    const first = approvals.envelope.data.find(({ signFlowId }) => signFlowId === flowIds[0]);
    await other.client.post(approvalSign.path, {
      approvalId: first?.approvalId,
      approvalStatus: 3,
      failReason: '重复',
    });
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '已驳回' }).waitFor();
    await page.getByRole('definition').filter({ hasText: '重复' }).waitFor();
    await window.checkAccess();
    await window.picture('approve-16-late');
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('a contract waits for approval before it is sent: approved, it is sent', async () => {
    const buyer = await givenEnterprise(app, {
      profile: { corpName: `星河科技（${++worlds}）有限公司`, settings: { contractApproval: true } },
    });
    await givenSeal(buyer);
    const plain = await buyer.member();
    const template = await givenContract(buyer.owner.client, {
      title: '设备采购合同',
      second: 1,
      areas: [
        { of: 1, name: '甲方盖章' },
        { of: 2, name: '乙方盖章' },
      ],
    });
    const { flowId } = await startFlow(plain.client, template, {
      participantList: [as('甲方', plain, buyer), as('乙方', seller.owner, seller)],
    });
    const window = await openWindow(browser, phone);
    const { page } = window;
    await enter(app, window, await link(buyer.owner, flowId), buyer.owner.mobile);
    await page.getByRole('heading', { name: `${plain.realName} 申请发起合同` }).waitFor();
    await drawn(page);
    await window.checkAccess();
    await window.picture('approve-17-contract');
    await page.getByRole('button', { name: '更多' }).click();
    await page.getByRole('button', { name: '文字版' }).click();
    await page.getByRole('dialog', { name: '文字版' }).getByText('甲乙双方本着平等自愿').waitFor();
    await window.checkAccess();
    await window.picture('approve-18-text');
    // The key goes to the dialog itself: focus returns to the lower one only with the next frame.
    await page.getByRole('dialog', { name: '文字版' }).press('Escape');
    await page.getByRole('dialog', { name: '文字版' }).waitFor({ state: 'detached' });
    await page.getByRole('dialog').press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '同意发起' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '同意发起' }).click();
    await page.getByRole('heading', { name: '已同意发起' }).waitFor();
    expect((await taskInfo(plain, flowId)).flowStatus).toBe(2);
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('names of forty characters are complete; after a lost response nothing is done twice, and the actual state is shown', async () => {
    const long = `长三角生态绿色一体化发展示范区智能装备与新材料联合创新（集团）股份有限公司${++worlds}`;
    const english = 'Yangtze Delta Intelligent Equipment and New Materials Joint Ltd';
    const buyer = await givenEnterprise(app, { profile: { corpName: long } });
    const partner = await givenEnterprise(app, { profile: { corpName: english } });
    await givenSeal(buyer);
    const plain = await buyer.member();
    const template = await givenContract(buyer.owner.client, {
      title: '关于智能装备联合采购、安装调试及三年维护服务的框架协议（含补充条款）',
      second: 1,
      areas: [
        { of: 1, name: '甲方盖章' },
        { of: 2, name: '乙方盖章' },
      ],
    });
    const { flowId } = await startFlow(plain.client, template, {
      participantList: [as('甲方', plain, buyer), as('乙方', partner.owner, partner)],
    });
    await sign(plain, flowId);
    const window = await openWindow(browser, phone);
    const { page } = window;
    await enter(app, window, await link(buyer.owner, flowId), buyer.owner.mobile);
    await drawn(page);
    await window.checkAccess();
    await window.picture('approve-19-long');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
    await page.getByRole('button', { name: '更多' }).click();
    await page.getByText(english).waitFor();
    await window.picture('approve-20-long-more');
    await page.getByRole('dialog').press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    let sent = 0;
    await page.route('**/signTask/batchApprovalSign', async (route) => {
      sent += 1;
      // The first request does not arrive; the response to the second is lost.
      if (sent > 1) await route.fetch();
      return route.abort('connectionreset');
    });
    await page.getByRole('button', { name: '同意用印' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '同意用印' }).click();
    await page.getByText('网络中断').waitFor();
    await window.picture('approve-21-cut');
    await page.getByRole('button', { name: '重试' }).click();
    await page.getByRole('heading', { name: '已同意用印' }).waitFor();
    expect(sent).toBe(2);
    expect(await statuses(plain, flowId)).toEqual([3, 2]);
    await window.close();
  });
});

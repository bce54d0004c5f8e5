// @module-tag chromium
/** Payment before signing: on a page on a phone, by a QR code on a desktop. */

import { PLATFORM } from '@cinnabar/server/areas/payments/index.js';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { enterLink } from '../support/enter-link.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { as, type FlowId, givenSeal, startFlow } from '../support/given-flow.js';
import { givenChannels } from '../support/given-payments.js';
import { signOnPage } from '../support/sign-on-page.js';
import { desktop, openBrowser, openWindow, phone } from './browser.js';
import { givenContract, signAddress } from './given-contract.js';
import { lookAt } from './settled.js';
import { enter } from './visitor.js';

describe('the payment page', () => {
  let app: RunningApp;
  let browser: Browser;
  let merchant: Enterprise;
  let elsewhere: Enterprise;
  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser();
    merchant = await givenEnterprise(app, {
      profile: { corpName: '星河科技有限公司' },
    });
    elsewhere = await givenEnterprise(app);
    await givenSeal(merchant);
    await givenChannels(app, merchant.corpId);
    await givenChannels(app, PLATFORM);
  });
  afterAll(async () => {
    await app.close();
  });

  /** A sale whose buyer pays before signing; @returns the buyer and the link sent to them */
  async function newSale(title: string, priority: 0 | 1 = 0) {
    const buyer = await elsewhere.member();
    const template = await givenContract(merchant.owner.client, {
      title,
      second: 0,
      parallel: true,
      areas: [
        { of: 1, name: '甲方盖章' },
        { of: 2, name: '乙方签名', width: 160, height: 80 },
      ],
    });
    const { flowId } = await startFlow(merchant.owner.client, template, {
      participantList: [
        {
          ...as('乙方', buyer, null),
          payeeContractFlag: 1,
          payee: { amount: 1200, priority, remark: '首付款' },
        },
      ],
    });
    return { buyer, flowId, address: await signAddress(merchant.owner.client, flowId, '乙方') };
  }

  async function signByLink(buyer: Person, address: string, flowId: FlowId): Promise<void> {
    const session = await enterLink(app, address, buyer);
    await signOnPage(app, session, buyer, flowId);
  }

  /** From the contract, which cannot be signed yet, to the payment page. */
  async function toCashier(page: Page): Promise<void> {
    await page.getByRole('heading', { name: '签署前需支付 ¥1,200.00' }).waitFor();
    await page.goto(`${app.baseUrl}/pay/new${new URL(page.url()).search}`);
    await page.getByRole('button', { name: '去支付 ¥1,200.00' }).waitFor();
  }

  test('a phone leaves for the provider’s page and returns', async () => {
    const { buyer, address } = await newSale('软件服务合同');
    const window = await openWindow(browser, phone);
    const { page } = window;
    await enter(app, window, address, buyer.mobile);
    await toCashier(page);
    await page.getByRole('radio').first().waitFor();
    await lookAt(window, 'pay-1-methods');
    await page.getByRole('button', { name: '去支付 ¥1,200.00' }).click();
    await page.waitForURL(/\/sandbox\/pay\//);
    await page.getByRole('heading', { name: '沙箱收银台' }).waitFor();
    await lookAt(window, 'pay-2-sandbox');
    await page.getByRole('button', { name: '模拟成功' }).click();
    await page.getByRole('heading', { name: '沙箱支付成功' }).waitFor();
    await window.picture('pay-3-sandbox-paid');
    await page.getByRole('button', { name: '返回商户页面' }).click();
    await page.getByRole('heading', { name: '支付成功' }).waitFor();
    await lookAt(window, 'pay-4-paid');
    await page.waitForURL(/\/sign\//, { timeout: 10_000 });
    await page
      .getByRole('button', { name: /^下一处/ })
      .filter({ visible: true })
      .first()
      .waitFor();
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('a party that signs first pays from the final page', async () => {
    const { buyer, flowId, address } = await newSale('先签后付合同', 1);
    await signByLink(buyer, address, flowId);
    await app.advance(61);
    const window = await openWindow(browser, desktop, { alsoIn: phone });
    const { page } = window;
    await enter(app, window, address, buyer.mobile);
    await page.getByRole('heading', { name: '还需支付 ¥1,200.00' }).waitFor();
    await lookAt(window, 'pay-9-after-signing');
    await page.getByRole('button', { name: '去支付' }).click();
    await page.getByRole('radio').first().check();
    await page.getByRole('button', { name: '去支付 ¥1,200.00' }).click();
    await page.getByRole('button', { name: '模拟成功' }).click();
    await page.getByRole('heading', { name: '支付成功' }).waitFor();
    await page.getByRole('button', { name: /^返回合同/ }).click();
    await page.waitForURL(/\/sign\//);
    await page.getByRole('heading', { name: /签署完成|已签署/ }).waitFor();
    expect(await page.getByText('还需支付').count()).toBe(0);
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('a desktop shows a QR code, and follows the payment on the phone', async () => {
    const { buyer, address } = await newSale('设备采购合同');
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enter(app, window, address, buyer.mobile);
    await toCashier(page);
    await page.getByText('用手机扫码支付').first().waitFor();
    await window.picture('pay-1-methods');
    await page.getByRole('radio').first().check();
    await page.getByRole('button', { name: '去支付 ¥1,200.00' }).click();
    await page.getByRole('img', { name: '请用手机扫码支付' }).waitFor();
    await lookAt(window, 'pay-5-code');
    const orderNo = await orderNoOf(buyer.userId);
    const scanning = await openWindow(browser, phone);
    await scanning.page.goto(`${app.baseUrl}/sandbox/pay/${orderNo}`);
    await scanning.page.getByRole('button', { name: '模拟成功' }).click();
    await scanning.page.getByRole('heading', { name: '沙箱支付成功' }).waitFor();
    await page.getByRole('heading', { name: '支付成功' }).waitFor({ timeout: 10_000 });
    await window.picture('pay-4-paid');
    await page.waitForURL(/\/sign\//, { timeout: 10_000 });
    expect([...window.complaints, ...scanning.complaints]).toEqual([]);
    await scanning.close();
    await window.close();
  });

  test('a payment fails, is cancelled, and finally succeeds', async () => {
    const { buyer, address } = await newSale('服务合同');
    const window = await openWindow(browser, phone, { alsoIn: desktop });
    const { page } = window;
    await enter(app, window, address, buyer.mobile);
    await toCashier(page);
    await page.getByRole('radio').first().check();
    const pay = page.getByRole('button', { name: '去支付 ¥1,200.00' });
    await pay.click();
    await page.waitForURL(/\/sandbox\/pay\//);
    await page.goBack();
    await page.getByRole('button', { name: '模拟失败' }).click();
    await page.getByRole('heading', { name: '支付未成功' }).waitFor();
    await lookAt(window, 'pay-6-failed');
    await page.getByRole('button', { name: '重新支付' }).click();
    await pay.click();
    await page.waitForURL(/\/sandbox\/pay\//);
    await page.goBack();
    await page.getByRole('button', { name: '取消订单' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: '取消订单' }).waitFor();
    await lookAt(window, 'pay-7-open');
    await page.getByRole('button', { name: '取消订单' }).click();
    await page.getByRole('heading', { name: '订单已取消' }).waitFor();
    await window.picture('pay-8-cancelled');
    await page.getByRole('button', { name: '重新支付' }).click();
    await pay.click();
    await page.waitForURL(/\/sandbox\/pay\//);
    await page.goBack();
    await page.getByRole('button', { name: '模拟成功' }).click();
    await page.getByRole('heading', { name: '支付成功' }).waitFor();
    await page.getByRole('button', { name: /^返回合同/ }).click();
    await page.waitForURL(/\/sign\//);
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('the contract fee is paid by a signer', async () => {
    const buyer = await elsewhere.member();
    const window = await openWindow(browser, desktop, { alsoIn: phone });
    const { page } = window;
    for (const enterprise of [null, elsewhere]) {
      const template = await givenContract(merchant.owner.client, {
        title: `保密协议 ${enterprise === null ? '个人' : '企业'}`,
        second: enterprise === null ? 0 : 1,
        parallel: true,
        areas: [
          { of: 1, name: '甲方盖章' },
          { of: 2, name: '乙方', width: 160, height: 80 },
        ],
      });
      const { flowId } = await startFlow(merchant.owner.client, template, {
        reversePayFlag: 1,
        participantList: [as('乙方', buyer, enterprise)],
      });
      const address = await signAddress(merchant.owner.client, flowId, '乙方');
      await enter(app, window, address, buyer.mobile);
      await page.getByRole('heading', { name: /合同费用|费用/ }).waitFor();
      await page.goto(`${app.baseUrl}/pay/new${new URL(page.url()).search}`);
      if (enterprise === null) {
        await page.getByRole('radio').first().check();
        await lookAt(window, 'fee-1-person');
        await page.getByRole('button', { name: '去支付 ¥5.00' }).click();
        await page.getByRole('button', { name: '模拟成功' }).click();
        await page.getByRole('heading', { name: '支付成功' }).waitFor();
        await page.getByRole('button', { name: /^返回合同/ }).click();
      } else {
        await page.getByRole('button', { name: '承担 1 份费用' }).waitFor();
        await lookAt(window, 'fee-2-enterprise');
        await page.getByRole('button', { name: '承担 1 份费用' }).click();
      }
      await page.waitForURL(/\/sign\//);
      await page
        .getByRole('button', { name: /^下一处/ })
        .filter({ visible: true })
        .first()
        .waitFor();
      await app.advance(61);
    }
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  async function orderNoOf(userId: number): Promise<string> {
    const { rows } = await app.app.database.pool.query(
      'select business_order_no from pay_orders where psn_id = $1 order by created_at desc',
      [userId],
    );
    return rows[0]?.business_order_no ?? '';
  }
});

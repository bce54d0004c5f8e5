// @module-tag chromium
import { contractCancel, contractTaskInfo, signContract } from '@cinnabar/api/operations/flows.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { type FlowId, type GivenTemplate, givenSeal, sealEverything, sign } from '../support/given-flow.js';
import { desktop, openBrowser, openWindow, phone, type Window } from './browser.js';
import { givenContract, signAddress, startContract } from './given-contract.js';
import { lookAt } from './settled.js';
import { agree, drawn, enter, giveCode, placeEverywhere, press, signButton } from './visitor.js';

describe('failures during signing', { timeout: 180_000 }, () => {
  let app: RunningApp;
  let browser: Browser;
  let buyer: Enterprise;
  let seller: Enterprise;
  let owner: Person;
  let template: GivenTemplate;
  let round = 0;
  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser();
  });
  // Separate people for each test, because codes per hour are limited.
  beforeEach(async () => {
    round += 1;
    buyer = await givenEnterprise(app, { profile: { corpName: `星河科技第${round}有限公司` } });
    seller = await givenEnterprise(app, {
      profile: { corpName: `云帆国际贸易（上海）第${round}有限公司` },
    });
    owner = buyer.owner;
    await givenSeal(buyer);
    await givenSeal(seller);
    template = await givenContract(owner.client, {
      title: '年度采购框架协议',
      second: 1,
      parallel: true,
      areas: [
        { of: 1, name: '甲方盖章' },
        { of: 2, name: '乙方盖章' },
      ],
    });
  });
  afterAll(async () => {
    await app.close();
  });

  const started = () => startContract(buyer, template, { person: seller.owner, enterprise: seller });

  async function atIntent(flowId: FlowId, size: typeof phone | typeof desktop = phone): Promise<Window> {
    const window = await openWindow(browser, size);
    await atIntentIn(window, flowId);
    return window;
  }

  async function atIntentIn(window: Window, flowId: FlowId): Promise<void> {
    await enter(app, window, await signAddress(owner.client, flowId, '甲方'), owner.mobile);
    await drawn(window.page);
    // The contract opens at the place on its second page; the first is read as well.
    await window.page.locator('article[data-page]').first().scrollIntoViewIfNeeded();
    await drawn(window.page);
    await placeEverywhere(window.page);
    await giveCode(app, window.page, owner.mobile);
    await agree(window.page);
  }

  async function statusOf(flowId: FlowId, flag: string): Promise<number | undefined> {
    const { participantList } = await owner.client.data(contractTaskInfo, { flowId });
    return participantList.find(({ participantFlag }) => participantFlag === flag)?.signStatus;
  }

  test('a lost response: the page finds the contract signed, and nothing is signed twice', async () => {
    const flowId = await started();
    const window = await atIntent(flowId);
    const { page } = window;
    const keys: string[] = [];
    await page.route('**/signTask/signContract', async (route) => {
      keys.push(route.request().headers()['idempotency-key'] ?? '');
      await route.fetch();
      await route.abort('connectionreset');
    });
    await signButton(page).click();
    await page.getByRole('heading', { name: '签署完成' }).waitFor();
    expect(keys).toHaveLength(1);
    expect(await statusOf(flowId, '甲方')).toBe(3);
    await window.close();
  });

  test('a lost request: the page says that nothing is signed, and the retry has the same key', async () => {
    const flowId = await started();
    const window = await atIntent(flowId);
    const { page } = window;
    const keys: string[] = [];
    await page.route('**/signTask/signContract', async (route) => {
      keys.push(route.request().headers()['idempotency-key'] ?? '');
      if (keys.length === 1) await route.abort('connectionreset');
      else await route.continue();
    });
    await signButton(page).click();
    await page.getByText('网络中断，尚未签署。').waitFor();
    await window.checkAccess();
    await window.picture('trouble-cut');
    expect(await statusOf(flowId, '甲方')).toBe(2);
    await page.getByRole('button', { name: '重试' }).click();
    await page.getByRole('heading', { name: '签署完成' }).waitFor();
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    await window.close();
  });

  test('without a connection nothing can be signed: the sheet says so, and keeps the proof until there is one', async () => {
    const flowId = await started();
    const window = await atIntent(flowId);
    const { page } = window;
    await page.context().setOffline(true);
    await page.getByRole('dialog').getByText('网络已断开').waitFor();
    await expect.poll(() => signButton(page).isDisabled()).toBe(true);
    await window.checkAccess();
    await window.picture('trouble-offline');
    await page.context().setOffline(false);
    await expect.poll(() => signButton(page).isEnabled()).toBe(true);
    await signButton(page).click();
    await page.getByRole('heading', { name: '签署完成' }).waitFor();
    expect(await statusOf(flowId, '甲方')).toBe(3);
    await window.close();
  });

  test('a double tap signs once, the other tab shows it, and Back leads to no second signature', async () => {
    const flowId = await started();
    const window = await atIntent(flowId);
    const { page } = window;
    const other = await page.context().newPage();
    await other.goto(page.url());
    await drawn(other);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/signTask/signContract')) asked.push(request.url());
    });
    await signButton(page).dblclick();
    await page.getByRole('heading', { name: '签署完成' }).waitFor();
    expect(asked).toHaveLength(1);
    await other.getByText('已在另一窗口完成').waitFor();
    // Back leaves the page; opening it again shows the result.
    await page.goBack();
    await page.goForward();
    await page.getByRole('heading', { name: '签署完成' }).waitFor();
    expect(await signButton(page).count()).toBe(0);
    await window.close();
  });

  test('a draft of the marks that is still on its way arrives before the signature', async () => {
    const flowId = await started();
    const window = await openWindow(browser, phone);
    const { page } = window;
    const answered: string[] = [];
    const accepted = page.waitForResponse('**/pages/consents/accept');
    await page.route('**/pages/sign/keepDraft', async (route) => {
      // Slower than a signature that does not wait for it.
      await accepted;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const response = await route.fetch();
      answered.push(`draft ${response.status()}`);
      await route.fulfill({ response });
    });
    await page.route('**/signTask/signContract', async (route) => {
      const response = await route.fetch();
      answered.push(`signature ${response.status()}`);
      await route.fulfill({ response });
    });
    await atIntentIn(window, flowId);
    await signButton(page).click();
    await page.getByRole('heading', { name: '签署完成' }).waitFor();
    expect(answered.slice(0, -1)).toContain('draft 200');
    expect(answered.at(-1)).toBe('signature 200');
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('a wrong code is reported beside its input, and the next one signs', async () => {
    const flowId = await started();
    const window = await atIntent(flowId);
    const { page } = window;
    const cells = page.getByRole('textbox', { name: /已发送至/ });
    const right = await cells.inputValue();
    await cells.fill(right === '000000' ? '111111' : '000000');
    await signButton(page).click();
    await page
      .getByRole('alert')
      .filter({ hasText: /验证码/ })
      .waitFor();
    await window.checkAccess();
    await window.picture('trouble-code');
    await cells.fill(right);
    await signButton(page).click();
    await page.getByRole('heading', { name: '签署完成' }).waitFor();
    await window.close();
  });

  test('another party signs meanwhile: a message says so, and placed marks stay', async () => {
    const flowId = await started();
    const window = await openWindow(browser, phone);
    const { page } = window;
    await enter(app, window, await signAddress(owner.client, flowId, '甲方'), owner.mobile);
    await drawn(page);
    await placeEverywhere(page);
    await page.keyboard.press('Escape');
    await sign(seller.owner, flowId);
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    await page.getByText(/云帆国际贸易（上海）第.有限公司已于 \d\d:\d\d 签署/).waitFor({ timeout: 60_000 });
    await page.getByText('文件内容未变，您已放置的签章保留。').waitFor();
    await window.checkAccess();
    await window.picture('trouble-moved-on');
    await press(page, '确认签署');
    await page.getByRole('dialog', { name: '确认签署' }).waitFor();
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('another party adds text meanwhile: nothing is signed, and the text is shown before the next proof', async () => {
    const flowId = await started();
    const window = await atIntent(flowId);
    const { page } = window;
    const { owner: other } = seller;
    const seals = await sealEverything(other, flowId);
    const [first] = seals;
    if (first === undefined) throw new Error('nothing to sign');
    const place = {
      componentId: 0 as const,
      pageNum: 1,
      positionX: 200,
      positionY: 150,
      fieldType: 1 as const,
    };
    const specialAttribute = { value: '另付押金两个月', width: 160, height: 40 };
    const signComponents = [...seals, { ...first, ...place, specialAttribute }];
    const byPassword = { authType: 'pwd', signPwd: other.signPwd } as const;
    await other.client.data(signContract, { flowId, signComponents, ...byPassword });
    await page.getByText('已查看 2/2 页').waitFor();
    await signButton(page).click();
    await page.getByText('合同内容有变化，请重新查看后再签署').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await drawn(page);
    await lookAt(window, 'words-meanwhile');
    expect(await statusOf(flowId, '甲方')).toBe(2);
    await press(page, '确认签署');
    // The displayed content is no longer the present one.
    await page.getByText('已查看 1/2 页').waitFor();
    // The refusal did not consume the code.
    await giveCode(app, page, owner.mobile);
    await agree(page);
    await signButton(page).click();
    await page.getByRole('heading', { name: '合同已签署完成' }).waitFor();
    await window.close();
  });

  test('the contract is revoked meanwhile: the page shows it at once', async () => {
    const flowId = await started();
    const window = await openWindow(browser, phone);
    await enter(app, window, await signAddress(owner.client, flowId, '甲方'), owner.mobile);
    await drawn(window.page);
    await owner.client.data(contractCancel, { flowId, cancelMsg: '价格有误，重新发起' });
    await window.page.getByRole('heading', { name: '合同已撤销' }).waitFor({ timeout: 60_000 });
    await window.page.getByRole('definition').filter({ hasText: '价格有误，重新发起' }).waitFor();
    await window.checkAccess();
    await window.picture('trouble-revoked');
    await window.close();
  });

  test('refusing says what it does and wants a reason', async () => {
    const flowId = await started();
    const window = await openWindow(browser, phone, { alsoIn: desktop });
    const { page } = window;
    await enter(app, window, await signAddress(owner.client, flowId, '甲方'), owner.mobile);
    await drawn(page);
    await press(page, '更多');
    await window.checkAccess();
    await window.picture('more');
    await press(page, '拒签');
    await page.getByText('拒签后合同将终止，所有参与方会收到通知。').waitFor();
    await press(page, '金额有误');
    await window.checkAccess();
    await window.picture('refuse');
    await press(page, '确认拒签');
    await page.getByRole('heading', { name: '合同已被拒签' }).waitFor();
    await window.picture('refused');
    expect(window.complaints).toEqual([]);
    await window.close();
  });
});

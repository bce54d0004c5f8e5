// @module-tag chromium
import { readFileSync } from 'node:fs';
import { contractTaskInfo, signWish } from '@cinnabar/api/operations/flows.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { givenSeal } from '../support/given-flow.js';
import { pdfsig } from '../support/pdf/pdf-tools.js';
import { strictProblems } from '../support/pdf/strict-revisions.js';
import { desktop, openBrowser, openWindow, phone } from './browser.js';
import { givenContract, signAddress, startContract } from './given-contract.js';
import { agree, drawn, enter, giveCode, placeEverywhere, placeOnly, press, signButton } from './visitor.js';

const LONG = '中国华东区域智能装备研发制造与供应链协同服务（上海浦东新区）集团股份有限公司';

describe('ways to sign', { timeout: 180_000 }, () => {
  let app: RunningApp;
  let browser: Browser;
  let buyer: Enterprise;
  let seller: Enterprise;
  let owner: Person;
  let guest: Person;
  let round = 0;
  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser();
  });
  // Separate people for each test, because codes per hour are limited.
  beforeEach(async () => {
    round += 1;
    buyer = await givenEnterprise(app, { profile: { corpName: `${LONG}${round}` } });
    seller = await givenEnterprise(app, {
      profile: { corpName: `Northern Lights International Trading and Logistics Ltd ${round}` },
    });
    owner = buyer.owner;
    guest = await seller.member();
    await givenSeal(buyer);
    await givenSeal(seller);
  });
  afterAll(async () => {
    await app.close();
  });

  test.each([
    ['phone', phone],
    ['desktop', desktop],
  ] as const)(
    'seals are placed freely, moved by keys and coordinates, and confirmed by password, on a %s',
    async (_name, size) => {
      const template = await givenContract(owner.client, {
        title: `框架协议 ${size.width}`,
        second: 1,
        areas: [],
      });
      const flowId = await startContract(buyer, template, { person: seller.owner, enterprise: seller });
      const window = await openWindow(browser, size);
      const { page } = window;
      await enter(app, window, await signAddress(owner.client, flowId, '甲方'), owner.mobile);
      await drawn(page);
      // The text says where the first party seals: there, one press is enough, and can be undone.
      const spot = page.getByRole('button', { name: '建议位置' });
      await spot.first().waitFor();
      expect(await spot.count()).toBe(1);
      await press(page, /^下一处/);
      await window.picture('free-spot');
      await spot.click();
      await page.locator('[data-mark]').waitFor();
      await window.checkAccess();
      await press(page, '撤销');
      await page.locator('[data-mark]').waitFor({ state: 'detached' });
      await press(page, '印章');
      await page.getByRole('dialog').getByRole('button', { name: '放到页面上' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      const seal = page.locator('[data-mark]').first();
      await seal.focus();
      await page.keyboard.press('Enter');
      const before = await seal.boundingBox();
      for (let step = 0; step < 5; step += 1) await page.keyboard.press('Shift+ArrowRight');
      await page.keyboard.press('Enter');
      const after = await seal.boundingBox();
      expect((after?.x ?? 0) - (before?.x ?? 0)).toBeGreaterThan(20);
      await press(page, '骑缝章');
      await page.getByRole('dialog').getByRole('button', { name: '放到页面上' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await press(page, '日期');
      await window.checkAccess();
      await window.picture('free-placed');
      await page.getByRole('button', { name: /^骑缝章，/ }).click();
      await page.getByRole('dialog', { name: '骑缝章' }).waitFor();
      await window.checkAccess();
      await window.picture('free-seam');
      await page.getByRole('dialog').press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await press(page, '确认签署');
      await press(page, '签署密码');
      await page.getByLabel('6 位签署密码').fill(owner.signPwd);
      await agree(page);
      await window.checkAccess();
      await window.picture('free-password');
      await signButton(page).click();
      await page.getByRole('heading', { name: '签署完成' }).waitFor();
      await window.picture('free-done');
      const saving = page.waitForEvent('download');
      await page.getByRole('link', { name: '下载当前版本' }).click();
      const pdf = readFileSync(await (await saving).path());
      for (const { validation } of pdfsig(pdf)) expect(validation).toBe('Signature is Valid.');
      expect(strictProblems(pdf)).toEqual([]);
      expect(window.complaints).toEqual([]);
      await window.close();
    },
  );

  test('a forgotten password is set anew by a code, and signs', async () => {
    const areas = [{ of: 1 as const, name: '甲方盖章' }];
    const template = await givenContract(owner.client, { title: '忘记密码', second: 1, areas });
    const flowId = await startContract(buyer, template, { person: seller.owner, enterprise: seller });
    const window = await openWindow(browser, phone, { alsoIn: desktop });
    const { page } = window;
    await enter(app, window, await signAddress(owner.client, flowId, '甲方'), owner.mobile);
    await placeEverywhere(page);
    await press(page, '签署密码');
    await press(page, '忘记密码');
    const code = page.getByRole('textbox', { name: /已发送至/ });
    await page.getByText('秒后可重新获取').waitFor();
    await page.getByLabel('新的签署密码').fill('739154');
    await agree(page);
    const right = await app.newestCode(owner.mobile);
    await code.fill(right === '000000' ? '000001' : '000000');
    await signButton(page).click();
    await page.getByText('验证码').last().waitFor();
    await expect.poll(() => code.inputValue()).toBe('');
    await code.fill(right);
    await page.getByLabel('新的签署密码').fill('739154');
    await window.checkAccess();
    await window.picture('forgot-password');
    await signButton(page).click();
    await page.getByRole('heading', { name: '签署完成' }).waitFor();
    const next = await startContract(buyer, template, { person: seller.owner, enterprise: seller });
    await owner.client.data(signWish, { flowId: next, authType: 'pwd', signPwd: '739154' });
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('one code for two contracts, the second of which is opened and prepared on its own page before', async () => {
    const areas = [
      { of: 2 as const, name: '乙方签名', width: 160, height: 80 },
      { of: 1 as const, name: '甲方盖章' },
    ];
    const options = { second: 0 as const, parallel: true, areas };
    const first = await givenContract(owner.client, { title: '保密协议', ...options });
    const second = await givenContract(owner.client, { title: '培训服务协议', ...options });
    const third = await givenContract(owner.client, { title: '竞业限制协议', ...options });
    const signer = { person: guest, enterprise: null };
    const flowId = await startContract(buyer, first, signer);
    const next = await startContract(buyer, second, signer);
    const unseen = await startContract(buyer, third, signer);
    const window = await openWindow(browser, phone);
    const { page } = window;
    const place = async (of: typeof flowId) => {
      await enter(app, window, await signAddress(owner.client, of, '乙方'), guest.mobile);
      await drawn(page);
      await placeOnly(page);
    };
    const kept = page.waitForResponse((response) => response.url().endsWith('/pages/sign/keepDraft'));
    await place(next);
    await kept;
    await app.advance(60);
    await place(flowId);
    await press(page, '确认签署');
    await press(page, '另有 1 份合同可一并签署');
    // A contract that was not opened is not signed.
    await page.getByRole('checkbox', { name: /培训服务协议/ }).check();
    expect(await page.getByRole('checkbox', { name: /竞业限制协议/ }).count()).toBe(0);
    // The code sent with the sheet names only the first contract.
    await app.advance(60);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /重新获取|获取验证码/ })
      .click();
    await giveCode(app, page, guest.mobile);
    await agree(page);
    await window.checkAccess();
    await window.picture('together-intent');
    await signButton(page).click();
    await page.getByRole('heading', { name: '签署完成' }).waitFor();
    await window.checkAccess();
    await window.picture('together-done');
    const { participantList: others } = await owner.client.data(contractTaskInfo, { flowId: unseen });
    expect(others.find(({ participantFlag }) => participantFlag === '乙方')?.signStatus).toBe(2);
    for (const each of [flowId, next]) {
      const { participantList } = await owner.client.data(contractTaskInfo, { flowId: each });
      expect(participantList.find(({ participantFlag }) => participantFlag === '乙方')?.signStatus).toBe(3);
    }
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('the face check is on its own page, and placed marks are still there afterwards', async () => {
    const template = await givenContract(owner.client, {
      title: '设备租赁合同',
      second: 0,
      areas: [{ of: 1, name: '甲方盖章' }],
    });
    const flowId = await startContract(buyer, template, { person: guest, enterprise: null });
    const window = await openWindow(browser, phone);
    const { page } = window;
    await enter(app, window, await signAddress(owner.client, flowId, '甲方'), owner.mobile);
    await drawn(page);
    await placeEverywhere(page);
    await press(page, '刷脸认证');
    await window.checkAccess();
    await window.picture('face-intent');
    await agree(page);
    await press(page, '去刷脸');
    await page.waitForURL(/\/face\//);
    await page.getByRole('checkbox').check();
    await page
      .getByRole('button', { name: /模拟通过|开始/ })
      .first()
      .click();
    await page.getByRole('dialog', { name: '确认签署' }).waitFor();
    await page.getByText('身份已验证，无需再次验证').waitFor();
    expect(page.url()).not.toContain('newSign');
    await window.picture('face-back');
    await signButton(page).click();
    await page.getByRole('heading', { name: '签署完成' }).waitFor();
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('in English only user-supplied texts are Chinese', async () => {
    const template = await givenContract(owner.client, {
      title: 'Purchase agreement',
      second: 1,
      areas: [
        { of: 1, name: 'Seal' },
        { of: 2, name: 'Seal of the seller' },
      ],
    });
    const flowId = await startContract(buyer, template, { person: seller.owner, enterprise: seller });
    const window = await openWindow(browser, phone, { alsoIn: desktop, locale: 'en-GB' });
    const { page } = window;
    await page.goto(await signAddress(owner.client, flowId, '甲方'));
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByLabel('Code from the text message').waitFor();
    await page.getByLabel('Code from the text message').fill(await app.newestCode(owner.mobile));
    await drawn(page);
    await window.checkAccess();
    await window.picture('english-desk');
    await press(page, 'More');
    await press(page, 'Text');
    await page.getByText('设备采购合同').first().waitFor();
    await window.checkAccess();
    await window.picture('english-text');
    await window.close();
  });

  test('a contract of 500 pages opens at once, and is read to its end and signed', async () => {
    const template = await givenContract(owner.client, {
      title: '五百页的技术规格书',
      second: 0,
      pages: 500,
      areas: [{ of: 1, name: '末页盖章', page: 500 }],
    });
    const flowId = await startContract(buyer, template, { person: guest, enterprise: null });
    const window = await openWindow(browser, phone);
    const { page } = window;
    await enter(app, window, await signAddress(owner.client, flowId, '甲方'), owner.mobile);
    await drawn(page);
    expect(await page.locator('article[data-page]').count()).toBeLessThanOrEqual(7);
    await page.getByRole('slider').focus();
    await page.keyboard.press('End');
    await page.getByRole('article', { name: '第 500 页，共 500 页' }).waitFor();
    expect(await page.locator('article[data-page]').count()).toBeLessThanOrEqual(7);
    await drawn(page);
    await window.picture('long-end');
    await page.waitForURL(/[?&]page=500\b/);
    await page.reload();
    await page.getByRole('article', { name: '第 500 页，共 500 页' }).waitFor();
    await placeEverywhere(page);
    await giveCode(app, page, owner.mobile);
    await agree(page);
    await signButton(page).click();
    await page.getByRole('heading', { name: '签署完成' }).waitFor({ timeout: 60_000 });
    expect(window.complaints).toEqual([]);
    await window.close();
  });
});

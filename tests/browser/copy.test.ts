// @module-tag chromium
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { givenSeal, sign } from '../support/given-flow.js';
import { messagesTo } from '../support/messages-to.js';
import { pdfsig } from '../support/pdf/pdf-tools.js';
import { readQr } from '../support/read-qr.js';
import { desktop, openBrowser, openWindow, phone } from './browser.js';
import { givenContract, startContract } from './given-contract.js';
import { drawn, enter } from './visitor.js';

describe('the page of a copy', () => {
  let app: RunningApp;
  let browser: Browser;
  let buyer: Enterprise;
  let seller: Enterprise;
  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser();
    buyer = await givenEnterprise(app, { profile: { corpName: '星河科技有限公司' } });
    seller = await givenEnterprise(app, { profile: { corpName: '云帆国际贸易（上海）有限公司' } });
    await givenSeal(buyer);
    await givenSeal(seller);
  });
  afterAll(async () => {
    await app.close();
  });

  test('who got a copy reads it and takes it along', async () => {
    const mobile = '13700000801';
    const template = await givenContract(buyer.owner.client, {
      title: '设备采购合同',
      second: 1,
      areas: [
        { of: 1, name: '甲方盖章' },
        { of: 2, name: '乙方盖章' },
      ],
    });
    const flowId = await startContract(
      buyer,
      template,
      { person: seller.owner, enterprise: seller },
      { copierList: [{ copierType: 0, psnAccount: mobile, psnName: '周审计' }] },
    );
    await sign(buyer.owner, flowId);
    await sign(seller.owner, flowId);
    await app.advance(1);
    const text = (await messagesTo(app.baseUrl, mobile)).at(-1)?.text ?? '';
    const address = /https?:\/\/\S+/.exec(text)?.[0] ?? '';
    const window = await openWindow(browser, phone, { alsoIn: desktop });
    const { page } = window;
    await enter(app, window, address, mobile);
    await drawn(page);
    await page
      .getByText(/签署完成$/)
      .first()
      .waitFor();
    await window.checkAccess();
    await window.picture('copy-1');
    await page.getByRole('button', { name: '更多' }).click();
    await page.getByRole('dialog', { name: '更多' }).waitFor();
    await window.checkAccess();
    await window.picture('copy-2-more');
    await page.getByRole('button', { name: '关闭' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const saving = page.waitForEvent('download');
    await page.getByRole('link', { name: '下载合同' }).click();
    const verdicts = pdfsig(readFileSync(await (await saving).path()));
    expect(verdicts.map(({ validation }) => validation)).toEqual([
      'Signature is Valid.',
      'Signature is Valid.',
    ]);
    const printing = page.waitForEvent('download');
    await page.getByRole('link', { name: '打印核验件' }).click();
    const copy = await printing;
    expect(copy.suggestedFilename()).toBe('核验件-设备采购合同.pdf');
    expect(await readQr(readFileSync(await copy.path()), 1)).toMatch(
      new RegExp(`^${app.baseUrl}/verify#[A-Z2-7]{26}$`),
    );
    expect(window.complaints).toEqual([]);
    await window.close();
  });
});

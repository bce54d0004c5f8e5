// @module-tag chromium
import { getSignUrl } from '@cinnabar/api/operations/flows.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { givenEnterprise } from '../support/given-enterprise.js';
import { taskInfo } from '../support/given-flow.js';
import { desktop, openBrowser, openWindow, phone } from './browser.js';
import { givenContract, startContract } from './given-contract.js';
import { lookAt } from './settled.js';

describe('a browser', () => {
  let app: RunningApp;
  let browser: Browser;
  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await app.close();
  });

  test.each([phone, desktop])('reports an invented link as invalid, and nothing more', async (size) => {
    const window = await openWindow(browser, size);
    const response = await window.page.goto(`${app.baseUrl}/l/${'x'.repeat(43)}`);
    expect(response?.status()).toBe(404);
    await window.page.getByRole('heading', { name: '链接无效或不属于您' }).waitFor();
    await window.checkAccess();
    await window.picture('invented-link');
    await window.page.goto(`${app.baseUrl}/sign/7?p=9&l=123`);
    await window.page.getByRole('heading', { name: '链接无效或不属于您' }).waitFor();
    await window.close();
  });

  test.each([
    ['phone', phone],
    ['desktop', desktop],
  ] as const)('whoever is not the one says so, and hears what happens now, on a %s', async (name, size) => {
    const buyer = await givenEnterprise(app, { profile: { corpName: `星河科技${name}有限公司` } });
    const member = await buyer.member();
    const template = await givenContract(buyer.owner.client, {
      title: `劳动合同 ${name}`,
      second: 0,
      parallel: true,
      areas: [
        { of: 1, name: '甲方盖章' },
        { of: 2, name: '乙方签名' },
      ],
    });
    const flowId = await startContract(buyer, template, { person: member, enterprise: null });
    const { participantList } = await taskInfo(buyer.owner, flowId);
    const part = participantList.find(({ psnId }) => psnId === member.userId);
    if (part === undefined) throw new Error('the part is missing');
    const { participantId } = part;
    const window = await openWindow(browser, size);
    const { page } = window;
    await page.goto(await buyer.owner.client.data(getSignUrl, { flowId, participantId }));
    await page.getByText('发给：员**').waitFor();
    await lookAt(window, 'not-me-1-link');
    await page.getByRole('button', { name: '不是我' }).click();
    await page.getByRole('dialog', { name: '您不是员**？' }).waitFor();
    await lookAt(window, 'not-me-2-sheet');
    await page.getByRole('button', { name: '告知发起方' }).click();
    await page.getByText('已告知发起方').waitFor();
    await lookAt(window, 'not-me-3-told');
    await page.reload();
    await page.getByText('已告知发起方').waitFor();
    // It stays valid for its own recipient.
    await page.getByRole('button', { name: '获取验证码' }).waitFor();
    expect(window.complaints).toEqual([]);
    await window.close();
  });
});

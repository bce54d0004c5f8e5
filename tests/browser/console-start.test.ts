// @module-tag chromium
/** The console: starting a contract from a file and from a template, and taking one's own turn. */
import { readFileSync } from 'node:fs';
import { baseInfo } from '@cinnabar/api/operations/enterprise.js';
import { contractList } from '@cinnabar/api/operations/flow-lists.js';
import { contractTaskInfo } from '@cinnabar/api/operations/flow-read.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { givenSeal, givenTemplate } from '../support/given-flow.js';
import { messagesTo } from '../support/messages-to.js';
import { pdfsig } from '../support/pdf/pdf-tools.js';
import { strictProblems } from '../support/pdf/strict-revisions.js';
import { desktop, openBrowser, openWindow, phone } from './browser.js';
import { enterConsole } from './console-visitor.js';
import { lookAt } from './settled.js';
import { agree, drawn, enter, giveCode, placeOnly, press, signButton } from './visitor.js';

const sample = new URL('../../scripts/sample/purchase-contract.pdf', import.meta.url);

describe('starting a contract in the console', () => {
  let app: RunningApp;
  let browser: Browser;
  let buyer: Enterprise;
  let employee: Person;
  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser();
    buyer = await givenEnterprise(app, { profile: { corpName: '星河科技有限公司' } });
    employee = await buyer.member();
    await givenSeal(buyer);
  });
  afterAll(async () => {
    await app.close();
  });

  /** The contract of that title that the owner has started last. */
  async function newest(flowTitle: string) {
    const [found] = await buyer.owner.client.data(contractList, { docQueryType: 2, flowTitle });
    if (found === undefined) throw new Error(`no contract is named ${flowTitle}`);
    return found.flowId;
  }

  test('from a template: names the parties, fills in the own field, sees the cost, and sends', async () => {
    const { templateId } = await givenTemplate(buyer.owner.client, {
      name: '采购合同',
      parties: [
        { flag: '甲方', mode: 3, signOrder: 1, area: true, controls: ['amount'] },
        { flag: '乙方', type: 0, mode: 0, signOrder: 2, area: true },
      ],
    });
    const { accountBalance: before } = await buyer.owner.client.data(baseInfo, {});
    const window = await openWindow(browser, phone);
    const { page } = window;
    // The address that a sandbox prints is not the one in its links: pages show pictures of their own origin only.
    const printed = app.baseUrl.replace('127.0.0.1', 'localhost');
    await enterConsole(app, window, buyer.owner, `/console/${buyer.corpId}/contracts/new`, printed);
    await page.getByRole('link', { name: /用模板/ }).click();
    await page.getByRole('link', { name: /采购合同/ }).click();
    await page.getByLabel('合同标题').fill('采购合同（试用）');
    await page.getByLabel('手机号').fill(employee.mobile);
    await expect.poll(() => page.getByLabel('姓名').inputValue()).toBe(employee.realName);
    await page.getByLabel('amount').fill('10000');
    await lookAt(window, 'console-start-1-template');
    await page.reload();
    expect(await page.getByLabel('amount').inputValue()).toBe('10000');
    await page.getByRole('button', { name: '下一步' }).click();
    await page.getByText(`扣 1 份，余 ${(before - 1).toLocaleString('en-US')} 份`).waitFor();
    await lookAt(window, 'console-start-2-check');
    await page.getByRole('button', { name: '发送合同' }).click();
    await page.getByRole('heading', { name: '采购合同（试用）' }).waitFor();
    const flowId = await newest('采购合同（试用）');
    expect(page.url()).toContain(`/contracts/${flowId}`);
    const task = await buyer.owner.client.data(contractTaskInfo, { flowId });
    expect(task).toMatchObject({ templateId, flowStatus: 2 });
    const { accountBalance: after } = await buyer.owner.client.data(baseInfo, {});
    expect(after).toBe(before - 1);
    await page.getByRole('button', { name: '去签署' }).click();
    await page.waitForURL(/\/sign\/\d+/);
    await page.getByRole('heading', { name: '采购合同（试用）' }).waitFor();
    await placeOnly(page);
    await page
      .getByRole('button', { name: /^签署处.*已完成/ })
      .locator('img')
      .evaluate('img => img.decode()');
    await press(page, '确认签署');
    await page.getByRole('dialog').locator('img').first().evaluate('img => img.decode()');
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  /** The link to the contract in the text message to a party. */
  function linkTo({ mobile }: Person): Promise<string> {
    return vi.waitFor(async () => {
      const texts = (await messagesTo(app.baseUrl, mobile)).map(({ text }) => text);
      const found = texts.findLast((text) => text.includes('设备采购合同'));
      const address = /https?:\S+\/l\/[\w-]+/.exec(found ?? '')?.[0];
      if (address === undefined) throw new Error(`no link was sent to ${mobile}`);
      return address;
    }, 30_000);
  }

  /** A party opens their link on a phone, places the mark where the text suggests, and signs. */
  async function signs(person: Person, end: string): Promise<void> {
    const window = await openWindow(browser, phone);
    const { page } = window;
    await enter(app, window, await linkTo(person), person.mobile);
    await drawn(page);
    await page.getByRole('button', { name: '建议位置' }).first().click();
    await page.locator('[data-mark]').waitFor();
    await press(page, '确认签署');
    await giveCode(app, page, person.mobile);
    await agree(page);
    await signButton(page).click();
    await page.getByRole('heading', { name: end }).waitFor();
    expect(window.complaints).toEqual([]);
    await window.close();
  }

  test.each(['sends; both sign on their phones', 'places the areas first'])(
    'from a file: uploads, names the parties in two steps, and %s',
    async (end) => {
      const window = await openWindow(browser, desktop);
      const { page } = window;
      await enterConsole(app, window, buyer.owner, `/console/${buyer.corpId}/contracts/new?way=file`);
      await page.locator('input[type=file]').setInputFiles({
        name: '设备采购合同.pdf',
        mimeType: 'application/pdf',
        buffer: readFileSync(sample),
      });
      await expect.poll(() => page.getByLabel('合同标题').inputValue()).toBe('设备采购合同');
      await lookAt(window, 'console-start-3-file');
      await page.getByRole('button', { name: '下一步' }).click();
      await expect.poll(() => page.getByLabel('手机号').first().inputValue()).toBe(buyer.owner.mobile);
      const second = page.getByRole('listitem').filter({ hasText: '参与方 乙方' });
      await second.getByRole('radio', { name: '个人' }).check();
      await second.getByLabel('手机号').fill(employee.mobile);
      await expect.poll(() => second.getByLabel('姓名').inputValue()).toBe(employee.realName);
      await lookAt(window, 'console-start-4-parties');
      await page.getByRole('button', { name: '下一步' }).click();
      await page.getByText(/^扣 1 份/).waitFor();
      if (end === 'places the areas first') {
        await page.getByRole('button', { name: '先放置签章位置' }).click();
        await page.waitForURL(/\/(l|place)\//);
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect(window.complaints).toEqual([]);
        await window.picture('console-start-5-place');
        // What was a draft is a contract that is not sent yet.
        await page.goBack();
        await page.getByRole('button', { name: '继续放置《设备采购合同》的签章位置' }).waitFor();
        return window.close();
      }
      await page.getByRole('button', { name: '发送合同' }).click();
      await page.getByRole('heading', { name: '设备采购合同' }).waitFor();
      const flowId = await newest('设备采购合同');
      const { flowStatus, participantList } = await buyer.owner.client.data(contractTaskInfo, { flowId });
      expect(flowStatus).toBe(2);
      expect(participantList.map(({ signOrder }) => signOrder)).toEqual([1, 2]);
      await signs(buyer.owner, '签署完成');
      await signs(employee, '合同已签署完成');
      await page.reload();
      await page.getByText('已完成').first().waitFor();
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: '下载', exact: true }).click();
      const pdf = readFileSync(await (await saving).path());
      const verdicts = pdfsig(pdf);
      expect(verdicts.length).toBeGreaterThanOrEqual(2);
      for (const { validation } of verdicts) expect(validation).toBe('Signature is Valid.');
      expect(strictProblems(pdf)).toEqual([]);
      expect(window.complaints).toEqual([]);
      await window.close();
    },
  );
});

// @module-tag chromium
/** Whole tasks in the console, as people do them, seen on a desktop, a tablet and a phone, in Chinese and English. */
import { getApprovalList } from '@cinnabar/api/operations/approvals.js';
import { baseInfo } from '@cinnabar/api/operations/enterprise.js';
import { contractList } from '@cinnabar/api/operations/flow-lists.js';
import { contractTaskInfo } from '@cinnabar/api/operations/flow-read.js';
import { signContract } from '@cinnabar/api/operations/flows.js';
import type { SealId } from '@cinnabar/api/schemas/seal.js';
import { moveSeal } from '@cinnabar/server/areas/seals/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DemoJson, readDemo } from '../sandbox/demo-json.js';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  confirmByPassword,
  download,
  type FlowId,
  givenSeal,
  givenTemplate,
  sealCommands,
  startFlow,
  taskInfo,
} from '../support/given-flow.js';
import { desktop, openBrowser, openWindow, phone } from './browser.js';
import { enterConsole } from './console-visitor.js';
import { givenContract } from './given-contract.js';
import { chineseLeft, lookInAllSizes } from './settled.js';

describe('in the console', { timeout: 180_000 }, () => {
  let app: RunningApp;
  let browser: Browser;
  let demo: DemoJson;
  let seller: Enterprise;
  beforeAll(async () => {
    app = await startApp({ demoData: true });
    browser = await openBrowser();
    demo = await readDemo(app.dataDir);
    seller = await givenEnterprise(app, {
      profile: { corpName: 'Yangtze Delta Intelligent Equipment and New Materials Joint Ltd' },
    });
  });
  afterAll(async () => {
    await app.close();
  });

  test('an owner enters the demo with one click, sees what is stuck, and reminds', async () => {
    const [{ owner }, supplier] = demo.enterprises;
    await app.advance(30 * 3600);
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await page.goto(`${app.baseUrl}/login`);
    await page.getByRole('button', { name: new RegExp(`^${owner.realName}`) }).waitFor();
    await lookInAllSizes(window, 'scenario-2-login');
    await page.getByRole('button', { name: new RegExp(`^${owner.realName}`) }).click();
    const stuck = page.getByRole('region', { name: '卡住的 1' }).getByRole('listitem');
    await stuck.getByText(supplier.corpName).waitFor();
    await lookInAllSizes(window, 'scenario-2-home');
    await stuck.getByRole('button', { name: '催办' }).click();
    await stuck.getByText('已催').waitFor();
    await lookInAllSizes(window, 'scenario-2-reminded');
    const outbox = await fetch(`${app.baseUrl}/sandbox/sms?mobile=${supplier.owner.mobile}`);
    expect(await outbox.text()).toContain('设备采购合同（激光位移传感器）');
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('a member sends a contract from a template to a person of another enterprise', async () => {
    const buyer = await givenEnterprise(app, { profile: { corpName: '星河科技有限公司' } });
    await givenSeal(buyer);
    const clerk = await buyer.member();
    const { templateId } = await givenTemplate(buyer.owner.client, {
      name: '采购合同',
      parties: [
        { flag: '甲方', mode: 3, signOrder: 1, area: true, controls: ['amount'] },
        { flag: '乙方', mode: 0, signOrder: 2, area: true },
      ],
    });
    const { accountBalance: before } = await buyer.owner.client.data(baseInfo, {});
    const window = await openWindow(browser, desktop, { locale: 'en-US' });
    const { page } = window;
    const look = async (picture: string) => {
      expect(await chineseLeft(window), picture).toEqual([]);
      await lookInAllSizes(window, `scenario-3-${picture}`);
    };
    await enterConsole(app, window, clerk, `/console/${buyer.corpId}`);
    await page.getByText('Nothing awaits you today.').waitFor();
    await look('home');
    await page.getByRole('link', { name: 'New contract' }).first().click();
    await page
      .getByRole('main')
      .getByRole('link', { name: /template/i })
      .waitFor();
    await look('ways');
    await page
      .getByRole('main')
      .getByRole('link', { name: /template/i })
      .click();
    await page.getByRole('link', { name: /采购合同/ }).waitFor();
    await look('templates');
    await page.getByRole('link', { name: /采购合同/ }).click();
    await page.getByLabel('Title').fill('采购合同（第三季度）');
    const second = page.getByRole('listitem').filter({ hasText: '乙方' });
    await second.getByLabel('Mobile number').fill(seller.owner.mobile);
    await second.getByLabel('Name', { exact: true }).fill(seller.owner.realName);
    await second.getByLabel('Name of the enterprise').fill(seller.corpName);
    await page.getByLabel('amount').fill('10000');
    await look('parties');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('1, 99 left afterwards').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Send contract' }).isEnabled()).toBe(true);
    await look('check');
    await page.getByRole('button', { name: 'Send contract' }).click();
    await page.getByRole('heading', { name: '采购合同（第三季度）' }).waitFor();
    await page.locator('article[data-page] img').first().waitFor();
    await look('sent');
    const [sent, ...others] = await clerk.client.data(contractList, { docQueryType: 2 });
    if (sent === undefined) throw new Error('nothing was sent');
    expect(others).toEqual([]);
    const { flowId } = sent;
    expect(await clerk.client.data(contractTaskInfo, { flowId })).toMatchObject({
      templateId,
      flowStatus: 2,
    });
    const { accountBalance: after } = await buyer.owner.client.data(baseInfo, {});
    expect(after).toBe(before - 1);
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('an approver decides ten requests: eight are signed, one is rejected, one tells why it is not', async () => {
    const corp = await givenEnterprise(app, { profile: { corpName: '北斗精工有限公司' } });
    await givenSeal(corp);
    const stopped = await givenSeal(corp, '人事专用章');
    const plain = await corp.member();
    const flowIds = await requests(corp, plain, 10, stopped);
    const window = await openWindow(browser, phone);
    const { page } = window;
    // The printed address is not the one in links: pages show pictures of their own origin only.
    const printed = app.baseUrl.replace('127.0.0.1', 'localhost');
    await enterConsole(app, window, corp.owner, `/console/${corp.corpId}/approvals`, printed);
    await expect.poll(() => page.getByRole('button', { name: '去审批' }).count()).toBe(10);
    await lookInAllSizes(window, 'scenario-12-approvals');
    await page.getByRole('listitem').filter({ hasText: '合同 1 号' }).getByRole('button').click();
    await page.getByRole('heading', { name: `${plain.realName} 申请使用合同专用章` }).waitFor();
    await page.locator('article[data-page] img').first().waitFor();
    await lookInAllSizes(window, 'scenario-12-question');
    await page.getByRole('button', { name: '驳回' }).click();
    await page.getByRole('button', { name: '条款有误' }).click();
    await page.getByRole('button', { name: '确认驳回' }).click();
    await page.getByRole('heading', { name: '已驳回' }).waitFor();
    await page.getByRole('button', { name: '下一件（还有 9 件）' }).click();
    await page.getByRole('button', { name: '待我审批（9）' }).click();
    await page.getByRole('checkbox', { name: '全选' }).check();
    await lookInAllSizes(window, 'scenario-12-selected');
    const { corpId } = corp;
    const now = app.app.services.clock.now();
    const decision = { corpId, sealId: stopped, move: 'suspend', reason: null, now } as const;
    await transact(app.app.database.db, (tx) => moveSeal(tx, decision));
    await page.getByRole('button', { name: '批量同意' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '批量同意' }).click();
    await page.getByRole('heading', { name: '8 件已处理，1 件未处理' }).waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: '合同 10 号' })
      .getByText('印章不可用，申请已结束')
      .waitFor();
    await lookInAllSizes(window, 'scenario-12-results');
    const [rejected, ...others] = await Promise.all(flowIds.map((flowId) => stateOf(plain, flowId)));
    expect(rejected).toBe(2);
    expect(others).toEqual([...Array<number>(8).fill(3), 2]);
    const decided = await corp.owner.client.data(getApprovalList, { docQueryType: 1 });
    expect(decided.filter(({ approvalStatus }) => approvalStatus === 2)).toHaveLength(8);
    // What the batch has signed satisfies every judge.
    expect((await download(plain, flowIds[1] ?? flowIds[0])).byteLength).toBeGreaterThan(10_000);
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  /** Contracts that wait for approval of a seal; the last one of another seal. */
  async function requests(
    corp: Enterprise,
    plain: Person,
    count: number,
    other: SealId,
  ): Promise<readonly [FlowId, ...FlowId[]]> {
    const template = await givenContract(corp.owner.client, {
      title: '合同',
      second: 1,
      areas: [
        { of: 1, name: '甲方盖章' },
        { of: 2, name: '乙方盖章' },
      ],
    });
    const started: FlowId[] = [];
    for (let number = 1; number <= count; number += 1) {
      const { flowId } = await startFlow(plain.client, template, {
        templateName: `合同 ${number} 号`,
        participantList: [as('甲方', plain, corp), as('乙方', seller.owner, seller)],
      });
      await confirmByPassword(plain, flowId);
      const commands = await sealCommands(plain, flowId);
      const signComponents = commands.signComponents.map((command) =>
        number === count ? { ...command, sealId: other } : command,
      );
      await plain.client.data(signContract, { flowId, signComponents });
      started.push(flowId);
    }
    const [first, ...rest] = started;
    if (first === undefined) throw new Error('nothing was started');
    return [first, ...rest];
  }

  async function stateOf(person: Person, flowId: FlowId) {
    const { participantList } = await taskInfo(person, flowId);
    return participantList.find(({ participantFlag }) => participantFlag === '甲方')?.signStatus;
  }
});

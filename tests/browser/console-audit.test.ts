// @module-tag chromium
/** Who did what, what proves it, and what is connected: audit, evidence and the settings for developers. */
import { readFile } from 'node:fs/promises';
import { applicationCreate } from '@cinnabar/api/operations/applications.js';
import { getAccessToken } from '@cinnabar/api/operations/credentials.js';
import { setSettings } from '@cinnabar/api/operations/enterprise.js';
import {
  contractCancel,
  contractDel,
  contractExtend,
  startSignFlow,
} from '@cinnabar/api/operations/flows.js';
import { memberCreate, memberSetRoles } from '@cinnabar/api/operations/members.js';
import {
  addSealAuthor,
  createSealByTemplate,
  sealModify,
  sealUpdateStatus,
} from '@cinnabar/api/operations/seals.js';
import { publishTemplate } from '@cinnabar/api/operations/template-drafts.js';
import { webhookList } from '@cinnabar/api/operations/webhooks.js';
import { sql } from 'kysely';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { consoleOf } from '../support/console-login.js';
import { type Enterprise, givenEnterprise, withNewToken } from '../support/given-enterprise.js';
import { as, givenSeal, givenTemplate, startFlow } from '../support/given-flow.js';
import { jobsDone } from '../support/jobs-done.js';
import { openReceiver, type Receiver } from '../support/webhook-receiver.js';
import { desktop, openBrowser, openWindow, phone, type Window } from './browser.js';
import { endedSession, enterConsole } from './console-visitor.js';
import { givenContract, signAddress, startContract } from './given-contract.js';
import { chineseLeft, lookAt, lookInAllSizes } from './settled.js';
import { drawn, enter } from './visitor.js';

/** Of 180 x 60 points: drawn at three times the size at which headers show it. */
function logo(): Promise<Buffer> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="180" height="60"><rect width="180" height="60" rx="12" fill="#fff"/><circle cx="36" cy="30" r="18" fill="#ca8a04"/><path d="M68 18h90v8H68zm0 18h60v8H68z" fill="#14532d"/></svg>';
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** What an auditor may not do, of every kind. */
const writes = [
  ...[startSignFlow, contractCancel, contractExtend, contractDel],
  ...[createSealByTemplate, addSealAuthor, sealUpdateStatus],
  ...[memberCreate, memberSetRoles, publishTemplate, applicationCreate, setSettings],
];

describe('in the console', { timeout: 180_000 }, () => {
  let app: RunningApp;
  let browser: Browser;
  let corp: Enterprise;
  let supplier: Enterprise;
  let receiver: Receiver;
  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser();
    corp = await givenEnterprise(app, { profile: { corpName: '星河科技有限公司' } });
    supplier = await givenEnterprise(app, { profile: { corpName: '云帆贸易有限公司' } });
    receiver = await openReceiver();
  });
  afterAll(async () => {
    await receiver.close();
    await app.close();
  });

  const open = async (path: string, person = corp.owner): Promise<Window> => {
    const window = await openWindow(browser, desktop);
    await enterConsole(app, window, person, `/console/${corp.corpId}${path}`);
    return window;
  };
  const inEnglish = async ({ page }: Window): Promise<void> => {
    await page.goto(`${page.url()}${page.url().includes('?') ? '&' : '?'}lang=en`);
  };
  const saved = async (page: Page, act: () => Promise<void>): Promise<string> => {
    const [download] = await Promise.all([page.waitForEvent('download'), act()]);
    return download.path();
  };

  test('an administrator sees who did what, filters, reads an entry, and exports', async () => {
    const sealId = await givenSeal(corp, '合同专用章');
    await corp.owner.client.data(sealModify, { sealId, sealName: '公章' });
    await app.advance(3700);
    // The entries that are chained by then are checked by the next run.
    await app.advance(61);
    const window = await open('/audit');
    const { page } = window;
    await page.getByText(/链完整，\d+ 条/).waitFor();
    await page.getByRole('button', { name: /修改印章，查看详情/ }).waitFor();
    await lookInAllSizes(window, 'audit');
    await page.getByRole('button', { name: '筛选' }).click();
    await page.getByRole('dialog').getByLabel('动作').selectOption('seal.create');
    await lookInAllSizes(window, 'audit-filters');
    await page.getByRole('button', { name: '应用' }).click();
    await page.getByRole('button', { name: '移除筛选：新建印章' }).waitFor();
    expect(new URL(page.url()).searchParams.get('act')).toBe('seal.create');
    await page.getByRole('button', { name: /新建印章，查看详情/ }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText('印章 公章').waitFor();
    await lookInAllSizes(window, 'audit-entry');
    await sheet.getByRole('button', { name: '只看此对象' }).click();
    await page.getByRole('button', { name: /修改印章，查看详情/ }).waitFor();
    const path = await saved(page, () => page.getByRole('button', { name: '导出' }).click());
    expect((await readFile(path)).subarray(0, 2).toString()).toBe('PK');
    await page.getByText('已导出。导出本身也记入审计。').waitFor();
    await inEnglish(window);
    await page.getByRole('heading', { name: 'Audit' }).waitFor();
    await page.getByText(/Chain intact/).waitFor();
    expect(await chineseLeft(window)).toEqual([]);
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('without the right there is neither the section nor what it shows', async () => {
    const clerk = await corp.member();
    const window = await open('/audit', clerk);
    await window.page.getByText('您没有查看审计记录的权限').waitFor();
    expect(await window.page.getByRole('link', { name: '审计' }).count()).toBe(0);
    expect(await window.page.getByRole('link', { name: '开发者' }).count()).toBe(0);
    expect(await window.page.getByRole('link', { name: '存证与验签' }).count()).toBe(1);
    await window.close();
  });

  test('an administrator connects a system: secret once, test call, webhook, failing receiver, resend', async () => {
    const window = await open('/developer');
    const { page } = window;
    await lookInAllSizes(window, 'developer-apps');
    await page.getByRole('button', { name: '新建应用' }).click();
    await page.getByLabel('应用名称').fill('ERP');
    await page.getByLabel('来源地址白名单').fill('127.0.0.0/8');
    await page.getByRole('button', { name: '创建应用' }).click();
    const dialog = page.getByRole('dialog', { name: '应用密钥' });
    await dialog.locator('code').nth(1).waitFor();
    const [appId = '', appSecret = ''] = await dialog.locator('code').allTextContents();
    await lookInAllSizes(window, 'developer-secret');
    expect(await dialog.getByRole('button', { name: '完成' }).isDisabled()).toBe(true);
    await dialog.getByText('已保存到密钥库').click();
    await dialog.getByRole('button', { name: '完成' }).click();
    const tokenStatus = async () => (await app.client.call(getAccessToken, { appId, appSecret })).status;
    expect(await tokenStatus()).toBe(200);
    const line = page.getByRole('listitem').filter({ hasText: appId });
    await line.getByRole('button', { name: '测试' }).click();
    await page.getByLabel('密钥（选填，填写则一并核对）').fill(appSecret);
    await page.getByRole('button', { name: '开始测试' }).click();
    await page.getByText('/corp/baseInfo').waitFor();
    await lookInAllSizes(window, 'developer-test');
    await page.keyboard.press('Escape');
    await line.getByRole('button', { name: 'ERP 的更多操作' }).click();
    await page.getByRole('button', { name: '轮换密钥' }).click();
    await page.getByLabel('旧密钥继续有效').selectOption('0');
    await page.getByRole('dialog').getByRole('button', { name: '轮换密钥' }).click();
    await dialog.getByText('已保存到密钥库').click();
    await dialog.getByRole('button', { name: '完成' }).click();
    expect(await tokenStatus()).toBe(401);

    await page.getByRole('button', { name: '事件回调' }).click();
    await page.getByRole('button', { name: '新增回调' }).click();
    await page.getByLabel('接收地址').fill(receiver.url);
    await lookInAllSizes(window, 'developer-webhook');
    await page.getByRole('button', { name: '新增', exact: true }).click();
    const signing = page.getByRole('dialog', { name: '签名密钥' });
    await signing.getByText('已保存到密钥库').click();
    await signing.getByRole('button', { name: '完成' }).click();
    receiver.answer = (_received, response) => void response.writeHead(503).end('out of order');
    await page.getByRole('button', { name: '发送测试' }).click();
    await page.getByText('测试事件已发出').waitFor();
    await receiver.atLeast(1);
    const failedOnce = async () => (await corp.owner.client.data(webhookList, {}))[0]?.failingSince !== null;
    await expect.poll(failedOnce).toBe(true);
    // It has failed without interruption since four days, so that the next failure disables it.
    await sql`update webhooks set failing_since = failing_since - interval '4 days'`.execute(
      app.app.database.db,
    );
    await page.getByRole('button', { name: '发送测试' }).click();
    await expect.poll(async () => (await corp.owner.client.data(webhookList, {}))[0]?.status).toBe('failed');
    await page.reload();
    await page.getByText('连续失败，已停用').waitFor();
    await lookInAllSizes(window, 'developer-failing');
    receiver.answer = (_received, response) => void response.writeHead(204).end();
    await page.getByRole('button', { name: /的更多操作/ }).click();
    await page.getByRole('button', { name: '启用', exact: true }).click();
    await page.getByText('正常').waitFor();
    await page.getByRole('button', { name: /的更多操作/ }).click();
    await page.getByRole('button', { name: '重推未送达' }).click();
    const before = receiver.received.length;
    await page.getByRole('dialog').getByRole('button', { name: '重推' }).click();
    await page.getByText(/已安排重推 \d+ 条/).waitFor();
    await receiver.atLeast(before + 1);
    await jobsDone(app.app.database.pool);
    await page.getByRole('button', { name: '推送记录' }).click();
    await page.getByText('已送达').locator('visible=true').first().waitFor();
    await lookInAllSizes(window, 'developer-deliveries');
    await page
      .getByRole('button', { name: /webhook.test.*查看详情/ })
      .last()
      .click();
    await page.getByText('out of order').first().waitFor();
    await lookInAllSizes(window, 'developer-delivery');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: '嵌入' }).click();
    await page.getByLabel('允许嵌入的网站').fill('https://erp.example.com/page');
    await page.getByRole('button', { name: '保存' }).click();
    await page.getByText(/须为 https 来源/).waitFor();
    await page.getByLabel('允许嵌入的网站').fill('https://erp.example.com');
    await page.getByRole('button', { name: '保存' }).click();
    await page.getByText('已保存。').waitFor();
    await lookInAllSizes(window, 'developer-embedding');
    await inEnglish(window);
    await page.getByRole('heading', { name: 'Developers' }).waitFor();
    await page.getByText('Sites that may embed pages').waitFor();
    expect(await chineseLeft(window)).toEqual([]);
    // The browser notes the refused origin in its own console.
    expect(window.complaints.filter((each) => !each.includes('400'))).toEqual([]);
    await window.close();
  });

  test('an auditor finds a contract by its party, takes its evidence, and can write nothing', async () => {
    const { owner } = await withNewToken(app, corp);
    const template = await givenTemplate(owner.client, {
      name: '采购合同',
      parties: [
        { flag: '甲方', mode: 3, area: true },
        { flag: '乙方', area: true },
      ],
    });
    await startFlow(owner.client, template, { participantList: [as('乙方', supplier.owner, supplier)] });
    await app.advance(24 * 3600);
    endedSession(app, corp.owner);
    const auditor = await corp.member(['AUDITOR']);
    const window = await open('/evidence', auditor);
    const { page } = window;
    await page.getByLabel('参与方名称').fill('云帆');
    await page
      .getByRole('button', { name: /采购合同/ })
      .first()
      .click();
    const evidence = page.getByRole('region', { name: /^合同 / });
    await evidence.getByText(/事件链完整，共 \d+ 条/).waitFor();
    await lookInAllSizes(window, 'evidence');
    for (const [name, start] of [
      ['存证报告 PDF', '%PDF'],
      ['存证数据 JSON', '{'],
      ['离线核验包 ZIP', 'PK'],
    ] as const) {
      const path = await saved(page, () => evidence.getByRole('button', { name }).click());
      expect((await readFile(path)).toString('latin1').trimStart().startsWith(start), name).toBe(true);
    }
    await page.getByRole('button', { name: '日根' }).click();
    await page.getByText(/每天结束时/).waitFor();
    await lookInAllSizes(window, 'evidence-roots');
    await inEnglish(window);
    await page.getByRole('heading', { name: 'Evidence' }).waitFor();
    await page.getByText(/At the end of each day/).waitFor();
    expect(await chineseLeft(window)).toEqual([]);
    const session = await consoleOf(app, auditor.mobile);
    const refusals = writes.map(async ({ path, example }) => {
      const { status, envelope } = await session.act(corp.corpId, path, example);
      return `${path} ${status} ${envelope.reason}`;
    });
    expect(await Promise.all(refusals)).toEqual(writes.map(({ path }) => `${path} 403 PERMISSION_DENIED`));
    for (const [path, denied] of [
      ['/developer', '您没有查看开发者设置的权限'],
      ['/contracts/new', '您没有发起合同的权限'],
      ['/seals/new', '您没有管理印章的权限'],
    ] as const) {
      await page.goto(`${app.baseUrl}/console/${corp.corpId}${path}?lang=zh`);
      await page.getByText(denied).waitFor();
    }
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('an administrator changes a rule, and the page says who did', async () => {
    const window = await open('/settings?tab=rules');
    const { page } = window;
    await page.getByText('从未修改，为默认值').waitFor();
    await page.getByLabel('用印须经审批').check();
    await page.getByRole('button', { name: '保存' }).click();
    await page.getByText('已保存。').waitFor();
    await page.getByText(new RegExp(`^${corp.owner.realName} .* 修改$`)).waitFor();
    await lookInAllSizes(window, 'settings-rules');
    for (const [tab, text] of [
      ['企业信息', '统一社会信用代码'],
      ['通知', '截止前三天'],
      ['登录', '短信验证码'],
      ['留存', '审计记录中的姓名与地址'],
    ] as const) {
      await page.getByRole('button', { name: tab }).click();
      await page.getByText(text).first().waitFor();
      await lookInAllSizes(window, `settings-${tab}`);
    }
    await inEnglish(window);
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    await page.getByText('Names and addresses in the audit', { exact: true }).waitFor();
    expect(await chineseLeft(window)).toEqual([]);
    await page.getByRole('button', { name: 'Log-in', exact: true }).click();
    await page.getByText('Log out after').waitFor();
    expect(await chineseLeft(window)).toEqual([]);
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('an administrator sets the brand, and a signer sees it on a phone', async () => {
    const window = await open('/settings?tab=brand');
    const { page } = window;
    const preview = page.getByRole('region', { name: '预览' });
    const save = page.getByRole('button', { name: '保存' });
    await page.getByLabel('简称（选填）').fill('<b>');
    await page.getByText('须为 2 至 20 个文字、数字、空格或连接符').waitFor();
    await page.getByLabel('简称（选填）').fill('工商银行');
    await preview.getByText('工商银行（星河科技有限公司）邀请您签署合同').waitFor();
    await page.getByLabel('简称（选填）').fill('星河科技');
    await preview.getByText(/^星河科技邀请您签署合同/).waitFor();
    const color = page.getByLabel('页眉颜色（选填）', { exact: true });
    await color.fill('#777777');
    await page.getByText('与文字的对比度 4.48:1，须不低于 4.5:1').waitFor();
    expect(await save.isDisabled()).toBe(true);
    await color.fill('#14532d');
    await page.getByText('与文字的对比度 9.11:1').waitFor();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const choose = (buffer: Buffer) =>
      page.getByLabel(/标志图片/).setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
    await choose(svg);
    await page.getByText('文件不是 PNG 图片。').waitFor();
    await choose(await logo());
    await preview.locator('img:not([hidden])').waitFor();
    await lookInAllSizes(window, 'settings-brand-preview');
    await save.click();
    await page.getByText('已保存。').waitFor();
    await page.getByText(new RegExp(`^${corp.owner.realName} .* 修改$`)).waitFor();
    await inEnglish(window);
    await page.getByRole('region', { name: 'Preview' }).locator('img:not([hidden])').waitFor();
    await lookInAllSizes(window, 'settings-brand-english');
    expect(await chineseLeft(window)).toEqual([]);
    expect(window.complaints).toEqual([]);
    await window.close();

    corp = await withNewToken(app, corp);
    const template = await givenContract(corp.owner.client, {
      ...{ title: '劳动合同', second: 0, parallel: true },
      areas: [
        { of: 1, name: '甲方盖章' },
        { of: 2, name: '乙方签名', width: 160, height: 80 },
      ],
    });
    const flowId = await startContract(corp, template, { person: supplier.owner, enterprise: null });
    const address = await signAddress(corp.owner.client, flowId, '乙方');
    const signer = await openWindow(browser, phone);
    // The logo takes its place before it has come.
    let send = () => {};
    const awaited = new Promise<void>((resolve) => {
      send = resolve;
    });
    await signer.page.route('**/pages/logo/*', async (route) => {
      await awaited;
      await route.continue();
    });
    await signer.page.goto(address);
    const header = signer.page.getByRole('banner');
    await header.getByText('星河科技有限公司').waitFor();
    const places = () =>
      Promise.all([header.boundingBox(), header.getByText('星河科技', { exact: true }).boundingBox()]);
    const before = await places();
    send();
    const drawnWidth = () =>
      signer.page.evaluate<number>(`document.querySelector('header img')?.naturalWidth ?? 0`);
    await expect.poll(drawnWidth).toBe(180);
    expect(await places()).toEqual(before);
    await lookInAllSizes(signer, 'brand-entrance');
    await enter(app, signer, address, supplier.owner.mobile);
    await drawn(signer.page);
    await header.getByText('星河科技', { exact: true }).waitFor();
    await lookInAllSizes(signer, 'brand-desk');
    await inEnglish(signer);
    await drawn(signer.page);
    await signer.checkAccess();
    await signer.picture('brand-desk-english');
    await corp.owner.client.data(contractCancel, { flowId });
    await signer.page.reload();
    await header.getByText('星河科技有限公司').waitFor();
    await lookAt(signer, 'brand-ended');
    expect(signer.complaints).toEqual([]);
    await signer.close();
  });

  test('on a phone the sections are under “me”, and entries are cards', async () => {
    const window = await openWindow(browser, phone);
    await enterConsole(app, window, corp.owner, `/console/${corp.corpId}/me`);
    await window.page.getByRole('link', { name: '审计' }).click();
    await window.page
      .getByRole('button', { name: /新建印章/ })
      .first()
      .waitFor();
    expect(window.complaints).toEqual([]);
    await window.close();
  });
});

// @module-tag chromium
/** Every address of the console, opened by people to whom its contents do not belong. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { batchStartSignFlow } from '@cinnabar/api/operations/flows.js';
import { type PageName, pageAddress } from '@cinnabar/api/pages/addresses.js';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { consoleOf } from '../support/console-login.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { type FlowId, givenSeal, sign } from '../support/given-flow.js';
import { desktop, openBrowser, openWindow, type Window } from './browser.js';
import { enterConsole } from './console-visitor.js';
import { givenContract, startContract } from './given-contract.js';

const CORP = '隐川重工有限公司';
const TITLE = '潜龙项目并购框架协议';
const SEAL = '并购专用章';

describe('addresses of the console', { timeout: 180_000 }, () => {
  let app: RunningApp;
  let browser: Browser;
  let victim: Enterprise;
  let flowId: FlowId;
  let other: Person;
  let otherCorp: Enterprise;
  let addresses: readonly string[];
  let tabs: readonly string[];
  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser();
    victim = await givenEnterprise(app, { profile: { corpName: CORP } });
    const sealId = await givenSeal(victim, SEAL);
    otherCorp = await givenEnterprise(app, { profile: { corpName: '星河科技有限公司' } });
    other = await otherCorp.member(['ADMIN']);
    const seller = await givenEnterprise(app, { profile: { corpName: '云帆贸易有限公司' } });
    const areas = [
      { of: 1, name: '甲方盖章' },
      { of: 2, name: '乙方盖章' },
    ] as const;
    // Everybody may see templates, and so their names.
    const template = await givenContract(victim.owner.client, { title: '框架协议', second: 1, areas });
    const second = { person: seller.owner, enterprise: seller };
    flowId = await startContract(victim, template, second, { templateName: TITLE });
    await sign(victim.owner, flowId);
    const { templateId } = template;
    const items = [{ templateName: TITLE, participantList: [] }];
    const { batchId } = await victim.owner.client.data(batchStartSignFlow, { templateId, items });
    const { userId } = victim.owner;
    const ids = { corpId: victim.corpId, flowId, sealId, templateId, batchId, userId, draft: 'new' };
    const inCorp = (name: ConsolePage, query = '') => `${pageAddress(name, ids)}${query}`;
    addresses = [
      inCorp('console', '?scope=corp'),
      inCorp('consoleContracts', '?scope=corp'),
      inCorp('consoleNewContract', '?way=template'),
      inCorp('consoleBatch'),
      inCorp('consoleBatchInfo'),
      inCorp('consoleContract'),
      inCorp('consoleApprovals', '?tab=3'),
      inCorp('consoleTemplates'),
      inCorp('consoleTemplate'),
      inCorp('consoleDesigner'),
      inCorp('consoleTemplateDraft'),
      inCorp('consoleSeals'),
      inCorp('consoleSeal'),
      inCorp('consoleNewSeal'),
      inCorp('consoleSealMatrix'),
      inCorp('consoleMembers', '?tab=requests'),
      inCorp('consoleMember'),
      inCorp('consoleMemberLeave'),
      inCorp('consoleFees'),
      inCorp('consoleFees', '?tab=orders'),
      inCorp('consoleFees', '?tab=days'),
      inCorp('consoleFees', '?tab=channels'),
      inCorp('consoleMe'),
    ];
    tabs = ['files', 'history', 'values', 'approvals', 'fees', 'attachments'].map((tab) =>
      inCorp('consoleContract', `?tab=${tab}`),
    );
  });
  afterAll(async () => {
    await app.close();
  });

  /** Opens each address; which of these texts the service has answered or the page shows. */
  async function seenOf(
    texts: readonly string[],
    { page }: Window,
    settled: (page: Page, address: string) => Promise<void>,
    opened = addresses,
  ): Promise<readonly string[]> {
    const bodies: Promise<string>[] = [];
    page.on('response', (response) => {
      if (!response.url().includes('/assets/')) bodies.push(response.text().catch(() => ''));
    });
    const shown: (string | null)[] = [];
    for (const address of opened) {
      await page.goto(app.baseUrl + address, { waitUntil: 'commit' });
      await settled(page, address);
      shown.push(await page.locator('body').textContent());
    }
    const everything = [...(await Promise.all(bodies)), ...shown].join('\n');
    return texts.filter((text) => everything.includes(text));
  }

  test('show a stranger the log-in alone, forged halves of a session or not', async () => {
    const window = await openWindow(browser, desktop);
    const { page } = window;
    const settled = (at: Page) => at.getByRole('heading', { name: '登录' }).waitFor();
    const { cookies } = await consoleOf(app, victim.owner.mobile);
    const [half = ''] = cookies.keys();
    await page.context().addCookies([{ name: half, value: 'A'.repeat(43), url: app.baseUrl }]);
    expect(await seenOf([CORP, TITLE, SEAL, victim.owner.realName], window, settled)).toEqual([]);
    await window.close();
  });

  test('say to another enterprise’s administrator that they cannot enter, and nothing more', async () => {
    const window = await openWindow(browser, desktop);
    await enterConsole(app, window, other, `/console/${otherCorp.corpId}`);
    const settled = (page: Page) => page.getByRole('heading', { name: '不能进入该企业' }).waitFor();
    expect(await seenOf([CORP, TITLE, SEAL, victim.owner.realName], window, settled)).toEqual([]);
    await window.close();
  });

  test('show a member without roles nothing of contracts in which they have no part', async () => {
    const clerk = await victim.member();
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enterConsole(app, window, clerk, `/console/${victim.corpId}`);
    let [answers, seenBefore] = [0, 0];
    page.on('response', (response) => {
      if (response.url().includes('/console/operations/')) answers += 1;
    });
    const denied = '您没有查看这份合同的权限';
    const settled = async (at: Page, address: string) => {
      if (address.includes(`/contracts/${flowId}`)) return at.getByText(denied).first().waitFor();
      await at.getByRole('navigation').first().waitFor();
      await expect.poll(() => answers).toBeGreaterThan(seenBefore);
      seenBefore = answers;
    };
    expect(await seenOf([TITLE, denied], window, settled, [...addresses, ...tabs])).toEqual([denied]);
    await page.goto(`${app.baseUrl}/console/${victim.corpId}`);
    expect(await page.getByRole('radio', { name: '企业' }).count()).toBe(0);
    await window.close();
  });

  test('are drawn in no frame of another site, even for who has logged in', async () => {
    const site = await hostOf(addresses.map((address) => app.baseUrl + address));
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enterConsole(app, window, victim.owner, `/console/${victim.corpId}`);
    await page.goto(site.address, { waitUntil: 'networkidle' });
    const frames = page.frames().filter((frame) => frame !== page.mainFrame());
    expect(frames).toHaveLength(addresses.length);
    for (const frame of frames) expect(await frame.locator('body').textContent()).not.toContain(CORP);
    // Firefox and Safari read the older header.
    for (const address of addresses) {
      const { headers } = await fetch(app.baseUrl + address, { headers: { accept: 'text/html' } });
      expect(headers.get('content-security-policy'), address).toContain("frame-ancestors 'none'");
      expect(headers.get('x-frame-options'), address).toBe('DENY');
    }
    site.server.close();
    await window.close();
  });
});

type ConsolePage = Extract<PageName, `console${string}`>;

/** A page of another site that embeds these addresses. */
async function hostOf(framed: readonly string[]): Promise<{ server: Server; address: string }> {
  const frames = framed.map((address) => `<iframe src="${address}"></iframe>`).join('');
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="zh"><title>site</title><body>${frames}</body></html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  // For a browser another site than 127.0.0.1, where the service is.
  return { server, address: `http://localhost:${port}/` };
}

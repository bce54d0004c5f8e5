// @module-tag chromium
import { getSignUrl } from '@cinnabar/api/operations/flows.js';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { givenEnterprise } from '../support/given-enterprise.js';
import { givenSeal, sign, taskInfo } from '../support/given-flow.js';
import { desktop, openBrowser, openWindow, phone } from './browser.js';
import { cutParts, enlargeText } from './cut-parts.js';
import { givenContract, signAddress, startContract } from './given-contract.js';
import { lookAt } from './settled.js';
import { drawn, enter } from './visitor.js';

/** Scripts of the sign page itself. */
const BEHIND_GATE = '**/assets/{parts,sign-page}-*.js';

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

  test('gets a page and an icon at an unknown address, a program gets JSON', async () => {
    for (const [size, locale, heading, way] of [
      [phone, 'zh-CN', '没有这个页面', '我的合同'],
      [desktop, 'en-US', 'This page does not exist', 'My contracts'],
    ] as const) {
      const window = await openWindow(browser, size, { locale });
      const response = await window.page.goto(`${app.baseUrl}/no/such/page`);
      expect(response?.status()).toBe(404);
      await window.page.getByRole('heading', { name: heading }).waitFor();
      await lookAt(window, 'unknown-page');
      await window.page.getByRole('button', { name: way }).click();
      await window.page.waitForURL('**/contracts');
      await window.close();
    }
    const window = await openWindow(browser, phone);
    expect((await window.page.goto(`${app.baseUrl}/files/over`))?.status()).toBe(404);
    await window.page.getByRole('heading', { name: '下载链接已失效' }).waitFor();
    await window.close();
    const file = await fetch(`${app.baseUrl}/files/over`);
    expect([file.status, await file.json()]).toMatchObject([404, { code: '404' }]);
    const program = await fetch(`${app.baseUrl}/no/such/page`);
    expect([program.status, await program.json()]).toMatchObject([404, { reason: 'PATH_UNKNOWN' }]);
    const icon = await fetch(`${app.baseUrl}/favicon.ico`);
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  });

  test.each([
    ['/console/1', 'home'],
    ['/console/1?scope=corp', 'home'],
    ['/console/1/contracts?tab=2', 'contracts'],
    ['/console/1/contracts/new', 'new-contract'],
    ['/console/1/contracts/78?tab=fees', 'contract'],
    ['/console/1/seals', 'seals'],
  ])('the page %s names the script of its screen, and of no other', async (path, screen) => {
    const html = await (await fetch(app.baseUrl + path, { headers: { accept: 'text/html' } })).text();
    const named = [...html.matchAll(/modulepreload" href="\/assets\/([a-z-]+)-screen-/g)].map(
      ([, name]) => name,
    );
    expect(named).toEqual([screen]);
  });

  test('a finished link leads to its contract, after signing in', async () => {
    const { buyer, flowId } = await sentToMember(app, '星河置业有限公司', '设备采购合同');
    const { owner } = buyer;
    const address = await owner.client.data(getSignUrl, { flowId });
    await sign(owner, flowId);
    const window = await openWindow(browser, phone, { alsoIn: desktop });
    const { page } = window;
    await page.goto(address);
    await page.getByRole('heading', { name: '这份合同已无需您处理' }).waitFor();
    expect(await page.getByText('设备采购合同').count()).toBe(0);
    await lookAt(window, 'finished-link');
    await page.getByRole('button', { name: '登录查看这份合同' }).click();
    await page.getByLabel('手机号').fill(owner.mobile);
    await page.getByRole('button', { name: '获取验证码' }).click();
    await page.getByText('验证码已发送至').waitFor();
    await page.getByText('沙箱不发短信').waitFor();
    await page.getByLabel('短信验证码').fill(await app.newestCode(owner.mobile));
    await page.getByRole('button', { name: '登录' }).click();
    await page.getByRole('heading', { name: '签署完成' }).waitFor();
    await page.getByRole('button', { name: '查看合同' }).click();
    await drawn(page);
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('whoever is not the one says so, and hears what happens now', async () => {
    const buyer = await givenEnterprise(app, { profile: { corpName: '星河科技有限公司' } });
    const member = await buyer.member();
    const template = await givenContract(buyer.owner.client, {
      title: '劳动合同',
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
    const window = await openWindow(browser, phone, { alsoIn: desktop });
    const { page } = window;
    const requests: string[] = [];
    page.on('requestfinished', (request) => {
      if (request.url().startsWith(app.baseUrl)) requests.push(request.url());
    });
    // The gate needs none of them.
    const releaseBehind = await heldScripts(page, BEHIND_GATE);
    const release = await heldScripts(page, '**/assets/{base,early,gate,rolldown-runtime}-*.js');
    await page.goto(await buyer.owner.client.data(getSignUrl, { flowId, participantId }), {
      waitUntil: 'commit',
    });
    // The HTML itself shows the shape of the page.
    await page.locator('.skeleton.card .skeleton-paper').waitFor();
    await window.picture('not-me-0-painted');
    release();
    await page.getByText('发给：员**').waitFor();
    expect(requests.length, requests.join('\n')).toBeLessThan(9);
    releaseBehind();
    await lookAt(window, 'not-me-1-link');
    await page.getByRole('button', { name: '不是我' }).click();
    await page.getByRole('dialog', { name: '您不是员**？' }).waitFor();
    await lookAt(window, 'not-me-2-sheet');
    await page.getByRole('button', { name: '告知发起方' }).click();
    await page.getByText('已告知发起方').waitFor();
    await lookAt(window, 'not-me-3-told');
    await page.reload();
    await page.getByText('已告知发起方').waitFor();
    // It stays valid for its own recipient, who enters with the sixth digit of the code.
    await page.getByRole('button', { name: '获取验证码' }).click();
    const code = page.getByLabel('短信验证码');
    await code.waitFor();
    const right = await app.newestCode(member.mobile);
    const wrong = right === '000000' ? '111111' : '000000';
    for (const left of [4, 3, 2, 1]) {
      await code.fill(wrong);
      await page.getByText(`还可尝试 ${left} 次`).waitFor();
      expect(await code.inputValue()).toBe('');
    }
    // Once no attempt is left, the page does not ask for the same code again.
    await code.fill(wrong);
    await page.getByRole('alert').filter({ hasText: '验证码已失效' }).waitFor();
    expect(await code.count()).toBe(0);
    await page.getByRole('button', { name: /秒后可重新获取|获取新的验证码/ }).waitFor();
    await lookAt(window, 'not-me-4-code-over');
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('the gate asks for the code before the scripts of the page behind it have arrived', async () => {
    const { buyer, flowId } = await sentToMember(app, '星河物流有限公司', '运输合同');
    const window = await openWindow(browser, phone);
    const { page } = window;
    const release = await heldScripts(page, BEHIND_GATE);
    await enter(app, window, await buyer.owner.client.data(getSignUrl, { flowId }), buyer.owner.mobile);
    await page.locator('.skeleton.desk').waitFor();
    release();
    await drawn(page);
    // Who has entered gets everything at once: the gate does not ask again.
    await page.reload();
    await drawn(page);
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('nothing is cut at 320 px, nor with text of twice its size, whatever the names', async () => {
    const corpName = 'Yangtze Delta Intelligent Equipment and New Materials Joint Ltd';
    const seller = await givenEnterprise(app, { profile: { corpName } });
    const buyer = await givenEnterprise(app, {
      profile: { corpName: '长三角生态绿色一体化发展示范区智能装备与新材料联合创新（集团）股份有限公司' },
    });
    await givenSeal(buyer);
    const template = await givenContract(buyer.owner.client, {
      title: 'Framework agreement on the purchase and maintenance of equipment',
      second: 1,
      areas: [
        { of: 1, name: '甲方盖章' },
        { of: 2, name: '乙方盖章' },
      ],
    });
    const { owner } = seller;
    const flowId = await startContract(buyer, template, { person: owner, enterprise: seller });
    const address = await signAddress(buyer.owner.client, flowId, '乙方');
    for (const [size, isLarge] of [
      [{ width: 320, height: 640 }, false],
      [{ width: 390, height: 844 }, true],
      [{ width: 1024, height: 768 }, true],
    ] as const) {
      const window = await openWindow(browser, size, { locale: 'en-US' });
      const { page } = window;
      const check = async (picture: string) => {
        if (isLarge) await enlargeText(page);
        expect([size.width, picture, await cutParts(page)]).toEqual([size.width, picture, []]);
        await window.picture(`${picture}-${size.width}${isLarge ? '-large' : ''}`);
      };
      for (const path of ['/', '/contracts', '/verify', '/no/such/page']) {
        await page.goto(app.baseUrl + path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await check(`narrow${path.replaceAll('/', '-')}`);
      }
      await page.goto(address);
      await page.getByRole('button', { name: 'Send code' }).click();
      await page.getByLabel('Code from the text message').waitFor();
      await check('narrow-gate');
      await page.getByLabel('Code from the text message').fill(await app.newestCode(owner.mobile));
      await page.getByRole('heading', { name: 'It is not your turn yet' }).waitFor();
      await check('narrow-state');
      await window.close();
      await app.advance(61);
    }
  });
});

/** Scripts arrive only once the returned function has been called. */
async function heldScripts(page: Page, scripts: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(scripts, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** A contract that an enterprise seals first, and then one of its members signs. */
async function sentToMember(app: RunningApp, corpName: string, title: string) {
  const buyer = await givenEnterprise(app, { profile: { corpName } });
  await givenSeal(buyer);
  const areas = [
    { of: 1, name: '甲方盖章' },
    { of: 2, name: '乙方签名' },
  ] as const;
  const template = await givenContract(buyer.owner.client, { title, second: 0, areas });
  const member = await buyer.member();
  const flowId = await startContract(buyer, template, { person: member, enterprise: null });
  return { buyer, flowId };
}

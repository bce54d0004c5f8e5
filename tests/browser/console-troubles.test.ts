// @module-tag chromium
/** The console when something changes or breaks while it is open: rights, enterprises, sessions, the network; long contracts. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { givenSeal, sign } from '../support/given-flow.js';
import { desktop, openBrowser, openWindow, phone } from './browser.js';
import { enterConsole } from './console-visitor.js';
import { givenContract, signAddress, startContract } from './given-contract.js';
import { lookAt, lookInAllSizes } from './settled.js';
import { drawn, enter } from './visitor.js';

const areas = [
  { of: 1, name: '甲方盖章' },
  { of: 2, name: '乙方盖章' },
] as const;

describe('the console in trouble', { timeout: 180_000 }, () => {
  let app: RunningApp;
  let browser: Browser;
  let buyer: Enterprise;
  let seller: Enterprise;
  let second: { readonly person: Person; readonly enterprise: Enterprise };
  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser();
    buyer = await givenEnterprise(app, { profile: { corpName: '星河科技有限公司' } });
    seller = await givenEnterprise(app, { profile: { corpName: '云帆贸易有限公司' } });
    await givenSeal(buyer);
    second = { person: seller.owner, enterprise: seller };
  });
  afterAll(async () => {
    await app.close();
  });

  function setRoles(person: Person, corp: Enterprise, roles: readonly string[]): Promise<unknown> {
    return app.app.database.pool.query('update members set roles = $3 where corp_id = $1 and user_id = $2', [
      corp.corpId,
      person.userId,
      roles,
    ]);
  }

  const zh = {
    locale: 'zh-CN',
    ...{ noContract: '没有这份合同', toList: '返回合同列表' },
    ...{ noPage: '没有这个页面', toConsole: '返回控制台', home: '首页' },
  };
  const en = {
    locale: 'en',
    ...{ noContract: 'No such contract', toList: 'Back to contracts' },
    ...{ noPage: 'This page does not exist', toConsole: 'Back to the console', home: 'Home' },
  };
  test.each([zh, en])('an address that leads nowhere says so and leads back, in $locale', async (words) => {
    const { locale, noContract, toList, noPage, toConsole, home } = words;
    const window = await openWindow(browser, desktop, { locale });
    const { page } = window;
    await enterConsole(app, window, buyer.owner, `/console/${buyer.corpId}/contracts/99999`);
    await page.getByRole('heading', { name: noContract, level: 1 }).waitFor();
    expect(await page.title()).toBe(noContract);
    await page.getByRole('link', { name: toList }).waitFor();
    await page.goto(`${app.baseUrl}/console/${buyer.corpId}/nothing`);
    await page.getByRole('heading', { name: noPage }).waitFor();
    await lookAt(window, `trouble-no-section-${locale}`);
    await page.getByRole('button', { name: toConsole }).click();
    await page.getByRole('heading', { name: home }).waitFor();
    await window.close();
  });

  test('a role that is withdrawn ends with the next click in a tab that is open', async () => {
    const admin = await buyer.member(['ADMIN']);
    const colleague = await buyer.member();
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enterConsole(app, window, admin, `/console/${buyer.corpId}/members`);
    await page.getByText(colleague.realName).first().waitFor();
    await setRoles(admin, buyer, []);
    await page.getByRole('button', { name: '邀请成员' }).click();
    const sheet = page.getByRole('dialog', { name: '邀请成员' });
    await sheet.getByLabel('姓名').fill('新同事');
    await sheet.getByLabel('手机号').fill('13911113333');
    await sheet.getByLabel('工号').fill('B7');
    await sheet.getByRole('button', { name: '邀请成员' }).click();
    await sheet.getByText('没有此操作的权限').waitFor();
    await lookAt(window, 'trouble-role-withdrawn');
    // What was typed is still there, for who asks for the right.
    expect(await sheet.getByLabel('姓名').inputValue()).toBe('新同事');
    const { rows } = await app.app.database.pool.query('select 1 from members where user_name = $1', [
      '新同事',
    ]);
    expect(rows).toEqual([]);
    await page.reload();
    await page.getByText('输入姓名或手机号查找同事。').waitFor();
    expect(await page.getByText(colleague.realName).count()).toBe(0);
    await window.close();
  });

  test('two tabs show two enterprises, and each acts for its own', async () => {
    const person = await buyer.member(['ADMIN']);
    await app.app.database.pool.query(
      `insert into members (corp_id, user_id, user_name, job_num, state, roles, confirmed_at, created_at)
        select $1, user_id, user_name, 'J-' || user_id, 'valid', '{ADMIN}', now(), created_at
        from members where user_id = $2 and corp_id = $3`,
      [seller.corpId, person.userId, buyer.corpId],
    );
    const window = await openWindow(browser, desktop);
    const first = window.page;
    await enterConsole(app, window, person, `/console/${buyer.corpId}/members`);
    const other = await first.context().newPage();
    await other.goto(`${app.baseUrl}/console/${seller.corpId}/members`);
    for (const [page, own, foreign] of [
      [first, buyer, seller],
      [other, seller, buyer],
    ] as const) {
      await page.getByText(own.owner.realName, { exact: true }).first().waitFor();
      expect(await page.getByText(foreign.owner.realName, { exact: true }).count()).toBe(0);
    }
    // The tab that was opened first still acts for the first enterprise.
    await first.getByRole('button', { name: '邀请成员' }).click();
    const sheet = first.getByRole('dialog', { name: '邀请成员' });
    await sheet.getByLabel('姓名').fill('两处同事');
    await sheet.getByLabel('手机号').fill('13911114444');
    await sheet.getByLabel('工号').fill('B8');
    await sheet.getByRole('button', { name: '邀请成员' }).click();
    await first.getByText('已添加 两处同事').waitFor();
    const { rows } = await app.app.database.pool.query('select corp_id from members where user_name = $1', [
      '两处同事',
    ]);
    expect(rows.map(({ corp_id: corpId }) => Number(corpId))).toEqual([buyer.corpId]);
    await window.close();
  });

  test('without the network nothing is sent, what is open stays, and acts are possible again with it', async () => {
    const template = await givenContract(buyer.owner.client, { title: '软件服务合同', second: 1, areas });
    const flowId = await startContract(buyer, template, second);
    await sign(buyer.owner, flowId);
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enterConsole(app, window, buyer.owner, `/console/${buyer.corpId}/contracts/${flowId}`);
    await drawn(page);
    const remind = page.getByRole('button', { name: '催办' });
    await page.context().setOffline(true);
    await page.getByText('网络已断开，可继续查看已打开的内容。').waitFor();
    await expect.poll(() => remind.isDisabled()).toBe(true);
    await page.getByRole('heading', { name: '软件服务合同' }).waitFor();
    await lookInAllSizes(window, 'trouble-offline');
    await page.context().setOffline(false);
    await expect.poll(() => remind.isEnabled()).toBe(true);
    await remind.click();
    await page.getByText('已催').first().waitFor();
    await window.close();
  });

  test('a section whose script does not arrive is told as such, and opened again from there', async () => {
    const window = await openWindow(browser, desktop);
    const { page } = window;
    const scripts = /\/assets\/seals-screen-.*\.js$/;
    await page.route(scripts, (route) => route.abort());
    await enterConsole(app, window, buyer.owner, `/console/${buyer.corpId}`);
    await page.getByRole('link', { name: '印章', exact: true }).click();
    await page.getByRole('heading', { name: '页面出了问题' }).waitFor();
    await page.unroute(scripts);
    await page.getByRole('button', { name: '重新打开' }).click();
    await page.getByRole('heading', { name: '印章', level: 1 }).waitFor();
    await window.close();
  });

  test('of a contract of 500 pages only those in sight are fetched, in the console and on the sign page', async () => {
    const template = await givenContract(buyer.owner.client, {
      title: '长合同',
      second: 1,
      pages: 500,
      areas,
    });
    const flowId = await startContract(buyer, template, second);
    for (const [size, way] of [
      [desktop, 'console'],
      [phone, 'link'],
    ] as const) {
      const window = await openWindow(browser, size);
      const { page } = window;
      const fetched = new Set<string>();
      page.on('request', (request) => {
        if (request.resourceType() === 'image') fetched.add(request.url());
      });
      if (way === 'console') {
        await enterConsole(app, window, buyer.owner, `/console/${buyer.corpId}/contracts/${flowId}`);
      } else {
        await enter(app, window, await signAddress(buyer.owner.client, flowId, '甲方'), buyer.owner.mobile);
      }
      await drawn(page);
      expect(await page.locator('article[data-page]').count()).toBeLessThan(12);
      expect(fetched.size, way).toBeLessThan(24);
      // To the last page, without those between.
      await page.evaluate(
        `[...document.querySelectorAll('section:has(article[data-page])')].at(-1).scrollTo(0, Number.MAX_SAFE_INTEGER)`,
      );
      await page
        .getByRole('article', { name: /^第 500 页/ })
        .locator('img')
        .waitFor();
      await drawn(page);
      expect(await page.locator('article[data-page]').count()).toBeLessThan(12);
      expect(fetched.size, way).toBeLessThan(60);
      await window.picture(`trouble-500-pages-${way}`);
      await window.close();
    }
  });
});

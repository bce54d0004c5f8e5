// @module-tag chromium
import {
  createSealByTemplate,
  getSealAuthorList,
  getSealAuthorUrl,
  getSealListByPage,
} from '@cinnabar/api/operations/seals.js';
import { changeRole } from '@cinnabar/server/areas/members/index.js';
import { moveSeal } from '@cinnabar/server/areas/seals/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { givenTemplate } from '../support/given-flow.js';
import { messagesTo } from '../support/messages-to.js';
import { desktop, openBrowser, openWindow, phone } from './browser.js';
import { photographedSeal } from './photographed-seal.js';
import { enter } from './visitor.js';

// Two people in two windows take a while.
vi.setConfig({ testTimeout: 180_000 });

describe('the seals page', () => {
  let app: RunningApp;
  let browser: Browser;
  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await app.close();
  });

  const linkOf = ({ owner }: Enterprise) => owner.client.data(getSealAuthorUrl, {});
  const sealsOf = ({ owner }: Enterprise) =>
    owner.client.data(getSealListByPage, { listPageNo: 1, listPageSize: 100 });

  /** Through the link in the text message: the member sees the templates and consents to automatic placement. */
  async function agreeAsMember({ mobile }: Person): Promise<void> {
    const asked = async () =>
      (await messagesTo(app.baseUrl, mobile)).findLast(({ text }) => text.includes('自动落章'));
    await expect.poll(asked, { timeout: 60_000 }).toBeDefined();
    const address = /https?:\S+\/l\/\S+/.exec((await asked())?.text ?? '')?.[0] ?? '';
    const window = await openWindow(browser, phone, { alsoIn: desktop });
    const { page } = window;
    await enter(app, window, address, mobile);
    await page.getByRole('heading', { name: '自动落章' }).waitFor();
    await page.getByText('设备采购合同').waitFor();
    await window.checkAccess();
    await window.picture('seals-9-automatic');
    await page.getByRole('button', { name: '同意自动落章' }).click();
    await page.getByRole('heading', { name: '已开启自动落章' }).waitFor();
    expect(window.complaints).toEqual([]);
    await window.close();
  }

  test('seals are made, given to members and ended', async () => {
    const corp = await givenEnterprise(app, { profile: { corpName: `星河科技有限公司` } });
    const clerk = await corp.member();
    await givenTemplate(corp.owner.client, { name: '设备采购合同' });
    await givenTemplate(corp.owner.client, { name: '劳动合同' });

    const window = await openWindow(browser, desktop, { alsoIn: phone });
    const { page } = window;
    await enter(app, window, await linkOf(corp), corp.owner.mobile);
    await page.getByText('还没有印章。').waitFor();
    await window.checkAccess();
    await window.picture('seals-1-empty');

    await page.getByRole('button', { name: '新建印章' }).click();
    await page.getByRole('img', { name: '合同专用章' }).waitFor();
    await page.getByLabel('下弧文字').fill('1101080012345');
    await settled(page);
    await window.checkAccess();
    await window.picture('seals-2-new');
    await page.getByRole('button', { name: '合同页上' }).click();
    await page.getByRole('radio', { name: '椭圆' }).check();
    await page.getByRole('radio', { name: '蓝' }).check();
    await settled(page);
    await window.picture('seals-3-oval');
    await page.getByRole('radio', { name: '圆形' }).check();
    await page.getByRole('radio', { name: '红' }).check();
    await page.getByRole('button', { name: '创建印章' }).click();
    await page.getByRole('link', { name: /合同专用章/ }).waitFor();

    await page.getByRole('button', { name: '新建' }).click();
    await page.getByRole('button', { name: '图片章' }).click();
    await page.getByLabel(/选择 PNG 图片/).setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('no picture'),
    });
    await page.getByText('这不是 PNG 图片，请换一张。').waitFor();
    await page.getByLabel(/换一张/).setInputFiles({
      name: '公章照片.png',
      mimeType: 'image/png',
      buffer: Buffer.from(await photographedSeal(browser)),
    });
    await page.getByText('提取结果').waitFor();
    await settled(page);
    await window.checkAccess();
    await window.picture('seals-4-image');
    await page.getByLabel('印章名称').fill('合同专用章');
    await page.getByRole('button', { name: '创建印章' }).click();
    await page.getByText('已有同名印章，请换一个名称。').waitFor();
    await page.getByLabel('印章名称').fill('行政公章');
    await page.getByRole('button', { name: '创建印章' }).click();
    await page.getByRole('link', { name: /行政公章/ }).waitFor();
    await settled(page);
    await window.checkAccess();
    await window.picture('seals-5-list');

    await page.getByRole('link', { name: /行政公章/ }).click();
    await page.getByText('还没有授权').waitFor();
    await page.getByRole('button', { name: '设为默认' }).click();
    await page.getByRole('button', { name: '设为默认' }).waitFor({ state: 'detached' });
    await authorise(page, clerk);
    await window.checkAccess();
    await window.picture('seals-6-authorise');
    await page.getByRole('button', { name: '确认授权' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('仅限模板：设备采购合同').waitFor();
    await window.checkAccess();
    await window.picture('seals-7-seal');
    const [made] = await sealsOf(corp);
    if (made === undefined) throw new Error('no seal');
    const [record] = await corp.owner.client.data(getSealAuthorList, { sealId: made.sealId });
    expect(made).toMatchObject({ sealName: '行政公章', defaultFlag: 1, source: 'IMAGE', authorNum: 1 });
    expect(record).toMatchObject({
      userId: clerk.userId,
      authorRole: 'SEAL_USER',
      authorRange: 1,
      autoSign: 0,
      autoSignStatus: 'awaitingMember',
      status: 1,
    });
    await page.getByText('自动落章：待本人同意').waitFor();
    await agreeAsMember(clerk);
    const [agreed] = await corp.owner.client.data(getSealAuthorList, { sealId: made.sealId });
    expect(agreed).toMatchObject({ autoSign: 1, autoSignStatus: 'inForce' });

    // A repeated authorisation is reported before it is sent.
    await authorise(page, clerk);
    await page.getByText('已有时间和范围重叠的同类授权').waitFor();
    expect(await page.getByRole('button', { name: '确认授权' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: '关闭' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: '改名' }).click();
    await page.getByRole('textbox', { name: '印章名称' }).fill('行政章');
    await page.getByRole('button', { name: '保存' }).click();
    await page.getByRole('heading', { name: '行政章' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '删除印章' }).click();
    await window.checkAccess();
    await window.picture('seals-8-delete');
    await page.getByRole('dialog').getByRole('button', { name: '删除印章' }).click();
    await page.getByRole('link', { name: /行政章/ }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /合同专用章/ }).waitFor();
    expect((await sealsOf(corp)).map(({ sealName, defaultFlag }) => [sealName, defaultFlag])).toEqual([
      ['合同专用章', 1],
    ]);
    await page.goBack();
    await page.getByRole('heading', { name: '印章不存在或已删除' }).waitFor();
    await page.getByRole('button', { name: '回到印章列表' }).click();
    await page.getByRole('button', { name: 'EN: switch to English' }).click();
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('button', { name: 'Create seal' }).waitFor();
    await settled(page);
    await window.checkAccess();
    await window.picture('seals-9-english');
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('a lost right is reported; suspended seals are marked; names are text, whatever they contain', async () => {
    const corp = await givenEnterprise(app, {
      profile: { corpName: '上海自由贸易试验区临港新片区星河远洋国际供应链管理与技术服务集团股份有限公司' },
    });
    const { client } = corp.owner;
    const hostile = `<img src=x onerror="document.title='ran'">`;
    const common = { sealStyle: 1 as const, categoryType: 'OTHER' as const };
    const { sealId } = await client.data(createSealByTemplate, { ...common, sealName: hostile });
    await client.data(createSealByTemplate, {
      ...common,
      sealName: '上海自由贸易试验区远洋国际供应链合同专用章',
    });
    const { db } = app.app.database;
    const now = app.app.services.clock.now();
    const decision = { corpId: corp.corpId, sealId, move: 'suspend', reason: '印章遗失或被盗', now } as const;
    await transact(db, (tx) => moveSeal(tx, decision));
    const keeper = await corp.member(['SEAL_ADMIN']);

    const window = await openWindow(browser, phone);
    const { page } = window;
    await enter(app, window, await keeper.client.data(getSealAuthorUrl, {}), keeper.mobile);
    await page.getByText('停用', { exact: true }).waitFor();
    await settled(page);
    await window.checkAccess();
    await window.picture('seals-10-suspended');
    await page.getByRole('link', { name: hostile }).click();
    await page.getByText('只能由平台恢复。原因：印章遗失或被盗').waitFor();
    expect(await page.title()).toBe(hostile);
    expect(await page.getByRole('button', { name: '设为默认' }).count()).toBe(0);
    await settled(page);
    await window.checkAccess();
    await window.picture('seals-11-suspended-seal');

    const { corpId } = corp;
    await transact(db, (tx) =>
      changeRole(tx, { corpId, userId: keeper.userId, role: 'SEAL_ADMIN', held: false }),
    );
    await page.getByRole('button', { name: '改名' }).click();
    await page.getByRole('textbox', { name: '印章名称' }).fill('别的名称');
    await page.getByRole('button', { name: '保存' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await window.picture('seals-12-no-right');
    expect((await sealsOf(corp)).map(({ sealName }) => sealName)).toContain(hostile);
    await window.close();
  });

  test('one of thirty seals is found by its name, and comes first the next time', async () => {
    const corp = await givenEnterprise(app, {
      profile: { corpName: '上海自由贸易试验区临港新片区云帆国际供应链管理与技术服务集团股份有限公司' },
    });
    for (let number = 1; number <= 30; number += 1) {
      const sealName = `合同专用章（${number}）`;
      await corp.owner.client.data(createSealByTemplate, {
        sealName,
        sealStyle: 1,
        categoryType: 'CONTRACT',
      });
    }
    const address = await linkOf(corp);
    for (const size of [phone, desktop]) {
      const window = await openWindow(browser, size);
      const { page } = window;
      await enter(app, window, address, corp.owner.mobile);
      const cards = page.getByRole('link', { name: /合同专用章/ });
      await expect.poll(() => cards.count()).toBe(30);
      await settled(page);
      await window.checkAccess();
      await window.picture('seals-13-many');
      await page.getByRole('searchbox', { name: '搜索印章' }).fill('（7）');
      await expect.poll(() => cards.count()).toBe(1);
      await cards.click();
      await page.getByRole('heading', { name: '合同专用章（7）' }).waitFor();
      await page.getByRole('button', { name: '返回印章列表' }).click();
      await page.getByRole('searchbox', { name: '搜索印章' }).fill('行政');
      await page.getByText('没有名称含“行政”的印章。').waitFor();
      await window.checkAccess();
      await page.getByRole('button', { name: '查看全部' }).click();
      await page.reload();
      await cards.first().getByText('最近使用').waitFor();
      expect(await cards.first().textContent()).toContain('（7）');
      await settled(page);
      await window.picture('seals-14-recent');
      expect(window.complaints).toEqual([]);
      await window.close();
      await app.advance(61);
    }
  });
});

/** All options of the sheet: one template, an end, and automatic placement. */
async function authorise(page: Page, { realName }: Person): Promise<void> {
  await page.getByRole('button', { name: '添加授权' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('授权给谁').fill(realName);
  await sheet.getByRole('list', { name: '查找成员' }).getByRole('button').first().click();
  await choose(sheet.getByRole('radio', { name: '指定模板' }));
  await choose(sheet.getByRole('checkbox', { name: '设备采购合同' }));
  await sheet.getByLabel('结束日期').fill('2099-12-31');
  await choose(sheet.getByRole('checkbox', { name: '允许自动落章' }));
  await sheet.getByLabel(/请输入印章名称/).fill('行政公章');
}

/** The box is drawn ticked only after the page has rendered again. */
async function choose(box: Locator): Promise<void> {
  await box.click();
  await expect.poll(() => box.isChecked()).toBe(true);
}

/** There are pictures, and all have loaded. */
async function settled(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(
        `document.images.length > 0 && [...document.images].every((image) => image.complete && image.naturalWidth > 0)`,
      ),
    )
    .toBe(true);
}

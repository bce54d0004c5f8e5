// @module-tag chromium
/** The console: what is stuck and why, lists and bulk acts, a contract, and who may see what. */
import { contractTaskInfo } from '@cinnabar/api/operations/flow-read.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { type FlowId, givenSeal, sign } from '../support/given-flow.js';
import { desktop, openBrowser, openWindow, phone } from './browser.js';
import { enterConsole, giveMobileAndCode } from './console-visitor.js';
import { givenContract, startContract } from './given-contract.js';
import { lookAt } from './settled.js';

const LONG = '云帆国际贸易（中国上海自由贸易试验区临港新片区）供应链管理股份有限公司';
const HOSTILE = '<img src=x onerror=alert(1)>合同';

describe('the console', () => {
  let app: RunningApp;
  let browser: Browser;
  let buyer: Enterprise;
  let seller: Enterprise;
  let clerk: Person;
  let signer: Person;
  let stuck: FlowId;
  /** The owner by an application. */
  let afterwards: Person;
  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser();
    buyer = await givenEnterprise(app, { profile: { corpName: '星河科技有限公司' } });
    seller = await givenEnterprise(app, { profile: { corpName: LONG } });
    await givenSeal(buyer);
    await givenSeal(seller);
    clerk = await buyer.member();
    signer = await seller.member(['ADMIN']);
    const areas = [
      { of: 1, name: '甲方盖章' },
      { of: 2, name: '乙方盖章' },
    ] as const;
    const template = await givenContract(buyer.owner.client, { title: '软件服务合同', second: 1, areas });
    const hostile = await givenContract(buyer.owner.client, { title: HOSTILE, second: 1, areas });
    const second = { person: signer, enterprise: seller };
    stuck = await startContract(buyer, template, second, { expireDate: '2030-12-01 23:59:59' });
    await sign(buyer.owner, stuck);
    await startContract(buyer, hostile, second);
    const done = await startContract(buyer, template, second);
    await sign(buyer.owner, done);
    await sign(signer, done);
    await app.advance(30 * 3600);
    // Tokens have expired as well.
    afterwards = await buyer.anotherApplication(buyer.owner);
  });
  afterAll(async () => {
    await app.close();
  });

  test.each([
    ['phone', phone],
    ['desktop', desktop],
  ] as const)('names what is stuck, why, and the remedy beside it, on a %s', async (name, size) => {
    const window = await openWindow(browser, size);
    const { page } = window;
    // The address that a sandbox prints is not the one in its links: pictures are shown under both.
    const url = name === 'desktop' ? app.baseUrl.replace('127.0.0.1', 'localhost') : app.baseUrl;
    await enterConsole(app, window, buyer.owner, `/console/${buyer.corpId}`, url);
    const line = page
      .getByRole('region', { name: /^卡住的/ })
      .getByRole('listitem')
      .filter({ hasText: LONG });
    await line.getByText('链接未打开').waitFor();
    await lookAt(window, `console-1-home-${name}`);
    // What is pressed, and what the ring of the focus is around, is the whole option.
    const option = await page.getByRole('radio', { name: '企业' }).boundingBox();
    expect(option?.height).toBeGreaterThanOrEqual(44);
    expect(option?.width).toBeGreaterThanOrEqual(44);
    if (name === 'phone') {
      await line.getByRole('button', { name: '催办' }).click();
      await line.getByText('已催').waitFor();
      const response = await fetch(`${app.baseUrl}/sandbox/sms?mobile=${signer.mobile}`);
      expect(await response.text()).toContain('软件服务合同');
    }
    await line.getByRole('link', { name: '软件服务合同' }).click();
    await page.getByRole('heading', { name: '软件服务合同' }).waitFor();
    const picture = page.locator('article[data-page] img').first();
    await picture.evaluate('img => img.decode()');
    await page.getByRole('region', { name: '为什么在等' }).getByText('链接未打开').waitFor();
    await lookAt(window, `console-2-contract-${name}`);
    await page.getByRole('button', { name: '时间线' }).click();
    await page.getByText(/^链完整/).waitFor();
    await lookAt(window, `console-2-timeline-${name}`);
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('reproduces a filtered list from its address, and acts on those for which it is possible', async () => {
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enterConsole(app, window, buyer.owner, `/console/${buyer.corpId}/contracts?status=2,3&title=软件`);
    await page.getByRole('button', { name: '移除筛选：状态：签署中、已完成' }).waitFor();
    await page.getByText('共 2').waitFor();
    await page.getByRole('checkbox', { name: '选择本页全部' }).check({ force: true });
    const bar = page.getByRole('region', { name: '已选 2 份' });
    await bar.getByRole('button', { name: '撤销 1' }).click();
    const sheet = page.getByRole('dialog', { name: '撤销 1 份合同？' });
    await sheet.getByText('1 份已完成').waitFor();
    await lookAt(window, 'console-3-bulk');
    await sheet.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await bar.getByRole('button', { name: '延期 1' }).click();
    const extending = page.getByRole('dialog', { name: '延长 1 份合同的截止时间？' });
    await extending.getByLabel('新的截止日期').fill('2031-01-31');
    await extending.getByRole('button', { name: '延期 1 份' }).click();
    await extending.getByText('1 份已处理。').waitFor();
    await extending.getByRole('button', { name: '完成' }).click();
    const { expireDate } = await afterwards.client.data(contractTaskInfo, { flowId: stuck });
    expect(expireDate).toContain('2031-01-31');
    await page.getByRole('button', { name: '清除筛选' }).click();
    await page.getByText(HOSTILE).waitFor();
    await lookAt(window, 'console-4-contracts');
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('is reached by keyboard: sections, search and commands', async () => {
    const window = await openWindow(browser, desktop, { locale: 'en-US' });
    const { page } = window;
    await enterConsole(app, window, buyer.owner, `/console/${buyer.corpId}`);
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await page.getByRole('heading', { name: 'Contracts', exact: true }).waitFor();
    await lookAt(window, 'console-5-contracts-english');
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Search' }).fill('软件');
    await page
      .getByRole('option', { name: /软件服务合同/ })
      .first()
      .waitFor();
    await lookAt(window, 'console-6-search');
    await page.getByRole('combobox', { name: 'Search' }).fill('> seals');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Seals' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('repeats an act after a log-in over the page', async () => {
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enterConsole(app, window, buyer.owner, `/console/${buyer.corpId}/members`);
    await page.getByRole('button', { name: '邀请成员' }).click();
    const sheet = page.getByRole('dialog', { name: '邀请成员' });
    await sheet.getByLabel('姓名').fill('新同事');
    await sheet.getByLabel('手机号').fill('13911112222');
    await sheet.getByLabel('工号').fill('A77');
    await page.context().clearCookies();
    await sheet.getByRole('button', { name: '邀请成员' }).click();
    await page.getByRole('dialog', { name: '请重新登录' }).waitFor();
    await app.advance(61);
    await giveMobileAndCode(app, page.getByRole('dialog', { name: '请重新登录' }), buyer.owner.mobile);
    await page.getByText('已添加 新同事').waitFor();
    await page.getByText('139****2222').waitFor();
    await window.close();
  });

  test('shows a member without roles their own things only, and no other enterprise', async () => {
    const window = await openWindow(browser, phone);
    const { page } = window;
    await enterConsole(app, window, clerk, `/console/${buyer.corpId}/contracts?scope=corp`);
    await page.getByText('还没有合同。').waitFor();
    expect(await page.getByRole('radio', { name: '企业' }).count()).toBe(0);
    await page.goto(`${app.baseUrl}/console/${buyer.corpId}/contracts/${stuck}`);
    await page.getByText('您没有查看这份合同的权限，可联系').waitFor();
    await lookAt(window, 'console-7-denied');
    await page.goto(`${app.baseUrl}/console/${buyer.corpId}/members?tab=requests`);
    await page.getByText('输入姓名或手机号查找同事。').waitFor();
    await page.goto(`${app.baseUrl}/console/${seller.corpId}`);
    await page.getByRole('heading', { name: '不能进入该企业' }).waitFor();
    await window.close();
  });
});

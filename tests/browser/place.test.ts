// @module-tag chromium
import { readFileSync } from 'node:fs';
import {
  contractList,
  contractTaskInfo,
  fillComponentList,
  getDesignatedSignatureUrl,
  signComponentList,
} from '@cinnabar/api/operations/flows.js';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { as, type FlowId } from '../support/given-flow.js';
import { desktop, openBrowser, openWindow, phone } from './browser.js';
import { drag, middleOf } from './finger.js';
import { drawn, enter } from './visitor.js';

const sample = new URL('../../scripts/sample/purchase-contract.pdf', import.meta.url);

/** A field on its page, and not one that is only suggested. */
const FIELD = '[data-field]:not([aria-label*="，建议，"])';

interface Uploaded {
  readonly fileName: string;
  readonly fileUrl: string;
  readonly totalPage: number;
  readonly width: number;
  readonly height: number;
}

describe('the page to place fields and send', () => {
  let app: RunningApp;
  let browser: Browser;
  let buyer: Enterprise;
  let guest: Person;
  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser();
    buyer = await givenEnterprise(app, { profile: { corpName: '星河科技有限公司' } });
    const seller = await givenEnterprise(app);
    guest = await seller.member();
  });
  afterAll(async () => {
    await app.close();
  });

  interface DraftOptions {
    readonly returnUrl?: string;
    readonly long?: Enterprise;
    readonly english?: Enterprise;
  }

  async function givenDraft(
    title: string,
    spec: DraftOptions = {},
  ): Promise<{ flowId: FlowId; address: string }> {
    const { long = buyer, english, returnUrl } = spec;
    const { client } = long.owner;
    const { envelope } = await client.upload<Uploaded>('/template/uploadContractFile', {
      name: '设备采购合同.pdf',
      bytes: readFileSync(sample),
      mediaType: 'application/pdf',
    });
    const address = await client.data(getDesignatedSignatureUrl, {
      flowTitle: title,
      contractFileList: [envelope.data],
      participantList: [
        { ...as('甲方', long.owner, long), participantType: 1, participateBizType: ['2'], signOrder: 1 },
        {
          ...(english === undefined ? as('乙方', guest, null) : as('乙方', english.owner, english)),
          participantType: english === undefined ? 0 : 1,
          participateBizType: ['1', '2'],
          signOrder: 2,
        },
      ],
      ...(returnUrl === undefined ? {} : { returnUrl }),
    });
    const drafts = await client.data(contractList, { docQueryType: 8 });
    const draft = drafts.find(({ flowTitle }) => flowTitle === title);
    if (draft === undefined) throw new Error('no draft');
    return { flowId: draft.flowId, address };
  }

  test.each([
    ['phone', phone],
    ['desktop', desktop],
  ] as const)('areas and fields are dragged onto a draft, which is sent on a %s', async (_name, size) => {
    const isPhone = size === phone;
    const { flowId, address } = await givenDraft(`设备采购合同 ${size.width}`, {
      returnUrl: 'https://app.example.com/done',
    });
    const window = await openWindow(browser, size);
    const { page } = window;
    await enter(app, window, address, buyer.owner.mobile);
    await drawn(page);
    await window.checkAccess();
    await window.picture('place-1-desk');
    // Nobody is warned before they have begun, and Ctrl+A selects no words.
    expect(await page.getByText(/项提醒|没有签署区/).count()).toBe(0);
    await page.keyboard.press('Control+a');
    expect(await page.evaluate<string>('String(getSelection())')).toBe('');

    await press(page, '盖章');
    await drag(page, isPhone, await middleOf(page, FIELD), await onPage(page, 0.3, 0.5));
    const wanted = await onPage(page, 0.3, 0.5);
    // At the pointer, except for snapping.
    await expect.poll(() => distance(page, wanted)).toBeLessThanOrEqual(12);
    const seen = await positionOnPage(page);
    await window.checkAccess();
    await window.picture('place-2-selected');

    await leaveSelection(page, isPhone);
    await page.getByRole('radio', { name: new RegExp(guest.realName) }).check();
    const tool = page.getByRole('button', { name: '签名', exact: true });
    const grip = await tool.boundingBox();
    if (grip === null) throw new Error('no tool');
    await drag(
      page,
      isPhone,
      { x: grip.x + grip.width / 2, y: grip.y + grip.height / 2 },
      await onPage(page, 0.7, 0.5),
    );
    await page.locator(FIELD).nth(1).waitFor();

    // By keyboard only: placed, moved by ten and by one, and announced.
    await leaveSelection(page, isPhone);
    await page.getByRole('button', { name: '文本', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.locator(FIELD).nth(2).waitFor();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.getByText(/第 1 页，距左 3 毫米，距上 \d+ 毫米/).waitFor();

    await openProperties(page, isPhone);
    await page.getByRole('textbox', { name: '名称' }).fill('交货地址');
    await page.getByRole('textbox', { name: '键' }).fill('address');
    await window.checkAccess();
    await window.picture('place-3-properties');
    await press(page, '复制到其他页');
    await page.getByText('将复制到 1 页').waitFor();
    await window.picture('place-4-copy');
    await page.getByRole('dialog').getByRole('button', { name: '复制', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await leaveSelection(page, isPhone);
    await press(page, '下拉');
    await leaveSelection(page, isPhone);
    expect(await page.getByRole('button', { name: '检查并发送' }).isDisabled()).toBe(true);
    if (isPhone) await press(page, /缺少 1 项/);
    await page.getByText('“下拉”没有选项').first().waitFor();
    // Ahead of what is only suggested.
    const missing = await page.getByText('“下拉”没有选项').first().boundingBox();
    expect(missing?.y).toBeLessThan(size.height / 2);
    await window.checkAccess();
    await window.picture('place-5-missing');
    await press(page, '查看');
    if (isPhone) await page.getByRole('dialog').waitFor({ state: 'detached' });
    await openProperties(page, isPhone);
    await page.getByRole('textbox', { name: '选项' }).fill('上海\n北京\n');
    if (isPhone) await closeSheet(page);
    await leaveSelection(page, isPhone);

    await page.getByRole('radio', { name: /星河科技/ }).check();
    await press(page, '骑缝章');
    await page.locator('[data-seam]').first().waitFor();
    await leaveSelection(page, isPhone);
    await press(page, '撤销');
    await page.locator('[data-seam]').first().waitFor({ state: 'detached' });
    await press(page, '重做');
    await page.locator('[data-seam]').first().waitFor();

    // Placed fields are stored and restored.
    await page
      .getByText(/已自动保存|已保存/)
      .first()
      .waitFor();
    await page.reload();
    await drawn(page);
    await expect.poll(() => page.locator(FIELD).count()).toBeGreaterThanOrEqual(3);
    await window.checkAccess();
    await window.picture('place-6-again');

    await press(page, '检查并发送');
    await page.getByText(/将扣除 1 份，余额/).waitFor();
    await window.checkAccess();
    await window.picture('place-7-send');
    await page.getByRole('dialog').getByRole('button', { name: '发送合同' }).click();
    await page.getByRole('heading', { name: '合同已发送' }).waitFor();
    await page.getByRole('button', { name: '留在此页' }).click();
    await window.checkAccess();
    await window.picture('place-8-sent');
    expect(window.complaints).toEqual([]);

    const { client } = buyer.owner;
    expect(await client.data(contractTaskInfo, { flowId })).toMatchObject({ flowStatus: 1 });
    const [areas] = await client.data(signComponentList, { flowId });
    const [fields] = await client.data(fillComponentList, { flowId });
    const seal = areas?.componentList.find(({ componentName }) => componentName === '盖章');
    expect(Math.abs((seal?.positionX ?? 0) - seen.x)).toBeLessThanOrEqual(1.5);
    expect(Math.abs((seal?.positionY ?? 0) - seen.y)).toBeLessThanOrEqual(1.5);
    const named = [...(areas?.componentList ?? []), ...(fields?.componentList ?? [])].map(
      ({ componentName, componentType, componentKey, pageNum, specialAttribute }) => ({
        componentName,
        componentType,
        componentKey,
        pageNum,
        style: specialAttribute.signStyle,
        options: specialAttribute.options,
      }),
    );
    expect(named).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ componentName: '盖章', componentType: 6, pageNum: 1, style: 1 }),
        expect.objectContaining({ componentName: '签名', componentType: 6, style: 1 }),
        expect.objectContaining({ componentName: '骑缝章', componentType: 6, pageNum: 1, style: 2 }),
        expect.objectContaining({ componentName: '交货地址', componentKey: 'address', pageNum: 1 }),
        expect.objectContaining({ componentName: '交货地址', componentKey: 'address_2', pageNum: 2 }),
        expect.objectContaining({ componentName: '下拉', options: ['上海', '北京'] }),
      ]),
    );
    await page.reload();
    await page.getByRole('heading', { name: '合同已发送' }).waitFor();
    await window.close();
  });

  test.each([
    ['phone', phone],
    ['desktop', desktop],
  ] as const)('long names and English fit on a %s', async (_name, size) => {
    const long = await givenEnterprise(app, {
      profile: {
        corpName: `上海自由贸易试验区临港新片区星河远洋国际供应链管理与技术服务集团股份有限公司${size.width}`,
      },
    });
    const english = await givenEnterprise(app, {
      profile: { corpName: `Northern Lights International Supply Chain Services Limited ${size.width}` },
    });
    const { address } = await givenDraft(`Framework agreement ${size.width}`, { long, english });
    const window = await openWindow(browser, size);
    const { page } = window;
    await enter(app, window, address, long.owner.mobile);
    await drawn(page);
    await press(page, '盖章');
    await leaveSelection(page, size === phone);
    await page.getByRole('button', { name: 'EN: switch to English' }).click();
    await page.getByRole('button', { name: 'Check and send' }).waitFor();
    await window.checkAccess();
    await window.picture('place-9-english');
    await press(page, 'Check and send');
    await page.getByText(/Takes 1 of/).waitFor();
    await window.checkAccess();
    await window.picture('place-10-english-send');
    expect(await page.getByRole('dialog').textContent()).not.toMatch(/undefined|null/);
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('a contract is sent once: after a lost response or in a second window the actual state is shown', async () => {
    const { flowId, address } = await givenDraft('两个窗口的合同');
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enter(app, window, address, buyer.owner.mobile);
    await drawn(page);
    const second = await page.context().newPage();
    await second.goto(page.url());
    await drawn(second);
    await press(page, '检查并发送');
    await page.route('**/contract/send', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('dialog').getByRole('button', { name: '发送合同' }).click();
    await page.getByRole('heading', { name: '合同已发送' }).waitFor();
    await press(second, '检查并发送');
    await second.getByRole('dialog').getByRole('button', { name: '发送合同' }).click();
    await second.getByRole('heading', { name: '合同已发送' }).waitFor();
    expect(await buyer.owner.client.data(contractTaskInfo, { flowId })).toMatchObject({ flowStatus: 2 });
    await window.close();
  });

  test('without a contract left in the account nothing is sent, and approval is requested if required', async () => {
    const poor = await givenEnterprise(app, { contracts: 0 });
    const first = await openWindow(browser, phone);
    const broke = await givenDraft('余额不足的合同', { long: poor });
    await enter(app, first, broke.address, poor.owner.mobile);
    await drawn(first.page);
    await press(first.page, '检查并发送');
    await first.page.getByText('合同余额不足，请联系管理员充值，草稿已保存。').waitFor();
    const send = first.page.getByRole('dialog').getByRole('button', { name: '发送合同' });
    expect(await send.isDisabled()).toBe(true);
    await first.checkAccess();
    await first.picture('place-11-no-balance');
    expect(first.complaints).toEqual([]);
    await first.close();

    const strict = await givenEnterprise(app, { profile: { settings: { contractApproval: true } } });
    const clerk = await strict.member();
    const asked = await givenDraft('需审批的合同', { long: { ...strict, owner: clerk } });
    const second = await openWindow(browser, phone);
    await enter(app, second, asked.address, clerk.mobile);
    await drawn(second.page);
    await press(second.page, '检查并发送');
    await second.page.getByText('发送前需要企业内部审批').waitFor();
    await second.page.getByRole('dialog').getByRole('button', { name: '提交审批' }).click();
    await second.page.getByRole('heading', { name: '已提交发起审批' }).waitFor();
    await second.checkAccess();
    await second.picture('place-12-consent');
    expect(second.complaints).toEqual([]);
    await second.close();
  });

  test('a draft can be discarded', async () => {
    const { address } = await givenDraft('不要的合同');
    const window = await openWindow(browser, phone);
    const { page } = window;
    await enter(app, window, address, buyer.owner.mobile);
    await drawn(page);
    await press(page, '更多');
    await page.getByRole('button', { name: '删除草稿' }).click();
    await page.getByRole('dialog', { name: '删除这份草稿？' }).waitFor();
    await window.checkAccess();
    await page.getByRole('dialog').getByRole('button', { name: '删除草稿' }).click();
    await page.getByRole('heading', { name: '草稿已删除' }).waitFor();
    expect(window.complaints).toEqual([]);
    await window.close();
  });
});

/** The visible element of that name. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  await page
    .getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) })
    .filter({ visible: true })
    .first()
    .click();
}

/** A point of the first page, in fractions of its visible part. */
async function onPage(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  const box = await page.locator('main section').first().boundingBox();
  if (box === null) throw new Error('no document');
  return { x: box.x + box.width * x, y: box.y + box.height * y };
}

/** Distance on the screen between the centre of the first field and a point, px. */
async function distance(page: Page, point: { readonly x: number; readonly y: number }): Promise<number> {
  const { x, y } = await middleOf(page, FIELD);
  return Math.hypot(x - point.x, y - point.y);
}

/** Position of the first field, in px of its page (A4: 793.7 wide). */
async function positionOnPage(page: Page): Promise<{ readonly x: number; readonly y: number }> {
  const paper = await page.locator('[data-page]').first().boundingBox();
  const field = await page.locator(`${FIELD} > span`).first().boundingBox();
  if (paper === null || field === null) throw new Error('nothing is in sight');
  const scale = paper.width / (210 * (96 / 25.4));
  return { x: (field.x - paper.x) / scale, y: (field.y - paper.y) / scale };
}

async function leaveSelection(page: Page, isPhone: boolean): Promise<void> {
  await press(page, '完成');
  if (isPhone) await page.getByRole('toolbar', { name: '控件' }).waitFor();
}

async function openProperties(page: Page, isPhone: boolean): Promise<void> {
  if (isPhone) await press(page, '属性');
}

async function closeSheet(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

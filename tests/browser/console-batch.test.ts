// @module-tag chromium
/** The console: contracts by spreadsheet. */
import { batchList } from '@cinnabar/api/operations/flows.js';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeTable } from '../../packages/web/src/console/batch/write-table.js';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { givenSeal, givenTemplate } from '../support/given-flow.js';
import { desktop, openBrowser, openWindow, phone } from './browser.js';
import { enterConsole } from './console-visitor.js';
import { lookAt } from './settled.js';

let app: RunningApp;
let browser: Browser;
let home: Enterprise;
let templateId: number;

beforeAll(async () => {
  app = await startApp();
  browser = await openBrowser();
  home = await givenEnterprise(app, { profile: { corpName: '星河科技有限公司' }, contracts: 500 });
  await givenSeal(home);
  const template = await givenTemplate(home.owner.client, {
    name: '劳动合同',
    pages: 1,
    parties: [
      { flag: '甲方', mode: 3, signOrder: 1, area: true, controls: ['月薪'] },
      // Somebody fills in after the start, so that nothing is drawn before.
      { flag: '乙方', type: 0, mode: 0, signOrder: 2, area: true, controls: ['住址'] },
    ],
  });
  templateId = template.templateId;
});
afterAll(() => app.close());

const HEADER = ['合同标题', '姓名', '乙方手机号', '月薪', '部门'];
const mobileOf = (row: number) => `139${String(10_000_000 + row)}`;
const rowOf = (row: number) => [`劳动合同 ${row}`, `员工${row}`, mobileOf(row), '12,000.00', '研发'];

async function give(page: Page, rows: readonly (readonly string[])[]): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({
    name: '入职名单.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(writeTable([HEADER, ...rows])),
  });
}

/** How many flows of the template name each mobile. */
async function flowsOf(): Promise<ReadonlyMap<string, number>> {
  const { rows } = await app.app.database.pool.query<{ readonly mobile: string; readonly count: string }>(
    `select psn_account as mobile, count(*) from flow_participants join flows using (corp_id, flow_id)
      where corp_id = $1 and participant_flag = '乙方' group by psn_account`,
    [home.corpId],
  );
  return new Map(rows.map(({ mobile, count }) => [mobile, Number(count)]));
}

describe('contracts by spreadsheet', () => {
  test('200 rows with 4 faults: two mended, two left out, sent once although the answer is lost', async () => {
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enterConsole(app, window, home.owner, `/console/${home.corpId}/contracts/new`);
    await page.getByRole('link', { name: /批量/ }).click();
    await page.getByRole('link', { name: /劳动合同/ }).click();
    await lookAt(window, 'console-batch-1-table');
    const faulty = new Map([
      [20, ['劳动合同 20', '员工20', '1.38E+10', '12,000.00', '']],
      [40, ['劳动合同 40', '', mobileOf(40), '12,000.00', '']],
      [60, ['劳动合同 60', '员工60', '1380013', '12,000.00', '']],
      [80, ['劳动合同 80', '员工80', '无', '12,000.00', '']],
    ]);
    await give(
      page,
      Array.from({ length: 200 }, (_, index) => faulty.get(index + 1) ?? rowOf(index + 1)),
    );
    // The column that has another name.
    await page.getByText('表格中没有必填列“乙方姓名”').waitFor();
    await page.getByLabel('乙方姓名', { exact: true }).selectOption('姓名');
    await page.getByText('可发送 196 · 有误 4 · 重复 0').waitFor();
    await page.getByText('数字不完整').waitFor();
    await lookAt(window, 'console-batch-2-check');
    const first = page.getByLabel('第 21 行 乙方手机号', { exact: true });
    await first.fill(mobileOf(20));
    await first.press('Tab');
    // To the next fault, past the cells that are right.
    await expect.poll(() => page.locator(':focus').getAttribute('aria-invalid')).toBe('true');
    const second = page.getByLabel('第 41 行 乙方姓名', { exact: true });
    await second.fill('员工40');
    await second.press('Enter');
    for (const line of ['61', '81']) {
      const row = page
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name: line, exact: true }) });
      await row.getByRole('button', { name: '不发送这一行' }).click();
    }
    await page.getByText('可发送 198 · 有误 0 · 重复 0').waitFor();
    await page.getByText('扣 198 份，余 302 份').waitFor();
    await lookAt(window, 'console-batch-3-mended');
    // The service carries the call out, and its answer is lost.
    const lost = new Promise<void>((resolve, reject) => {
      const lose = (route: Route) => route.fetch({ timeout: 0 }).then(() => route.abort());
      page
        .route('**/batchStartSignFlow', (route) => lose(route).then(resolve, reject), { times: 1 })
        .catch(reject);
    });
    await page.getByRole('button', { name: '发送 198 份合同' }).click();
    await page.getByText('可以离开此页').waitFor();
    await lost;
    await page.reload();
    await page.getByRole('status').filter({ hasText: '已发起 198 份合同' }).waitFor();
    await lookAt(window, 'console-batch-4-sent');
    const flows = await flowsOf();
    expect([flows.size, Math.max(...flows.values())]).toEqual([198, 1]);
    expect([flows.has(mobileOf(60)), flows.has(mobileOf(80))]).toEqual([false, false]);
    await page.getByRole('button', { name: '查看批次' }).click();
    await page.getByRole('heading', { name: /^批次/ }).waitFor();
    await page.getByRole('link', { name: '劳动合同 1', exact: true }).waitFor();
    await lookAt(window, 'console-batch-5-info');
    await page.goto(`${app.baseUrl}/console/${home.corpId}/contracts?tab=7`);
    await page.getByRole('link', { name: /劳动合同 · 198 份/ }).waitFor();
    await lookAt(window, 'console-batch-6-list');
    // Only the answer that was lost.
    expect(window.complaints.filter((each) => !each.includes('batchStartSignFlow'))).toEqual([]);
    await window.close();
  });

  test('what failed is sent again from the page of the batch', async () => {
    const { corpId, owner } = await givenEnterprise(app, { contracts: 1 });
    const { templateId: own } = await givenTemplate(owner.client, {
      parties: [{ flag: '乙方', type: 0, mode: 0, area: true }],
      pages: 1,
    });
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enterConsole(app, window, owner, `/console/${corpId}/contracts/batch?template=${own}`);
    await page
      .getByLabel(/或直接粘贴/)
      .fill(['乙方姓名\t乙方手机号', '张三\t１３８００１３８００１', '李四\t138 0013 8002'].join('\n'));
    await page.getByRole('button', { name: '读取' }).click();
    await page.getByText('需要 2 份，只剩 1 份，余额不足').waitFor();
    await page.getByText('全角字符已改为半角').waitFor();
    await lookAt(window, 'console-batch-7-balance');
    // Somebody else spends the last one in between.
    const pool = app.app.database.pool;
    await pool.query('update corp_balances set balance = 0 where corp_id = $1', [corpId]);
    await page.getByRole('button', { name: '发送前 1 份' }).click();
    await page.getByRole('status').filter({ hasText: '已发起 0 份合同，1 份失败' }).waitFor();
    await page.getByRole('button', { name: '查看批次' }).click();
    await page.getByText('合同份数不足').first().waitFor();
    await pool.query('update corp_balances set balance = 9 where corp_id = $1', [corpId]);
    await page.getByRole('button', { name: '重发 1 份' }).click();
    await page.getByText('已发起 1 份，仍有 0 份失败').waitFor();
    const [batch] = await owner.client.data(batchList, {});
    expect(batch).toMatchObject({ itemCount: 1, startedCount: 1, failedCount: 0, resendableUntil: null });
    await lookAt(window, 'console-batch-8-resent');
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('on a phone leads to a computer', async () => {
    const window = await openWindow(browser, phone);
    const { page } = window;
    const path = `/console/${home.corpId}/contracts/batch?template=${templateId}`;
    await enterConsole(app, window, home.owner, path);
    await page.getByText('批量发起请在电脑上操作。').waitFor();
    await lookAt(window, 'console-batch-9-phone');
    expect(window.complaints).toEqual([]);
    await window.close();
  });
});

// @module-tag chromium
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { taskInfo } from '../support/given-flow.js';
import { desktop, openBrowser, openWindow, phone } from './browser.js';
import { type FormWish, filledIn, givenForm } from './given-form.js';
import { drawn, enter } from './visitor.js';

type Control = NonNullable<NonNullable<FormWish['more']>['components']>[number];

const money = { numberFormat: '#,##0', fractionDigits: 2 } as const;
const control = (
  name: string,
  line: number,
  type: number,
  attribute: Control['specialAttribute'],
): Control => ({
  participantFlag: '员工',
  fileIndex: 0,
  componentKey: name,
  componentName: name,
  componentType: type,
  required: type === 101 ? 0 : 1,
  pageNum: 1,
  positionX: 250,
  positionY: 190 + 64 * line,
  specialAttribute: { width: type === 101 ? 20 : 260, height: 24, ...attribute },
});

/** A spouse is named only if there is one; the wage of a year and its capital letters are computed. */
const components: readonly Control[] = [
  control('月薪', 0, 2, money),
  control('年薪', 1, 2, { ...money, formula: '=月薪*12' }),
  control('年薪大写', 2, 1, { formula: '=upper(年薪)' }),
  control('已婚', 3, 101, {}),
  control('配偶姓名', 4, 1, { showWhen: { key: '已婚', operator: 'is', value: 'true' } }),
  { ...control('公司盖章', 9, 6, {}), participantFlag: '公司', specialAttribute: {} },
];

describe('a form with conditions and formulas', () => {
  let app: RunningApp;
  let browser: Browser;
  let company: Enterprise;
  let employee: Person;
  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser();
    company = await givenEnterprise(app);
    employee = await company.member();
  });
  afterAll(async () => {
    await app.close();
  });

  test('hides, shows and computes while it is filled in', async () => {
    const { flowId, address } = await givenForm(browser, company, employee, {
      title: '薪酬确认',
      more: { components },
    });
    const window = await openWindow(browser, phone, { alsoIn: desktop });
    const { page } = window;
    await enter(app, window, address, employee.mobile);
    await drawn(page);
    await page.getByRole('button', { name: '列表' }).click();
    const field = (name: string) => page.locator('[data-field]').getByLabel(new RegExp(`^${name}`));
    await page.getByText('还差 1 项').first().waitFor();
    expect(await field('配偶姓名').count()).toBe(0);
    await field('月薪').fill('12345.6');
    const computed = (name: string, value: string) =>
      page.getByRole('status', { name, exact: true }).filter({ hasText: value }).waitFor();
    await computed('年薪', '148,147.20');
    await computed('年薪大写', '壹拾肆万捌仟壹佰肆拾柒元贰角整');
    await page.getByText('由“月薪”算出，不能修改').waitFor();
    await page.getByText('必填项已填完').waitFor();
    await page.getByRole('checkbox').check();
    await page.getByText('还差 1 项').first().waitFor();
    await window.checkAccess();
    await window.picture('fill-rules-1-shown');
    await field('配偶姓名').fill('李雷');
    await page.getByText('必填项已填完').waitFor();
    await page.getByRole('checkbox').uncheck();
    await field('配偶姓名').waitFor({ state: 'detached' });
    await window.picture('fill-rules-2-hidden');
    await page.getByRole('button', { name: '提交填写' }).click();
    await page.getByRole('heading', { name: /^已提交/ }).waitFor();
    expect(await filledIn(company.owner, flowId)).toEqual({
      月薪: '12,345.60',
      年薪: '148,147.20',
      年薪大写: '壹拾肆万捌仟壹佰肆拾柒元贰角整',
      已婚: 'false',
      配偶姓名: null,
    });
    expect((await taskInfo(company.owner, flowId)).flowStatus).toBe(2);
    expect(window.complaints).toEqual([]);
    await window.close();
  });
});

// @module-tag chromium
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { givenSeal } from '../support/given-flow.js';
import { pdfsig, qpdfProblems } from '../support/pdf/pdf-tools.js';
import { strictProblems } from '../support/pdf/strict-revisions.js';
import { desktop, openBrowser, openWindow, phone } from './browser.js';
import { givenContract, signAddress, startContract } from './given-contract.js';
import { agree, confirmButton, drawn, enter, giveCode, openNext, press } from './visitor.js';

describe('the sign page', { timeout: 180_000 }, () => {
  let app: RunningApp;
  let browser: Browser;
  let buyer: Enterprise;
  let seller: Enterprise;
  let guest: Person;
  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser();
    buyer = await givenEnterprise(app, { profile: { corpName: '星河科技有限公司' } });
    seller = await givenEnterprise(app, { profile: { corpName: '云帆国际贸易（上海）有限公司' } });
    await givenSeal(buyer);
    await givenSeal(buyer, '人事专用章');
    guest = await seller.member();
  });
  afterAll(async () => {
    await app.close();
  });

  test.each([
    ['phone', phone],
    ['desktop', desktop],
  ] as const)(
    'a contract is signed by an enterprise and a person, each through their link, on a %s',
    async (_name, size) => {
      // Pictures of pages and the pad for writing depend on the density, which phones have.
      const density = size === phone ? 2 : 1;
      const template = await givenContract(buyer.owner.client, {
        title: `设备采购合同 ${size.width}`,
        second: 0,
        files: ['设备采购合同.pdf', '技术协议.pdf'],
        areas: [
          { of: 1, name: '甲方盖章' },
          { of: 1, name: '价格确认', page: 1, x: 560, y: 440 },
          { of: 1, name: '甲方盖章', file: 1 },
          { of: 1, name: '骑缝章', seam: true, page: 1, y: 300 },
          { of: 2, name: '乙方签名', width: 160, height: 80 },
        ],
      });
      const flowId = await startContract(buyer, template, { person: guest, enterprise: null });

      const first = await openWindow(browser, size, { density });
      const { page } = first;
      const address = await signAddress(buyer.owner.client, flowId, '甲方');
      await page.goto(address);
      await page.getByRole('button', { name: '获取验证码' }).waitFor();
      await first.checkAccess();
      await first.picture('1-entrance');
      await enter(app, first, address, buyer.owner.mobile);
      await drawn(page);
      await first.checkAccess();
      await first.picture('2-desk');
      await openNext(page, '选择印章');
      await first.checkAccess();
      await first.picture('4-seals');
      await press(page, '盖到全部 4 处');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await first.checkAccess();
      await first.picture('5-sealed');
      await press(page, '确认签署');
      await page.getByRole('dialog', { name: '确认签署' }).waitFor();
      await giveCode(app, page, buyer.owner.mobile);
      await agree(page);
      await first.checkAccess();
      await first.picture('6-intent');
      await page.getByRole('button', { name: '签署', exact: true }).click();
      await page.getByRole('heading', { name: '签署完成' }).waitFor();
      await first.checkAccess();
      await first.picture('7-done');
      expect(first.complaints).toEqual([]);

      const second = await openWindow(browser, size, { density });
      await enter(app, second, await signAddress(buyer.owner.client, flowId, '乙方'), guest.mobile);
      await drawn(second.page);
      await second.picture('8-person');
      // The contract has opened at its only place, which is signed at one tap.
      const area = second.page.locator('[data-area]');
      await area.click();
      await confirmButton(second.page).waitFor();
      await second.picture('8-person-placed');
      await press(second.page, '换用其他签名');
      await second.page.getByRole('dialog', { name: '选择签名' }).waitFor();
      await second.picture('9-signatures');
      await press(second.page, '手写');
      await write(second.page);
      await second.checkAccess();
      await second.picture('10-pad');
      await press(second.page, '使用此签名');
      await second.page.getByRole('dialog').waitFor({ state: 'detached' });
      await second.picture('11-written');
      await press(second.page, '确认签署');
      await giveCode(app, second.page, guest.mobile);
      await agree(second.page);
      await second.picture('12-intent');
      await second.page.getByRole('button', { name: '签署', exact: true }).click();
      await second.page.getByRole('heading', { name: '合同已签署完成' }).waitFor();
      await second.picture('13-complete');
      for (const name of ['设备采购合同', '技术协议']) {
        const saving = second.page.waitForEvent('download');
        await second.page.getByRole('link', { name }).click();
        const pdf = readFileSync(await (await saving).path());
        const verdicts = pdfsig(pdf);
        expect(verdicts.length).toBeGreaterThan(0);
        for (const { validation } of verdicts) expect(validation).toBe('Signature is Valid.');
        expect(strictProblems(pdf)).toEqual([]);
        expect(qpdfProblems(pdf)).toBe('');
      }
      expect(second.complaints).toEqual([]);
      await first.close();
      await second.close();
    },
  );
});

/** A few strokes that resemble a name. */
async function write(page: Page): Promise<void> {
  const box = await page.locator('canvas').boundingBox();
  if (box === null) throw new Error('no pad');
  // On an upright phone, writing is along its long side.
  const at = (x: number, y: number): Point =>
    box.height > box.width
      ? [box.x + box.width * (1 - y), box.y + box.height * x]
      : [box.x + box.width * x, box.y + box.height * y];
  const strokes = [
    [at(0.25, 0.3), at(0.42, 0.28), at(0.3, 0.62)],
    [at(0.33, 0.45), at(0.45, 0.5)],
    [at(0.55, 0.25), at(0.52, 0.7)],
    [at(0.5, 0.42), at(0.72, 0.38), at(0.7, 0.68)],
  ];
  for (const [start, ...rest] of strokes) {
    if (start === undefined) continue;
    await page.mouse.move(...start);
    await page.mouse.down();
    for (const point of rest) await page.mouse.move(...point, { steps: 12 });
    await page.mouse.up();
  }
}

type Point = readonly [x: number, y: number];

// @module-tag chromium
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contractDownload } from '@cinnabar/api/operations/flows.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { contractPdf, download, type FlowId, givenSeal, sign } from '../support/given-flow.js';
import { pdftotext } from '../support/pdf/pdf-tools.js';
import { firstPage, stream, updated } from '../support/pdf/raw-pdf.js';
import { pngOf } from '../support/pdf/scans.js';
import { signedContract } from '../support/pdf/signed-contract.js';
import { readQr } from '../support/read-qr.js';
import { makeTestSigner } from '../support/test-certificates.js';
import { desktop, openBrowser, openWindow, phone, type Window } from './browser.js';
import { givenContract, startContract } from './given-contract.js';
import { lookAt } from './settled.js';

const FORGED = stream('BT /F1 24 Tf 72 700 Td (The price is 1) Tj ET');

describe('the verification page', () => {
  let app: RunningApp;
  let browser: Browser;
  let buyer: Enterprise;
  let seller: Enterprise;
  let flowId: FlowId;
  let contract: Uint8Array;

  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser();
    buyer = await givenEnterprise(app, { profile: { corpName: '星河科技有限公司' } });
    seller = await givenEnterprise(app, { profile: { corpName: '云帆国际贸易（上海）有限公司' } });
    await givenSeal(buyer);
    await givenSeal(seller);
    const template = await givenContract(buyer.owner.client, {
      title: '设备采购合同',
      second: 1,
      areas: [
        { of: 1, name: '甲方盖章' },
        { of: 2, name: '乙方盖章' },
      ],
    });
    flowId = await startContract(buyer, template, { person: seller.owner, enterprise: seller });
    await sign(buyer.owner, flowId);
    await sign(seller.owner, flowId);
    await app.advance(400);
    contract = await download(buyer.owner, flowId);
  });
  afterAll(async () => {
    await app.close();
  });

  async function choose({ page }: Window, name: string, bytes: Uint8Array): Promise<void> {
    await page.locator('input[type=file]').setInputFiles({
      name,
      mimeType: 'application/pdf',
      buffer: Buffer.from(bytes),
    });
  }

  test('a contract that was signed here is intact and trusted', async () => {
    const window = await openWindow(browser, phone, { alsoIn: desktop });
    const { page } = window;
    await page.goto(`${app.baseUrl}/verify`);
    await page.getByText('文件只用于本次验证，不会保存。').waitFor();
    await lookAt(window, 'verify-1-choose');
    await choose(window, '设备采购合同.pdf', contract);
    const verdict = page.getByRole('heading', { name: '文件完整，2 个签名均有效' });
    await verdict.waitFor();
    // The verdict is announced to screen readers.
    expect(await verdict.and(page.locator(':focus')).count()).toBe(1);
    await page.getByText('与本系统出具的版本逐字节一致').waitFor();
    await lookAt(window, 'verify-2-trusted');
    await page.getByText('证书与详情').first().click();
    await page.getByText('证书与详情').first().scrollIntoViewIfNeeded();
    await lookAt(window, 'verify-3-unfolded');
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('the printed result is expanded, and nothing is cut off', async () => {
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await page.goto(`${app.baseUrl}/verify`);
    await choose(window, '设备采购合同.pdf', contract);
    await page.getByRole('heading', { name: /^文件完整/ }).waitFor();
    const printed = await page.pdf({ format: 'A4', path: 'tests/output/browser/verify-printed.pdf' });
    const words = pdftotext(printed);
    for (const expected of ['文件完整', '指纹 (SHA-256)', '版本时间线', '文档时间戳'])
      expect(words).toContain(expected);
    expect(words).not.toContain('换一个文件');
    await window.close();
  });

  test('a changed file, one of an unknown issuer, one without signatures', async () => {
    const window = await openWindow(browser, phone);
    const { page } = window;
    const stranger = await makeTestSigner('rsa-sha256');
    await page.goto(`${app.baseUrl}/verify?lang=en`);
    const forged = updated(Buffer.from(contract), { objects: { 4: FORGED } });
    await choose(window, 'changed.pdf', forged);
    await page.getByRole('heading', { name: 'Changed after it was signed' }).waitFor();
    await page.getByText('not allowed').first().waitFor();
    // Objects are named only among the technical details.
    expect(
      await page
        .getByText(/sig-\d/)
        .filter({ visible: true })
        .count(),
    ).toBe(0);
    await page.getByText('Technical details').first().waitFor();
    await lookAt(window, 'verify-4-changed');
    // The same result in the other language, without sending the file again.
    await page.getByRole('button', { name: /中文/ }).click();
    await page.getByRole('heading', { name: '签署之后，文件被改动过' }).waitFor();
    await choose(window, 'foreign.pdf', await signedContract(stranger));
    await page.getByRole('heading', { name: '内容未被改动，但签发者未知' }).waitFor();
    await lookAt(window, 'verify-5-unknown');
    await choose(window, 'plain.pdf', await contractPdf(1));
    await page.getByRole('heading', { name: '文件没有数字签名' }).waitFor();
    await lookAt(window, 'verify-6-unsigned');
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('a version saved after the last signature gets one amber line', async () => {
    const window = await openWindow(browser, phone);
    const { page } = window;
    await page.goto(`${app.baseUrl}/verify`);
    const file = Buffer.from(contract);
    const { number, body } = firstPage(file);
    const trailer = /\/Root \d+ 0 R/.exec(file.toString('latin1'))?.[0] ?? '';
    await choose(window, 'saved-again.pdf', updated(file, { objects: { [number]: body }, trailer }));
    await page.getByRole('heading', { name: '文件完整，2 个签名均有效' }).waitFor();
    await page.getByText('文件又保存过 1 个没有签名的版本').waitFor();
    await lookAt(window, 'verify-13-saved-again');
    await window.close();
  });

  test('a page that looks different is shown as signed and as it is now', async () => {
    const window = await openWindow(browser, desktop, { alsoIn: phone });
    const { page } = window;
    await page.goto(`${app.baseUrl}/verify`);
    const file = Buffer.from(contract);
    const { number, body } = firstPage(file);
    const trailer = /\/Root \d+ 0 R/.exec(file.toString('latin1'))?.[0] ?? '';
    const words = stream('q 1 g 40 600 300 40 re f Q BT /F1 24 Tf 60 610 Td (Price: 1) Tj ET');
    const other = body.replace(/\/Contents \[([^\]]*)\]/, '/Contents [$1 990 0 R]');
    const forged = updated(file, { objects: { [number]: other, 990: words }, trailer });
    await choose(window, 'changed.pdf', forged);
    const region = page.getByRole('region', { name: '签署时与现在，显示不同' });
    await region.waitFor();
    for (const title of ['签署时的第 1 页', '现在的第 1 页'])
      await region.getByRole('img', { name: title }).waitFor();
    const loaded = `[...document.querySelectorAll('figure img')].map((image) => image.naturalWidth > 500)`;
    await expect.poll(() => page.evaluate(loaded)).toEqual([true, true]);
    await region
      .getByText(/^距左 \d+ mm、距上 \d+ mm/)
      .first()
      .waitFor();
    await region.scrollIntoViewIfNeeded();
    await lookAt(window, 'verify-11-looks-different');
    const printed = await page.pdf({
      format: 'A4',
      path: 'tests/output/browser/verify-different-printed.pdf',
    });
    expect(pdftotext(printed)).toContain('签署时与现在，显示不同');
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('anything but a PDF is refused with a reason; an oversized file is never sent', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cinnabar-verify-'));
    const window = await openWindow(browser, desktop);
    const { page } = window;
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/pages/verify')) sent.push(request.url());
    });
    await page.goto(`${app.baseUrl}/verify`);
    const large = join(folder, 'large.pdf');
    writeFileSync(large, Buffer.alloc(50 * 1024 * 1024 + 1));
    await page.locator('input[type=file]').setInputFiles(large);
    await page.getByRole('alert').getByText('文件超过 50 MB，没有上传。').waitFor();
    expect(sent).toEqual([]);
    await choose(window, 'letter.pdf', Buffer.from('这不是 PDF'));
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/PDF/);
    await lookAt(window, 'verify-7-refused');
    await window.close();
    rmSync(folder, { recursive: true });
  });

  test('the code of a print copy shows state, signers and hashes, and the original is compared', async () => {
    const response = await fetch(app.baseUrl + contractDownload.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...buyer.owner.client.headers },
      body: JSON.stringify({ flowId, checkCopy: 1 }),
    });
    const paper = new Uint8Array(await response.arrayBuffer());
    writeFileSync('tests/output/browser/check-copy.pdf', paper);
    const address = (await readQr(paper, 1)) ?? '';
    for (const size of [phone, desktop]) {
      const window = await openWindow(browser, size);
      const { page } = window;
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(address);
      await page.getByRole('heading', { name: '设备采购合同', exact: true }).waitFor();
      await page.getByText('已签署完成').waitFor();
      await lookAt(window, 'verify-8-paper');
      await choose(window, '设备采购合同.pdf', contract);
      await page.getByText('与《设备采购合同.pdf》的现行版本逐字节一致').waitFor();
      await lookAt(window, 'verify-9-compared');
      await choose(window, '核验件.pdf', paper);
      await page.getByText('与这份合同的任何一个版本都不一致').waitFor();
      await page.getByRole('heading', { name: '文件没有数字签名' }).waitFor();
      // No request has the code in its address.
      expect(asked.some((url) => url.includes(address.split('#')[1] ?? '?'))).toBe(false);
      expect(window.complaints).toEqual([]);
      await window.close();
    }
  });

  test('the code can be typed; an unknown one is reported, and can be corrected', async () => {
    const window = await openWindow(browser, phone);
    const { page } = window;
    await page.goto(`${app.baseUrl}/verify`);
    await page.getByLabel('核验码').fill('aaaa bbbb');
    await page.getByRole('button', { name: '查看' }).click();
    await page.getByText('没有这个核验码，请核对后重新输入。').waitFor();
    await lookAt(window, 'verify-10-unknown-code');
    expect(await page.getByLabel('核验码').inputValue()).toBe('AAAABBBB');
    await window.close();
  });

  test('the code on paper is read by the camera or from a photograph, where the browser can', async () => {
    const window = await openWindow(browser, phone);
    const { page } = window;
    // Chromium for Linux has no reader of its own; the photograph stands for what the reader finds in it.
    await page.addInitScript(`
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new Error('no camera'));
      window.BarcodeDetector = class {
        async detect({ width }) {
          return [{ rawValue: width > 1 ? location.origin + '/verify#AAAABBBBCCCC' : 'https://example.com' }];
        }
      };
    `);
    await page.goto(`${app.baseUrl}/verify`);
    await page.getByRole('button', { name: '扫描二维码' }).click();
    await page.getByText('无法使用摄像头。可以改用照片，或输入核验码。').waitFor();
    await lookAt(window, 'verify-12-scan');
    const photograph = async (width: number) => ({
      ...{ name: 'paper.png', mimeType: 'image/png' },
      buffer: Buffer.from(await pngOf({ width, height: 1, data: Buffer.alloc(4 * width) })),
    });
    const chooser = page.getByLabel('从照片识别');
    await chooser.setInputFiles(await photograph(1));
    await page.getByText('照片中没有核验件的二维码').waitFor();
    await chooser.setInputFiles(await photograph(2));
    await page.getByText('没有这个核验码，请核对后重新输入。').waitFor();
    expect(await page.getByLabel('核验码').inputValue()).toBe('AAAABBBBCCCC');
    await window.close();
  });

  test('the page without a code leads there', async () => {
    for (const size of [phone, desktop]) {
      const window = await openWindow(browser, size);
      const { page } = window;
      await page.goto(app.baseUrl);
      await page.getByRole('heading', { name: '电子合同签署' }).waitFor();
      await lookAt(window, 'home');
      await page.getByRole('link', { name: /文件验签/ }).click();
      await page.getByText('选择 PDF').waitFor();
      expect(window.complaints).toEqual([]);
      await window.close();
    }
  });
});

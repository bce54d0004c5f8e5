// @module-tag chromium
/** The example of docs/embedding.md, verbatim: an ERP embeds the signing of a contract. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { embedOriginsSetting, saveSetting } from '@cinnabar/server/areas/enterprise/index.js';
import { transact } from '@cinnabar/server/database/transact.js';
import type { CorpId } from '@cinnabar/server/operation/context.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort, type RunningApp, startApp } from '../support/app.js';
import { desktop, openBrowser, openWindow } from './browser.js';

const program = fileURLToPath(new URL('../../examples/embedding/server.mjs', import.meta.url));

interface Demo {
  readonly enterprises: readonly [{ readonly corpId: CorpId; readonly owner: { readonly mobile: string } }];
}

describe('the embedding example', () => {
  let app: RunningApp;
  let browser: Browser;
  let erp: ChildProcess;
  let site: string;
  let demo: Demo;

  beforeAll(async () => {
    app = await startApp({ demoData: true });
    browser = await openBrowser();
    const credentials = join(app.dataDir, 'demo.json');
    demo = JSON.parse(await readFile(credentials, 'utf8'));
    const port = await freePort();
    site = `http://localhost:${port}`;
    const { name, value } = embedOriginsSetting([site]);
    const [{ corpId }] = demo.enterprises;
    await transact(app.app.database.db, (tx) => saveSetting(tx, corpId, name, value));
    erp = spawn(process.execPath, [program, credentials, String(port)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => erp.stdout?.once('data', resolve));
  });
  afterAll(async () => {
    erp.kill();
    await app.close();
  });

  test('the contract is opened in the frame and refused there, and the ERP is notified and queries it', async () => {
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await page.goto(site);
    await page.getByRole('button', { name: '发起合同' }).click();
    await page.getByText('签署中').waitFor();
    const frame = page.frameLocator('iframe');
    await frame.getByRole('button', { name: '获取验证码' }).click();
    await frame.getByLabel('短信验证码').waitFor();
    await frame.getByLabel('短信验证码').fill(await app.newestCode(demo.enterprises[0].owner.mobile));
    await page.getByText('"step":"page"').waitFor();
    await window.picture('embedding-example');
    await frame.getByRole('button', { name: '拒签' }).filter({ visible: true }).first().click();
    await frame.getByLabel('理由').fill('单价有误，请重新发起');
    await frame.getByRole('button', { name: '确认拒签' }).click();
    await page.getByText('已拒签').waitFor();
    expect(await page.locator('#news li').allTextContents()).toContainEqual(
      expect.stringContaining(' refused '),
    );
    await window.close();
  });
});

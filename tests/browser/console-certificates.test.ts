// @module-tag chromium openssl
/** Certificates of other authorities, in the settings of the console. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pemBlock } from '@cinnabar/pki/asn1/pem.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EST_ACCOUNT, FakeEst } from '../fakes/est-server.js';
import { FakeServer } from '../fakes/fake-server.js';
import { type RunningApp, startApp } from '../support/app.js';
import { ExternalAuthority } from '../support/external-authority.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { givenSeal, givenTemplate, sign, startFlow } from '../support/given-flow.js';
import { desktop, openBrowser, openWindow, phone, type Window } from './browser.js';
import { endedSession, enterConsole } from './console-visitor.js';
import { chineseLeft, lookInAllSizes } from './settled.js';

const DAY = 24 * 3600;

describe('the certificates of an enterprise', { timeout: 240_000 }, () => {
  let authority: ExternalAuthority;
  /** Trusted as well; its issuing certificate soon ends. */
  let ending: ExternalAuthority;
  let est: FakeEst;
  let server: FakeServer;
  let app: RunningApp;
  let browser: Browser;
  let corp: Enterprise;
  beforeAll(async () => {
    authority = await ExternalAuthority.open();
    ending = await ExternalAuthority.open(20);
    authority.folder.put('roots.pem', `${authority.rootPem}${ending.rootPem}`);
    est = new FakeEst({
      certify: (der) => authority.pkcs7(authority.certify(pemBlock('CERTIFICATE REQUEST', der)), 'DER'),
      cacerts: authority.pkcs7(authority.issuingPem, 'DER'),
    });
    server = await FakeServer.open((asked) => est.answer(asked));
    app = await startApp({
      settings: {
        ...{
          CERTIFICATE_SOURCE: 'est',
          EST_URL: server.url,
          SIGNATURE_TRUST: join(authority.folder.path, 'roots.pem'),
        },
        ...{ EST_USER: EST_ACCOUNT.user, EST_PASSWORD: EST_ACCOUNT.password },
      },
    });
    browser = await openBrowser();
    corp = await givenEnterprise(app, { profile: { corpName: '星河科技有限公司' } });
    await givenSeal(corp);
  }, 120_000);
  afterAll(async () => {
    await app.close();
    await server.close();
    await ending.close();
    await authority.close();
  });

  const settingsOf = ({ corpId }: Enterprise) => `/console/${corpId}/settings?tab=certificates`;

  async function upload({ page }: Window, chain: string | Uint8Array): Promise<void> {
    const buffer = Buffer.from(chain);
    const file = { name: 'chain.p7b', mimeType: 'application/octet-stream', buffer };
    await page.getByLabel(/^导入证书/).setInputFiles(file);
  }

  async function signContract(): Promise<void> {
    const template = await givenTemplate(corp.owner.client, {
      pages: 1,
      parties: [{ flag: '甲方', mode: 3, area: true }],
    });
    const { flowId } = await startFlow(corp.owner.client, template, { participantList: [] });
    await sign(corp.owner, flowId);
  }

  test('an owner requests one, downloads the request, and imports what was issued', async () => {
    await signContract();
    const window = await openWindow(browser, desktop);
    const { page } = window;
    await enterConsole(app, window, corp.owner, settingsOf(corp));
    await page.getByText('现用证书由本服务签发，到期前自动更新。').waitFor();
    await lookInAllSizes(window, 'certificates-built-in');
    await page.getByRole('button', { name: '申请外部证书' }).click();
    await page.getByLabel('提交方式').selectOption('file');
    await lookInAllSizes(window, 'certificates-request');
    await page.getByRole('button', { name: '生成申请' }).click();
    await page.getByText('待导入证书', { exact: true }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '下载申请文件' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^证书申请-\d{4}-\d\d-\d\d\.csr$/);
    const request = await readFile(await file.path(), 'utf8');

    await upload(window, authority.certify(request));
    await page
      .getByRole('alert')
      .getByText(/证书链在“.+”中断.+请补全中间证书/)
      .waitFor();
    await lookInAllSizes(window, 'certificates-wrong-chain');
    await upload(window, 'not a certificate');
    await page
      .getByRole('alert')
      .getByText(/没有可读的证书/)
      .waitFor();
    await upload(window, new Uint8Array(300 * 1024));
    await page
      .getByRole('alert')
      .getByText(/超过 256 KB/)
      .waitFor();

    await page.getByRole('button', { name: '重新申请' }).click();
    await page.getByText('为它签发的证书将不能导入').waitFor();
    await lookInAllSizes(window, 'certificates-replace');
    await page.getByLabel('提交方式').selectOption('file');
    await page.getByRole('button', { name: '放弃并重新生成' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await upload(window, authority.chainFor(request));
    await page
      .getByRole('alert')
      .getByText(/没有一张证书属于所申请的密钥/)
      .waitFor();
    const [second] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '下载申请文件' }).click(),
    ]);
    const chain = authority.chainFor(await readFile(await second.path(), 'utf8'));
    await upload(window, authority.pkcs7(chain, 'DER'));
    await page.getByText(/已启用“Other Issuing”签发的证书，有效期至.+。/).waitFor();
    await page.getByText('外部机构', { exact: false }).first().waitFor();
    await page.getByText(/不会自动更新/).waitFor();
    await page.getByText(`cinnabar certificate withdraw --corp ${corp.corpId}。`).waitFor();
    await lookInAllSizes(window, 'certificates-imported');
    expect(window.complaints.filter((each) => !/status of 4\d\d/.test(each))).toEqual([]);
    await window.close();
    await signContract();
    const { rows } = await app.app.database.pool.query(
      "select source from certificates where corp_id = $1 and purpose = 'enterprise' order by generation desc limit 1",
      [corp.corpId],
    );
    expect(rows).toEqual([{ source: 'file' }]);
  });

  test('who may not change anything reads what became of a request over the network', async () => {
    const other = await givenEnterprise(app, { profile: { corpName: '云帆贸易有限公司' } });
    await app.app.database.pool.query(
      `update corps set settings = settings || '{"signatureSuite": "rsa2048"}' where corp_id = $1`,
      [other.corpId],
    );
    const reader = await other.member(['CONTRACT_ADMIN']);
    const owners = await openWindow(browser, phone, { locale: 'en-US' });
    await enterConsole(app, owners, other.owner, settingsOf(other));
    await owners.page.getByText('This service issues a certificate with the first signature.').waitFor();
    await owners.page.getByRole('button', { name: 'Request a certificate' }).click();
    // As it signs until then.
    expect(await owners.page.getByLabel('Algorithm of the key').inputValue()).toBe('RSA-2048');
    await owners.page.getByRole('button', { name: 'Make the request' }).click();
    await owners.page.getByText('To be sent', { exact: true }).waitFor();
    await lookInAllSizes(owners, 'certificates-queued');
    expect(await chineseLeft(owners)).toEqual([]);
    est.refusals.push(403);
    await app.advance(11 * 60);
    await owners.page.reload();
    await owners.page.getByText('Refused by the authority', { exact: true }).waitFor();
    await owners.page.getByText('code 403').waitFor();
    await lookInAllSizes(owners, 'certificates-refused');
    expect(await chineseLeft(owners)).toEqual([]);
    expect(owners.complaints).toEqual([]);
    await owners.close();

    const window = await openWindow(browser, phone);
    await enterConsole(app, window, reader, settingsOf(other));
    await window.page.getByText('机构拒绝', { exact: true }).waitFor();
    expect(await window.page.getByRole('button', { name: '重新申请' }).count()).toBe(0);
    expect(await window.page.getByText('导入证书', { exact: true }).count()).toBe(0);
    await app.advance(25 * 60);
    await window.page.reload();
    await window.page.getByText('Other Issuing').waitFor();
    await window.page.getByText(/\d日起由本服务联机申请更新/).waitFor();
    await lookInAllSizes(window, 'certificates-network');
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('an intermediate that has ended is refused by its name', async () => {
    await app.advance(21 * DAY);
    endedSession(app, corp.owner);
    const window = await openWindow(browser, phone);
    const { page } = window;
    await enterConsole(app, window, corp.owner, settingsOf(corp));
    await page.getByRole('button', { name: '申请外部证书' }).click();
    await page.getByLabel('提交方式').selectOption('file');
    await page.getByRole('button', { name: '生成申请' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '下载申请文件' }).click(),
    ]);
    const request = await readFile(await file.path(), 'utf8');
    await upload(window, ending.chainFor(request));
    await page
      .getByRole('alert')
      .getByText(/“Other Issuing”已于 .+ 到期；请使用有效的证书链/)
      .waitFor();
    await lookInAllSizes(window, 'certificates-ended');
    await window.close();
  });
});

// @module-tag chromium
/** Unregistered people and enterprises, with only the link sent to them. */
import {
  acceptJoin,
  getPersonalAuthUrl,
  infoByCorpId,
  joinRequests,
  memberCreate,
} from '@cinnabar/api/operations/members.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { download, givenSeal, sign, startFlow } from '../support/given-flow.js';
import { messagesTo } from '../support/messages-to.js';
import { creditCode } from '../support/newcomer.js';
import { pdfsig, qpdfProblems } from '../support/pdf/pdf-tools.js';
import { desktop, openBrowser, openWindow, phone } from './browser.js';
import { givenContract, signAddress } from './given-contract.js';
import { lookAt } from './settled.js';
import { drawn, enter, giveCode, placeEverywhere, signButton } from './visitor.js';

/** The sample number of GB 11643, with a valid check character. */
const identNum = '11010519491231002X';

describe('newcomers', () => {
  let app: RunningApp;
  let browser: Browser;
  let buyer: Enterprise;
  beforeAll(async () => {
    app = await startApp();
    browser = await openBrowser();
    buyer = await givenEnterprise(app, { profile: { corpName: '星河科技有限公司' } });
    await givenSeal(buyer);
  });
  afterAll(async () => {
    await app.close();
  });

  test('a new person and enterprise become able to sign', async () => {
    const mobile = '13600009001';
    const corpName = '云帆国际贸易（上海）有限公司';
    const template = await givenContract(buyer.owner.client, {
      title: '软件服务合同',
      second: 1,
      parallel: true,
      areas: [
        { of: 1, name: '甲方盖章' },
        { of: 2, name: '乙方盖章' },
      ],
    });
    const { flowId } = await startFlow(buyer.owner.client, template, {
      participantList: [
        {
          participantFlag: '乙方',
          psnAccount: mobile,
          psnName: '李雷',
          participantCorpName: corpName,
        },
      ],
    });
    const address = await signAddress(buyer.owner.client, flowId, '乙方');
    const window = await openWindow(browser, phone, { alsoIn: desktop });
    const { page } = window;
    await enter(app, window, address, mobile);
    await page.getByRole('heading', { name: '请先完成实名认证' }).waitFor();
    await window.picture('new-1-blocked');
    await page.getByRole('button', { name: '去认证' }).click();
    await page.getByRole('heading', { name: '实名认证' }).waitFor();
    await lookAt(window, 'new-2-identity-empty');
    await page.getByLabel('真实姓名').fill('李雷');
    await page.getByLabel('证件号码').fill('110105194912310021');
    await page.getByLabel('证件号码').blur();
    await page.getByText('第 18 位校验不符').waitFor();
    await page.getByRole('button', { name: '《身份信息处理说明》' }).click();
    await page.getByRole('dialog').waitFor();
    await lookAt(window, 'new-3-agreement');
    await page.getByRole('button', { name: '关闭' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByLabel('我同意收集').check();
    await page.getByLabel('我已阅读并同意').check();
    await window.picture('new-4-wrong-number');
    await page.getByLabel('证件号码').fill(identNum);
    await window.picture('new-5-identity');
    await page.getByRole('button', { name: '提交核验' }).click();
    await page.getByRole('heading', { name: '企业登记' }).waitFor();
    await page.getByLabel('统一社会信用代码').fill(creditCode(9001));
    await page.getByLabel('法定代表人姓名').fill('李雷');
    await page.getByLabel('法定代表人证件号码').fill(identNum);
    await page.getByLabel('我就是法定代表人').check();
    await lookAt(window, 'new-6-enterprise');
    await page.getByLabel('我代表该企业').check();
    await page.getByRole('button', { name: '提交核验' }).click();
    await page.getByRole('heading', { name: '认证完成' }).waitFor();
    await window.picture('new-7-done');
    await page.waitForURL(/\/sign\//);
    await drawn(page);
    await window.picture('new-8-desk');
    await placeEverywhere(page);
    await giveCode(app, page, mobile);
    await lookAt(window, 'new-9-intent');
    await signButton(page).click();
    await page.getByRole('heading', { name: '签署完成' }).waitFor();
    await lookAt(window, 'new-10-signed');
    await sign(buyer.owner, flowId);
    const pdf = await download(buyer.owner, flowId);
    const verdicts = pdfsig(pdf).map(({ validation }) => validation);
    expect(verdicts).toEqual(['Signature is Valid.', 'Signature is Valid.']);
    expect(qpdfProblems(pdf)).toBe('');
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('a legal representative confirms the registration by a clerk', async () => {
    const [mobile, repMobile] = ['13600009051', '13600009053'];
    const corpName = '远山精密制造（苏州）有限公司';
    const template = await givenContract(buyer.owner.client, {
      title: '加工合同',
      second: 1,
      parallel: true,
      areas: [
        { of: 1, name: '甲方盖章' },
        { of: 2, name: '乙方盖章' },
      ],
    });
    const { flowId } = await startFlow(buyer.owner.client, template, {
      participantList: [
        { participantFlag: '乙方', psnAccount: mobile, psnName: '李雷', participantCorpName: corpName },
      ],
    });
    const address = await signAddress(buyer.owner.client, flowId, '乙方');
    const window = await openWindow(browser, desktop, { alsoIn: phone });
    const { page } = window;
    await enter(app, window, address, mobile);
    await page.getByRole('button', { name: '去认证' }).click();
    await page.getByLabel('真实姓名').fill('李雷');
    await page.getByLabel('证件号码').fill(identNum);
    await page.getByLabel('我同意收集').check();
    await page.getByLabel('我已阅读并同意').check();
    await page.getByRole('button', { name: '提交核验' }).click();
    await page.getByRole('heading', { name: '企业登记' }).waitFor();
    await page.getByLabel('统一社会信用代码').fill(creditCode(9051));
    await page.getByLabel('法定代表人姓名').fill('钱法人');
    await page.getByLabel('法定代表人证件号码').fill('34052419800101001X');
    await page.getByLabel('法定代表人手机号').fill(repMobile);
    await page.getByLabel('我代表该企业').check();
    await page.getByRole('button', { name: '提交核验' }).click();
    await page.getByRole('heading', { name: '等待法定代表人确认' }).waitFor();
    await lookAt(window, 'new-11-waits-for-representative');

    const asked = async () =>
      (await messagesTo(app.baseUrl, repMobile)).findLast(({ text }) => text.includes(corpName));
    await expect.poll(asked, { timeout: 60_000 }).toBeDefined();
    const link = /https?:\S+\/l\/\S+/.exec((await asked())?.text ?? '')?.[0] ?? '';
    const theirs = await openWindow(browser, desktop, { alsoIn: phone });
    await enter(app, theirs, link, repMobile);
    await theirs.page.getByRole('heading', { name: '确认企业登记' }).waitFor();
    await theirs.page.getByText('确认后成为企业所有者').waitFor();
    await lookAt(theirs, 'new-12-representative');
    await theirs.page.getByRole('button', { name: '刷脸确认' }).click();
    await theirs.page.getByText('核验通过后成为企业所有者').waitFor();
    await theirs.page.getByLabel('我同意采集').check();
    await theirs.page.getByRole('button', { name: '模拟通过' }).click();
    await theirs.page.getByRole('heading', { name: '核验通过' }).waitFor();
    expect(theirs.complaints).toEqual([]);
    await theirs.close();

    await page.reload();
    await page.getByRole('heading', { name: '可以签署了' }).waitFor();
    await page.getByRole('button', { name: '回到合同' }).click();
    await page.waitForURL(/\/sign\//);
    await drawn(page);
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('a person asks to join a registered enterprise', async () => {
    const mobile = '13600009031';
    const here = await givenEnterprise(app, {
      profile: { corpName: '海天物流（宁波）有限公司' },
    });
    await givenSeal(here);
    const template = await givenContract(buyer.owner.client, {
      title: '运输合同',
      second: 1,
      parallel: true,
      areas: [
        { of: 1, name: '甲方盖章' },
        { of: 2, name: '乙方盖章' },
      ],
    });
    const { flowId } = await startFlow(buyer.owner.client, template, {
      participantList: [
        {
          participantFlag: '乙方',
          psnAccount: mobile,
          psnName: '韩梅梅',
          participantCorpName: here.corpName,
        },
      ],
    });
    const address = await signAddress(buyer.owner.client, flowId, '乙方');
    const window = await openWindow(browser, phone, { alsoIn: desktop });
    const { page } = window;
    await enter(app, window, address, mobile);
    await page.getByRole('button', { name: '去认证' }).click();
    await page.getByRole('button', { name: 'Switch to English' }).click();
    await page.getByRole('heading', { name: 'Verify your identity' }).waitFor();
    await lookAt(window, 'join-1-english');
    await page.getByRole('button', { name: '切换到中文' }).click();
    await page.getByLabel('真实姓名').fill('韩小梅');
    await page.getByLabel('证件号码').fill(identNum);
    await page.getByLabel('我同意收集').check();
    await page.getByLabel('我已阅读并同意').check();
    await page.getByRole('button', { name: '提交核验' }).click();
    await page.getByText('与合同中的姓名不一致').waitFor();
    await lookAt(window, 'join-2-other-name');
    await page.getByLabel('真实姓名').fill('韩梅梅');
    await page.getByRole('button', { name: '提交核验' }).click();
    await page.getByRole('heading', { name: '加入企业' }).waitFor();
    await lookAt(window, 'join-3-ask');
    await page.getByLabel('我了解并同意').check();
    await page.getByRole('button', { name: '申请加入' }).click();
    await page.getByRole('heading', { name: '等待企业管理员确认' }).waitFor();
    await lookAt(window, 'join-4-wait');
    const [request] = await here.owner.client.data(joinRequests, {});
    if (request === undefined) throw new Error('nobody has asked');
    await here.owner.client.data(acceptJoin, { userId: request.userId, accept: true });
    await page.waitForURL(/\/sign\//, { timeout: 30_000 });
    await drawn(page);
    expect(window.complaints.filter((complaint) => !complaint.includes('/person/verify'))).toEqual([]);
    await window.close();
  });

  test('a member verifies themselves and chooses a password', async () => {
    const mobile = '13600009011';
    const { userId } = await buyer.owner.client.data(memberCreate, {
      userName: '王芳',
      mobile,
      jobNum: 'J-1',
    });
    const member = buyer.client.with({ userId: String(userId) });
    const window = await openWindow(browser, desktop, { alsoIn: phone });
    const { page } = window;
    await enter(app, window, await member.data(getPersonalAuthUrl, {}), mobile);
    await page.getByLabel('真实姓名').fill('王芳');
    await page.getByLabel('证件号码').fill('34052419800101001X');
    await page.getByLabel('我同意收集').check();
    await page.getByLabel('我已阅读并同意').check();
    await page.getByRole('button', { name: '下一步' }).click();
    await page.getByRole('heading', { name: '设置签署密码' }).waitFor();
    await page.getByLabel('6 位数字密码').fill('246813');
    await page.getByLabel('再输入一次').fill('246814');
    await page.getByText('两次输入不一致').waitFor();
    await lookAt(window, 'member-1-password');
    await page.getByLabel('再输入一次').fill('246813');
    await page.getByRole('button', { name: '提交核验' }).click();
    await page.getByText('王*，您已通过实名认证').waitFor();
    await window.picture('member-2-done');
    const [info] = await buyer.owner.client.data(infoByCorpId, { userId });
    expect(info?.realName).toBe('王芳');
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('a person known elsewhere accepts a membership', async () => {
    const elsewhere = await givenEnterprise(app);
    const somebody = await elsewhere.member();
    await buyer.owner.client.data(memberCreate, {
      userName: somebody.realName,
      mobile: somebody.mobile,
      jobNum: somebody.mobile,
    });
    const window = await openWindow(browser, phone, { alsoIn: desktop });
    const { page } = window;
    await enter(app, window, await linkTo(somebody.mobile), somebody.mobile);
    await page.getByRole('heading', { name: '加入星河科技有限公司' }).waitFor();
    await lookAt(window, 'invitation');
    await page.getByLabel('我了解并同意').check();
    await page.getByRole('button', { name: '同意加入' }).click();
    await page.getByRole('heading', { name: '已加入' }).waitFor();
    await window.picture('invitation-done');
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  /** Messages are sent by a job, for which a busy machine may take longer than vitest's second. */
  const SENT = { timeout: 30_000 };

  function linkTo(mobile: string): Promise<string> {
    return vi.waitFor(async () => {
      const { text } = (await messagesTo(app.baseUrl, mobile)).at(-1) ?? { text: '' };
      const address = /https?:\S+\/l\/[\w-]+/.exec(text)?.[0];
      if (address === undefined) throw new Error(`no link was sent to ${mobile}`);
      return address;
    }, SENT);
  }
});

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { baseInfo, queryAccountHistoryList } from '@cinnabar/api/operations/enterprise.js';
import {
  contractDownload,
  contractList,
  contractTaskInfo,
  signComponentList,
  signContract,
  signWish,
} from '@cinnabar/api/operations/flows.js';
import { infoByCorpId, memberCreate } from '@cinnabar/api/operations/members.js';
import { queryCorpHasPayChannel } from '@cinnabar/api/operations/payments.js';
import { corpPreView, getSealListByPage } from '@cinnabar/api/operations/seals.js';
import { templateComponentInfoList, templateList } from '@cinnabar/api/operations/templates.js';
import { isCreditCode } from '@cinnabar/server/areas/enterprise/index.js';
import { allPayTypes } from '@cinnabar/server/areas/payments/index.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { pdfsig, pdftotext, qpdfProblems } from '../support/pdf/pdf-tools.js';
import { actAs, type DemoJson, readDemo } from './demo-json.js';

let running: RunningApp;
let demo: DemoJson;

beforeAll(async () => {
  running = await startApp({ demoData: true });
  demo = await readDemo(running.dataDir);
});

afterAll(() => running.close());

const person = {
  userId: expect.any(Number),
  mobile: expect.stringMatching(/^199000001\d\d$/),
  realName: expect.any(String),
  signPwd: expect.stringMatching(/^\d{6}$/),
};
const enterprise = {
  corpId: expect.any(Number),
  corpName: expect.stringContaining('演示'),
  appId: expect.any(String),
  appSecret: expect.any(String),
  owner: person,
  member: person,
};

describe('demo.json', () => {
  it('has the specified form, and mobiles from 19900000101', async () => {
    expect(demo).toEqual({ baseUrl: running.baseUrl, enterprises: [enterprise, enterprise], person });
    const [first, second] = demo.enterprises;
    const everybody = [first.owner, first.member, second.owner, second.member, demo.person];
    const mobiles = everybody.map(({ mobile }) => mobile).sort();
    expect(new Set(mobiles).size).toBe(5);
    expect(mobiles[0]).toBe('19900000101');
  });

  it('is readable only by its owner', async () => {
    expect((await stat(join(running.dataDir, 'demo.json'))).mode & 0o777).toBe(0o600);
  });
});

describe.each([0, 1] as const)('demo enterprise %i', (index) => {
  it('can be paid by every method, and so can the platform', async () => {
    const corp = demo.enterprises[index];
    const owner = await actAs(running, corp, corp.owner);
    const { envelope } = await owner.post(queryCorpHasPayChannel.path, { corpId: corp.corpId });
    expect(envelope.data).toBe(true);
    const { db } = running.app.database;
    const channels = await db.selectFrom('pay_channels').select(['corp_id', 'pay_type']).execute();
    for (const merchant of [corp.corpId, 0]) {
      const ways = channels.filter((channel) => Number(channel.corp_id) === merchant);
      expect(ways.map((channel) => channel.pay_type)).toEqual(allPayTypes);
    }
  });

  it('is identified, with a valid credit code and a masked legal representative', async () => {
    const corp = demo.enterprises[index];
    const owner = await actAs(running, corp, corp.owner);
    const info = await owner.data(baseInfo, {});
    expect(info).toMatchObject({
      corpName: corp.corpName,
      identStatus: 'identified',
      legalRepName: expect.any(String),
      legalRepIdentNo: expect.stringMatching(/^\d{3}\*{11}\d{3}[\dX]$/),
      legalDate: expect.any(String),
      payeeBalance: 10_000,
      adminInfo: { userId: corp.owner.userId, realName: corp.owner.realName, realNameStatus: 1 },
    });
    expect(isCreditCode(info.corpCode ?? '')).toBe(true);
  });

  it('starts with 10000 contracts', async () => {
    const corp = demo.enterprises[index];
    const owner = await actAs(running, corp, corp.owner);
    const rows = await owner.data(queryAccountHistoryList, {});
    expect(rows.at(-1)).toMatchObject({
      recordType: 'newUserPresent',
      count: 10_000,
      accountBalance: 10_000,
    });
  });

  it('has an enabled default seal', async () => {
    const corp = demo.enterprises[index];
    const owner = await actAs(running, corp, corp.owner);
    expect(await owner.data(getSealListByPage, {})).toEqual([
      expect.objectContaining({ status: 1, defaultFlag: 1, corpName: corp.corpName }),
    ]);
  });

  it('has a verified member without any right, under their real name', async () => {
    const corp = demo.enterprises[index];
    const member = await actAs(running, corp, corp.member);
    const [info] = await member.data(infoByCorpId, { userId: corp.member.userId as never });
    expect(info).toMatchObject({
      userName: corp.member.realName,
      realName: corp.member.realName,
      mobile: corp.member.mobile,
      realNameStatus: 1,
      userStatus: 0,
    });
    const denied = { status: 403, envelope: { code: '403', reason: 'PERMISSION_DENIED' } };
    const newcomer = { userName: '新人', mobile: '13700137000', jobNum: 'X1' };
    expect(await member.call(memberCreate, newcomer)).toMatchObject(denied);
    const seal = { sealName: '私章', sealStyle: 1, categoryType: 'OTHER' } as const;
    expect(await member.call(corpPreView, seal)).toMatchObject(denied);
  });
});

it('lets the person act as a member of the first enterprise', async () => {
  const client = await actAs(running, demo.enterprises[0], demo.person);
  expect(await client.data(templateList, {})).toHaveLength(1);
});

it('has a template with several kinds of controls and areas of both parties', async () => {
  const [first] = demo.enterprises;
  const owner = await actAs(running, first, first.owner);
  const [template] = await owner.data(templateList, {});
  expect(template).toMatchObject({ templateStatus: 1, corpName: first.corpName });
  if (template === undefined) return;
  const [file] = await owner.data(templateComponentInfoList, { templateId: template.templateId });
  expect(file).toMatchObject({ totalPage: 2, width: 794, height: 1123 });
  const types = new Set(file?.componentList.map(({ componentType }) => componentType));
  expect([...types].sort()).toEqual([1, 2, 3, 6, 8]);
  const areas = file?.componentList.filter(({ componentType }) => componentType === 6) ?? [];
  expect(new Set(areas.map(({ participantId }) => participantId)).size).toBe(2);
});

it('has a flow waiting for the second enterprise, which can complete it with the data of demo.json', async () => {
  const [first, second] = demo.enterprises;
  const initiator = await actAs(running, first, first.owner);
  const counterparty = await actAs(running, second, second.owner);
  const [waiting] = await counterparty.data(contractList, { docQueryType: 4 });
  expect(waiting).toMatchObject({ flowStatus: 2, corpName: first.corpName, operateStatus: 2 });
  if (waiting === undefined) return;
  const { flowId } = waiting;
  const before = await initiator.data(contractTaskInfo, { flowId });
  expect(before.participantList.map(({ signStatus }) => signStatus)).toEqual([3, 2]);

  await counterparty.data(signWish, { flowId, authType: 'pwd', signPwd: second.owner.signPwd });
  const [file] = await counterparty.data(signComponentList, { flowId });
  const own = before.participantList[1]?.participantId;
  const areas = file?.componentList.filter(({ participantId }) => participantId === own) ?? [];
  const signed = await counterparty.data(signContract, {
    flowId,
    signComponents: areas.map(
      ({ componentId, participantId, contractFileId, pageNum, positionX, positionY }) => ({
        ...{ componentId, participantId, contractFileId, pageNum, positionX, positionY },
        fieldType: 0 as const,
        sealId: 0 as const,
        specialAttribute: {},
      }),
    ),
  });
  expect(signed.flowStatus).toBe(3);

  const response = await fetch(running.baseUrl + contractDownload.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...counterparty.headers },
    body: JSON.stringify({ flowId }),
  });
  const pdf = new Uint8Array(await response.arrayBuffer());
  expect(pdfsig(pdf)).toEqual([
    expect.objectContaining({ validation: 'Signature is Valid.', total: false }),
    expect.objectContaining({ validation: 'Signature is Valid.', total: true }),
  ]);
  expect(qpdfProblems(pdf)).toBe('');
  expect(pdftotext(pdf)).toContain('激光位移传感器');
});

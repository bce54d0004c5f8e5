/** The outcome of a start, without starting. */
import { directComponentSignFlow, directSignFlow, startSignFlow } from '@cinnabar/api/operations/flows.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { as, contractPdf, type GivenTemplate, givenTemplate } from '../support/given-flow.js';

let running: RunningApp;
let buyer: Enterprise;
let supplier: Enterprise;
let template: GivenTemplate;

beforeAll(async () => {
  running = await startApp();
  buyer = await givenEnterprise(running, { contracts: 7, collections: 3 });
  supplier = await givenEnterprise(running);
  template = await givenTemplate(buyer.owner.client);
});

afterAll(() => running.close());

/** Counts everything that a start could store. */
async function traces(): Promise<readonly unknown[]> {
  const { db } = running.app.database;
  const count = async (table: 'flows' | 'users' | 'ledger_entries' | 'outbox' | 'flow_inbox') => {
    const row = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    return row.rows;
  };
  return Promise.all((['flows', 'users', 'ledger_entries', 'outbox', 'flow_inbox'] as const).map(count));
}

it('a start that would succeed reports its cost and stores nothing', async () => {
  const before = await traces();
  const stranger = { ...as('乙方', supplier.owner, supplier), psnAccount: '13311112222', psnName: '新来的' };
  const answer = await buyer.owner.client.data(startSignFlow, {
    templateId: template.templateId,
    templateName: '试一试',
    participantList: [{ ...stranger, payeeContractFlag: 1, payee: { amount: 100 } }],
    autoFill: 2,
    fillComponents: [{ componentKey: 'amount', componentValue: '一万元整' }],
    dryRun: true,
  });
  expect(answer).toMatchObject({
    flowId: 0,
    flowCode: '',
    flowTitle: '试一试',
    flowStatus: 1,
    resultStatus: 0,
    participantList: [],
    dryRun: {
      problems: [],
      contracts: 1,
      collections: 1,
      contractBalance: 7,
      collectionBalance: 3,
    },
  });
  expect(await traces()).toEqual(before);
});

it('all problems are reported at once', async () => {
  const answer = await buyer.owner.client.data(startSignFlow, {
    templateId: template.templateId,
    participantList: [as('乙方', supplier.owner, supplier)],
    attachmentList: [{ fileName: '附件.pdf', fileUrl: 'files/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.pdf' }],
    fillComponents: [{ componentKey: 'amount', componentValue: '\u{10fffd}' }],
    expireDate: '2020-01-31',
    dryRun: true,
  });
  expect(answer.dryRun?.problems.map(({ path, code, reason }) => [path, code, reason])).toEqual([
    ['fillComponents[0].componentValue', '400', 'INVALID_FIELD'],
    ['attachmentList[0].fileUrl', '400', 'INVALID_FIELD'],
    ['expireDate', '400', 'INVALID_FIELD'],
  ]);
  for (const { path, msg } of answer.dryRun?.problems ?? []) expect(msg).toContain(path);
});

it('a real start is refused for all invalid fields at once', async () => {
  const { status, envelope } = await buyer.owner.client.post(startSignFlow.path, {
    templateId: template.templateId,
    participantList: [as('乙方', supplier.owner, supplier)],
    attachmentList: [{ fileName: '附件.pdf', fileUrl: 'files/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.pdf' }],
    fillComponents: [{ componentKey: 'amount', componentValue: '\u{10fffd}' }],
    expireDate: '2020-01-31',
  });
  expect([status, envelope.reason, envelope.field]).toEqual([
    400,
    'INVALID_FIELD',
    'fillComponents[0].componentValue',
  ]);
  expect(envelope.problems?.map(({ field }) => field)).toEqual([
    'fillComponents[0].componentValue',
    'attachmentList[0].fileUrl',
    'expireDate',
  ]);
  const misnamed = { ...as('乙方', supplier.owner, supplier), psnName: '别人' };
  const parties = await buyer.owner.client.post(startSignFlow.path, {
    templateId: template.templateId,
    participantList: [misnamed, { ...misnamed, participantFlag: '丁方' }],
  });
  expect(parties.envelope.problems?.map(({ field }) => field)).toEqual([
    'participantList[1].participantFlag',
    'participantList[0].psnName',
  ]);
});

it('an unknown person or an empty account is a problem, not a refusal', async () => {
  const misnamed = { ...as('乙方', supplier.owner, supplier), psnName: '别人' };
  const { templateId } = template;
  const wrong = await buyer.owner.client.data(startSignFlow, {
    templateId,
    participantList: [misnamed],
    dryRun: true,
  });
  expect(wrong).toMatchObject({
    flowStatus: 0,
    dryRun: { problems: [{ path: 'participantList[0].psnName', reason: 'NAME_MISMATCH' }] },
  });
  const poor = await givenEnterprise(running, { contracts: 0 });
  const { templateId: own } = await givenTemplate(poor.owner.client);
  const broke = await poor.owner.client.data(startSignFlow, {
    templateId: own,
    participantList: [as('乙方', supplier.owner, supplier)],
    dryRun: true,
  });
  expect(broke.dryRun).toMatchObject({
    problems: [{ path: null, code: '403', reason: 'BALANCE_NOT_ENOUGH' }],
    contracts: 1,
    collections: 0,
    contractBalance: 0,
  });
});

it('starts without a template have a dry run too', async () => {
  const { client } = buyer.owner;
  const { envelope } = await client.upload<UploadedDocument>('/template/uploadContractFile', {
    name: '合同.pdf',
    bytes: await contractPdf(2),
    mediaType: 'application/pdf',
  });
  const direct = {
    flowTitle: '直接发起',
    contractFileList: [envelope.data],
    participantList: [
      { participantFlag: '甲方', participantType: 1 as const, ...of(buyer) },
      { participantFlag: '乙方', participantType: 1 as const, ...of(supplier) },
    ],
    dryRun: true,
  };
  const before = await traces();
  const fine = await client.data(directSignFlow, direct);
  expect(fine).toMatchObject({ flowId: 0, flowStatus: 2, dryRun: { problems: [], contracts: 1 } });
  const offPage = await client.data(directComponentSignFlow, {
    ...direct,
    components: [
      {
        participantFlag: '甲方',
        fileIndex: 0,
        componentName: '签章',
        componentType: 6,
        required: 1,
        pageNum: 9,
        positionX: 10,
        positionY: 10,
        specialAttribute: {},
      },
    ],
  });
  expect(offPage.dryRun?.problems).toMatchObject([{ code: '400' }]);
  expect(await traces()).toEqual(before);
});

it('a real start contains no dry-run result', async () => {
  const started = await buyer.owner.client.data(startSignFlow, {
    templateId: template.templateId,
    participantList: [as('乙方', supplier.owner, supplier)],
    dryRun: false,
  });
  expect(started.flowId).toBeGreaterThan(0);
  expect(started.dryRun).toBeNull();
});

interface UploadedDocument {
  readonly fileName: string;
  readonly fileUrl: string;
  readonly totalPage: number;
  readonly width: number;
  readonly height: number;
}

function of({ owner, corpName }: Enterprise) {
  return { psnAccount: owner.mobile, psnName: owner.realName, participantCorpName: corpName };
}

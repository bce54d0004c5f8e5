/** Every field in the specification occurs in a real response, with its specified JSON type. */
import { registry } from '@cinnabar/api/registry.js';
import type { Json } from '@cinnabar/api/schema.js';
import { isAdministrative, unrecorded } from '@cinnabar/server/areas/audit/index.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { overSdk } from '../support/ask.js';
import { calledBySdk } from '../support/ask-by-sdk.js';
import type { Client } from '../support/client.js';
import { as } from '../support/given-flow.js';
import { specification, specified } from './specification.js';
import { AnswerFit } from './support/answer-fit.js';
import { problemOfSuccess } from './support/judge.js';
import type { OperationTable } from './support/operation-table.js';
import { AnswerRecord } from './support/record-answers.js';
import { sendGood, sendRow } from './support/send.js';
import { givenWorld, type World } from './support/world.js';
import { tables as makers } from './tables.js';

const paths = specification.map(([path]) => path);

/** In the results of dry runs only. */
const neverInResults: readonly string[] = [
  'collectionBalance',
  'contractBalance',
  'results[].contracts',
  'results[].problems',
  'results[].warnings',
];

const neverAtDirectStart: readonly string[] = [
  'errorMessage',
  'participantList[].draftTime',
  'participantList[].signTime',
  'resultStatus',
];

/** Fields without a value in this version, with the reason. */
const withoutValue: Readonly<Record<string, readonly string[]>> = {
  // A new member is not verified yet.
  '/member/create': ['realName'],
  // The one item is handed over; journeys/hand-over covers refusals.
  '/member/handOver': ['results[].reason'],
  // VIP levels and package orders are created by the platform's operator.
  '/corp/baseInfo': ['levelExpireTime'],
  '/corp/queryAccountHistoryList': ['[].orderCode', '[].remark'],
  '/corp/collectionHistory': ['[].orderCode', '[].remark'],
  // The controls of a new template are added afterwards.
  '/template/addTemplate': ['componentList[]'],
  // The controls of the changed template are placed by positions; the journeys place them by keywords.
  '/template/modifyTemplate': [
    'componentList[].keyword',
    'componentList[].keywordIndex',
    'componentList[].offsetX',
    'componentList[].offsetY',
  ],
  // Only a drop-down of a PDF form has choices; the journeys propose one.
  '/template/suggestComponents': ['[].component.specialAttribute.options'],
  // Nobody has signed a new flow.
  '/signTask/startSignFlow': ['participantList[].signTime'],
  // A start without a template has no values yet, and nobody has filled or signed.
  '/signTask/directSignFlow': neverAtDirectStart,
  '/signTask/directComponentSignFlow': neverAtDirectStart,
  // Signature areas are identified by their numbers, and have no text.
  '/signTask/signComponentList': ['[].componentList[].componentKey', '[].componentList[].value'],
  // Files signed by the service are valid, and nobody requests a report; tests/verify and the journeys cover the other
  // cases.
  '/service/verifyDocument': ['problems[]', 'report', 'signatures[].problems[]', 'signatures[].seal'],
  // Home's channels belong to an enterprise, and its order is not refunded.
  '/pay/payOrder/query': ['extendInfo.refundReason'],
  // A new channel was never changed, and nobody has paid by it; the sandbox's provider has no problems.
  '/pay/payChannel/add': ['lastSuccessTime', 'modifyTime'],
  '/pay/payChannel/test': ['problem'],
  // Nothing in the world has been waiting for a day, and its balance lasts; tests/journeys/overview.test.ts has both.
  '/signTask/overview': ['balanceDays', 'soon[]', 'stuck[]'],
  '/signTask/batch/resend': neverInResults,
  // Nobody has been reminded of the contract of the world's batch.
  '/signTask/batch/info': ['items[].flow.remindTime'],
  // Intact chains, and a service that runs no jobs; tests/journeys/contract-history.test.ts has both.
  '/signTask/contract/history': ['brokenAt', 'dailyRoot'],
  // A new application has no token yet, and nobody uses the spare one.
  '/application/create': ['lastAddressAllowed', 'lastTokenTime', 'previousSecretUntil'],
  ...Object.fromEntries(
    ['modify', 'rotateSecret', 'updateStatus'].map((act) => [
      `/application/${act}`,
      ['lastAddressAllowed', 'lastTokenTime'],
    ]),
  ),
  // An intact chain; tests/journeys/audit-chain.test.ts has broken ones.
  '/audit/chain': ['brokenAt'],
  // No certificate of the world is revoked.
  '/corp/certificateList': ['[].revokeTime'],
  '/corp/importCertificate': ['revokeTime'],
  // The platform of the world asks no authority over the network.
  '/corp/certificateStatus': ['request.nextTime'],
  '/corp/requestCertificate': ['nextTime'],
  // A member who places seals by role needs no approval.
  '/signTask/signContract': ['approvalId'],
  // A pending approval is not signed yet, and costs nothing here.
  '/signTask/getApprovalList': ['[].signerList[].payee', '[].signerList[].signTime'],
  '/signTask/getApprovalInfo': ['signerList[].payee', 'signerList[].signTime'],
  // A new or re-enabled webhook has no failures; the process of these tests sends nothing.
  '/webhook/add': ['failingSince', 'previousSecretUntil'],
  '/webhook/list': ['[].previousSecretUntil'],
  '/webhook/modify': ['failingSince', 'previousSecretUntil'],
  '/webhook/rotateSecret': ['failingSince'],
  '/webhook/test': ['failure', 'flowId', 'httpStatus', 'lastTime'],
  '/webhook/deliveryInfo': ['flowId'],
  '/webhook/deliveryList': ['[].flowId'],
};

let app: RunningApp;
let world: World;
const tables = new Map<string, OperationTable>();
const fits = new Map<string, AnswerFit>();
const record = new AnswerRecord();
/** Ids of the valid requests. */
const answeredBy = new Map<string, string>();

beforeAll(async () => {
  app = await startApp({ settings: { ROLE: 'web' } });
  world = await givenWorld(app);
  for (const make of makers) {
    const table = make(world);
    tables.set(table.path, table);
    fits.set(table.path, new AnswerFit());
  }
});
afterAll(async () => {
  const file = process.env['RECORD_ANSWERS'];
  if (file !== undefined) await record.writeTo(file, app.baseUrl);
  await app.close();
});

function of<T>(map: ReadonlyMap<string, T>, path: string): T {
  const found = map.get(path);
  if (found === undefined) throw new Error(`nothing for ${path}`);
  return found;
}

/** Additional requests for operations whose valid request does not yield every field. */
function richer({
  home,
  plain,
  partner,
  poor,
  newcomer,
  seals,
  uploads,
  templates,
  flows,
  credentials,
}: World): readonly (readonly [path: string, by: Client, body: Json])[] {
  const { client } = home.owner;
  const misnamed = { ...as('乙方', partner.owner, partner), psnName: '李四' };
  const tried = {
    flowTitle: '试一试',
    contractFileList: [{ ...uploads.home }],
    participantList: [{ ...misnamed, participantType: 1 }],
    dryRun: true,
  };
  const area = {
    participantFlag: '乙方',
    fileIndex: 0,
    componentName: '签章',
    componentType: 6,
    required: 1,
    pageNum: 1,
    positionX: 10,
    positionY: 10,
    specialAttribute: {},
  };
  const files = ['/signTask/contract/info', '/signTask/fillComponentList', '/signTask/signComponentList'];
  return [
    [
      '/seal/createSealByTemplate',
      client,
      { sealName: '椭圆章', sealStyle: 1, categoryType: 'HR', sealBottomText: '1101080012345' },
    ],
    ['/seal/getSealListByPage', client, {}],
    ['/seal/getSealInfo', client, { sealId: seals.spare }],
    ['/member/infoByCorpId', client, { realNameStatus: 1 }],
    ['/member/infoByCorpId', client, { userId: newcomer.userId }],
    ['/corp/queryAccountHistoryList', client, {}],
    ['/corp/settings', client, {}],
    ['/corp/certificateStatus', poor.owner.client, {}],
    ['/application/list', client, {}],
    ['/application/modify', client, { appId: credentials.spare, name: '备用' }],
    ['/template/list', client, {}],
    ['/template/info', client, { templateId: templates.fixed.templateId, templateType: '1' }],
    ['/template/draft', client, { templateId: templates.typed.templateId }],
    ['/template/draft', client, {}],
    ['/template/draftList', client, {}],
    ['/template/copy', client, { templateId: templates.typed.templateId }],
    ['/template/componentInfoList', client, { templateId: templates.typed.templateId }],
    ['/template/componentInfoList', client, { templateId: templates.fixed.templateId }],
    ['/template/componentInfoList', client, { templateId: templates.spare.templateId }],
    [
      '/template/addTemplate',
      client,
      {
        templateName: '有抄送的模板',
        participantList: [
          {
            participantFlag: '甲方',
            participantType: 1,
            participateBizType: [2],
            participantSetMode: 1,
            psnAccount: home.owner.mobile,
            psnName: home.owner.realName,
            participantCorpName: home.corpName,
            draftSort: 1,
            signOrder: 1,
          },
        ],
        contractFileList: [{ ...uploads.home }],
        copierList: [{ copierType: 1, psnAccount: partner.owner.mobile, corpName: partner.corpName }],
      },
    ],
    ...[flows.completed, flows.filling, flows.personal].flatMap(({ flowId }) =>
      [...files, '/signTask/contract/taskInfo'].map(
        (path) => [path, flowId === flows.personal.flowId ? plain.client : client, { flowId }] as const,
      ),
    ),
    ...[
      { componentKey: 'quantity', componentValue: 'many' },
      { componentKey: 'amount', componentValue: '一万元整' },
    ].map(
      (fill) =>
        [
          '/signTask/startSignFlow',
          client,
          {
            templateId: templates.typed.templateId,
            participantList: [as('乙方', partner.owner, partner)],
            autoFill: 2,
            fillComponents: [fill],
          },
        ] as const,
    ),
    [
      '/signTask/startSignFlow',
      client,
      { templateId: templates.typed.templateId, participantList: [misnamed], dryRun: true },
    ],
    [
      '/signTask/batchStartSignFlow',
      client,
      { templateId: templates.typed.templateId, items: [{ participantList: [misnamed] }], dryRun: true },
    ],
    ['/signTask/directSignFlow', client, tried],
    ['/signTask/directComponentSignFlow', client, { ...tried, components: [area] }],
  ];
}

async function check(table: OperationTable, answer: Awaited<ReturnType<typeof sendGood>>): Promise<void> {
  expect(problemOfSuccess(table, answer), table.path).toBeNull();
  const { data } = specified(table.path);
  of(fits, table.path).check(data, answer.envelope?.['data']);
}

describe('responses have the fields of the specification', () => {
  test('every valid request', async () => {
    for (const path of paths) {
      const table = of(tables, path);
      const answer = await sendGood(table);
      await check(table, answer);
      answeredBy.set(path, answer.headers.get('x-request-id') ?? '');
      const { body, raw } = table.good;
      record.add(path, { request: raw === undefined ? body : null, answer: answer.envelope });
    }
  });

  test('every administrative operation has left one entry in the audit, with who acted and no secret', async () => {
    const { rows } = await app.app.database.pool.query<{ request_id: string; user_id: number; all: string }>(
      `select request_id, user_id, entry::text || personal::text as all
        from audit_entries entry join audit_personal_data personal using (entry_id)`,
    );
    for (const operation of registry.filter(isAdministrative)) {
      const found = rows.filter(({ request_id }) => request_id === answeredBy.get(operation.path));
      expect(found, operation.path).toHaveLength(unrecorded.has(operation.path) ? 0 : 1);
    }
    const all = rows.map((row) => row.all).join('\n');
    expect(rows.every(({ user_id }) => user_id !== null)).toBe(true);
    expect(all).not.toMatch(/whsec_|\b1\d{10}\b/);
  });

  test('requests for fields that are often without value', async () => {
    for (const [path, by, body] of richer(world)) {
      const table = of(tables, path);
      await check(table, await sendRow(table, { what: 'richer', by, body, expected: 'accepted' }));
    }
  });

  test('the results of those requests', async () => {
    const { db } = app.app.database;
    const flow = await db
      .selectFrom('flows')
      .select('flow_id')
      .where('title', '=', '新的合同')
      .executeTakeFirstOrThrow();
    const seal = await db
      .selectFrom('seals')
      .select('seal_id')
      .where('seal_name', '=', '新的公章')
      .executeTakeFirstOrThrow();
    const made = await db
      .selectFrom('templates')
      .select('template_id')
      .where('template_name', 'in', ['新的模板', '有抄送的模板'])
      .execute();
    const file = await db
      .selectFrom('flow_files')
      .select('file_id')
      .where('flow_id', '=', flow.flow_id)
      .executeTakeFirstOrThrow();
    const requests: readonly (readonly [path: string, body: Json])[] = [
      ['/seal/getSealInfo', { sealId: seal.seal_id }],
      ...made.flatMap(({ template_id: templateId }) => [
        ['/template/info', { templateId, templateType: '1' }] as const,
        ['/template/componentInfoList', { templateId }] as const,
      ]),
      ...[
        '/signTask/contract/info',
        '/signTask/contract/taskInfo',
        '/signTask/fillComponentList',
        '/signTask/signComponentList',
      ].map((path) => [path, { flowId: flow.flow_id }] as const),
      ['/signTask/signFlowContractFile/componentInfoList', { fileId: file.file_id }],
      // A contract has been reminded of by now.
      ...[
        ['/signTask/contract/list', {}] as const,
        ['/signTask/enterpriseContracts/list', {}] as const,
        ['/signTask/contract/listByMobile', { mobile: world.partner.owner.mobile }] as const,
      ].map(([path, body]) => [path, { ...body, withReasons: 1, listPageSize: 1000 }] as const),
    ];
    for (const [path, body] of requests) {
      const table = of(tables, path);
      await check(table, await sendRow(table, { what: 'made', body, expected: 'accepted' }));
    }
  });

  if (overSdk) test('every operation for applications is called through the SDK', expectCallsOverSdk);

  function expectCallsOverSdk(): void {
    // Only in a session of one's own: an application cannot access a person's seals.
    const ofPeople = paths.filter((path) => /^\/seal\/personal\/(create|setDefault|delete)/.test(path));
    expect(ofPeople).toHaveLength(4);
    expect(paths.filter((path) => !calledBySdk().has(path))).toEqual(ofPeople);
  }

  test.each(paths)('%s: each field exists with its type', (path) => {
    expect(of(fits, path).problems).toEqual([]);
  });

  test.each(paths)('%s: each field occurs with a value', (path) => {
    expect(of(fits, path).neverSeen).toEqual(withoutValue[path] ?? []);
  });
});

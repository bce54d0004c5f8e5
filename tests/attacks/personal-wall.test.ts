/**
 * Contracts that a person signs for themselves, in every operation of the interface: an enterprise that neither started
 * the contract nor takes part in it gets the responses for a missing contract, until the person grants it access.
 */

import type { Operation } from '@cinnabar/api/operation.js';
import {
  contractExtend,
  contractList,
  contractRefuse,
  contractTaskInfo,
  listByMobile,
} from '@cinnabar/api/operations/flows.js';
import { memberAuth, memberCreate, memberDelete } from '@cinnabar/api/operations/members.js';
import { payOrderAdd } from '@cinnabar/api/operations/payments.js';
import { registry } from '@cinnabar/api/registry.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { absent, hear } from '../support/answers-of-attacks.js';
import { type RunningApp, startApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import { as, givenSeal, givenTemplate, startFlow } from '../support/given-flow.js';
import { givenChannels, signerOf } from '../support/given-payments.js';
import { codeToJoin } from '../support/join-by-code.js';
import { mySession, openPersonalContracts } from '../support/my-session.js';

let app: RunningApp;
/** Started the contract. */
let home: Enterprise;
/** Not involved in the contract, and has the proven person as a member. */
let stranger: Enterprise;
let atHome: Person;
let atStranger: Person;
let contract: Contract;

interface Contract {
  readonly ids: Ids;
  /** None of these may occur in a response to an outsider. */
  readonly words: readonly string[];
}

/** Fields by which requests identify parts of a contract. */
type Ids = Readonly<Record<string, number>>;

beforeAll(async () => {
  app = await startApp();
  home = await givenEnterprise(app);
  stranger = await givenEnterprise(app);
  await givenSeal(home);
  await givenSeal(stranger);
  atHome = await home.member();
  atStranger = await alsoMemberOf(stranger, atHome);
  contract = await givenContract();
});
afterAll(() => app.close());

async function alsoMemberOf(enterprise: Enterprise, person: Person): Promise<Person> {
  const { mobile, realName, signPwd, userId } = person;
  await enterprise.owner.client.data(memberCreate, { userName: realName, mobile, jobNum: 'B1' });
  const client = enterprise.client.with({ userId: String(userId) });
  const verifyCode = await codeToJoin(app, enterprise.owner.client, mobile);
  const identNum = `1101011990${mobile.slice(3)}`;
  await client.data(memberAuth, { realName, identNum, signPwd, verifyCode });
  return { ...person, client };
}

/** The person fills, signs and pays in it for themselves, and has created the order. */
async function givenContract(): Promise<Contract> {
  const channels = await givenChannels(app, home.corpId);
  const template = await givenTemplate(home.owner.client, {
    name: '劳动合同补充协议',
    pages: 1,
    parties: [
      { flag: '甲方', mode: 3, signOrder: 2, area: true },
      { flag: '个人', type: 0, signOrder: 1, area: true },
    ],
  });
  const flow = await startFlow(home.owner.client, template, {
    encryptFlag: 1,
    privaryFlag: 1,
    sourceOrderCode: 'HR-2026-0815',
    participantList: [
      { ...as('个人', atHome, null), payeeContractFlag: 1, payee: { amount: 12.5, priority: 0 } },
    ],
  });
  const { flowId } = flow;
  const participantId = signerOf(flow, '个人');
  const { id: orderId } = await atHome.client.data(payOrderAdd, {
    signerId: participantId,
    channelModelId: channels('payAPC'),
  });
  const [file] = (await atHome.client.data(contractTaskInfo, { flowId })).contractFileList;
  if (file === undefined) throw new Error('the contract has no file');
  const ids = {
    flowId,
    participantId,
    signerId: participantId,
    fileId: file.fileId,
    contractFileId: file.fileId,
    orderId,
  };
  return { ids, words: [String(flowId), flow.flowCode, 'HR-2026-0815', '劳动合同补充协议'] };
}

/** Ids that do not exist. */
function nothingOf(ids: Ids): Ids {
  return Object.fromEntries(Object.keys(ids).map((name) => [name, 999_999_999]));
}

/** The operation's example, with the ids of the contract in every field that can contain one. */
function requestAbout({ path, example, request }: Operation, ids: Ids): unknown {
  const named = put(example ?? {}, path, ids);
  const properties: unknown = request?.describe['properties'];
  if (!isRecord(named) || !isRecord(properties)) return named;
  const optional = Object.keys(properties).filter((name) => !(name in named) && name in ids);
  return { ...named, ...Object.fromEntries(optional.map((name) => [name, ids[name]])) };
}

function put(value: unknown, path: string, ids: Ids): unknown {
  if (Array.isArray(value)) return value.map((each) => put(each, path, ids));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, old]) => {
      if (name === 'flowIds') return [name, [ids['flowId']]];
      // The id of an order; of a face check for a signature that of the contract, as text.
      if (name === 'id' && path.startsWith('/pay/payOrder/')) return [name, ids['orderId']];
      if (name === 'id' && path === '/fetchAuth/faceAuth') return [name, String(ids['flowId'])];
      if (name === 'authType' && path === '/fetchAuth/faceAuth') return [name, 'signContract'];
      return [name, name in ids ? ids[name] : put(old, path, ids)];
    }),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface Answered {
  readonly status: number;
  readonly body: string;
}

/**
 * The whole response without what differs between any two requests. For a stream its length; workbooks have equal rows.
 */
async function answerTo(client: Client, operation: Operation, ids: Ids): Promise<Answered> {
  const response = await fetch(`${app.baseUrl}${operation.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', source: 'pc', ...client.headers },
    body: JSON.stringify(requestAbout(operation, ids)),
  });
  const { status } = response;
  if (!(response.headers.get('content-type') ?? '').includes('json')) {
    return { status, body: String((await response.arrayBuffer()).byteLength) };
  }
  const { code, reason, data }: { code: string; reason?: string; data: unknown } = JSON.parse(
    await response.text(),
  );
  return { status, body: JSON.stringify([code, reason ?? null, data]) };
}

/**
 * Operations that an application can call without changing later responses: those that create flows, seals, templates,
 * members, webhooks, drafts or pay channels of its own, or assert something about its own members, identify no contract.
 */
const aboutContracts = registry.filter(
  ({ path, caller }) =>
    caller !== 'none' &&
    /^\/(signTask|pay|fetchAuth|service)\//.test(path) &&
    !/\/(startSignFlow|directSignFlow|directComponentSignFlow|batchStartSignFlow|getDesignatedSignatureUrl)$/.test(
      path,
    ) &&
    !/\/(contract\/(keepDraft|keepViews)|payChannel\/(add|modify|test))$/.test(path),
);

/** Operations whose response depends on whether the caller has access to the ids. */
async function reachedBy(client: Client, operations = aboutContracts): Promise<readonly string[]> {
  const reached: string[] = [];
  for (const operation of operations) {
    const there = await answerTo(client, operation, contract.ids);
    const nowhere = await answerTo(client, operation, nothingOf(contract.ids));
    const tells = contract.words.some((word) => there.body.includes(word));
    if (tells || there.status !== nowhere.status || there.body !== nowhere.body) reached.push(operation.path);
  }
  return reached;
}

async function stateOfContract() {
  const { rows } = await app.app.database.pool.query(
    'select status, revision, event_count from flows where flow_id = $1',
    [contract.ids['flowId']],
  );
  return rows;
}

describe('a contract that a person signs for themselves', () => {
  test('does not exist for an uninvolved enterprise, in any operation', async () => {
    const before = await stateOfContract();
    expect(aboutContracts.length).toBeGreaterThan(35);
    for (const client of [atStranger.client, stranger.owner.client])
      expect(await reachedBy(client)).toEqual([]);
    expect(await stateOfContract()).toEqual(before);
  });

  test('is accessible to the person with a token of the initiating enterprise', async () => {
    const list = await atHome.client.data(contractList, { docQueryType: 4 });
    expect(list.map(({ flowId }) => flowId)).toContain(contract.ids['flowId']);
    const { mobile } = atHome;
    const found = await atHome.client.data(listByMobile, { mobile });
    expect(found.map(({ flowId }) => flowId)).toContain(contract.ids['flowId']);
    // The same operations with access granted: those with something to find would have found it before.
    const looking = aboutContracts.filter(({ writes }) => !writes);
    expect(await reachedBy(atHome.client, looking)).toEqual([
      '/pay/payChannel/queryChannelList',
      '/pay/payOrder/query',
      '/signTask/contract/list',
      '/signTask/contract/info',
      '/signTask/contract/taskInfo',
      '/signTask/contract/history',
      '/signTask/fillComponentList',
      '/signTask/signComponentList',
      '/signTask/signFlowContractFile/list',
      '/signTask/signFlowContractFile/info',
      '/signTask/signFlowContractFile/componentInfoList',
      '/signTask/contract/download',
      '/signTask/contract/batchDownload',
      '/signTask/contract/evidence',
    ]);
  });

  test('is accessible to an enterprise with the person’s grant, until it is withdrawn', async () => {
    await openPersonalContracts(app, atHome, stranger);
    const list = await atStranger.client.data(contractList, { docQueryType: 4 });
    expect(list.map(({ flowId }) => flowId)).toEqual([contract.ids['flowId']]);
    const look = [
      '/signTask/contract/taskInfo',
      '/signTask/contract/list',
      '/signTask/signComponentList',
      '/pay/payOrder/query',
      '/signTask/getSignUrl',
    ];
    expect(await reachedBy(stranger.owner.client)).toEqual([]);
    const operations = aboutContracts.filter(({ path }) => look.includes(path));
    for (const operation of operations) {
      const there = await answerTo(atStranger.client, operation, contract.ids);
      expect([operation.path, there.status]).toEqual([operation.path, 200]);
    }
    const session = await mySession(app, atHome.mobile);
    const { corpId } = stranger;
    const { envelope } = await session.post<{ readonly enterprises: readonly object[] }>('/enterprises', {});
    expect(envelope.data.enterprises).toContainEqual({
      corpId,
      corpName: stranger.corpName,
      state: 'valid',
      canOpen: true,
      openSince: expect.any(String),
    });
    await session.post('/personalContracts/close', { corpId });
    expect(await reachedBy(atStranger.client)).toEqual([]);
  });

  test('cannot be opened with a code that was not sent, nor without the current agreements', async () => {
    const session = await mySession(app, atHome.mobile);
    const { corpId } = stranger;
    const accepted = [{ name: 'personalContracts', version: '2026-11-22' }];
    const wrong = await session.post('/personalContracts/open', { corpId, code: '000000', accepted });
    expect(wrong.envelope.code).toBe('1401');
    await session.post('/personalContracts/sendCode', { corpId });
    const code = await app.newestCode(atHome.mobile);
    const old = await session.post('/personalContracts/open', {
      corpId,
      code,
      accepted: [{ name: 'personalContracts', version: '2020-01-01' }],
    });
    expect(old.status).toBe(400);
    expect(await reachedBy(atStranger.client)).toEqual([]);
  });

  test('is closed to an enterprise that only asserts the person’s identity, even if it started the contract', async () => {
    const mobile = '13500000777';
    const { userId } = await home.owner.client.data(memberCreate, { userName: '钱七', mobile, jobNum: '7' });
    const client = home.client.with({ userId: String(userId) });
    await client.data(memberAuth, { realName: '钱七', identNum: '110101199003071234', signPwd: '112233' });
    const template = await givenTemplate(home.owner.client, {
      pages: 1,
      parties: [{ flag: '个人', type: 0, signOrder: 1, area: true }],
    });
    const { flowId } = await startFlow(home.owner.client, template, {
      participantList: [{ participantFlag: '个人', psnAccount: mobile, psnName: '钱七' }],
    });
    const asserted = { client };
    expect(await client.data(contractList, { docQueryType: 0 })).toEqual([]);
    for (const [operation, body] of [
      [contractTaskInfo, { flowId }],
      [contractRefuse, { flowId }],
      [{ path: '/signTask/signWish' }, { flowId, authType: 'pwd', signPwd: '112233' }],
    ] as const) {
      // A flow of their enterprise, in which they have no part of their own.
      expect((await hear(asserted, operation, body))[0]).toBe(403);
    }
  });

  test('is not reopened by a former employer that adds the person again', async () => {
    const leaver = await home.member();
    const there = await alsoMemberOf(stranger, leaver);
    const template = await givenTemplate(stranger.owner.client, {
      pages: 1,
      parties: [{ flag: '个人', type: 0, signOrder: 1, area: true }],
    });
    const { flowId } = await startFlow(stranger.owner.client, template, {
      encryptFlag: 1,
      privaryFlag: 1,
      participantList: [as('个人', leaver, null)],
    });
    expect((await there.client.data(contractTaskInfo, { flowId })).flowId).toBe(flowId);
    await home.owner.client.data(memberDelete, { userId: leaver.userId });
    const { mobile } = leaver;
    const back = await home.owner.client.data(memberCreate, { userName: '离职', mobile, jobNum: '9' });
    expect(back).toMatchObject({ userId: leaver.userId, realName: null, realNameStatus: 0 });
    expect(await hear(leaver, contractTaskInfo, { flowId })).toEqual([403, '403', 'NOT_MEMBER']);
  });

  test('is refused, and gets attachments, only by the person on their own page', async () => {
    const { flowId = 0 } = contract.ids;
    expect(await hear(atHome, contractRefuse, { flowId })).toEqual([403, '403', 'OWN_SESSION_REQUIRED']);
    expect(await hear(atStranger, contractRefuse, { flowId })).toEqual(absent);
    expect((await hear(atHome, contractExtend, { flowId, expireDate: '2031-01-01 00:00:00' }))[0]).toBe(403);
  });
});

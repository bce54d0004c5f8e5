import { queryAccountHistoryList } from '@cinnabar/api/operations/enterprise.js';
import { contractList, startSignFlow } from '@cinnabar/api/operations/flows.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import {
  as,
  download,
  fillAll,
  type GivenTemplate,
  givenSeal,
  givenTemplate,
  sign,
  startFlow,
  taskInfo,
} from '../support/given-flow.js';
import { pdfsig } from '../support/pdf/pdf-tools.js';

let app: RunningApp;
let buyer: Enterprise;
let seller: Enterprise;
let template: GivenTemplate;

beforeAll(async () => {
  app = await startApp();
  buyer = await givenEnterprise(app);
  seller = await givenEnterprise(app);
  await givenSeal(buyer);
  await givenSeal(seller);
  template = await givenTemplate(buyer.owner.client);
});
afterAll(() => app.close());

describe('a start that names its template twice', () => {
  test('is refused if id and code name different templates, and accepted otherwise', async () => {
    const other = await givenTemplate(buyer.owner.client);
    const start = (templateCode: string) =>
      buyer.owner.client.call(startSignFlow, {
        templateId: template.templateId,
        templateCode,
        dryRun: true,
        participantList: [as('乙方', seller.owner, seller)],
      });
    const contradicting = await start(other.detail.templateCode);
    expect([contradicting.status, contradicting.envelope.field]).toEqual([400, 'templateCode']);
    expect((await start(template.detail.templateCode)).envelope.data.dryRun?.problems).toEqual([]);
  });
});

describe('two enterprises sign a contract', () => {
  test('template, start, fill, fill, intent, sign, sign, completed', async () => {
    const started = await startFlow(buyer.owner.client, template, {
      participantList: [as('乙方', seller.owner, seller)],
      autoFill: 2,
      fillComponents: [{ componentKey: 'amount', componentValue: '一万元整 龘靐㛃𬭎' }],
    });
    expect(started).toMatchObject({ flowStatus: 1, nextStatus: 2, resultStatus: 0, errorMessage: null });
    const { flowId } = started;
    expect(started.participantList.map(({ signStatus }) => signStatus)).toEqual([2, 1]);

    expect(await fillAll(seller.owner, flowId, '上海市浦东新区世纪大道一号')).toBe(2);
    expect(await sign(buyer.owner, flowId)).toMatchObject({ flowStatus: 2, signStatus: 3, approvalId: null });
    expect(await sign(seller.owner, flowId)).toMatchObject({ flowStatus: 3, signStatus: 3 });

    const info = await taskInfo(seller.owner, flowId);
    expect(info).toMatchObject({ flowStatus: 3, operateStatus: 0, corpName: buyer.corpName });
    expect(info.flowFinishTime).not.toBeNull();
    const pdf = await download(seller.owner, flowId);
    console.log(pdfsig(pdf));
    const { envelope } = await seller.owner.client.call(contractList, { docQueryType: 6 });
    expect(envelope).toMatchObject({ totalCount: 1, data: [{ flowId, flowStatus: 3 }] });
    const ledger = await buyer.owner.client.data(queryAccountHistoryList, { recordType: 'signContract' });
    expect(ledger).toMatchObject([{ count: -1, signFlowId: flowId }]);
  });
});

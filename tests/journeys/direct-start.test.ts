/** Flows started without a template: from uploads only, with controls, and as a draft that is sent later. */
import {
  contractList,
  contractSend,
  directComponentSignFlow,
  directSignFlow,
  fillComponentList,
  getDesignatedSignatureUrl,
  signComponentList,
  signContract,
} from '@cinnabar/api/operations/flows.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import { enterLink } from '../support/enter-link.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  confirmByPassword,
  contractPdf,
  download,
  fillAll,
  givenSeal,
  sign,
  taskInfo,
} from '../support/given-flow.js';

let running: RunningApp;
let buyer: Enterprise;
let supplier: Enterprise;

beforeAll(async () => {
  running = await startApp();
  buyer = await givenEnterprise(running);
  supplier = await givenEnterprise(running);
  await givenSeal(buyer);
  await givenSeal(supplier);
});

afterAll(() => running.close());

interface Uploaded {
  readonly fileName: string;
  readonly fileUrl: string;
  readonly totalPage: number;
  readonly width: number;
  readonly height: number;
}

async function uploaded(person: Person, name = '采购合同.pdf'): Promise<Uploaded> {
  const file = { name, bytes: await contractPdf(2) };
  return (await person.client.upload<Uploaded>('/template/uploadContractFile', file)).envelope.data;
}

const parties = () => [
  { ...as('甲方', buyer.owner, buyer), participantType: 1 as const },
  { ...as('乙方', supplier.owner, supplier), participantType: 1 as const },
];

const balanceOf = async ({ owner }: Enterprise): Promise<number> => {
  const { envelope } = await owner.client.post<{ accountBalance: number }>('/corp/baseInfo', {});
  return envelope.data.accountBalance;
};

describe('directSignFlow', () => {
  it('begins with signing, with free placement and in any order', async () => {
    const before = await balanceOf(buyer);
    const started = await buyer.owner.client.data(directSignFlow, {
      flowTitle: '直接发起的合同',
      contractFileList: [await uploaded(buyer.owner)],
      participantList: parties(),
    });
    expect(started).toMatchObject({
      flowStatus: 2,
      flowTitle: '直接发起的合同',
      nextStatus: 3,
      resultStatus: null,
    });
    expect(started.participantList).toMatchObject([
      { participantFlag: '甲方', signOrder: 1, draftSort: 1, participateBizType: ['2'] },
      { participantFlag: '乙方', signOrder: 1, draftSort: 2, participateBizType: ['2'] },
    ]);
    expect(await balanceOf(buyer)).toBe(before - 1);
    const { flowId } = started;
    const info = await taskInfo(buyer.owner, flowId);
    expect(info.templateId).toBeNull();
    for (const [index, { owner }] of [supplier, buyer].entries()) {
      await confirmByPassword(owner, flowId);
      await owner.client.data(signContract, {
        flowId,
        signComponents: [
          {
            componentId: 0,
            contractFileId: info.contractFileList[0]?.fileId ?? failed(),
            pageNum: 1,
            positionX: 100 + 300 * index,
            positionY: 600,
            fieldType: 0,
            sealId: 0,
            specialAttribute: {},
          },
        ],
      });
    }
    expect(await taskInfo(buyer.owner, flowId)).toMatchObject({ flowStatus: 3 });
    await download(supplier.owner, flowId);
  });
});

describe('directComponentSignFlow', () => {
  it('has the controls in their places: filled first, then signed', async () => {
    const place = { fileIndex: 0, pageNum: 1, positionX: 120, required: 1 as const };
    const { flowId, flowStatus } = await buyer.owner.client.data(directComponentSignFlow, {
      flowTitle: '指定位置的合同',
      contractFileList: [await uploaded(buyer.owner)],
      participantList: parties().map((party) => ({ ...party, participateBizType: ['1', '2'] as const })),
      components: [
        {
          ...place,
          participantFlag: '乙方',
          componentKey: 'address',
          componentName: '地址',
          componentType: 1,
          positionY: 200,
          specialAttribute: { width: 240 },
        },
        {
          ...place,
          participantFlag: '甲方',
          componentName: '甲方签章',
          componentType: 6,
          positionY: 500,
          specialAttribute: {},
        },
        {
          ...place,
          participantFlag: '乙方',
          componentName: '乙方签章',
          componentType: 6,
          positionX: 440,
          positionY: 500,
          specialAttribute: { showSignDate: 1 },
        },
      ],
    });
    expect(flowStatus).toBe(1);
    await fillAll(supplier.owner, flowId, '上海市');
    const [filled] = await buyer.owner.client.data(fillComponentList, { flowId });
    expect(filled?.componentList).toMatchObject([
      { componentKey: 'address', value: '上海市', positionY: 200 },
    ]);
    await sign(supplier.owner, flowId);
    expect(await sign(buyer.owner, flowId)).toMatchObject({ flowStatus: 3 });
    await download(buyer.owner, flowId);
  });
});

describe('getDesignatedSignatureUrl', () => {
  it('creates a free draft visible only to the initiator, and a link to place fields and send it', async () => {
    const before = await balanceOf(buyer);
    const link = await buyer.owner.client.data(getDesignatedSignatureUrl, {
      flowTitle: '草稿合同',
      contractFileList: [await uploaded(buyer.owner)],
      participantList: parties(),
      returnUrl: 'https://app.example.com/done',
    });
    const [draft] = await buyer.owner.client.data(contractList, { docQueryType: 8 });
    expect(draft).toMatchObject({ flowTitle: '草稿合同', flowStatus: 0, flowStartTime: null });
    const flowId = draft?.flowId ?? failed();
    expect(await balanceOf(buyer)).toBe(before);
    expect((await supplier.owner.client.post('/signTask/contract/taskInfo', { flowId })).status).toBe(404);

    const { client: session } = await enterLink(running, link, buyer.owner);
    const sent = await session.post('/signTask/contract/send', {
      flowId,
      components: parties().map(({ participantFlag }, index) => ({
        participantFlag,
        fileIndex: 0,
        componentName: '签章',
        componentType: 6,
        required: 1,
        pageNum: 2,
        positionX: 120 + 320 * index,
        positionY: 700,
        specialAttribute: {},
      })),
    });
    expect(sent.envelope).toMatchObject({ code: '0', data: { flowId, flowStatus: 2 } });
    expect(await balanceOf(buyer)).toBe(before - 1);
    const [item] = await supplier.owner.client.data(signComponentList, { flowId });
    expect(item?.componentList).toHaveLength(2);
    await sign(buyer.owner, flowId);
    expect(await sign(supplier.owner, flowId)).toMatchObject({ flowStatus: 3 });
    const late = await session.post('/signTask/contract/send', { flowId });
    expect(late.envelope.code).toBe('410');
  });

  it('permits the session nothing else', async () => {
    const link = await buyer.owner.client.data(getDesignatedSignatureUrl, {
      flowTitle: '另一份草稿',
      contractFileList: [await uploaded(buyer.owner)],
      participantList: parties(),
    });
    const [draft] = await buyer.owner.client.data(contractList, { docQueryType: 8 });
    const { client: session } = await enterLink(running, link, buyer.owner);
    for (const [path, body] of [
      ['/signTask/contract/list', {}],
      ['/seal/getSealListByPage', {}],
      ['/signTask/contract/send', { flowId: (draft?.flowId ?? 0) + 1 }],
    ] as const) {
      const { status, envelope } = await session.post(path, body);
      expect([path, status, envelope.reason]).toEqual([path, 403, 'PERMISSION_DENIED']);
    }
  });

  it('is sent if the account has a contract left, and otherwise remains a draft', async () => {
    const poor = await givenEnterprise(running, { contracts: 0 });
    await poor.owner.client.data(getDesignatedSignatureUrl, {
      flowTitle: '没有份额的草稿',
      contractFileList: [await uploaded(poor.owner)],
      participantList: [{ ...as('甲方', poor.owner, poor), participantType: 1 }],
    });
    const [draft] = await poor.owner.client.data(contractList, { docQueryType: 8 });
    const answer = await poor.owner.client.call(contractSend, { flowId: draft?.flowId ?? failed() });
    expect(answer).toMatchObject({ status: 403, envelope: { reason: 'BALANCE_NOT_ENOUGH' } });
    expect(await poor.owner.client.data(contractList, { docQueryType: 8 })).toHaveLength(1);
  });
});

function failed(): never {
  throw new Error('there is none');
}

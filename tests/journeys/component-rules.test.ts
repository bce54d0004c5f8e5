/** Conditions and formulas of controls: from the template to the signed contract and its evidence. */
import {
  contractHistory,
  contractInfo,
  fillComponentList,
  fillSignForm,
  signComponentList,
  signContract,
  signWish,
  startSignFlow,
} from '@cinnabar/api/operations/flows.js';
import { previewTemplate } from '@cinnabar/api/operations/template-drafts.js';
import { addComponent, modifyTemplate, templateInfo } from '@cinnabar/api/operations/templates.js';
import type { GivenComponent } from '@cinnabar/api/schemas/component.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import type { Wire } from '../support/client.js';
import { type Enterprise, givenEnterprise, type Person } from '../support/given-enterprise.js';
import {
  as,
  confirmByPassword,
  type FlowId,
  givenSeal,
  sealEverything,
  sign,
} from '../support/given-flow.js';
import { pdftotext } from '../support/pdf/pdf-tools.js';
import { uploadedPdf } from '../support/pdf/sample-documents.js';
import { partyA, templateOf, type Uploaded, uploadedBy } from '../support/template-bodies.js';

let app: RunningApp;
let buyer: Enterprise;
let seller: Enterprise;
let contract: Uploaded;

beforeAll(async () => {
  app = await startApp();
  buyer = await givenEnterprise(app);
  seller = await givenEnterprise(app);
  await givenSeal(buyer);
  await givenSeal(seller);
  contract = await uploadedBy(buyer, '条件.pdf', await uploadedPdf([{ text: '' }]));
});
afterAll(() => app.close());

interface Control {
  readonly key: string;
  readonly type?: number;
  readonly party?: 'a' | 'b';
  readonly required?: 0 | 1;
  readonly value?: string;
  readonly attribute?: Wire<GivenComponent>['specialAttribute'];
}

let templates = 0;

/** 甲方, the initiator, fills first, then 乙方; both sign. */
async function templateWith(controls: readonly Control[]) {
  const partyB = { ...partyA, participantFlag: '乙方', participantSetMode: 0, draftSort: 3 } as const;
  const made = await templateOf(buyer, `条件模板${++templates}`, contract, {
    participantList: [{ ...partyA, draftSort: 2 }, partyB],
  });
  const { status, envelope } = await buyer.owner.client.call(addComponent, {
    templateId: made.templateId,
    components: controls.map(
      ({ key, type = 1, party = 'a', required = 1, value, attribute = {} }, index) => ({
        participantId: made[party],
        contractFileId: made.fileId,
        componentKey: key,
        componentName: key,
        componentType: type,
        required,
        ...(value === undefined ? {} : { value }),
        positionX: type === 6 ? 500 : 100,
        positionY: 50 + 60 * index,
        pageNum: 1,
        specialAttribute: attribute,
      }),
    ),
  });
  return { ...made, status, envelope };
}

async function started(templateId: number, more: object = {}) {
  return buyer.owner.client.post<{
    flowId: FlowId;
    flowStatus: number;
    resultStatus: number | null;
    errorMessage: string | null;
  }>(startSignFlow.path, { templateId, participantList: [as('乙方', seller.owner, seller)], ...more });
}

async function givenFlow(controls: readonly Control[]): Promise<FlowId> {
  const { templateId, status, envelope } = await templateWith(controls);
  if (status !== 200) throw new Error(JSON.stringify(envelope));
  const { envelope: answer } = await started(templateId);
  if (answer.code !== '200') throw new Error(JSON.stringify(answer));
  return answer.data.flowId;
}

async function controlsOf(flowId: FlowId) {
  const [file] = await buyer.owner.client.data(fillComponentList, { flowId });
  if (file === undefined) throw new Error('no file');
  return file.componentList;
}

async function fill(person: Person, flowId: FlowId, values: Readonly<Record<string, string>>, finish = true) {
  const controls = await controlsOf(flowId);
  const components = Object.entries(values).map(([key, value]) => {
    const control = controls.find(({ componentKey }) => componentKey === key);
    if (control === undefined) throw new Error(key);
    const { componentId, participantId, contractFileId } = control;
    return { componentId, participantId, contractFileId, value };
  });
  return person.client.call(fillSignForm, { flowId, components, finish });
}

async function valuesOf(flowId: FlowId): Promise<Readonly<Record<string, string | null>>> {
  const controls = await controlsOf(flowId);
  return Object.fromEntries(
    controls.map(({ componentKey, value, hidden }) => [componentKey, hidden === 1 ? 'hidden' : value]),
  );
}

async function textOf(flowId: FlowId): Promise<string> {
  const [file] = await buyer.owner.client.data(contractInfo, { flowId });
  const response = await fetch(file?.fileUrl ?? '');
  return pdftotext(new Uint8Array(await response.arrayBuffer()));
}

const money = { numberFormat: '#,##0', fractionDigits: 2 } as const;
const gift: readonly Control[] = [
  { key: '赠品', type: 101, required: 0 },
  { key: '赠品名称', attribute: { showWhen: { key: '赠品', operator: 'is', value: 'true' } } },
];
const sale: readonly Control[] = [
  { key: '单价', type: 2, attribute: money },
  { key: '数量', type: 2, party: 'b', attribute: { fractionDigits: 0 } },
  { key: '总价', type: 2, attribute: { ...money, formula: '=单价*数量' } },
  { key: '大写', attribute: { formula: '=upper(总价)', width: 400 } },
];

describe('a template', () => {
  test('keeps and answers the rules of its controls', async () => {
    const { templateId, status } = await templateWith([...gift, ...sale]);
    expect(status).toBe(200);
    const { componentList } = await buyer.owner.client.data(templateInfo, { templateId, templateType: '2' });
    expect(
      componentList.map(({ specialAttribute: { showWhen, formula } }) => showWhen ?? formula ?? null),
    ).toEqual([
      null,
      { key: '赠品', operator: 'is', value: 'true' },
      null,
      null,
      '=单价*数量',
      '=upper(总价)',
    ]);
  });

  test('is refused a rule that cannot be meant, by the name of the attribute', async () => {
    const refused = async (...controls: readonly Control[]) => {
      const { envelope } = await templateWith(controls);
      return `${envelope.code} ${envelope.msg}`;
    };
    expect(await refused({ key: 'a', attribute: { formula: '=b' } })).toMatch(
      /components\[0\]\.specialAttribute\.formula/,
    );
    expect(
      await refused(...gift.slice(0, 1), {
        key: 'b',
        attribute: { showWhen: { key: '赠品', operator: 'is', value: 'maybe' } },
      }),
    ).toMatch(/components\[1\]\.specialAttribute\.showWhen\.value/);
    expect(
      await refused({ key: 'a', type: 2, value: '0' }, { key: 'b', type: 2, attribute: { formula: '=1/a' } }),
    ).toMatch(/components\[1\]\.specialAttribute\.formula/);
  });

  test('is previewed with what its rules make of the values', async () => {
    const control = {
      participantFlag: '甲方',
      fileIndex: 0,
      required: 0,
      positionX: 100,
      pageNum: 1,
    } as const;
    const rows = [
      { componentKey: '单价', componentType: 2, specialAttribute: money },
      { componentKey: '大写', componentType: 1, specialAttribute: { formula: '=upper(单价)', width: 400 } },
      { componentKey: '赠品', componentType: 101, specialAttribute: {} },
      {
        componentKey: '赠品名称',
        componentType: 1,
        specialAttribute: { showWhen: { key: '赠品', operator: 'is', value: 'true' } },
      },
    ] as const;
    const { fileList } = await buyer.owner.client.data(previewTemplate, {
      templateName: '条件预览',
      participantList: [partyA],
      contractFileList: [contract],
      components: rows.map((row, index) => ({
        ...control,
        ...row,
        componentName: row.componentKey,
        positionY: 50 + 60 * index,
      })),
      values: ['30', '', 'false', '台历'].map((value, index) => ({ index, value })),
    });
    const response = await fetch(fileList[0]?.httpUrl ?? '');
    const text = await pdftotext(new Uint8Array(await response.arrayBuffer()));
    expect(text).toContain('叁拾元整');
    expect(text).not.toContain('台历');
  });

  test('is not changed so that a rule loses its meaning', async () => {
    const { templateId, template } = await templateWith(sale);
    const { participantList, contractFileList, templateName } = template;
    const [a, b] = participantList;
    if (a === undefined || b === undefined) throw new Error('incomplete');
    const { envelope } = await buyer.owner.client.call(modifyTemplate, {
      templateId,
      templateName,
      contractFileList,
      participantList: [a].map(({ psnAccount: _, psnName: __, participantCorpName: ___, ...party }) => party),
    });
    expect(envelope.code).toBe('400');
    expect(envelope.msg).toMatch(/participantList/);
  });
});

describe('a condition', () => {
  test('spares what is hidden: not required, not drawn, and refused a value', async () => {
    const flowId = await givenFlow([...gift, { key: '地址', party: 'b' }]);
    expect((await fill(buyer.owner, flowId, { 赠品: 'true' })).envelope.data.flowStatus).toBe(1);
    expect(await valuesOf(flowId)).toEqual({ 赠品: 'true', 赠品名称: null, 地址: null });
    const hidden = await fill(buyer.owner, flowId, { 赠品: 'false', 赠品名称: '台历' });
    expect(hidden.envelope.code).toBe('400');
    expect(hidden.envelope.msg).toMatch(/components\[1\]\.value/);
    // Given before, while it was shown: it does not appear in the contract.
    expect((await fill(buyer.owner, flowId, { 赠品名称: '台历' }, false)).status).toBe(200);
    expect((await fill(buyer.owner, flowId, { 赠品: 'false' })).status).toBe(200);
    expect((await fill(seller.owner, flowId, { 地址: '上海' })).envelope.data.flowStatus).toBe(2);
    expect(await valuesOf(flowId)).toEqual({ 赠品: 'false', 赠品名称: 'hidden', 地址: '上海' });
    expect(await textOf(flowId)).not.toContain('台历');
    const { events } = await buyer.owner.client.data(contractHistory, { flowId });
    expect(events.map(({ detail }) => detail).join('\n')).toContain('“赠品名称”不显示：条件为勾选“赠品”');
  });

  test('passes over a filler of whom nothing is asked', async () => {
    const flowId = await givenFlow([
      { key: '需要地址', type: 102, attribute: { options: ['是', '否'] } },
      { key: '地址', party: 'b', attribute: { showWhen: { key: '需要地址', operator: 'is', value: '是' } } },
    ]);
    expect((await fill(buyer.owner, flowId, { 需要地址: '否' })).envelope.data.flowStatus).toBe(2);
  });

  test('hides a signature area, which can then not be signed', async () => {
    const area = (key: string, party: 'a' | 'b'): Control => ({ key, type: 6, party });
    const flowId = await givenFlow([
      ...gift.slice(0, 1),
      { key: '备注' },
      area('甲方签章', 'a'),
      area('乙方签章', 'b'),
      { ...area('赠品签收', 'b'), attribute: { showWhen: { key: '赠品', operator: 'is', value: 'true' } } },
    ]);
    const areas = async () => {
      const [file] = await seller.owner.client.data(signComponentList, { flowId });
      return file?.componentList.map(({ componentKey }) => componentKey);
    };
    expect(await areas()).toEqual(['甲方签章', '乙方签章', '赠品签收']);
    await fill(buyer.owner, flowId, { 赠品: 'false', 备注: '无' });
    expect(await areas()).toEqual(['甲方签章', '乙方签章']);
    await sign(buyer.owner, flowId);
    expect((await sign(seller.owner, flowId)).flowStatus).toBe(3);
  });
});

describe('a formula', () => {
  test('is completed by a later filler, drawn, signed, and told by the evidence', async () => {
    const { templateId } = await templateWith([
      ...sale,
      { key: '甲方签章', type: 6 },
      { key: '乙方签章', type: 6, party: 'b' },
    ]);
    // In an encrypted contract the history has hashes in place of the values.
    const { flowId } = (await started(templateId, { encryptFlag: 1 })).envelope.data;
    await fill(buyer.owner, flowId, { 单价: '1250.5' });
    expect(await valuesOf(flowId)).toEqual({ 单价: '1,250.50', 数量: null, 总价: null, 大写: null });
    expect((await fill(seller.owner, flowId, { 数量: '4' })).envelope.data.flowStatus).toBe(2);
    expect(await valuesOf(flowId)).toMatchObject({ 总价: '5,002.00', 大写: '伍仟零贰元整' });
    const text = await textOf(flowId);
    expect(text).toContain('5,002.00');
    expect(text).toContain('伍仟零贰元整');
    const { events, intact } = await buyer.owner.client.data(contractHistory, { flowId });
    expect(intact).toBe(true);
    expect(events.map(({ detail }) => detail).join('\n')).toContain(
      '“总价”由公式 =单价*数量 算出：5,002.00（单价 = 1,250.50，数量 = 4）',
    );
    await sign(buyer.owner, flowId);
    expect((await sign(seller.owner, flowId)).flowStatus).toBe(3);
  });

  test('is covered by an intent only with the values that complete it', async () => {
    const flowId = await givenFlow([
      ...sale,
      { key: '甲方签章', type: 6 },
      { key: '乙方签章', type: 6, party: 'b' },
    ]);
    await fill(buyer.owner, flowId, { 单价: '10' });
    const count = (await controlsOf(flowId)).find(({ componentKey }) => componentKey === '数量');
    if (count === undefined) throw new Error('no control');
    const { componentId, participantId, contractFileId } = count;
    const act = {
      flowId,
      signComponents: await sealEverything(seller.owner, flowId),
      fillComponents: [{ componentId, participantId, contractFileId, value: '3' }],
    };
    // The text as it was before the total existed.
    await confirmByPassword(seller.owner, flowId);
    const { envelope } = await seller.owner.client.call(signContract, act);
    expect(envelope).toMatchObject({ code: '403', reason: 'WISH_REQUIRED' });
    const { signPwd } = seller.owner;
    await seller.owner.client.data(signWish, { ...act, authType: 'pwd', signPwd });
    expect((await seller.owner.client.data(signContract, act)).flowStatus).toBe(2);
    expect(await valuesOf(flowId)).toMatchObject({ 总价: '30.00', 大写: '叁拾元整' });
    expect(await textOf(flowId)).toContain('叁拾元整');
  });

  test('takes no other value than its own', async () => {
    const flowId = await givenFlow([
      { key: '单价', type: 2 },
      { key: '两份', type: 2, attribute: { formula: '=单价*2' } },
      { key: '地址', party: 'b' },
    ]);
    const wrong = await fill(buyer.owner, flowId, { 单价: '3', 两份: '7' });
    expect(wrong.envelope.code).toBe('400');
    expect(wrong.envelope.msg).toMatch(/components\[1\]\.value.*“6”/);
    expect((await fill(buyer.owner, flowId, { 单价: '3', 两份: '6.0' })).envelope.msg).toMatch(
      /components\[1\]/,
    );
    expect((await fill(buyer.owner, flowId, { 单价: '3', 两份: '6' })).status).toBe(200);
  });

  test('that loses digits is refused at the value that it comes from', async () => {
    const flowId = await givenFlow([
      { key: '总额', type: 2, attribute: money },
      { key: '每期', type: 2, attribute: { ...money, formula: '=总额/3' } },
      { key: '地址', party: 'b' },
    ]);
    const refused = await fill(buyer.owner, flowId, { 总额: '100' });
    expect(refused.envelope.code).toBe('400');
    expect(refused.envelope.msg).toMatch(/components\[0\]\.value.*每期/);
    expect((await fill(buyer.owner, flowId, { 总额: '99' })).status).toBe(200);
    expect(await valuesOf(flowId)).toMatchObject({ 每期: '33.00' });
  });
});

describe('a start with values', () => {
  test('computes and hides as filling does', async () => {
    const { templateId } = await templateWith([...gift, ...sale]);
    const given = (values: Readonly<Record<string, string>>, autoFill: number) =>
      started(templateId, {
        autoFill,
        fillComponents: Object.entries(values).map(([componentKey, componentValue]) => ({
          componentKey,
          componentValue,
        })),
      });
    const filled = await given({ 赠品: 'false', 单价: '10' }, 2);
    expect(filled.envelope.data).toMatchObject({ resultStatus: 0, flowStatus: 1 });
    const { flowId } = filled.envelope.data;
    expect((await fill(seller.owner, flowId, { 数量: '3' })).envelope.data.flowStatus).toBe(2);
    expect(await valuesOf(flowId)).toMatchObject({ 赠品名称: 'hidden', 大写: '叁拾元整' });

    const hidden = await given({ 赠品: 'false', 赠品名称: '台历', 单价: '10' }, 2);
    expect(hidden.envelope.data).toMatchObject({ resultStatus: 1 });
    expect(hidden.envelope.data.errorMessage).toMatch(/fillComponents\[1\]\.componentValue/);
    const missing = await given({ 赠品: 'true', 单价: '10' }, 2);
    expect(missing.envelope.data.errorMessage).toMatch(/赠品名称/);
    const computed = await given({ 单价: '10', 总价: '7' }, 0);
    expect(computed.envelope.code).toBe('400');
    expect(computed.envelope.msg).toMatch(/fillComponents\[1\]\.componentValue/);
  });
});

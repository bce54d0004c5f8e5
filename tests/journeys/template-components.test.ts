import { addComponent, templateComponentInfoList, templateInfo } from '@cinnabar/api/operations/templates.js';
import type { GivenComponent } from '@cinnabar/api/schemas/component.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningApp, startApp } from '../support/app.js';
import type { Wire } from '../support/client.js';
import { type Enterprise, givenEnterprise } from '../support/given-enterprise.js';
import { type MadeTemplate, templateOf, type Uploaded, uploadedBy } from '../support/template-bodies.js';

let running: RunningApp;
let enterprise: Enterprise;
let stranger: Enterprise;
let contract: Uploaded;

beforeAll(async () => {
  running = await startApp();
  enterprise = await givenEnterprise(running);
  stranger = await givenEnterprise(running);
  contract = await uploadedBy(enterprise, '采购合同.pdf');
});
afterAll(() => running.close());

type Control = Wire<GivenComponent>;

const control = (
  { a, fileId }: Pick<MadeTemplate, 'a' | 'fileId'>,
  change: Partial<Control> = {},
): Control => ({
  participantId: a,
  contractFileId: fileId,
  componentName: '控件',
  componentType: 1,
  required: 1,
  positionX: 100,
  positionY: 200,
  pageNum: 1,
  specialAttribute: {},
  ...change,
});

describe('adding controls', () => {
  it('stores them with their defaults, as placed and as drawn', async () => {
    const ground = await templateOf(enterprise, '控件模板', contract);
    const { templateId } = ground;
    const answer = await enterprise.owner.client.data(addComponent, {
      templateId,
      components: [
        control(ground, { componentKey: 'name', value: '龘靐㛃𬭎' }),
        control(ground, {
          componentType: 2,
          value: '1234567.5',
          required: 0,
          specialAttribute: { numberFormat: '#,##0', fractionDigits: 2, bold: true, textColor: '#e60012' },
        }),
        control(ground, {
          componentType: 3,
          value: '2026/1/5',
          specialAttribute: { dateFormat: 'yyyy年MM月dd日' },
        }),
        control(ground, { componentType: 6, positionX: 780, positionY: 1100, pageNum: 2 }),
        control(ground, { participantId: ground.b, componentType: 6 }),
      ],
    });
    expect(answer).toEqual({});

    const [file, ...others] = await enterprise.owner.client.data(templateComponentInfoList, { templateId });
    expect(others).toEqual([]);
    expect(file).toMatchObject({
      corpId: enterprise.corpId,
      templateId,
      fileId: ground.fileId,
      fileName: contract.fileName,
      totalPage: 2,
      width: 794,
      height: 1123,
      participantList: [{ participantFlag: '乙方' }, { participantFlag: '甲方' }],
    });
    const [text, amount, date, seal, signature] = file?.componentList ?? [];
    expect(text).toEqual({
      componentId: expect.any(Number),
      templateId,
      participantId: ground.a,
      contractFileId: ground.fileId,
      componentKey: 'name',
      componentName: '控件',
      componentType: 1,
      value: '龘靐㛃𬭎',
      required: 1,
      positionX: 100,
      positionY: 200,
      pageNum: 1,
      keyword: null,
      keywordIndex: null,
      offsetX: null,
      offsetY: null,
      specialAttribute: {
        dateFormat: null,
        numberFormat: null,
        fractionDigits: null,
        maxLength: null,
        font: 'SimSun',
        fontSize: 14,
        textColor: '#000000',
        bold: false,
        italic: false,
        underLine: false,
        lineThrough: false,
        alignment: 0,
        width: 160,
        height: 24,
        order: null,
        sealSpecs: null,
        showSignDate: null,
        signStyle: null,
        options: null,
      },
    });
    expect(amount).toMatchObject({
      componentKey: null,
      value: '1,234,567.50',
      required: 0,
      specialAttribute: { bold: true, textColor: '#E60012', fractionDigits: 2 },
    });
    expect(date).toMatchObject({ value: '2026年01月05日' });
    expect(seal).toMatchObject({
      value: null,
      pageNum: 2,
      specialAttribute: { width: 159, height: 159, sealSpecs: 1 },
    });
    expect(seal?.positionX).toBeCloseTo(793.7 - 159, 0);
    expect(seal?.positionY).toBeCloseTo(1122.5 - 159, 0);
    expect(signature).toMatchObject({ specialAttribute: { width: 120, height: 60 } });

    const detail = await enterprise.owner.client.data(templateInfo, { templateId, templateType: '2' });
    expect(detail.componentList).toEqual(file?.componentList);
  });

  it('returns a picture of each page', async () => {
    const { templateId } = await templateOf(enterprise, '图片模板', contract);
    const [file] = await enterprise.owner.client.data(templateComponentInfoList, { templateId });
    expect(file?.jpgUrlList).toHaveLength(2);
    for (const address of file?.jpgUrlList ?? []) {
      const response = await fetch(address);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    }
  });

  it('adds all or none, and names every invalid element', async () => {
    const ground = await templateOf(enterprise, '全或无', contract);
    const { templateId } = ground;
    const other = await templateOf(enterprise, '另一个模板', contract);
    await enterprise.owner.client.data(addComponent, {
      templateId,
      components: [control(ground, { componentKey: 'k' })],
    });
    const rows: readonly (readonly [string, Partial<Control>])[] = [
      ['participantId', { participantId: other.a }],
      ['contractFileId', { contractFileId: other.fileId }],
      ['pageNum', { pageNum: 3 }],
      ['pageNum', { pageNum: 0 }],
      ['positionX', { positionX: -1 }],
      ['positionX', { positionX: 794 }],
      ['positionY', { positionY: 1123 }],
      ['componentKey', { componentKey: 'k' }],
      ['value', { componentType: 2, value: '十元' }],
      ['value', { componentType: 3, value: '2026-02-30' }],
      ['value', { value: '没有字形\u{10FFFD}' }],
      ['value', { value: '放不下'.repeat(100) }],
      ['participantId', { participantId: ground.b }],
      ['keyword', { keyword: '甲方盖章' }],
    ];
    for (const [field, change] of rows) {
      const { status, envelope } = await enterprise.owner.client.post('/template/addComponent', {
        templateId,
        components: [control(ground), control(ground), control(ground, change)],
      });
      expect([field, status, envelope.code, envelope.data]).toEqual([
        field,
        200,
        'COMPONENT_ADD_FAILED',
        null,
      ]);
      expect(envelope.msg).toContain(`components[2].${field}`);
    }
    const several = await enterprise.owner.client.post('/template/addComponent', {
      templateId,
      components: rows.slice(0, 3).map(([, change]) => control(ground, change)),
    });
    expect(several.envelope.problems?.map(({ field }) => field)).toEqual(
      rows.slice(0, 3).map(([field], index) => `components[${index}].${field}`),
    );
    const undrawable = await enterprise.owner.client.post('/template/addComponent', {
      templateId,
      components: [
        control(ground),
        control(ground, { value: '没有字形\u{10FFFD}' }),
        control(ground, { value: '放不下'.repeat(100) }),
      ],
    });
    expect(undrawable.envelope.problems?.map(({ field }) => field)).toEqual([
      'components[1].value',
      'components[2].value',
    ]);
    const detail = await enterprise.owner.client.data(templateInfo, { templateId, templateType: '1' });
    expect(detail.componentList).toHaveLength(1);
  });

  it('with one key concurrently stores one', async () => {
    const ground = await templateOf(enterprise, '并发键', contract);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        enterprise.owner.client.post('/template/addComponent', {
          templateId: ground.templateId,
          components: [control(ground, { componentKey: 'one' })],
        }),
      ),
    );
    const codes = answers.map(({ envelope }) => envelope.code).sort();
    expect(codes).toEqual(['200', ...Array.from({ length: 4 }, () => 'COMPONENT_ADD_FAILED')]);
  });

  it('keeps their order over several requests', async () => {
    const ground = await templateOf(enterprise, '顺序', contract);
    const { templateId } = ground;
    for (const names of [['一', '二'], ['三'], ['四', '五']]) {
      const components = names.map((componentName) => control(ground, { componentName }));
      await enterprise.owner.client.data(addComponent, { templateId, components });
    }
    const { componentList } = await enterprise.owner.client.data(templateInfo, {
      templateId,
      templateType: '1',
    });
    expect(componentList.map((component) => component.componentName)).toEqual(['一', '二', '三', '四', '五']);
  });

  it('to an unknown template returns TEMPLATE_NOT_FOUND', async () => {
    const ground = await templateOf(enterprise, '别人的模板', contract);
    const components = [control(ground)];
    const gone = await enterprise.owner.client.post('/template/addComponent', {
      templateId: 999_999_999,
      components,
    });
    expect([gone.status, gone.envelope.code]).toEqual([200, 'TEMPLATE_NOT_FOUND']);
    const foreign = await stranger.owner.client.post('/template/addComponent', {
      templateId: ground.templateId,
      components,
    });
    expect(foreign.envelope.code).toBe('TEMPLATE_NOT_FOUND');
  });

  const malformed = [
    ['components', []],
    ['components[0].participantId', [{ participantId: 'me' }]],
    ['components[0].componentName', [{ componentName: null }]],
    ['components[0].componentType', [{ componentType: 0 }]],
    ['components[0].required', [{ required: 2 }]],
    ['components[0].positionX', [{ positionX: 'left' }]],
    ['components[0].specialAttribute', [{ specialAttribute: null }]],
    ['components[0].specialAttribute.font', [{ specialAttribute: { font: 'Arial' } }]],
    ['components[1].specialAttribute.textColor', [{}, { specialAttribute: { textColor: 'red' } }]],
  ] as const;
  it.each(malformed)('of the wrong type returns 400 naming %s', async (field, changes) => {
    const ground = { templateId: 1, fileId: 1, a: 1, b: 1 };
    const components = changes.map((change) => ({
      participantId: ground.a,
      contractFileId: ground.fileId,
      componentName: '控件',
      componentType: 1,
      required: 1,
      positionX: 1,
      positionY: 1,
      pageNum: 1,
      specialAttribute: {},
      ...change,
    }));
    const { status, envelope } = await enterprise.owner.client.post('/template/addComponent', {
      templateId: ground.templateId,
      components,
    });
    expect([status, envelope.code]).toEqual([400, '400']);
    expect(envelope.msg).toContain(field);
  });

  it('requires the right', async () => {
    const ground = await templateOf(enterprise, '无权', contract);
    const member = await enterprise.member();
    const { status } = await member.client.post('/template/addComponent', {
      templateId: ground.templateId,
      components: [control(ground)],
    });
    expect(status).toBe(403);
  });
});

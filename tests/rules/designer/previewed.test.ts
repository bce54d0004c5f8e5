import { id } from '@cinnabar/api/schema.js';
import { describe, expect, test } from 'vitest';
import {
  defaultsBody,
  defaultsOf,
  drawnDefaultsOf,
  previewBody,
} from '../../../packages/web/src/designer/previewed.js';
import { castOf, isComplete, trialBody } from '../../../packages/web/src/designer/trial.js';
import { area, control, design, file, party } from './given-design.js';

const copier = { key: 'c', copierId: null, isEnterprise: false, mobile: '', personName: '', corpName: '' };

describe('a preview', () => {
  test('leaves out what cannot be drawn yet, and counts the values that somebody has chosen without it', () => {
    const given = design({
      name: '',
      copiers: [copier],
      controls: [control('tray', { page: 0 }), control('one'), control('two')],
    });
    const own = new Map([
      ['two', '张三'],
      ['one', ''],
    ]);
    const body = previewBody(given, { templateId: null, name: '新模板', own });
    expect(body).toMatchObject({
      templateName: '新模板',
      copierList: [],
      values: [{ index: 1, value: '张三' }],
    });
    expect(body.components.map(({ componentName }) => componentName)).toEqual(['one', 'two']);
  });

  test('without chosen values asks for samples alone', () => {
    const body = previewBody(design(), { templateId: null, name: '', own: new Map() });
    expect('values' in body).toBe(false);
  });
});

test('whether default values can be drawn is asked of their boxes, wherever they stand', () => {
  const signed = control('area', { ...area, value: '' });
  const ticked = control('check', { type: 101, value: 'true' });
  const given = design({
    name: ' ',
    controls: [signed, control('empty'), ticked, control('full', { value: '张三' })],
  });
  const moved = design({
    name: '另一个',
    controls: given.controls.map((each) => ({ ...each, page: 2, x: 300, name: '' })),
  });
  expect(defaultsOf(given).map(({ key }) => key)).toEqual(['full']);
  expect(defaultsBody(given)).toMatchObject({ templateName: '-', values: [{ index: 0, value: '张三' }] });
  expect(defaultsBody(given).components).toHaveLength(1);
  expect(defaultsBody(moved)).toEqual(defaultsBody(given));
});

test('default values are drawn in their places on a file, without those that wait for a place', () => {
  const showWhen = { key: 'other', operator: 'filled' } as const;
  const given = design({
    files: [file(1), file(2)],
    controls: [
      control('shown', { value: '张三', page: 2, x: 300, attribute: { width: 160, height: 24, showWhen } }),
      control('empty'),
      control('tray', { value: '李四', page: 0 }),
      control('elsewhere', { value: '王五', file: 2 }),
    ],
  });
  const { controls, body } = drawnDefaultsOf(given, file(1));
  expect(controls.map(({ key }) => key)).toEqual(['shown']);
  expect(body.components).toMatchObject([{ pageNum: 2, positionX: 300 }]);
  expect(body.components[0]?.specialAttribute).not.toHaveProperty('showWhen');
  expect(body.contractFileList).toHaveLength(1);
  expect(body.values).toEqual([{ index: 0, value: '张三' }]);
});

test('default values of a published template are drawn without its ids, which belong to the template', () => {
  const zone = { zone: 'UTC' } as const;
  const participantId = id<'TemplateParticipant'>().read(11, 'id', zone);
  const own = file(1, { fileId: id<'TemplateFile'>().read(12, 'id', zone) });
  const componentId = id<'TemplateComponent'>().read(13, 'id', zone);
  const given = design({
    parties: [party('A', { participantId })],
    files: [own],
    controls: [control('full', { componentId, value: '张三' })],
  });
  for (const body of [defaultsBody(given), drawnDefaultsOf(given, own).body]) {
    expect(body.components).toHaveLength(1);
    expect(JSON.stringify(body)).not.toMatch(/"(participantId|fileId|componentId|templateId)"/);
  }
});

const people = [
  { corpName: '云杉', name: '顾清扬', mobile: '19900000101' },
  { corpName: '云杉', name: '陆知遥', mobile: '19900000102' },
  { corpName: '青禾', name: '沈静秋', mobile: '19900000103' },
  { corpName: '云杉', name: '江晚', mobile: '19900000105' },
];

describe('a test run', () => {
  const parties = [
    party('甲方', { setMode: 3 }),
    party('乙方', { fillOrder: 2, signOrder: 2 }),
    party('员工', { isEnterprise: false, fillOrder: 3, signOrder: 2 }),
  ];

  test('casts different enterprises and people, and leaves fixed members alone', () => {
    const named = ({ name }: { readonly name: string }) => name;
    expect([...castOf(parties, people).values()].map(named)).toEqual(['顾清扬', '沈静秋', '江晚']);
    const fixed = party('乙方', { setMode: 1, corpName: '甲', personName: '王五', mobile: '13800138000' });
    expect([...castOf([fixed], people).values()].map(named)).toEqual(['王五']);
  });

  test('is possible once everybody is named', () => {
    expect(isComplete(parties, castOf(parties, people))).toBe(true);
    expect(isComplete(parties, castOf(parties, []))).toBe(false);
    const noCorp = new Map([['甲方', { corpName: ' ', name: '张三', mobile: '13800138000' }]]);
    expect(isComplete(parties.slice(0, 1), noCorp)).toBe(false);
  });

  test('is a contract of its own: no ids of the template, nothing without a place', () => {
    const controls = [control('one', { party: '甲方' }), control('tray', { page: 0, party: '甲方' })];
    const signature = control('sign', { party: '员工', ...area });
    const given = design({ parties, controls: [...controls, signature] });
    const body = trialBody(given, castOf(parties, people), '试运行：采购合同');
    expect(body.participantList).toMatchObject([
      { participantFlag: '甲方', participantCorpName: '云杉', psnName: '顾清扬', signOrder: 1 },
      { participantFlag: '乙方', participantCorpName: '青禾', psnName: '沈静秋', signOrder: 2 },
      { participantFlag: '员工', participantType: 0, psnName: '江晚', signOrder: 2 },
    ]);
    expect(body.components.map(({ componentName }) => componentName)).toEqual(['one', 'sign']);
    expect(body.components.some((each) => 'componentId' in each)).toBe(false);
    expect(body.contractFileList.some((each) => 'fileId' in each)).toBe(false);
  });
});

import { id } from '@cinnabar/api/schema.js';
import { type GivenComponent, givenComponent } from '@cinnabar/api/schemas/component.js';
import { givenCopier } from '@cinnabar/api/schemas/copier.js';
import { type GivenParticipant, givenTemplate } from '@cinnabar/api/schemas/template.js';
import { keepAttribute } from '@cinnabar/server/areas/templates/component-attribute.js';
import { placeBox } from '@cinnabar/server/areas/templates/place-box.js';
import { type Ground, MAX_AREAS, planComponents } from '@cinnabar/server/areas/templates/plan-components.js';
import { businessTypesOf, participantsProblem } from '@cinnabar/server/areas/templates/rules.js';
import { nameProblem, sniffFormat } from '@cinnabar/server/areas/templates/upload-format.js';
import { describe, expect, it } from 'vitest';

const zone = 'Asia/Shanghai';
const reading = { zone };
const participantId = (value: number) => id<'TemplateParticipant'>().read(value, 'id', reading);
const fileId = (value: number) => id<'TemplateFile'>().read(value, 'id', reading);
const a4 = { width: 793.7, height: 1122.52 };

describe('placing a control on its page', () => {
  const rows = [
    ['in the middle', { x: 100, y: 200, width: 160, height: 24 }, { x: 100, y: 200, width: 160, height: 24 }],
    ['at the corner', { x: 0, y: 0, width: 160, height: 24 }, { x: 0, y: 0, width: 160, height: 24 }],
    [
      'sticking out right',
      { x: 790, y: 0, width: 160, height: 24 },
      { x: 633.7, y: 0, width: 160, height: 24 },
    ],
    [
      'sticking out below',
      { x: 0, y: 1122, width: 160, height: 24 },
      { x: 0, y: 1098.52, width: 160, height: 24 },
    ],
    [
      'larger than the page',
      { x: 5, y: 5, width: 900, height: 2000 },
      { x: 0.7, y: 0.52, width: 793, height: 1122 },
    ],
    ['left of the page', { x: -0.5, y: 0, width: 10, height: 10 }, null],
    ['above the page', { x: 0, y: -1, width: 10, height: 10 }, null],
    ['right of the page', { x: 793.7, y: 0, width: 10, height: 10 }, null],
    ['below the page', { x: 0, y: 1123, width: 10, height: 10 }, null],
  ] as const;
  it.each(rows)('%s', (_, wished, expected) => {
    const placed = placeBox(a4, wished);
    if (expected === null) expect(placed).toBeNull();
    else {
      expect(placed).toMatchObject({ width: expected.width, height: expected.height });
      expect(placed?.x).toBeCloseTo(expected.x, 1);
      expect(placed?.y).toBeCloseTo(expected.y, 1);
      expect((placed?.x ?? 0) + expected.width).toBeLessThanOrEqual(a4.width);
      expect((placed?.y ?? 0) + expected.height).toBeLessThanOrEqual(a4.height);
    }
  });
});

function participant(participant: object): Ground['participants'][number] {
  return {
    participant_id: participantId(11),
    participant_type: 1,
    business_types: ['1', '2'],
    draft_sort: 1,
    ...participant,
  };
}

const ground: Ground = {
  participants: [
    participant({}),
    participant({ participant_id: participantId(12), business_types: ['1'] }),
    participant({ participant_id: participantId(13), business_types: ['2'], participant_type: 0 }),
  ],
  files: [{ row: { file_id: fileId(21) }, pages: [a4, { width: 300, height: 400 }] }],
  components: [
    {
      component_key: 'taken',
      component_name: '已有',
      component_type: 1,
      required: 0,
      value: null,
      participant_id: participantId(11),
      file_id: fileId(21),
      attribute: keepAttribute({}, 1, 1),
    },
  ],
};

function given(component: object): GivenComponent {
  const sent = {
    participantId: 11,
    contractFileId: 21,
    componentName: '名称',
    componentType: 1,
    required: 1,
    positionX: 100,
    positionY: 100,
    pageNum: 1,
    specialAttribute: {},
    ...component,
  };
  return givenComponent.read(sent, 'components[0]', reading);
}

function refusedPath(...components: readonly object[]): string {
  const plan = planComponents(ground, components.map(given), zone);
  return 'refused' in plan ? plan.refused.map(({ path }) => path).join(' ') : 'planned';
}

describe('planning the controls of a template', () => {
  const rows = [
    ['as it should be', {}, 'planned'],
    ['another template’s participant', { participantId: 99 }, 'components[0].participantId'],
    ['another template’s file', { contractFileId: 99 }, 'components[0].contractFileId'],
    ['a page too far', { pageNum: 3 }, 'components[0].pageNum'],
    ['page 0', { pageNum: 0 }, 'components[0].pageNum'],
    ['page -1', { pageNum: -1 }, 'components[0].pageNum'],
    ['left of the page', { positionX: -1 }, 'components[0].positionX'],
    ['below a small page', { pageNum: 2, positionY: 400 }, 'components[0].positionY'],
    ['an area of who only fills', { participantId: 12, componentType: 6 }, 'components[0].participantId'],
    ['a text of who only signs', { participantId: 13 }, 'components[0].participantId'],
    ['an area of who only signs', { participantId: 13, componentType: 6 }, 'planned'],
    ['a key that the template has', { componentKey: 'taken' }, 'components[0].componentKey'],
    ['a key of its own', { componentKey: 'free' }, 'planned'],
    ['a value that is no number', { componentType: 2, value: '一百' }, 'components[0].value'],
    ['a value that is no date', { componentType: 3, value: '明天' }, 'components[0].value'],
    ['a value in a signature area', { componentType: 6, value: 'x' }, 'components[0].value'],
    ['a keyword that the file does not have', { keyword: '甲方盖章' }, 'components[0].keyword'],
    ['a drop-down without options', { componentType: 102 }, 'components[0].specialAttribute.options'],
    ['a drop-down', { componentType: 102, specialAttribute: { options: ['月付'] } }, 'planned'],
    [
      'a default that is not an option',
      { componentType: 102, value: '年付', specialAttribute: { options: ['月付'] } },
      'components[0].value',
    ],
    ['a check box that is neither', { componentType: 101, value: '也许' }, 'components[0].value'],
    ['a type that nobody knows', { componentType: 4711 }, 'planned'],
  ] as const;
  it.each(rows)('%s', (_, component, expected) => {
    expect(refusedPath(component)).toBe(expected);
  });

  it('names every invalid element, and no other', () => {
    expect(refusedPath({}, {}, { pageNum: 9 })).toBe('components[2].pageNum');
    expect(refusedPath({ participantId: 1 }, {}, { componentType: 2, value: '十元' }, { pageNum: 9 })).toBe(
      'components[0].participantId components[2].value components[3].pageNum',
    );
  });

  it('finds a key repeated in the request; missing keys are not repetitions', () => {
    expect(refusedPath({ componentKey: 'a' }, { componentKey: 'a' })).toBe('components[1].componentKey');
    expect(refusedPath({ componentKey: '' }, { componentKey: null }, {})).toBe('planned');
  });

  it(`accepts ${MAX_AREAS} areas of a participant in a file and no more`, () => {
    const areas = Array.from({ length: MAX_AREAS }, () => ({ componentType: 6 }));
    expect(refusedPath(...areas)).toBe('planned');
    expect(refusedPath(...areas, { participantId: 13, componentType: 6 })).toBe('planned');
    expect(refusedPath(...areas, { componentType: 6 })).toBe(`components[${MAX_AREAS}].componentType`);
  });

  it('accepts one seam area of a participant in a file', () => {
    const seam = { componentType: 6, specialAttribute: { signStyle: 2 } };
    expect(refusedPath(seam, { componentType: 6 })).toBe('planned');
    expect(refusedPath(seam, { ...seam, participantId: 13 })).toBe('planned');
    expect(refusedPath(seam, seam)).toBe('components[1].specialAttribute.signStyle');
    const attribute = keepAttribute({ signStyle: 2 }, 6, 1);
    const there = {
      component_key: null,
      component_name: '骑缝',
      component_type: 6,
      required: 0 as const,
      value: null,
      participant_id: participantId(11),
      file_id: fileId(21),
      attribute,
    };
    const plan = planComponents({ ...ground, components: [there] }, [given(seam)], zone);
    expect(plan).toMatchObject({ refused: [{ path: 'components[0].specialAttribute.signStyle' }] });
    const text = { ...there, component_type: 1 };
    expect(planComponents({ ...ground, components: [text] }, [given(seam)], zone)).toHaveProperty(
      'components',
    );
  });

  it('places a control beside its keyword, by the offset, within the page', () => {
    const placed = (change: object, place: { page: number; x: number; y: number } | null) => {
      const component = given({ keyword: '甲方盖章', ...change });
      return planComponents(ground, [component], zone, new Map([[component, place]]));
    };
    const place = { page: 2, x: 120.5, y: 90 };
    expect(placed({ pageNum: 1, positionX: 1, positionY: 1 }, place)).toMatchObject({
      components: [{ pageNum: 2, x: 120.5, y: 90 }],
    });
    expect(placed({ offsetX: -20, offsetY: 30.25 }, place)).toMatchObject({
      components: [{ pageNum: 2, x: 100.5, y: 120.25 }],
    });
    expect(placed({}, null)).toMatchObject({ refused: [{ path: 'components[0].keyword' }] });
    expect(placed({ offsetX: -200 }, place)).toMatchObject({ refused: [{ path: 'components[0].offsetX' }] });
    expect(placed({ offsetY: -91 }, place)).toMatchObject({ refused: [{ path: 'components[0].offsetY' }] });
  });

  it('requires a position if there is no keyword', () => {
    for (const field of ['positionX', 'positionY', 'pageNum']) {
      expect(() => given({ [field]: undefined })).toThrow(`components[0].${field}`);
      expect(() => given({ [field]: undefined, keyword: ' ' })).toThrow(`components[0].${field}`);
      expect(() => given({ [field]: undefined, keyword: '盖章' })).not.toThrow();
    }
    expect(() => given({ keyword: '盖章', keywordIndex: 0 })).toThrow('components[0].keywordIndex');
  });

  it('stores the value as drawn and the box as placed', () => {
    const plan = planComponents(
      ground,
      [
        given({
          componentType: 2,
          value: '1234.5',
          positionX: 290,
          pageNum: 2,
          specialAttribute: { numberFormat: '1' },
        }),
      ],
      zone,
    );
    if ('refused' in plan) throw new Error(plan.refused[0].problem.en);
    expect(plan.components[0]).toMatchObject({ value: '1,234.5', x: 140, y: 100, required: 1 });
    expect(plan.components[0]?.attribute).toMatchObject({ width: 160, height: 24 });
  });
});

function participants(...changes: readonly object[]): readonly GivenParticipant[] {
  const sent = {
    templateName: '模板',
    contractFileList: [{ fileName: 'a.pdf', fileUrl: 'files/x.pdf', totalPage: 1, width: 1, height: 1 }],
    participantList: changes.map((change, index) => ({
      participantFlag: `方${index}`,
      participantType: 1,
      participateBizType: ['1', '2'],
      participantSetMode: 0,
      draftSort: index + 1,
      signOrder: 1,
      ...change,
    })),
  };
  return givenTemplate.read(sent, '', reading).participantList;
}

describe('the participants of a template', () => {
  const rows = [
    ['two of equal sign order', [{}, {}], null],
    [
      'the same flag',
      [{ participantFlag: '甲' }, { participantFlag: '甲' }],
      'participantList[1].participantFlag',
    ],
    ['the same draftSort', [{ draftSort: 7 }, { draftSort: '7' }], 'participantList[1].draftSort'],
    ['fixed without account', [{ participantSetMode: 1, psnName: '张三' }], 'participantList[0].psnAccount'],
    [
      'fixed without name',
      [{}, { participantSetMode: 1, psnAccount: '13800138000', psnName: '' }],
      'participantList[1].psnName',
    ],
    ['fixed', [{ participantSetMode: 1, psnAccount: '13800138000', psnName: '张三' }], null],
  ] as const;
  it.each(rows)('%s', (_, changes, expected) => {
    expect(participantsProblem(participants(...changes))?.path ?? null).toBe(expected);
  });

  it('have each role once, in the order fill, sign, in whatever order it was sent', () => {
    for (const sent of ['2,1', ['2', '1', '2'], [1, 2]]) {
      const [one] = participants({ participateBizType: sent });
      expect(businessTypesOf(one?.participateBizType ?? [])).toEqual(['1', '2']);
    }
  });
});

describe('copiers', () => {
  const rows = [
    ['a person', { copierType: 0, psnAccount: '13800138000' }, null],
    ['a person without mobile', { copierType: 0, psnAccount: '' }, 'copier.psnAccount'],
    ['an enterprise', { copierType: 1, corpName: '测试公司' }, null],
    ['an enterprise without name', { copierType: 1, psnAccount: '13800138000' }, 'copier.corpName'],
  ] as const;
  it.each(rows)('%s', (_, copier, expected) => {
    const read = () => givenCopier.read(copier, 'copier', { zone: 'Asia/Shanghai' });
    if (expected === null) expect(read()).toMatchObject(copier);
    else expect(read).toThrow(expect.objectContaining({ path: expected }));
  });
});

describe('detecting the format of an upload from its content', () => {
  const rows = [
    ['PDF', '%PDF-1.7\n', 'pdf'],
    ['PDF with bytes before its header', '\u0000\u0001\u0002%PDF-1.4', 'pdf'],
    ['RTF', '{\\rtf1\\ansi', 'rtf'],
    ['text', '甲方：测试公司\r\n乙方：', 'txt'],
    ['JPEG', Buffer.from('ffd8ffe000104a46', 'hex'), 'jpg'],
    ['PNG', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'png'],
    [
      'Word 97',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('WordDocument', 'utf16le')]),
      'doc',
    ],
    [
      'Excel 97',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('Workbook', 'utf16le')]),
      null,
    ],
    ['Word', 'PK\u0003\u0004 [Content_Types].xml word/document.xml', 'docx'],
    ['another zip', 'PK\u0003\u0004 readme.md', null],
    ['OpenDocument', `PK\u0003\u0004${' '.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.text`, 'odt'],
    ['a program', '\u007fELF\u0002\u0001', null],
  ] as const;
  it.each(rows)('%s', (_, content, expected) => {
    expect(sniffFormat(Buffer.from(content))).toBe(expected);
  });

  it('and comparing it with the name', () => {
    expect(nameProblem('合同.PDF', 'pdf')).toBeNull();
    expect(nameProblem('a.b.jpeg', 'jpg')).toBeNull();
    expect(nameProblem('合同.docx', 'pdf')?.zh).toContain('合同.docx');
    expect(nameProblem('合同', 'pdf')).not.toBeNull();
    expect(nameProblem('pdf', 'pdf')).not.toBeNull();
  });
});

import { describe, expect, test } from 'vitest';
import type { Proposed } from '../../../packages/web/src/canvas/suggestions/suggested-control.js';
import { type Placeholder, withFiles } from '../../../packages/web/src/designer/placeholders.js';
import { design, party } from './given-design.js';

const attribute = {
  ...{ width: 160, height: 24, dateFormat: null, numberFormat: null, fractionDigits: null },
  ...{ maxLength: null, fontSize: null, sealSpecs: null, options: null },
};

function placeholder(text: string, part: Partial<Proposed> | null): Placeholder {
  const component: Proposed = {
    ...{ participantFlag: '', fileIndex: 0, componentName: '名称', componentType: 1, required: 0 },
    ...{ pageNum: 1, positionX: 10, positionY: 20, specialAttribute: attribute },
    ...part,
  };
  const place = { page: 1, x: 10, y: 20, width: 160, height: 24, line: 3 };
  const problem = part === null ? '无法识别，保留原文' : null;
  return { text, ...place, problem, component: part === null ? null : component };
}

function added(placeholders: readonly Placeholder[], given = design({ parties: [], files: [], name: '' })) {
  let made = 0;
  const makeKey = () => {
    made += 1;
    return `k${made}`;
  };
  const file = { fileName: '劳动合同.docx', fileUrl: 'files/1.pdf', totalPage: 2, width: 794, height: 1123 };
  return withFiles(given, [{ ...file, placeholders: [...placeholders] }], {
    ...{ designs: [given], initiator: '发起人', makeKey },
  });
}

describe('placeholders of a file that is added', () => {
  test('become parties in the order of the text, with the duties that their controls need', () => {
    const { design: made, brought } = added([
      placeholder('{{甲方.名称}}', { participantFlag: '甲方' }),
      placeholder('{{乙方.签字}}', { participantFlag: '乙方', componentType: 6 }),
      placeholder('{{丙方.姓名}}', { participantFlag: '丙方', componentName: '姓名' }),
    ]);
    expect(made.name).toBe('劳动合同');
    expect(made.parties).toMatchObject([
      { flag: '甲方', isEnterprise: true, fills: true, signs: true, setMode: 3, signOrder: 1 },
      { flag: '乙方', isEnterprise: false, fills: false, signs: true, setMode: 0, signOrder: 2 },
      { flag: '丙方', isEnterprise: false, fills: true, signs: true, setMode: 0, signOrder: 3 },
    ]);
    expect(made.controls.map(({ party: key }) => key)).toEqual(made.parties.map(({ key }) => key));
    expect(brought).toEqual({ parties: 3, controls: 3, unreadable: [] });
  });

  test('go to the parties there, which then can have them', () => {
    const given = design({ parties: [party('甲方', { fills: false })], files: [] });
    const { design: made } = added([placeholder('{{甲方.名称}}', { participantFlag: '甲方' })], given);
    expect(made.parties).toMatchObject([{ flag: '甲方', fills: true, signs: true }]);
    expect(made.name).toBe('采购合同');
  });

  test('that name nobody go to the first who can have them, or to the initiator of a template without parties', () => {
    const text = '{{日期:入职日期}}';
    const alone = added([placeholder(text, { componentType: 3 })]).design;
    expect(alone.parties).toMatchObject([{ flag: '发起人', setMode: 3, fills: true }]);
    const given = design({ parties: [party('甲方', { fills: false }), party('乙方')], files: [] });
    const { design: made } = added([placeholder(text, { componentType: 3 })], given);
    expect(made.controls).toMatchObject([{ party: '乙方', type: 3 }]);
    expect(made.parties.map(({ flag, fills }) => [flag, fills])).toEqual([
      ['甲方', false],
      ['乙方', true],
    ]);
  });

  test('that cannot be read are listed, and make nothing', () => {
    const { design: made, brought } = added([placeholder('{{甲方.{{名称}}}}', null)]);
    expect(made).toMatchObject({ parties: [], controls: [], files: [{ fileUrl: 'files/1.pdf' }] });
    expect(brought.unreadable.map(({ text, line }) => [text, line])).toEqual([['{{甲方.{{名称}}}}', 3]]);
  });
});

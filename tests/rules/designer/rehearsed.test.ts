import { contractRefuse, fillSignForm } from '@cinnabar/api/operations/flows.js';
import { keepFillDraft, viewFillPage } from '@cinnabar/api/pages/fill.js';
import { describe, expect, test } from 'vitest';
import { optionMoved } from '../../../packages/web/src/designer/option-moved.js';
import { rehearsedFilling, rehearsedSigning } from '../../../packages/web/src/designer/rehearsed.js';
import { sampleSeal } from '../../../packages/web/src/designer/sample-seal.js';
import { rehearsalLink } from '../../../packages/web/src/shared/link/rehearsal-link.js';
import { area, control, design, party } from './given-design.js';

const buyer = party('甲方', { setMode: 3, corpName: '云杉', fills: false });
const seller = party('乙方', { isEnterprise: false, signOrder: 2 });
const given = {
  design: design({
    parties: [buyer, seller],
    controls: [
      control('tray', { page: 0, party: '乙方' }),
      control('seal', { ...area, party: '甲方', y: 600 }),
      control('name', { party: '乙方', value: '张三' }),
      control('sum', { party: '乙方', attribute: { formula: '=name' } }),
    ],
  }),
  party: seller,
  preview: {
    fileList: [
      {
        ...{ fileIndex: 0, fileName: '1.pdf', httpUrl: '/files/1' },
        pages: [{ width: 794, height: 1123, jpgUrl: '/files/p1' }],
      },
    ],
    problems: [{ index: 1, msg: '内容超出控件范围' }],
    values: [{ index: 1, value: '示例文字示例文字' }],
  },
  pictures: [['/files/p1']],
  words: {
    untitled: '新模板',
    initiator: '发起企业',
    person: '张三',
    seal: '示例公章',
    nameSeal: '示例名章',
  },
};

describe('the pages of a contract in a preview', () => {
  test('the fill page has the values of the preview, and judges those that do not fit as the service does', () => {
    const { view, problems, pictures } = rehearsedFilling(given);
    expect(view).toMatchObject({
      ...{ title: '采购合同', corpName: '云杉', me: { name: '乙方', isMe: true, isTurn: true } },
      files: [{ fileId: 1, pages: [{ width: 794, height: 1123 }] }],
      controls: [
        { name: 'name', value: '示例文字示例文字', isMine: true, attribute: { font: 'SimSun', width: 160 } },
        { name: 'sum', value: '', attribute: { formula: '=name' } },
      ],
    });
    expect(view.draft).toEqual([{ componentId: view.controls[0]?.componentId, value: '示例文字示例文字' }]);
    expect(problems).toMatchObject([{ message: '内容超出控件范围' }]);
    expect(pictures).toEqual([{ fileId: 1, pages: ['/files/p1'] }]);
  });

  test('the sign page has everybody’s areas, and a sample seal of the one who signs', () => {
    const { view } = rehearsedSigning({ ...given, party: buyer });
    expect(view.areas).toMatchObject([{ participantId: 1, seam: false, width: 159 }]);
    expect(view.seals).toMatchObject([{ widthMm: 42, pictureUrl: sampleSeal('云杉', true) }]);
    expect(rehearsedSigning(given).view.seals).toMatchObject([{ sealId: 0, widthMm: 20 }]);
    expect(decodeURIComponent(sampleSeal('<甲&乙>', true))).toContain('&lt;甲&amp;乙>');
  });

  test('read and save within the window, and go no further', async () => {
    // What arrives in the frame has been through JSON.
    const link = rehearsalLink(1, JSON.parse(JSON.stringify(rehearsedFilling(given))), '到此为止');
    expect(link.pictureOf?.(1, 1)).toBe('/files/p1');
    const filled = await link.call(viewFillPage, {});
    const [first] = filled.controls;
    if (first === undefined) throw new Error('there is a control');
    const { componentId } = first;
    const kept = await link.call(keepFillDraft, { values: [{ componentId, value: '示例文字示例文字' }] });
    expect(kept.problems).toEqual([{ componentId, message: '内容超出控件范围' }]);
    const { flowId } = filled;
    await expect(link.call(contractRefuse, { flowId, refuseMsg: '不填' })).rejects.toThrow('到此为止');
    const given1 = { componentId, participantId: first.participantId, contractFileId: first.fileId };
    await link.call(fillSignForm, { flowId, components: [{ ...given1, value: '李四' }], finish: true });
    const after = await link.call(viewFillPage, {});
    expect(after).toMatchObject({ me: { filled: true }, controls: [{ value: '李四' }, {}] });
  });
});

test('an option goes to the place where it is dropped, and nowhere else', () => {
  expect(optionMoved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(optionMoved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  expect(optionMoved(['a'], 0, 3)).toEqual(['a']);
});

import type { Control, Design, Party } from '../../src/designer/design.js';
import type { DocumentFile } from '../../src/shared/document/layout.js';

export function givenFiles(pages: number): readonly DocumentFile[] {
  const size = { width: 794, height: 1123 };
  // The last page lies across, so that copies to it are placed by its edges.
  const all = Array.from({ length: pages }, (_, index) =>
    pages > 1 && index === pages - 1 ? { width: 1123, height: 794 } : size,
  );
  return [{ fileId: 1, fileName: '合同.pdf', version: '1', pages: all }];
}

/** Controls spread evenly over the pages. */
export function givenDesign(pages: number, count: number): Design {
  return {
    name: '劳动合同',
    isEncrypted: false,
    parties: [party('a', '甲方', true), party('b', '员工', false)],
    files: [
      {
        key: 1,
        fileId: null,
        fileName: '合同.pdf',
        fileUrl: 'f',
        totalPage: pages,
        width: 794,
        height: 1123,
      },
    ],
    copiers: [],
    attachments: [],
    controls: Array.from({ length: count }, (_, index) => givenControl(pages, index)),
  };
}

function party(key: string, flag: string, isEnterprise: boolean): Party {
  return {
    ...{ key, participantId: null, flag, isEnterprise, fills: true, signs: true, setMode: 0 },
    ...{ mobile: '', personName: '', corpName: '', fillOrder: 1, signOrder: 1 },
  };
}

export function givenControl(pages: number, index: number): Control {
  const place = Math.floor(index / pages);
  return {
    key: `c${index}`,
    componentId: null,
    party: index % 2 === 0 ? 'a' : 'b',
    file: 1,
    page: 1 + (index % pages),
    x: 60 + (place % 3) * 230,
    y: 60 + place * 64,
    type: 1,
    name: `文本${index + 1}`,
    componentKey: `key_${index + 1}`,
    value: '',
    isRequired: true,
    anchor: null,
    attribute: { width: 160, height: 24, fontSize: 14 },
  };
}

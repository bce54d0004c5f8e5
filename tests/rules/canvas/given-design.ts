import type { Control, Design, Party } from '../../../packages/web/src/designer/design.js';

export function party(key: string, given: Partial<Party> = {}): Party {
  return {
    key,
    participantId: null,
    flag: key,
    isEnterprise: true,
    fills: true,
    signs: true,
    setMode: 0,
    mobile: '',
    personName: '',
    corpName: '',
    fillOrder: 1,
    signOrder: 1,
    ...given,
  };
}

export function control(key: string, given: Partial<Control> = {}): Control {
  return {
    key,
    componentId: null,
    party: '甲方',
    file: 1,
    page: 1,
    x: 100,
    y: 100,
    type: 1,
    name: key,
    componentKey: '',
    value: '',
    isRequired: true,
    anchor: null,
    attribute: { width: 160, height: 24 },
    ...given,
  };
}

export function area(key: string, given: Partial<Control> = {}): Control {
  return control(key, {
    type: 6,
    y: 800,
    attribute: { width: 120, height: 60, signStyle: 1, sealSpecs: 2 },
    ...given,
  });
}

export function seam(key: string, given: Partial<Control> = {}): Control {
  return area(key, { attribute: { width: 159, height: 159, signStyle: 2 }, ...given });
}

/** A contract of two parties and two pages in which nothing is wrong. */
export function design(given: Partial<Design> = {}): Design {
  return {
    name: '设备采购合同',
    isEncrypted: false,
    parties: [party('甲方'), party('乙方', { fills: false })],
    files: [
      { key: 1, fileId: null, fileName: '合同.pdf', fileUrl: 'f', totalPage: 2, width: 794, height: 1123 },
    ],
    copiers: [],
    attachments: [],
    controls: [control('名称'), area('甲章'), area('乙章', { party: '乙方', x: 400 })],
    ...given,
  };
}

import type { Control, Design, Party, TemplateFile } from '../../../packages/web/src/designer/design.js';

export function party(key: string, part: Partial<Party> = {}): Party {
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
    ...part,
  };
}

export function file(key: number, part: Partial<TemplateFile> = {}): TemplateFile {
  return {
    key,
    fileId: null,
    fileName: `${key}.pdf`,
    fileUrl: `files/${key}.pdf`,
    totalPage: 3,
    width: 794,
    height: 1123,
    ...part,
  };
}

export function control(key: string, part: Partial<Control> = {}): Control {
  return {
    key,
    componentId: null,
    party: 'A',
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
    ...part,
  };
}

export const area = { type: 6, attribute: { width: 159, height: 159, signStyle: 1 } } as const;

export function design(part: Partial<Design> = {}): Design {
  return {
    name: '采购合同',
    isEncrypted: false,
    parties: [party('A', { fillOrder: 1, signOrder: 1 }), party('B', { fillOrder: 2, signOrder: 2 })],
    files: [file(1)],
    copiers: [],
    attachments: [],
    controls: [],
    ...part,
  };
}

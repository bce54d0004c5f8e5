/** Server responses for pages, with the changes of a scenario. */
import { type Id, id } from '@cinnabar/api/schema.js';
import { componentTypes } from '@cinnabar/api/schemas/component.js';
import type { View as ApprovalView } from '../../../packages/web/src/approve/approvals.js';
import type { Control, View as FillView } from '../../../packages/web/src/fill/controls.js';
import type { View as PlaceView } from '../../../packages/web/src/place/placed.js';
import type { Area, SealChoice, View as SignView } from '../../../packages/web/src/sign/marks.js';

type Party = SignView['me'];

export function idOf<Kind extends string>(value: number): Id<Kind> {
  return id<Kind>().read(value, 'id', { zone: 'UTC' });
}

const page = { width: 794, height: 1123 };

const file = {
  fileId: idOf<'File'>(1),
  fileName: '合同.pdf',
  pages: [page, page, page],
  version: 'a',
  downloadUrl: '/file',
  freeSeam: false,
};

export function party({ participantId = 1, ...given }: Given<Party, 'participantId'> = {}): Party {
  return {
    participantId: idOf(participantId),
    name: '星河科技',
    personName: '',
    signs: true,
    fills: false,
    filled: false,
    signStatus: 2,
    signTime: null,
    isMe: false,
    isTurn: false,
    ...given,
  };
}

/** Changed fields, some of which are given as plain numbers. */
type Given<T, Ids extends keyof T = never> = Partial<Omit<T, Ids>> & { readonly [Name in Ids]?: number };

const flow = {
  flowId: idOf<'Flow'>(1),
  title: '软件服务合同',
  status: 2,
  revision: 1,
  corpName: '星河科技',
  initiatorName: '王芳',
  deadline: null,
  endReason: null,
  ending: null,
  parties: [],
  files: [file],
  attachments: [],
} as const;

export function signView(given: Given<SignView> = {}): SignView {
  return {
    ...flow,
    me: party({ isMe: true }),
    isEnterprise: true,
    mobile: '138****5678',
    obstacle: null,
    approval: null,
    shown: 'shown',
    agreements: [],
    proofs: ['sms'],
    amount: null,
    paysNow: false,
    areas: [],
    seals: [],
    ...given,
  };
}

export function area({ componentId = 1, ...given }: Given<Area, 'componentId'> = {}): Area {
  return {
    componentId: idOf(componentId),
    fileId: file.fileId,
    participantId: idOf(1),
    name: '盖章',
    page: 1,
    x: 100,
    y: 100,
    width: 160,
    height: 160,
    required: true,
    seam: false,
    sealSpecs: 1,
    showSignDate: false,
    ...given,
  };
}

export function seal({ sealId = 1, ...given }: Given<SealChoice, 'sealId'> = {}): SealChoice {
  return {
    sealId: idOf(sealId),
    name: '合同专用章',
    widthMm: 42,
    heightMm: 42,
    pictureUrl: '/seal',
    isDefault: true,
    needsApproval: false,
    ...given,
  };
}

export function fillView(given: Given<FillView> = {}): FillView {
  return {
    ...flow,
    status: 1,
    me: party({ isMe: true, fills: true, signStatus: 1 }),
    isEnterprise: false,
    obstacle: null,
    controls: [],
    draft: [],
    ...given,
  };
}

const plain = {
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
  width: 200,
  height: 30,
  order: null,
  sealSpecs: null,
  showSignDate: null,
  signStyle: null,
  options: null,
} as const;

export function textControl({ componentId = 1, ...given }: Given<Control, 'componentId'> = {}): Control {
  return {
    componentId: idOf(componentId),
    fileId: file.fileId,
    participantId: idOf(1),
    name: '姓名',
    key: null,
    type: componentTypes.text,
    value: '',
    pictureUrl: null,
    required: true,
    isMine: true,
    page: 1,
    x: 100,
    y: 100,
    attribute: plain,
    ...given,
  };
}

export function approvalView(given: Given<ApprovalView> = {}): ApprovalView {
  return {
    approvalId: idOf(1),
    kind: 'seal',
    status: 1,
    corpName: '星河科技',
    requesterName: '李雷',
    createTime: '2026-11-20T14:03:00.000+0800',
    expireTime: '2026-11-27T14:03:00.000+0800',
    updateTime: '2026-11-20T15:03:00.000+0800',
    failReason: null,
    shown: 'shown',
    decidable: false,
    isOwn: false,
    seals: [],
    marks: [],
    flow,
    mobile: '138****5678',
    ...given,
  };
}

export function placeView(given: Given<PlaceView> = {}): PlaceView {
  const buyer = { name: '星河科技', personName: '王芳', isEnterprise: true, fills: true, signs: true };
  const seller = { name: '李雷', personName: '', isEnterprise: false, fills: false, signs: true };
  return {
    ...flow,
    status: 0,
    placeParties: [
      { ...buyer, flag: '甲方', signOrder: 1 },
      { ...seller, flag: '乙方', signOrder: 2 },
    ],
    kept: [],
    draft: null,
    consent: 'none',
    approval: null,
    cost: { contracts: 1, collections: 0, contractBalance: 10, collectionBalance: 0 },
    ...given,
  };
}

/** Flows as plain data, for the tests of their rules. */
import type { Id } from '@cinnabar/api/schema.js';
import { id } from '@cinnabar/api/schema.js';
import type { KeptAttribute } from '@cinnabar/api/schemas/component.js';
import type { Actor } from '@cinnabar/server/areas/flows/flow/actor.js';
import {
  type Component,
  type Flow,
  type FlowFile,
  FlowStatus,
  type Participant,
  SignStatus,
} from '@cinnabar/server/areas/flows/flow/flow.js';
import { storedStatus } from '@cinnabar/server/areas/flows/flow/rules/states.js';
import type { CorpId, UserId } from '@cinnabar/server/operation/context.js';

/** A number as the id of some kind of object. */
export function idOf<Kind extends string>(number: number): Id<Kind> {
  return id<Kind>().read(number, 'id', { zone: 'UTC' });
}

export const buyer: CorpId = idOf(1);
export const seller: CorpId = idOf(2);
export const stranger: CorpId = idOf(3);
export const zhang: UserId = idOf(11);
export const li: UserId = idOf(12);
export const wang: UserId = idOf(13);

/** The actor as recorded in the history. */
export const actor: Actor = {
  userId: 11,
  name: '张三',
  corpId: 1,
  appId: 'app',
  source: null,
  address: '192.0.2.1',
  device: null,
  requestId: 'request',
};

export const noon = new Date('2026-03-01T12:00:00Z');

export function participant(number: number, change: Partial<Participant> = {}): Participant {
  return {
    participantId: idOf(100 + number),
    participantFlag: `第${number}方`,
    type: 'enterprise',
    fills: false,
    signs: true,
    corpId: number === 1 ? buyer : seller,
    corpName: number === 1 ? '甲公司' : '乙公司',
    psnId: number === 1 ? zhang : li,
    psnName: number === 1 ? '张三' : '李四',
    psnAccount: `1990000000${number}`,
    draftSort: number,
    signOrder: number,
    signStatus: SignStatus.signing,
    filled: true,
    draftTime: null,
    signTime: null,
    payee: null,
    ...change,
  };
}

const attribute: KeptAttribute = {
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
};

/** A required text control of participant `owner`; `{ componentType: 6 }` makes it a signature area. */
export function component(number: number, owner: number, change: Partial<Component> = {}): Component {
  return {
    componentId: idOf(200 + number),
    participantId: idOf(100 + owner),
    fileId: idOf(301),
    templateComponentId: null,
    componentKey: `key${number}`,
    componentName: `控件${number}`,
    componentType: 1,
    value: null,
    required: true,
    pageNum: 1,
    positionX: 100,
    positionY: 100,
    attribute,
    placed: null,
    ...change,
  };
}

export const file: FlowFile = {
  fileId: idOf(301),
  fileCode: 'FILE301',
  fileName: '合同.pdf',
  fileKey: 'files/a.pdf',
  baseHash: 'a'.repeat(64),
  currentHash: 'a'.repeat(64),
  pages: [
    { width: 794, height: 1123 },
    { width: 794, height: 1123 },
  ],
};

/** A flow as it may be stored: in any status, by whatever transitions. */
export type FlowModel = Partial<Omit<Flow, 'status'>> & { readonly status?: FlowStatus };

export function flow({ status = FlowStatus.signing, ...change }: FlowModel = {}): Flow {
  return {
    corpId: buyer,
    corpName: '甲公司',
    flowId: idOf(400),
    flowCode: 'HT400',
    title: '采购合同',
    status: storedStatus(status),
    revision: 1,
    templateId: null,
    initiatorId: zhang,
    initiatorName: '张三',
    remark: '备注',
    endReason: null,
    encrypted: false,
    confidential: false,
    reversePay: false,
    feePaid: false,
    sourceOrderCode: null,
    createTime: noon,
    startTime: noon,
    finishTime: null,
    deadline: new Date('2026-05-30T12:00:00Z'),
    eventCount: 0,
    eventHead: null,
    digestSalt: '5'.repeat(64),
    deletedAt: null,
    batchId: null,
    participants: [participant(1), participant(2)],
    files: [file],
    components: [],
    copiers: [],
    attachmentCount: 0,
    hasOpenApprovals: false,
    remindedAt: null,
    ...change,
  };
}

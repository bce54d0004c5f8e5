/** The shapes of specification 2.10 in requests and responses of flow operations. */
import { type Fields, givenAttribute, maybe, must } from './notation.js';

const payee: Fields = {
  id: 'int64',
  amount: 'number',
  payeeStatus: 'int32',
  auditStatus: 'int32',
  priority: 'int32',
  remark: 'string?',
};

export const signer: Fields = {
  participantId: 'int64',
  participantFlag: 'string',
  participantCorpId: 'int64?',
  participantCorpName: 'string',
  participantType: 'int32',
  participateBizType: ['string'],
  psnId: 'int64',
  psnName: 'string',
  payeeContractFlag: 'int32',
  payee: maybe(payee),
  signStatus: 'int32',
  draftSort: 'int32',
  signOrder: 'int32',
  dongStatus: 'string',
  draftTime: 'dateTime?',
  signTime: 'dateTime?',
  waitForMeToDo: 'boolean',
};

export const flowListItem: Fields = {
  flowId: 'int64',
  corpName: 'string',
  flowCode: 'string',
  flowTitle: 'string',
  flowStatus: 'int32',
  flowDesc: 'string',
  operateStatus: 'int32',
  initiatorType: 'int32',
  initiatorId: 'int64',
  initiatorName: 'string',
  // Specific to this service.
  signerNum: 'int32?',
  signedNum: 'int32?',
  waiting: [
    {
      participantId: 'int64?',
      psnName: 'string',
      corpName: 'string',
      for: 'int32',
      since: 'dateTime',
      why: 'string?',
    },
  ],
  partyNames: ['string'],
  remindTime: 'dateTime?',
};

/** Our own: a flow that needs attention. */
export const overviewFlow: Fields = {
  flowId: 'int64',
  flowCode: 'string',
  flowTitle: 'string',
  flowStatus: 'int32',
  why: 'string?',
  who: 'string',
  corpName: 'string',
  for: 'int32?',
  since: 'dateTime?',
  expireDate: 'dateTime?',
  remindTime: 'dateTime?',
};

export const flowFile: Fields = {
  id: 'int64',
  fileId: 'int64',
  flowId: 'int64',
  fileCode: 'string',
  fileName: 'string',
  fileUrl: 'string',
};

export const flowDetail: Fields = {
  flowId: 'int64',
  fileId: 'int64',
  fileName: 'string',
  fileUrl: 'string',
  filePath: 'string',
  totalPage: 'int32',
  width: 'int32',
  height: 'int32',
  componentList: [
    {
      componentId: 'int64',
      componentKey: 'string?',
      componentType: 'int32',
      participantId: 'int64',
      required: 'int32',
      value: 'string?',
      pageNum: 'int32',
      positionX: 'number',
      positionY: 'number',
      width: 'number',
      height: 'number',
    },
  ],
  participantList: [signer],
  jpgUrlList: ['string'],
  attachmentList: [{ attachmentId: 'int64', fileName: 'string', fileUrl: 'string', signerUpload: 'int32' }],
};

export const fillCommand: Fields = {
  componentId: 'int64!',
  participantId: 'int64!',
  contractFileId: 'int64!',
  value: 'string!',
};

export const intent: Fields = {
  verifyCode: 'string',
  signPwd: 'string',
  newPwd: 'boolean',
  code: 'string',
  orderNo: 'string',
  h5faceId: 'string',
  newSign: 'string',
  newSignature: 'string',
};

/** 4.10: shared by list, count and export. */
export const flowFilters: Fields = {
  docQueryType: 'int32',
  flowCode: 'string',
  flowTitle: 'string',
  flowStatus: 'int32',
  flowStatusList: ['int32'],
  mobile: 'string',
  participantType: 'int32',
  participantName: 'string',
  queryTimeType: 'int32',
  flowStartTime: 'dateTime',
  flowFinishTime: 'dateTime',
  // Specific to this service.
  templateId: 'int64',
  initiatorId: 'int64',
  batchId: 'int64',
  waitingDays: 'int32',
};

/** Our own: result of a dry run. */
/** Why a start would be refused. */
export const startProblems = [{ path: 'string?', code: 'string', reason: 'string?', msg: 'string' }] as const;

export const startTrial = maybe({
  problems: startProblems,
  contracts: 'int32',
  collections: 'int32',
  contractBalance: 'int32',
  collectionBalance: 'int32',
});

export const startedFlow: Fields = {
  flowId: 'int64',
  flowStatus: 'int32',
  flowTitle: 'string',
  flowDesc: 'string',
  nextStatus: 'int32',
  resultStatus: 'int32?',
  errorMessage: 'string?',
  participantList: [signer],
  dryRun: startTrial,
};

/** Decisions 5. A person needs psnAccount, an enterprise corpName; see the tables. */
const copierList = [
  { copierType: 'int32!', psnAccount: 'string', psnName: 'string', corpName: 'string' },
] as const;

export const directStart: Fields = {
  flowTitle: 'string!',
  contractFileList: must([
    { fileName: 'string!', fileUrl: 'string!', totalPage: 'int32!', width: 'number!', height: 'number!' },
  ]),
  participantList: must([
    {
      participantFlag: 'string!',
      participantType: 'int32!',
      psnAccount: 'string!',
      psnName: 'string!',
      participantCorpName: 'string',
      participateBizType: ['string'],
      signOrder: 'int32',
      draftSort: 'int32',
      payeeContractFlag: 'int32',
      payee: { id: 'int64', amount: 'number!', priority: 'int32', remark: 'string' },
    },
  ]),
  attachmentList: [{ fileName: 'string!', fileUrl: 'string!' }],
  copierList,
  expireDate: 'dateTime',
  encryptFlag: 'int32',
  privaryFlag: 'int32',
  reversePayFlag: 'int32',
  sourceOrderCode: 'string',
  // Specific to this service.
  draftKey: 'string',
  remark: 'string',
};

export const directComponent: Fields = {
  participantFlag: 'string!',
  fileIndex: 'int32!',
  componentKey: 'string',
  componentName: 'string!',
  componentType: 'int32!',
  value: 'string',
  required: 'int32!',
  positionX: 'number!',
  positionY: 'number!',
  pageNum: 'int32!',
  specialAttribute: must(givenAttribute),
};

/** 4.10: the enterprise-level list. */
export const enterpriseFilters: Fields = {
  flowStatus: 'int32',
  flowStatusList: ['int32'],
  participantType: 'int32',
  participantName: 'string',
  mobile: 'string',
  queryTimeType: 'int32',
  flowStartTime: 'dateTime',
  flowFinishTime: 'dateTime',
  // Specific to this service.
  flowCode: 'string',
  flowTitle: 'string',
  sourceOrderCode: 'string',
  templateId: 'int64',
  initiatorId: 'int64',
  batchId: 'int64',
  waitingDays: 'int32',
};

/** 4.8: a party of a flow that starts from a template. */
export const startParticipant = {
  // One of the two; see the table.
  participantId: 'int64',
  participantFlag: 'string',
  psnAccount: 'string!',
  psnName: 'string!',
  participantCorpName: 'string',
  payeeContractFlag: 'int32',
  payee: { id: 'int64', amount: 'number!', priority: 'int32', remark: 'string' },
} as const satisfies Fields;

/** 4.8, and our own: input of starts from a template. */
export const templateStart = {
  templateName: 'string',
  privaryFlag: 'int32',
  encryptFlag: 'int32',
  reversePayFlag: 'int32',
  sourceOrderCode: 'string',
  participantList: must([startParticipant]),
  attachmentList: [{ attachmentId: 'int64', templateId: 'int64', fileName: 'string!', fileUrl: 'string!' }],
  autoFill: 'int32',
  fillComponents: [{ componentId: 'int64', componentKey: 'string', componentValue: 'string!' }],
  copierList,
  expireDate: 'dateTime',
  remark: 'string',
} as const satisfies Fields;

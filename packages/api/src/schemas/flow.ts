/** Shapes of sign flows: what the operations under /signTask take and give. */
import {
  boolean,
  choice,
  dateTime,
  type Id,
  type Infer,
  id,
  idOrNone,
  int32,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
} from '../schema.js';
import { componentValue, directComponent, keptAttribute } from './component.js';
import { givenCopier } from './copier.js';
import { fileName, mobile, name } from './fields.js';
import { pagingFields } from './paging.js';
import { givenContractFile } from './template.js';

export * from './flow-commands.js';

export type FlowId = Id<'Flow'>;
export type ParticipantId = Id<'Participant'>;
export type FileId = Id<'File'>;
export type ComponentId = Id<'Component'>;

/** 0 draft, 1 fill, 2 signing, 3 completed, 4 revoked, 5 expired, 6 refused. */
export const flowStatus = () => oneOf(0, 1, 2, 3, 4, 5, 6);

/** What is awaited from the caller: 0 nothing, 1 fill, 2 signing, 3 approval, 4 payment. */
export const operateStatus = () => oneOf(0, 1, 2, 3, 4);

/** 1 filling, 2 signing, 3 signed, 4 awaiting approval, 5 refused. */
export const signStatus = () => oneOf(1, 2, 3, 4, 5);

/** Fill ('1') and sign ('2'): taken as strings, numbers, or joined by commas. */
export const participateBizType = () => list(choice(['1', '2']), { min: 1, max: 2, commaJoined: true });

const flag = () => oneOf(0, 1);

export const payeeInput = object({
  id: optional(id<'Payee'>()),
  amount: number(),
  priority: optional(flag()),
  remark: optional(text(0, 500)),
});

/** One party of a flow as startSignFlow takes it. */
export const startParticipant = object({
  participantId: optional(id<'TemplateParticipant'>()),
  participantFlag: optional(text(1, 100)),
  psnAccount: optional(mobile()),
  psnName: optional(name()),
  participantCorpName: optional(text(0, 100)),
  payeeContractFlag: optional(flag()),
  payee: optional(payeeInput),
});

export const attachmentInput = object({
  attachmentId: optional(id<'Attachment'>()),
  templateId: optional(id<'Template'>()),
  fileName: fileName(),
  fileUrl: text(1, 300),
});

/** What starts from a template take, but for the template. */
export const templateStartFields = {
  templateName: optional(text(0, 200)),
  privaryFlag: optional(flag()),
  encryptFlag: optional(flag()),
  reversePayFlag: optional(flag()),
  sourceOrderCode: optional(text(0, 200)),
  participantList: list(startParticipant, { max: 50 }),
  attachmentList: optional(list(attachmentInput, { max: 50 })),
  autoFill: optional(oneOf(0, 1, 2)),
  fillComponents: optional(
    list(
      object({
        componentId: optional(id<'TemplateComponent'>()),
        componentKey: optional(text(1, 100)),
        componentValue: componentValue(),
      }),
    ),
  ),
  copierList: optional(list(givenCopier, { max: 50 })),
  expireDate: optional(dateTime('end')),
  remark: optional(text(0, 1000)),
};

/** One party of a flow that is started without a template. */
export const directParticipant = object({
  participantFlag: text(1, 100),
  /** 1 enterprise, 0 personal. */
  participantType: flag(),
  psnAccount: mobile(),
  psnName: name(),
  participantCorpName: optional(text(0, 100)),
  participateBizType: optional(participateBizType()),
  /** Left out: 1, all in parallel. */
  signOrder: optional(int32(1, 255)),
  /** Left out: the place in the list. */
  draftSort: optional(int32(1, 255)),
  payeeContractFlag: optional(flag()),
  payee: optional(payeeInput),
});

export type DirectParticipant = Infer<typeof directParticipant>;

/** What starts without a template take. */
export const directStartFields = {
  flowTitle: name(),
  contractFileList: list(givenContractFile, { min: 1, max: 50 }),
  participantList: list(directParticipant, { min: 1, max: 50 }),
  attachmentList: optional(list(attachmentInput, { max: 50 })),
  copierList: optional(list(givenCopier, { max: 50 })),
  expireDate: optional(dateTime('end')),
  encryptFlag: optional(flag()),
  privaryFlag: optional(flag()),
  reversePayFlag: optional(flag()),
  sourceOrderCode: optional(text(0, 200)),
  remark: optional(text(0, 1000)),
};

/** Nothing is made: the answer says what would be wrong, and what it costs. */
export const dryRun = () => optional(boolean());

export const directStartInput = object({ ...directStartFields, dryRun: dryRun() });

export const directComponentsInput = object({
  ...directStartFields,
  dryRun: dryRun(),
  components: list(directComponent, { min: 1, max: 1000 }),
});

export const payee = object({
  id: id<'Payee'>(),
  amount: number(),
  payeeStatus: flag(),
  auditStatus: flag(),
  priority: flag(),
  remark: nullable(text(0, 500)),
});

const signerFields = {
  participantId: id<'Participant'>(),
  participantFlag: text(0, 100),
  participantCorpId: nullable(id<'Corp'>()),
  participantCorpName: text(0, 100),
  participantType: flag(),
  psnId: nullable(id<'User'>()),
  psnName: text(0, 100),
  psnAccount: text(0, 20),
  payeeContractFlag: flag(),
  payee: nullable(payee),
  signStatus: signStatus(),
  draftSort: int32(),
  signOrder: int32(),
  dongStatus: choice(['did', 'do']),
  draftTime: nullable(dateTime()),
  signTime: nullable(dateTime()),
  waitForMeToDo: boolean(),
};

export const signerInfo = object({ ...signerFields, participateBizType: list(choice(['1', '2'])) });

/** The signer info of taskInfo alone joins `participateBizType` by commas. */
export const signerInfoOfTask = object({ ...signerFields, participateBizType: text(0, 10) });

/** Something for which a start would be refused. */
export const startProblem = object({
  /** The field at fault, where it is one. */
  path: nullable(text(0, 300)),
  code: text(1, 40),
  reason: nullable(text(0, 40)),
  msg: text(0, 2000),
});

/** What a start would come to. */
export const startTrial = object({
  problems: list(startProblem),
  /** What would be taken from the two accounts, and what is on them. */
  contracts: int32(0),
  collections: int32(0),
  contractBalance: int32(),
  collectionBalance: int32(),
});

export const startedFlow = object({
  /** 0 after a dry run. */
  flowId: idOrNone<'Flow'>(),
  flowCode: text(0, 40),
  flowStatus: flowStatus(),
  flowTitle: text(0, 200),
  flowDesc: text(0, 1000),
  nextStatus: flowStatus(),
  resultStatus: nullable(int32()),
  errorMessage: nullable(text(0, 2000)),
  participantList: list(signerInfo),
  /** Only where a dry run was asked for. */
  dryRun: nullable(startTrial),
});

/** A control of a flow. `value` is what is drawn. */
export const flowComponent = object({
  componentId: id<'Component'>(),
  componentKey: nullable(text(0, 100)),
  componentName: text(0, 100),
  componentType: int32(),
  participantId: id<'Participant'>(),
  contractFileId: id<'File'>(),
  required: flag(),
  value: nullable(text(0, 10_000)),
  pageNum: int32(),
  positionX: number(),
  positionY: number(),
  width: number(),
  height: number(),
  specialAttribute: keptAttribute,
});

export const flowAttachment = object({
  attachmentId: id<'Attachment'>(),
  fileName: text(0, 255),
  fileUrl: text(0, 2000),
  signerUpload: flag(),
});

/** One file of a flow with its controls, pages and parties. `fileUrl` is a signed link, `filePath` the storage path. */
export const flowDetail = object({
  flowId: id<'Flow'>(),
  fileId: id<'File'>(),
  fileName: text(0, 255),
  fileUrl: text(0, 2000),
  filePath: text(0, 300),
  totalPage: int32(),
  width: int32(),
  height: int32(),
  componentList: list(flowComponent),
  participantList: list(signerInfo),
  jpgUrlList: list(text(0, 2000)),
  attachmentList: list(flowAttachment),
});

export const flowFile = object({
  id: id<'File'>(),
  fileId: id<'File'>(),
  flowId: id<'Flow'>(),
  fileCode: text(0, 40),
  fileName: text(0, 255),
  /** A signed link; empty for who may not see what is in the flow. */
  fileUrl: text(0, 2000),
});
export type FlowFileView = Infer<typeof flowFile>;

export const flowListItem = object({
  flowId: id<'Flow'>(),
  corpName: text(0, 100),
  flowCode: text(0, 40),
  flowTitle: text(0, 200),
  flowStatus: flowStatus(),
  flowDesc: text(0, 1000),
  operateStatus: operateStatus(),
  initiatorType: flag(),
  initiatorId: id<'User'>(),
  initiatorName: text(0, 100),
  expireDate: nullable(dateTime()),
  flowStartTime: nullable(dateTime()),
  flowFinishTime: nullable(dateTime()),
  createTime: dateTime(),
});

/** Somebody whose turn it is. */
const awaitedParty = object({
  /** Whose part it is about; null where consent to a draft is awaited. */
  participantId: nullable(id<'Participant'>()),
  psnName: text(0, 100),
  corpName: text(0, 100),
  /** 1 fill, 2 signing, 3 approval, 4 payment. */
  for: oneOf(1, 2, 3, 4),
  /** When their turn began. */
  since: dateTime(),
  /**
   * `noMobile`: the person has none any more, so that no message reaches them. `notMe`: whoever opened a link of theirs
   * says that it is not for them. null: nothing is known to be wrong.
   */
  trouble: nullable(choice(['noMobile', 'notMe'])),
});

export const taskInfo = object({
  flowId: id<'Flow'>(),
  flowCode: text(0, 40),
  flowTitle: text(0, 200),
  expireDate: nullable(dateTime()),
  flowStatus: flowStatus(),
  flowDesc: text(0, 1000),
  flowStartTime: nullable(dateTime()),
  flowFinishTime: nullable(dateTime()),
  operateStatus: operateStatus(),
  corpId: id<'Corp'>(),
  corpName: text(0, 100),
  initiatorId: id<'User'>(),
  initiatorName: text(0, 100),
  initiatorType: flag(),
  templateId: nullable(id<'Template'>()),
  encryptFlag: flag(),
  privaryFlag: flag(),
  reversePayFlag: flag(),
  feePayFlag: flag(),
  payeeContractFlag: flag(),
  totalAmount: nullable(number()),
  sourceOrderCode: nullable(text(0, 200)),
  createTime: dateTime(),
  participantList: list(signerInfoOfTask),
  contractFileList: list(flowFile),
  /** For whom the flow waits. */
  waiting: list(awaitedParty),
});

/** Filters that lists, counts and exports of one's own flows share. */
export const flowFilters = {
  docQueryType: optional(oneOf(0, 1, 2, 3, 4, 5, 6, 7, 8)),
  flowCode: optional(text(0, 100)),
  flowTitle: optional(text(0, 200)),
  flowStatus: optional(flowStatus()),
  flowStatusList: optional(list(flowStatus(), { max: 20 })),
  mobile: optional(text(0, 20)),
  participantType: optional(oneOf(0, 1)),
  participantName: optional(text(0, 100)),
  queryTimeType: optional(oneOf(0, 1, 2)),
  flowStartTime: optional(dateTime('start')),
  flowFinishTime: optional(dateTime('end')),
  sourceOrderCode: optional(text(0, 200)),
};

export const flowListInput = object({ ...flowFilters, ...pagingFields });
/** Fields of paging are ignored like any unknown ones. */
export const flowCountInput = object(flowFilters);

/** Filters of the lists over a whole enterprise. */
const enterpriseFilters = {
  flowStatus: flowFilters.flowStatus,
  flowStatusList: flowFilters.flowStatusList,
  participantType: flowFilters.participantType,
  participantName: flowFilters.participantName,
  mobile: flowFilters.mobile,
  queryTimeType: flowFilters.queryTimeType,
  flowStartTime: flowFilters.flowStartTime,
  flowFinishTime: flowFilters.flowFinishTime,
};

export const enterpriseListInput = object({ ...enterpriseFilters, ...pagingFields });

export const enterpriseCountInput = object(enterpriseFilters);

export const listByMobileInput = object({
  mobile: mobile(),
  flowStatus: flowFilters.flowStatus,
  flowStatusList: flowFilters.flowStatusList,
  queryTimeType: flowFilters.queryTimeType,
  flowStartTime: flowFilters.flowStartTime,
  flowFinishTime: flowFilters.flowFinishTime,
  ...pagingFields,
});

export const signResult = object({
  flowId: id<'Flow'>(),
  flowStatus: flowStatus(),
  flowDesc: text(0, 1000),
  flowTitle: text(0, 200),
  signStatus: signStatus(),
  approvalId: nullable(id<'Approval'>()),
  /** How each of the others went; [] where the request names none. */
  others: list(
    object({
      flowId: id<'Flow'>(),
      participantId: id<'Participant'>(),
      code: text(1, 40),
      reason: nullable(text(1, 40)),
      msg: text(0, 1000),
      approvalId: nullable(id<'Approval'>()),
    }),
  ),
});

/** Requests and responses for starting flows. */
import { AutoFill } from '../enums.js';
import {
  boolean,
  dateTime,
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
import { componentValue, directComponent } from './component.js';
import { draftKey } from './contract-draft.js';
import { givenCopier } from './copier.js';
import { email, mailLanguage } from './email.js';
import {
  attachmentId,
  fileName,
  flowCode,
  flowDesc,
  flowTitle,
  mobile,
  name,
  psnName,
  templateId,
} from './fields.js';
import { flag, flowStatus, participateBizType } from './flow-values.js';
import { signerInfo } from './flow-view.js';
import { givenContractFile } from './template.js';

const payeeInput = object({
  id: optional(id<'Payee'>()).means('收款项编号', 'id of the payment item'),
  amount: number().means('金额，元', 'amount in yuan'),
  priority: optional(flag()).means('0 先付后签，1 先签后付', '0: pay before signing; 1: sign before paying'),
  remark: optional(text(0, 500)).means('备注', 'remark'),
});

/** Party of a flow in startSignFlow. */
const startParticipant = object({
  participantId: optional(id<'TemplateParticipant'>()).means('参与方编号', 'participant id'),
  participantFlag: optional(text(1, 100)).means(
    '参与方标识，如甲方',
    'label of the participant, such as Party A',
  ),
  psnAccount: optional(mobile()).means('经办人手机号', 'mobile number of the acting person'),
  psnName: optional(psnName),
  email: optional(email()),
  language: optional(mailLanguage),
  participantCorpName: optional(text(0, 100)).means(
    '参与企业名称，个人为空',
    'name of the enterprise; empty for a person',
  ),
  payeeContractFlag: optional(flag()).means('1 须付款', '1: payment required'),
  payee: optional(payeeInput).means('应付款项', 'amount due'),
});

const attachmentInput = object({
  attachmentId: optional(attachmentId),
  templateId: optional(templateId),
  fileName: fileName(),
  fileUrl: text(1, 300).means('文件存储路径，长期有效', 'permanent storage path of the file'),
});

/** Fields of starts from a template, except the template itself. */
export const templateStartFields = {
  templateName: optional(text(0, 200)).means(
    '合同名称，缺省为模板名称',
    'title of the flow; the name of the template by default',
  ),
  privaryFlag: optional(flag()).means(
    '1 保密合同，不进企业列表',
    '1: confidential contract, not listed for the enterprise',
  ),
  encryptFlag: optional(flag()).means('1 加密合同', '1: encrypted contract, visible to its parties only'),
  reversePayFlag: optional(flag()).means(
    '1 相对方承担合同费用',
    '1: the counterparty bears the contract fee',
  ),
  sourceOrderCode: optional(text(0, 200)).means('业务方单号', "order number in the caller's system"),
  participantList: list(startParticipant, { max: 50 }).means('参与方', 'participants'),
  attachmentList: optional(list(attachmentInput, { max: 50 })).means('附件', 'attachments'),
  autoFill: optional(oneOf(...Object.values(AutoFill))).means(
    '0 待确认，1 后台填写，2 立即填写',
    '0: values wait for confirmation; 1: filled in the background; 2: filled at once',
  ),
  fillComponents: optional(
    list(
      object({
        componentId: optional(id<'TemplateComponent'>()).means('控件编号', 'control id'),
        componentKey: optional(text(1, 100)).means('控件键，用于赋值', 'key by which values are assigned'),
        componentValue: componentValue().means('控件的值', 'value of the control'),
      }),
    ),
  ).means('预填的值', 'values to assign beforehand'),
  copierList: optional(list(givenCopier, { max: 50 })).means('抄送人', 'copiers'),
  expireDate: optional(dateTime('end')).means('截止时间', 'deadline'),
  remark: optional(text(0, 1000)).means('备注', 'remark'),
};

/** Party of a flow started without a template. */
export const directParticipant = object({
  participantFlag: text(1, 100).means('参与方标识，如甲方', 'label of the participant, such as Party A'),
  participantType: flag().means('1 企业，0 个人', '1: enterprise; 0: person'),
  psnAccount: mobile().means('经办人手机号', 'mobile number of the acting person'),
  psnName,
  email: optional(email()),
  language: optional(mailLanguage),
  participantCorpName: optional(text(0, 100)).means(
    '参与企业名称，个人为空',
    'name of the enterprise; empty for a person',
  ),
  participateBizType: optional(participateBizType()),
  signOrder: optional(int32(1, 255)).means(
    '签署顺序，相同为并行；缺省为 1',
    'order of signing; equal numbers sign in parallel; 1 by default',
  ),
  draftSort: optional(int32(1, 255)).means(
    '填写顺序，缺省为列表顺序',
    'order of filling; the order of the list by default',
  ),
  payeeContractFlag: optional(flag()).means('1 须付款', '1: payment required'),
  payee: optional(payeeInput).means('应付款项', 'amount due'),
});

export type DirectParticipant = Infer<typeof directParticipant>;

/** The draft that the start takes the place of. */
export const ownDraft = () =>
  optional(
    draftKey().means(
      '发起人自己的合同草稿；发起成功后该草稿随即删除，不存在时忽略',
      'draft of the initiator from which the contract was written; it is deleted with the start, and ignored if it does not exist',
    ),
  );

/** Fields of starts without a template. */
export const directStartFields = {
  flowTitle: name().means('合同名称', 'title of the flow'),
  contractFileList: list(givenContractFile, { min: 1, max: 50 }).means('合同文件', 'contract files'),
  participantList: list(directParticipant, { min: 1, max: 50 }).means('参与方', 'participants'),
  attachmentList: optional(list(attachmentInput, { max: 50 })).means('附件', 'attachments'),
  copierList: optional(list(givenCopier, { max: 50 })).means('抄送人', 'copiers'),
  expireDate: optional(dateTime('end')).means('截止时间', 'deadline'),
  encryptFlag: optional(flag()).means('1 加密合同', '1: encrypted contract, visible to its parties only'),
  privaryFlag: optional(flag()).means(
    '1 保密合同，不进企业列表',
    '1: confidential contract, not listed for the enterprise',
  ),
  reversePayFlag: optional(flag()).means(
    '1 相对方承担合同费用',
    '1: the counterparty bears the contract fee',
  ),
  sourceOrderCode: optional(text(0, 200)).means('业务方单号', "order number in the caller's system"),
  remark: optional(text(0, 1000)).means('备注', 'remark'),
  draftKey: ownDraft(),
};

/** Starts nothing: the response lists problems and the cost. */
export const dryRun = () =>
  optional(boolean()).means('true：仅检查，不发起', 'true: checks the request without starting a flow');

export const directStartInput = object({ ...directStartFields, dryRun: dryRun() });

export const directComponentsInput = object({
  ...directStartFields,
  dryRun: dryRun(),
  components: list(directComponent, { min: 1, max: 1000 }).means('控件', 'controls'),
});

/** A reason why a start would be refused. */
export const startProblem = object({
  path: nullable(text(0, 300)).means(
    '有误的字段；与字段无关时为 null',
    'field at fault; null where no field is',
  ),
  code: text(1, 40).means('结果代码', 'result code'),
  reason: nullable(text(0, 40)).means(
    '原因代码；成功或无原因时为 null',
    'reason; null for a success or a code without reasons',
  ),
  msg: text(0, 2000).means('结果说明', 'description of the result'),
});

/** Result of a dry run. */
const startTrial = object({
  problems: list(startProblem).means('发起会被拒绝的原因', 'reasons why the start would be refused'),
  contracts: int32(0).means('将扣减的合同份数', 'contracts that would be deducted'),
  collections: int32(0).means(
    '将扣减的收款合同份数',
    'contracts with payment collection that would be deducted',
  ),
  contractBalance: int32().means('剩余合同份数', 'remaining contracts'),
  collectionBalance: int32().means('剩余收款合同份数', 'remaining contracts with payment collection'),
});

export const startedFlow = object({
  flowId: idOrNone<'Flow'>().means('合同流程编号；试发起时为 0', 'flow id; 0 after a dry run'),
  flowCode,
  flowStatus: flowStatus(),
  flowTitle,
  flowDesc,
  nextStatus: flowStatus().means('当前步骤之后的状态', 'status after the current step'),
  resultStatus: nullable(int32()).means(
    '自动填写结果：0 成功，1 失败',
    'result of automatic filling: 0 succeeded, 1 failed',
  ),
  errorMessage: nullable(text(0, 2000)).means('自动填写失败原因', 'reason why automatic filling failed'),
  participantList: list(signerInfo).means('参与方', 'participants'),
  dryRun: nullable(startTrial).means(
    '试发起的结果；未要求试发起时为 null',
    'result of the dry run; null where none was requested',
  ),
});

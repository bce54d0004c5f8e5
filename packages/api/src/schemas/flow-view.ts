/** Flows, files, controls and participants in responses. */
import {
  boolean,
  choice,
  dateTime,
  type Infer,
  id,
  int32,
  list,
  nullable,
  number,
  object,
  text,
} from '../schema.js';
import { keptAttribute } from './component.js';
import {
  attachmentId,
  corpId,
  corpName,
  createTime,
  fileId,
  flowCode,
  flowDesc,
  flowId,
  flowTitle,
  initiatorId,
  initiatorName,
  participantId,
  templateId,
} from './fields.js';
import { flag, flowStatus, operateStatus, signStatus } from './flow-values.js';
import { awaitedFields, progressFields, remindTime, waitReason } from './waiting.js';

export const payee = object({
  id: id<'Payee'>().means('收款项编号', 'id of the payment item'),
  amount: number().means('金额，元', 'amount in yuan'),
  payeeStatus: flag().means('0 未付，1 已付', '0: unpaid; 1: paid'),
  auditStatus: flag().means('0 未确认，1 已确认', '0: not confirmed; 1: confirmed'),
  priority: flag().means('0 先付后签，1 先签后付', '0: pay before signing; 1: sign before paying'),
  remark: nullable(text(0, 500)).means('备注', 'remark'),
});

const signerFields = {
  participantId,
  participantFlag: text(0, 100).means('参与方标识，如甲方', 'label of the participant, such as Party A'),
  participantCorpId: nullable(id<'Corp'>()).means('参与企业编号', 'enterprise id of the participant'),
  participantCorpName: text(0, 100).means(
    '参与企业名称，个人为空',
    'name of the enterprise; empty for a person',
  ),
  participantType: flag().means('1 企业，0 个人', '1: enterprise; 0: person'),
  psnId: nullable(id<'User'>()).means('用户编号', 'user id'),
  psnName: text(0, 100).means('姓名', 'name of the person'),
  psnAccount: text(0, 20).means('经办人手机号', 'mobile number of the acting person'),
  payeeContractFlag: flag().means('1 须付款', '1: payment required'),
  payee: nullable(payee).means('应付款项', 'amount due'),
  signStatus: signStatus(),
  draftSort: int32().means('填写顺序', 'order of filling'),
  signOrder: int32().means('签署顺序，相同为并行', 'order of signing; equal numbers sign in parallel'),
  dongStatus: choice(['did', 'do']).means('did 已办，do 待办', 'did: done; do: pending'),
  draftTime: nullable(dateTime()).means('填写时间', 'time of filling'),
  signTime: nullable(dateTime()).means('签署时间', 'time of signing'),
  waitForMeToDo: boolean().means('是否轮到操作人', "whether it is the acting member's turn"),
};

export const signerInfo = object({
  ...signerFields,
  participateBizType: list(choice(['1', '2'])).means('1 填写，2 签署', '1: fill; 2: sign'),
});

/** In taskInfo, unlike elsewhere, `participateBizType` is joined by commas. */
export const signerInfoOfTask = object({
  ...signerFields,
  participateBizType: text(0, 10).means('1 填写，2 签署', '1: fill; 2: sign'),
});

/** A control of a flow. `value` is the text that is drawn. */
export const flowComponent = object({
  componentId: id<'Component'>().means('控件编号', 'control id'),
  componentKey: nullable(text(0, 100)).means('控件键，用于赋值', 'key by which values are assigned'),
  componentName: text(0, 100).means('控件名称', 'name of the control'),
  componentType: int32().means(
    '1 单行文本 2 数字 3 日期 6 签署区 8 多行文本 101 勾选 102 下拉 103 图片',
    '1 text 2 number 3 date 6 signature area 8 multi-line text 101 check box 102 drop-down 103 picture',
  ),
  participantId,
  contractFileId: id<'File'>().means('所在文件编号', 'id of the file that contains it'),
  required: flag().means('1 必填', '1: required'),
  hidden: flag().means(
    '1 显示条件不成立：不必填、不绘制',
    '1: hidden by its condition, so neither required nor drawn',
  ),
  value: nullable(text(0, 10_000)).means('值', 'value'),
  pageNum: int32().means('页码，从 1 开始', 'page number, from 1'),
  positionX: number().means('左上角横坐标，px', 'x of the top left corner in px'),
  positionY: number().means('左上角纵坐标，px', 'y of the top left corner in px, downwards'),
  width: number().means('宽，px', 'width in px'),
  height: number().means('高，px', 'height in px'),
  specialAttribute: keptAttribute.means('控件属性', 'attributes of the control'),
});

export const flowAttachment = object({
  attachmentId,
  fileName: text(0, 255).means('文件名', 'file name'),
  fileUrl: text(0, 2000).means('限时访问链接', 'signed link'),
  signerUpload: flag().means('1 由签署方补充', '1: added by a signer'),
});

/** A file with its controls, pages and parties. `fileUrl` is a signed link, `filePath` the storage path. */
export const flowDetail = object({
  flowId,
  fileId,
  fileName: text(0, 255).means('文件名', 'file name'),
  fileUrl: text(0, 2000).means('限时访问链接', 'signed link'),
  filePath: text(0, 300).means('文件存储路径', 'storage path of the file'),
  totalPage: int32().means('页数', 'number of pages'),
  width: int32().means('首页宽，px', 'width of the first page in px'),
  height: int32().means('首页高，px', 'height of the first page in px'),
  componentList: list(flowComponent).means('控件', 'controls'),
  participantList: list(signerInfo).means('参与方', 'participants'),
  jpgUrlList: list(text(0, 2000)).means('各页图片限时链接', 'signed links to the images of the pages'),
  attachmentList: list(flowAttachment).means('附件', 'attachments'),
});

export const flowFile = object({
  id: id<'File'>().means('文件编号', 'file id'),
  fileId,
  flowId,
  fileCode: text(0, 40).means('文件编码', 'code of the file'),
  fileName: text(0, 255).means('文件名', 'file name'),
  fileUrl: text(0, 2000).means(
    '限时访问链接；无权查看合同内容者为空',
    'signed link; empty for users who may not see the contents of the flow',
  ),
});
export type FlowFileView = Infer<typeof flowFile>;

export const flowListItem = object({
  flowId,
  corpName,
  flowCode,
  flowTitle,
  flowStatus: flowStatus(),
  flowDesc,
  operateStatus: operateStatus(),
  initiatorType: flag().means('发起方：1 企业，0 个人', 'initiator: 1 enterprise, 0 person'),
  initiatorId,
  initiatorName,
  expireDate: nullable(dateTime()).means('截止时间', 'deadline'),
  flowStartTime: nullable(dateTime()).means('发起时间', 'time of the start'),
  flowFinishTime: nullable(dateTime()).means('完成时间', 'time of completion'),
  createTime,
  ...progressFields,
  waiting: list(object({ ...awaitedFields, why: nullable(waitReason()) })).means(
    '当前等待处理的人，至多 5 人，等待最久者在前',
    'persons whose turn it is, at most five, whoever has waited longest first',
  ),
  partyNames: list(text(0, 100)).means(
    '参与方名称：企业名称，个人为姓名，不重复',
    'names of the participating enterprises and persons, each once',
  ),
  remindTime,
});

/** A person whose turn it is. */
const awaitedParty = object({
  ...awaitedFields,
  /**
   * `noMobile`: the person has no number, so no text message reaches them. `notMe`: whoever opened the link said that
   * it is not for them. null: no problem is known.
   */
  trouble: nullable(choice(['noMobile', 'notMe'])).means(
    'noMobile：该人已无手机号，收不到通知；notMe：打开其链接的人表示不是本人；仅对发起企业可见',
    'noMobile: the person no longer has a mobile number and receives no messages; notMe: whoever opened their link stated that it was not meant for them; visible to the initiating enterprise only',
  ),
  why: nullable(waitReason()).means(
    '等待的原因，仅对发起企业可见，见 signTask/overview',
    'why it waits, see signTask/overview; visible to the initiating enterprise only',
  ),
});

export const taskInfo = object({
  flowId,
  flowCode,
  flowTitle,
  expireDate: nullable(dateTime()).means('截止时间', 'deadline'),
  flowStatus: flowStatus(),
  flowDesc,
  flowStartTime: nullable(dateTime()).means('发起时间', 'time of the start'),
  flowFinishTime: nullable(dateTime()).means('完成时间', 'time of completion'),
  operateStatus: operateStatus(),
  corpId,
  corpName,
  initiatorId,
  initiatorName,
  initiatorType: flag().means('发起方：1 企业，0 个人', 'initiator: 1 enterprise, 0 person'),
  templateId: nullable(templateId),
  encryptFlag: flag().means('1 加密合同', '1: encrypted contract, visible to its parties only'),
  privaryFlag: flag().means(
    '1 保密合同，不进企业列表',
    '1: confidential contract, not listed for the enterprise',
  ),
  reversePayFlag: flag().means('1 相对方承担合同费用', '1: the counterparty bears the contract fee'),
  feePayFlag: flag().means('1 合同费用已付', '1: the contract fee is paid'),
  payeeContractFlag: flag().means('1 须付款', '1: payment required'),
  totalAmount: nullable(number()).means('应付总额，元', 'total amount due, in yuan'),
  sourceOrderCode: nullable(text(0, 200)).means('业务方单号', "order number in the caller's system"),
  createTime,
  participantList: list(signerInfoOfTask).means('参与方', 'participants'),
  contractFileList: list(flowFile).means('合同文件', 'contract files'),
  waiting: list(awaitedParty).means('当前等待处理的人', 'persons whose turn it is'),
});

export const signResult = object({
  flowId,
  flowStatus: flowStatus(),
  flowDesc,
  flowTitle,
  signStatus: signStatus(),
  approvalId: nullable(id<'Approval'>()).means(
    '待审批时的审批编号，否则为 null',
    'approval id where approval is awaited; otherwise null',
  ),
  others: list(
    object({
      flowId,
      participantId,
      code: text(1, 40).means('结果代码', 'result code'),
      reason: nullable(text(1, 40)).means(
        '原因代码；成功或无原因时为 null',
        'reason; null for a success or a code without reasons',
      ),
      msg: text(0, 1000).means('结果说明', 'description of the result'),
      approvalId: nullable(id<'Approval'>()).means(
        '待审批时的审批编号，否则为 null',
        'approval id where approval is awaited; otherwise null',
      ),
    }),
  ).means(
    '其他合同各自的结果；未一并签署时为空',
    'result of each of the other contracts; empty where none was signed together',
  ),
});

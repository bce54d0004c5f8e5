/** For whom a flow waits, and why. */
import { choice, dateTime, int32, nullable, oneOf, optional, text } from '../schema.js';
import { corpName, participantId } from './fields.js';

/** Why a flow waits for somebody: the obstacle that has to be removed first. */
export const waitReasons = [
  'contractApprovalPending',
  'sealApprovalPending',
  'paymentPending',
  'automaticSealNotPlaced',
  'sealNotUsable',
  'wrongPerson',
  'messageNotDelivered',
  'linkNotOpened',
  'corpNotRegistered',
  'joinPending',
  'notVerified',
  'fillPending',
  'deadlineNear',
  'opened',
] as const;
export type WaitReason = (typeof waitReasons)[number];

export const waitReason = () =>
  choice(waitReasons).means(
    '等待的原因：contractApprovalPending 合同审批，sealApprovalPending 用印审批，paymentPending 付款，automaticSealNotPlaced 自动落章未执行（授权已到期），sealNotUsable 没有可用的印章，wrongPerson 打开链接的人表示不是本人，messageNotDelivered 短信未送达，linkNotOpened 链接未打开，corpNotRegistered 企业未登记，joinPending 尚未加入企业，notVerified 未实名，fillPending 填写，deadlineNear 截止临近，opened 已打开未签',
    'what is awaited, or in the way: contractApprovalPending, sealApprovalPending, paymentPending, automaticSealNotPlaced (the authorisation has expired), sealNotUsable (no seal can be used), wrongPerson (whoever opened the link stated that it was not meant for them), messageNotDelivered (a text message), linkNotOpened, corpNotRegistered (enterprise), joinPending (not yet a member of the enterprise), notVerified (person or enterprise), fillPending, deadlineNear, opened (but not signed)',
  );

/** A person whose turn it is. */
export const awaitedFields = {
  participantId: nullable(participantId).means(
    '参与方编号；等待的是合同审批时为 null',
    'participant id; null where approval of the contract is awaited',
  ),
  psnName: text(0, 100).means('姓名', 'name of the person'),
  corpName,
  for: oneOf(1, 2, 3, 4).means(
    '等待的操作：1 填写 2 签署 3 审批 4 付款',
    'awaited action: 1 fill 2 sign 3 approval 4 payment',
  ),
  since: dateTime().means('自何时起等待', 'when their turn began'),
};

/** How far a flow has got. */
export const progressFields = {
  signerNum: nullable(int32(0)).means(
    '签署方数；升级后尚未补齐时为 null',
    'number of signers; null until it has been added after an upgrade',
  ),
  signedNum: nullable(int32(0)).means(
    '已签署的签署方数；升级后尚未补齐时为 null',
    'number of signers who have signed; null until it has been added after an upgrade',
  ),
};

export const remindTime = nullable(dateTime()).means('最近一次催办时间', 'time of the last reminder');

/** Request field of lists. */
export const reasonsField = {
  withReasons: optional(oneOf(0, 1)).means(
    '1 同时返回等待的原因（waiting.why），仅限本企业发起的合同',
    '1: also determine why a contract that this enterprise has started waits (waiting.why)',
  ),
};

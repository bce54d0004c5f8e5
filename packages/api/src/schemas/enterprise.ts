import {
  boolean,
  choice,
  dateTime,
  type Infer,
  id,
  int32,
  nullable,
  object,
  optional,
  text,
} from '../schema.js';
import { member } from './member.js';

/** An enterprise about itself (specification 2.6). */
export const corpBaseInfo = object({
  corpCode: nullable(text(0, 100)),
  corpName: text(0, 100),
  legalRepName: nullable(text(0, 100)),
  /** Masked. */
  legalRepIdentNo: nullable(text(0, 100)),
  identStatus: choice(['identified', 'unidentified', 'invalid']),
  /** 0 ordinary, 10 to 12 VIP levels 1 to 3. */
  corpLevel: int32(0, 12),
  levelExpireTime: nullable(dateTime()),
  /** The most that one payment may collect, in yuan. */
  maxAmount: int32(0),
  accountBalance: int32(0),
  payeeBalance: int32(0),
  userNum: int32(0),
  legalDate: nullable(dateTime()),
  adminInfo: nullable(member),
});

/** What people are told of by text message. */
const noticeFields = {
  /** Somebody's turn begins. */
  turn: boolean(),
  completion: boolean(),
  /** A flow is refused or revoked. */
  refusal: boolean(),
  /** Three days before the deadline. */
  deadline: boolean(),
};

/** What an enterprise decides about its own affairs. */
export const corpSettings = object({
  smsNotices: object(noticeFields),
  /** `strict`: a seal that somebody examines is placed after their consent only. */
  sealApproval: choice(['free', 'strict']),
  /** Contracts are sent after an OWNER's or ADMIN's consent only. */
  contractApproval: boolean(),
  /** Whoever decides an approval proves who they are, each time. */
  approvalAuth: boolean(),
  /** The most that one payment may collect, in yuan. */
  maxAmount: int32(0),
});
export type CorpSettings = Infer<typeof corpSettings>;

/** What is left out stays. */
export const corpSettingsChange = object({
  smsNotices: optional(
    object({
      turn: optional(noticeFields.turn),
      completion: optional(noticeFields.completion),
      refusal: optional(noticeFields.refusal),
      deadline: optional(noticeFields.deadline),
    }),
  ),
  sealApproval: optional(corpSettings.fields.sealApproval),
  contractApproval: optional(corpSettings.fields.contractApproval),
  approvalAuth: optional(corpSettings.fields.approvalAuth),
  maxAmount: optional(int32(1, 100_000_000)),
});
export type CorpSettingsChange = Infer<typeof corpSettingsChange>;

/** What moves a balance, in the words of the interface, and how it is shown as `recordName`. */
export const recordTypes = {
  newUserPresent: '新用户赠送',
  signContract: '发起合同',
  signCancel: '合同撤销退还',
  orderBuy: '购买套餐',
  adminRecharge: '平台充值',
  adminContract: '平台调整',
  orderExpire: '套餐到期',
  crmOrderPresent: '线下订单赠送',
  crmOrderBuy: '线下订单购买',
  reversePay: '承担合同费用',
  reverseReturn: '对方付费退还',
} as const;

export type RecordType = keyof typeof recordTypes;

/** A row of an enterprise's account of contracts (specification 2.7). */
export const accountRecord = object({
  id: id<'LedgerEntry'>(),
  corpCode: nullable(text(0, 100)),
  corpName: text(0, 100),
  recordType: text(1, 50),
  recordName: text(0, 50),
  /** Negative: taken away. */
  count: int32(),
  /** After this row. */
  accountBalance: int32(0),
  signFlowId: nullable(id<'Flow'>()),
  signFlowCode: nullable(text(0, 100)),
  signFlowName: nullable(text(0, 200)),
  initPsnName: nullable(text(0, 100)),
  orderCode: nullable(text(0, 100)),
  remark: nullable(text(0, 1000)),
  createTime: dateTime(),
});

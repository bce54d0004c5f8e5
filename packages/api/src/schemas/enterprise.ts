import { loginMethods } from '../login-methods.js';
import {
  boolean,
  choice,
  dateTime,
  type Infer,
  id,
  int32,
  list,
  nullable,
  object,
  optional,
  text,
} from '../schema.js';
import { corpName, createTime, userId } from './fields.js';
import { member } from './member.js';

/** The application's enterprise (specification 2.6). */
export const corpBaseInfo = object({
  corpCode: nullable(text(0, 100)).means('统一社会信用代码', 'unified social credit code'),
  corpName,
  legalRepName: nullable(text(0, 100)).means('法定代表人姓名', 'name of the legal representative'),
  legalRepIdentNo: nullable(text(0, 100)).means(
    '法定代表人证件号码，脱敏',
    'ID document number of the legal representative, masked',
  ),
  identStatus: choice(['identified', 'unidentified', 'invalid']).means(
    '企业认证状态',
    'verification status of the enterprise',
  ),
  corpLevel: int32(0, 12).means('0 普通，10 至 12 为 VIP 1 至 3', '0: ordinary; 10 to 12: VIP 1 to 3'),
  levelExpireTime: nullable(dateTime()).means('等级到期时间', 'expiry of the level'),
  maxAmount: int32(0).means('单笔收款上限，元', 'upper limit of a single collection, in yuan'),
  accountBalance: int32(0).means('剩余合同份数', 'remaining contracts'),
  payeeBalance: int32(0).means('剩余收款合同份数', 'remaining contracts with payment collection'),
  userNum: int32(0).means('员工人数', 'number of members'),
  legalDate: nullable(dateTime()).means('企业注册时间', 'date of registration'),
  adminInfo: nullable(member).means('企业所有者', 'owner of the enterprise'),
});

/** Settings of text message notices. */
const noticeFields = {
  turn: boolean().means('轮到某人操作时', "sent when a person's turn begins"),
  completion: boolean().means('合同完成时', 'sent when a contract is completed'),
  refusal: boolean().means('合同被拒签或撤销时', 'sent when a contract is refused or revoked'),
  deadline: boolean().means('截止前三天', 'sent three days before the deadline'),
};

const embedOrigins = list(text(1, 200), { max: 20 }).means(
  '可嵌入本企业页面的来源，如 https://erp.example.com',
  'origins whose pages may embed those of the enterprise, such as https://erp.example.com',
);
const methods = 'sms 短信 password 密码 passkey 通行密钥 oidc 企业账号';
const methodsEn = 'sms, password, passkey, oidc';

/** Settings of an enterprise. */
export const corpSettings = object({
  smsNotices: object(noticeFields).means('短信通知开关，默认全开', 'text messages to send; all by default'),
  sealApproval: choice(['free', 'strict']).means(
    'strict：有审批人的印章须审批后使用；free：有权者直接使用',
    'strict: a seal with an examiner is used only after approval; free: authorised members use it directly',
  ),
  contractApproval: boolean().means(
    '发起合同须先经 OWNER 或 ADMIN 审批',
    'contracts require approval by an OWNER or ADMIN before they are sent',
  ),
  approvalAuth: boolean().means('审批时须核验身份', 'approvers must prove their identity for every decision'),
  maxAmount: int32(0).means('单笔收款上限，元', 'upper limit of a single collection, in yuan'),
  embedOrigins,
  loginMethods: list(choice(loginMethods)).means(
    `允许的控制台登录方式：${methods}`,
    `ways to log in to the console that are allowed: ${methodsEn}`,
  ),
  loginIdleMinutes: int32(0).means(
    '无操作多少分钟后退出登录，0 为按角色',
    'minutes without a request after which a session ends; 0: by role',
  ),
  consoleNetworks: list(text(1, 100)).means(
    '可访问控制台的地址或 CIDR 网段，空为不限',
    'addresses and CIDR ranges from which the console may be used; empty: from everywhere',
  ),
  draftRetentionDays: int32(0).means(
    '未完成的草稿保存多少天，0 为平台的期限',
    "days for which unfinished drafts are kept; 0: the platform's period",
  ),
  auditRetentionDays: int32(0).means(
    '审计记录中的姓名与地址保存多少天，0 为平台的期限',
    "days for which names and addresses in the audit are kept; 0: the platform's period",
  ),
  brandName: text(0, 20).means(
    '签署页面和短信中的企业简称，空为不用',
    'short name of the enterprise on the pages of signers and in messages; empty: none',
  ),
  brandColor: text(0, 7).means(
    '签署页面页眉的颜色，#rrggbb，空为产品的颜色',
    "colour of the header of signers' pages, #rrggbb; empty: that of the product",
  ),
});
export type CorpSettings = Infer<typeof corpSettings>;

/** The settings, with who changed each of them last. */
export const corpSettingsWithChanges = object({
  ...corpSettings.fields,
  brandLogo: text(0, 200).means(
    '签署页面页眉的标志的地址，空为没有',
    "address of the logo in the header of signers' pages; empty: none",
  ),
  changes: list(
    object({
      field: text(1, 100).means('设置项', 'setting'),
      userId: nullable(userId).means('修改人编号；平台修改的为 null', 'user id; null: the operator'),
      userName: text(0, 100).means('修改人姓名', 'name of who changed it'),
      time: dateTime().means('修改时间', 'time of the change'),
    }),
  ).means('每项设置最近一次的修改', 'the last change of each setting that was ever changed'),
});

/** Omitted fields stay unchanged. */
export const corpSettingsChange = object({
  smsNotices: optional(
    object({
      turn: optional(noticeFields.turn),
      completion: optional(noticeFields.completion),
      refusal: optional(noticeFields.refusal),
      deadline: optional(noticeFields.deadline),
    }),
  ).means('短信通知开关，默认全开', 'text messages to send; all by default'),
  sealApproval: optional(corpSettings.fields.sealApproval),
  contractApproval: optional(corpSettings.fields.contractApproval),
  approvalAuth: optional(corpSettings.fields.approvalAuth),
  maxAmount: optional(int32(1, 100_000_000)).means(
    '单笔收款上限，元',
    'upper limit of a single collection, in yuan',
  ),
  embedOrigins: optional(embedOrigins),
  loginMethods: optional(list(choice(loginMethods), { min: 1, max: 4 })).means(
    `允许的控制台登录方式：${methods}`,
    `ways to log in to the console that are allowed: ${methodsEn}`,
  ),
  loginIdleMinutes: optional(int32(0, 720)).means(
    '无操作多少分钟后退出登录，15 至 720，0 为按角色',
    'minutes without a request after which a session ends, 15 to 720; 0: by role',
  ),
  consoleNetworks: optional(list(text(1, 100), { max: 50 })).means(
    '可访问控制台的地址或 CIDR 网段，空为不限',
    'addresses and CIDR ranges from which the console may be used; empty: from everywhere',
  ),
  draftRetentionDays: optional(int32(0, 365)).means(
    '未完成的草稿保存多少天，30 至 365，0 为平台的期限；不会超过平台的期限',
    "days for which unfinished drafts are kept, 30 to 365; 0: the platform's period, which is never exceeded",
  ),
  auditRetentionDays: optional(int32(0, 36_500)).means(
    '审计记录中的姓名与地址保存多少天，0 为平台的期限；不能少于平台的期限',
    "days for which names and addresses in the audit are kept; 0: the platform's period, which is the least",
  ),
  brandName: optional(text(1, 20)).means(
    '签署页面和短信中的企业简称，2 至 20 个字符，none 为不用；不取自登记名称的，短信在其后注明登记名称',
    'short name of the enterprise on the pages of signers and in messages, 2 to 20 characters, or none. Messages add the registered name to one that is not taken from it',
  ),
  brandColor: optional(text(1, 7)).means(
    '签署页面页眉的颜色，#rrggbb，与其上文字的对比度不低于 4.5:1，none 为产品的颜色',
    "colour of the header of signers' pages, #rrggbb, of a contrast of at least 4.5:1 to the text on it, or none: that of the product",
  ),
  brandLogo: optional(text(1, 700_000)).means(
    '签署页面页眉的标志：PNG 图片，不超过 512 KiB，base64 或 data URL；none 为移除',
    "logo in the header of signers' pages: PNG image of at most 512 KiB, base64 or data URL; none: removed",
  ),
});
export type CorpSettingsChange = Infer<typeof corpSettingsChange>;

/** Causes of balance changes by code, with their `recordName`. */
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

/** An entry of an enterprise's contract ledger (specification 2.7). */
export const accountRecord = object({
  id: id<'LedgerEntry'>().means('记录编号', 'id of the entry'),
  corpCode: nullable(text(0, 100)).means('统一社会信用代码', 'unified social credit code'),
  corpName,
  recordType: text(1, 50).means('变动类型', 'type of the entry'),
  recordName: text(0, 50).means('变动名称', 'name of the type'),
  count: int32().means('变动数量，负数为扣减', 'change; negative: deducted'),
  accountBalance: int32(0).means('变动后剩余合同份数', 'balance after the change'),
  signFlowId: nullable(id<'Flow'>()).means('合同流程编号', 'flow id'),
  signFlowCode: nullable(text(0, 100)).means('合同编码', 'code of the flow'),
  signFlowName: nullable(text(0, 200)).means('合同名称', 'title of the flow'),
  initPsnName: nullable(text(0, 100)).means('发起人姓名', 'name of the initiator'),
  orderCode: nullable(text(0, 100)).means('订单编码', 'code of the order'),
  remark: nullable(text(0, 1000)).means('备注', 'remark'),
  createTime,
});

/** How long a kind of data is kept. */
export const retentionPeriod = object({
  kind: text(1, 100).means('数据种类，如 drafts', 'kind of data, such as drafts'),
  days: int32(1).means(
    '自最后使用、修改或结束起保存的天数',
    'days for which it is kept after its last use, change or end',
  ),
});

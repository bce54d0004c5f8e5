/** What needs attention: contracts that have waited long, near deadlines, and warnings. */
import { choice, dateTime, int32, list, nullable, object, oneOf, text } from '../schema.js';
import { flowCode, flowId, flowTitle } from './fields.js';
import { flowStatus } from './flow-values.js';
import { remindTime, waitReason } from './waiting.js';

export const overviewScope = () =>
  oneOf(0, 1).means(
    '0 本人发起的合同，1 本企业发起的合同',
    '0: contracts started by the acting member; 1: by the enterprise',
  );

/** The largest number that is counted exactly. */
export const maxOverviewCount = 1000;

const bounded = (zh: string, en: string) =>
  int32(0).means(`${zh}，1001 表示超过 1000`, `${en}; 1001 stands for more than 1000`);

export const overviewCounts = object({
  open: int32(0).means('填写中和签署中的合同数', 'number of contracts in filling or signing'),
  awaitingMe: int32(0).means('待本人处理的合同数', 'number of contracts that await the acting member'),
  approvals: int32(0).means('待本人审批数', 'number of approvals that the acting member has to decide'),
  joinRequests: int32(0).means(
    '待处理的加入申请数；无成员管理权限时为 0',
    'number of open requests to join; 0 without the right to manage members',
  ),
  stuck: bounded(
    '等待同一人满 24 小时的合同数',
    'number of contracts that have waited for the same act for 24 hours',
  ),
  soon: bounded('72 小时内截止的合同数', 'number of contracts whose deadline is within 72 hours'),
});

export const overviewFlow = object({
  flowId,
  flowCode,
  flowTitle,
  flowStatus: flowStatus(),
  why: nullable(waitReason()),
  who: text(0, 100).means(
    '等待最久者的姓名；无人等待时为空',
    'name of whoever has waited longest; empty if nobody is awaited',
  ),
  corpName: text(0, 100).means('其企业名称，个人为空', 'name of their enterprise; empty for a person'),
  for: nullable(oneOf(1, 2, 3, 4)).means(
    '等待的操作：1 填写 2 签署 3 审批 4 付款',
    'awaited action: 1 fill 2 sign 3 approval 4 payment',
  ),
  since: nullable(dateTime()).means('自何时起等待', 'when their turn began'),
  expireDate: nullable(dateTime()).means('截止时间', 'deadline'),
  remindTime,
});

const warningKinds = [
  'balanceLow',
  'certificateExpiring',
  'authorisationExpiring',
  'webhookFailing',
] as const;
export const overviewWarning = object({
  kind: choice(warningKinds).means(
    'balanceLow 合同余额不足，certificateExpiring 企业证书将在 60 天内到期，authorisationExpiring 印章授权将在 14 天内到期，webhookFailing 事件回调持续失败',
    'balanceLow: few contracts are left; certificateExpiring: certificate of the enterprise, within 60 days; authorisationExpiring: authorisations of seals, within 14 days; webhookFailing: webhooks that fail',
  ),
  value: int32(0).means(
    '余额，或证书、授权、回调的数量',
    'the balance, or the number of certificates, authorisations or webhooks',
  ),
  time: nullable(dateTime()).means(
    '最早的到期时间，或失败的开始时间；余额不足时为 null',
    'the earliest expiry, or the start of the failures; null for a low balance',
  ),
});

/** What is left; null without the right to read the enterprise's contracts. */
export const overviewSupplies = {
  balanceDays: nullable(int32(0)).means(
    '按最近 30 天的平均用量，合同余额约够的天数；够 30 天及以上时为 null',
    'for how many days the contracts last at the average use of the last 30 days; null for 30 or more',
  ),
  certificateTime: nullable(dateTime()).means(
    '企业证书的到期时间；尚无证书时为 null',
    "expiry of the enterprise's certificate; null if it has none",
  ),
};

export const overviewFlows = (zh: string, en: string) => list(overviewFlow).means(zh, en);
